"""Rule sets are named choices of options: the printed one first, those that cannot be told by a law."""

import re
from typing import Any, ClassVar

import pytest

from squarely.core.errors import BadOption
from squarely.core.rules import registry
from squarely.core.rules.rulebook import AS_PRINTED, RuleSet, collect_facts, describe_options, list_rule_sets
from squarely.terminal.rules_page import write_page
from squarely.testing import LAWS, BrokenLaw
from tests.games.outside_games import DROP, HOP, Drop, Hop


def test_a_game_has_the_printed_one_and_what_it_names() -> None:
    roomy = RuleSet("roomy", "rows=4,columns=5", "Rows of the grid: 4; columns of the grid: 5.")
    assert list_rule_sets(Drop) == (RuleSet("printed", "", AS_PRINTED), roomy)
    assert collect_facts(DROP)["rule_sets"][1] == roomy._asdict()
    page = write_page(Drop(roomy.options))
    assert "printed: no option changed" in page
    assert "roomy (in force): rows=4,columns=5" in page


def test_a_reading_is_told_by_what_it_means() -> None:
    mended = type("Mended", (Hop,), {"rule_sets": {"mended": "repetition=draw"}})
    assert list_rule_sets(mended)[1].says == (
        "A position that occurs for the third time ends the match without a winner."
    )


def test_options_are_called_by_the_rule_set_that_they_make() -> None:
    roomy, own = Drop("columns=5,rows=4"), Drop("columns=6")
    assert [game.rules_name for game in (DROP, roomy, own)] == ["", "roomy", "columns=6"]
    assert [describe_options(game) for game in (DROP, roomy, own)] == [
        "",
        "Rules roomy: Rows of the grid: 4; columns of the grid: 5.",
        "Not as printed: Columns of the grid: 6.",
    ]


def test_what_a_number_that_is_not_chosen_means_is_left_out() -> None:
    numbers = registry.load("numbers", "within=2")
    told = "how much smaller a captured neighbour may be than the selected number"
    assert describe_options(numbers) == f"Not as printed: {told.capitalize()}: 2."


def test_one_alone_is_not_worth_a_word() -> None:
    for game in (*map(registry.load, registry.names()), DROP, HOP):
        assert ("Rule sets" in write_page(game)) == (len(game.rule_sets) > 1)
    assert [*HOP.rule_sets] == ["printed"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("sise=5", "is refused by the game itself: there is no option 'sise'"),
        ("size=99", "is refused by the game itself: size=99 is not possible"),
    ],
)
def test_what_cannot_be_is_told_by_a_law(text: str, why: str) -> None:
    game = type("Wrong", (Hop,), {"rule_sets": {"mended": text}})()
    (law,) = [law for law in LAWS if law.name == "what is declared fits"]
    with pytest.raises(BrokenLaw, match=why):
        law(game, game.start())


class Mended(Drop):  # type: ignore[misc, valid-type]
    rule_sets: ClassVar = {"roomy": "rows=4,columns=5", "shared": "pie=yes,repetition=draw"}


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
    assert Mended(options).options == settings


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
        Mended(options)


def test_where_there_is_only_the_printed_one_that_is_said() -> None:
    with pytest.raises(BadOption, match="there is no rule set 'mended'; there is only printed"):
        Hop("rules=mended")
