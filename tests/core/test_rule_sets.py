"""Rule sets are named choices of options: the printed one first, those that cannot be refused when a game is loaded."""

import pytest

from squarely.core import registry
from squarely.core.errors import UnknownGame
from squarely.core.game_facts import collect_facts
from squarely.core.registry import make_game
from squarely.core.rule_sets import AS_PRINTED, RuleSet, list_rule_sets
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
