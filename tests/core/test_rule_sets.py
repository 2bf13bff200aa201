"""Rule sets are named choices of options: the printed one first, those that cannot be refused when a game is loaded."""

import re
from typing import Any

import pytest

from squarely.core import registry
from squarely.core.errors import BadOption, UnknownGame
from squarely.core.game import Game
from squarely.core.game_facts import collect_facts
from squarely.core.registry import make_game
from squarely.core.rule_sets import AS_PRINTED, RuleSet, describe_options, list_rule_sets
from squarely.terminal.rules_page import write_page
from tests.games.test_outside import FILE as HOP
from tests.games.test_outside import OFFERED, loaded

DROP = vars(loaded(HOP.with_name("squarely_drop.py")))


def test_a_game_has_the_printed_one_and_what_it_names() -> None:
    drop = make_game("drop", DROP)
    roomy = RuleSet("roomy", "rows=4,columns=5", "Rows of the grid: 4; columns of the grid: 5.")
    assert list_rule_sets(drop.rules) == (RuleSet("printed", "", AS_PRINTED), roomy)
    assert collect_facts(drop)["rule_sets"][1] == roomy._asdict()
    page = write_page(make_game("drop", DROP, roomy.options))
    assert "printed: no option changed" in page
    assert "roomy (in force): rows=4,columns=5" in page


def test_a_reading_is_told_by_what_it_means() -> None:
    rules = make_game("hop", {**OFFERED, "RULE_SETS": {"mended": "repetition=draw"}}).rules
    assert list_rule_sets(rules)[1].says == (
        "A position that occurs for the third time ends the match without a winner."
    )


def test_options_are_called_by_the_rule_set_that_they_make() -> None:
    roomy, own = make_game("drop", DROP, "columns=5,rows=4"), make_game("drop", DROP, "columns=6")
    assert [game.rules_name for game in (make_game("drop", DROP), roomy, own)] == ["", "roomy", "columns=6"]
    assert [describe_options(game.rules, game.options) for game in (roomy, own)] == [
        "Rules roomy: Rows of the grid: 4; columns of the grid: 5.",
        "Not as printed: Columns of the grid: 6.",
    ]


def test_what_a_number_that_is_not_chosen_means_is_left_out() -> None:
    numbers = registry.load("numbers", "within=2")
    told = "how much smaller a captured neighbour may be than the selected number"
    assert describe_options(numbers.rules, numbers.options) == f"Not as printed: {told.capitalize()}: 2."


@pytest.mark.parametrize("name", registry.names())
def test_one_alone_is_not_worth_a_word(name: str) -> None:
    game = registry.load(name)
    if len(game.rules.RULE_SETS) == 1:
        assert "Rule sets" not in write_page(game)


@pytest.mark.parametrize(
    ("sets", "why"),
    [
        ({"mended": "sise=5"}, "has a rule set mended that cannot be: there is no option 'sise'"),
        ({"mended": "size=99"}, "has a rule set mended that cannot be: size=99 is not possible"),
        ({"mended": "size=4"}, "has a rule set mended that changes nothing"),
        ({"printed": "size=5"}, "has a rule set printed that changes something"),
        ({"No name": "size=5"}, "has a rule set called 'No name'"),
    ],
)
def test_what_cannot_be_is_refused_when_the_game_is_loaded(sets: dict[str, str], why: str) -> None:
    with pytest.raises(UnknownGame, match=why):
        make_game("hop", {**OFFERED, "RULE_SETS": sets})


MENDED = make_game("drop", {**DROP, "RULE_SETS": {"roomy": "rows=4,columns=5", "shared": "pie=yes,repetition=draw"}})


@pytest.mark.parametrize(
    ("options", "settings"),
    [
        ("roomy", "rows=4,columns=5"),
        ("rules=roomy", "rows=4,columns=5"),
        ("Rules = ROOMY", "rows=4,columns=5"),
        ("rules=roomy,rows=6", "rows=6,columns=5"),
        ("ROWS=6,rules=roomy", "rows=6,columns=5"),
        ("rules=roomy,rules=shared", "rows=4,columns=5,repetition=draw,pie=yes"),
        ("rules=shared,pie=no", "repetition=draw"),
        ("rules=printed,rows=5", "rows=5"),
        ({"rules": "roomy"}, "rows=4,columns=5"),
        ({"rules": "roomy", "rows": 6}, "rows=6,columns=5"),
        ({"rules": "printed"}, ""),
    ],
)
def test_a_rule_set_stands_for_its_options_and_what_is_given_beside_it_wins(options: Any, settings: str) -> None:
    assert Game.of("drop", MENDED.rules, options).options == settings


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ("rules=romy", "there is no rule set 'romy'; did you mean roomy?"),
        ({"rules": "mended"}, "there is no rule set 'mended'; there are printed, roomy, shared"),
        ("rules=", "there is no rule set ''; there are printed, roomy, shared"),
        ("rules=roomy,rows=6,rows=5", "the option rows is given twice"),
        ("rules=roomy,rules=roomy", "the option rows is given twice"),
    ],
)
def test_one_that_is_not_there_is_refused_with_those_that_are(options: Any, why: str) -> None:
    with pytest.raises(BadOption, match=re.escape(why)):
        Game.of("drop", MENDED.rules, options)


def test_where_there_is_only_the_printed_one_that_is_said() -> None:
    with pytest.raises(BadOption, match="there is no rule set 'mended'; there is only printed"):
        make_game("hop", OFFERED, "rules=mended")
