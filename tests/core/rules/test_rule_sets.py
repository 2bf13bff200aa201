"""Rule sets are named choices of options: the printed one first, those that cannot be told by a law."""

import re
from typing import Any, ClassVar

import pytest

from squarely import Side
from squarely.core.errors import BadOption
from squarely.core.rules import registry
from squarely.core.rules.options import Dial
from squarely.core.rules.rulebook import AS_PRINTED, RuleSet, collect_facts, describe_options, list_rule_sets
from squarely.solver.oracle import Oracle
from squarely.solver.values import ENDLESS
from squarely.terminal.rules import write_page
from squarely.testing import LAWS, BrokenLaw, find_reachable
from tests.games.outside_games import DROP, HOP, Drop, Hop


def test_a_game_has_the_printed_one_and_what_it_names() -> None:
    roomy = RuleSet("roomy", "rows=4,columns=5", "The grid has 4 rows. The grid has 5 columns.")
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
        "Roomy rules: the grid has 4 rows. The grid has 5 columns.",
        "Changed rules: the grid has 6 columns.",
    ]


def test_a_dial_without_a_sentence_is_told_by_what_it_is() -> None:
    """What follows a semicolon says what numbers mean that are not chosen here."""
    dial = Dial(0, 0, 9, "stones at the start; 0 for none")
    assert dial.describe_change(3) == "stones at the start: 3"


MENDED = {
    "center": "the grid is 5x5, and each player has 2 tokens. You may not place a token on the center or beside it. "
    "A token may only move closer to the center. You may move onto the center only if you have more tokens beside it "
    "than your opponent. If you cannot place or move, you pass; if no player can, the game is a tie.",
    "numbers": "the grid is 4x4, with the numbers 1 to 16. You capture a neighbour only if it is smaller by 6 or less. "
    "Player 2 gets 19 extra points at the end.",
    "quad": "you win with the four corners of any square, large or small, straight or tilted. A full board without a "
    "winner is a tie. A marker falls to the lowest empty cell of its column.",
    "showdown": "a 4x4 grid. The token starts on (1,2), the goal is (4,3). It may also move diagonally. A square it "
    "has left is closed. Nobody may enter the goal during the first 10 moves. If you cannot move, you lose.",
    "snatchers": "the grid is 4x4. Tokens may also move diagonally. A square that a token has left is burnt: nobody "
    "may stand on it or pass over it. A player who cannot move passes; if no player can move, the game is a tie.",
}


def test_mended_rules_are_told_in_whole_sentences_with_what_follows() -> None:
    for name, told in MENDED.items():
        game = registry.load(name, "mended")
        assert describe_options(game) == f"Mended rules: {told}"
        assert list_rule_sets(game.printed)[1].says == told[0].upper() + told[1:]


SINGLY = (
    ("quad", "size=6", "the grid is 6x6."),
    ("quad", "block=3,size=5", "the grid is 5x5. You win with a 3x3 square of your markers."),
    ("quad", "shape=line,block=3", "you win with a line of three markers, straight or diagonal."),
    ("quad", "begins_sudden_death=second", "Player 2 begins sudden death."),
    ("showdown", "goal=2-2", "the goal is (2,2)."),
    ("showdown", "trail=closed,reversal=allowed",
     "a square the token has left is closed. If you cannot move, you lose."),
    ("numbers", "size=4", "the grid is 4x4, with the numbers 1 to 16. Equal totals are a tie."),
    ("numbers", "komi=1", "Player 2 gets 1 extra point at the end. Equal totals are a tie."),
    ("center", "guarded=yes,stalemate=loses", "a player who cannot place or move a token loses. You may move onto the "
     "center only if you have more tokens beside it than your opponent."),
)  # fmt: skip


def test_options_set_singly_are_told_in_whole_sentences_too() -> None:
    for name, options, told in SINGLY:
        assert describe_options(registry.load(name, options)) == f"Changed rules: {told}"


def test_each_suggestion_of_mended_rules_is_true() -> None:
    """Why the printed rules are broken is what the solver finds; of all boards of numbers, see test_deals."""
    game = {name: registry.load(name) for name in MENDED}
    solved = {name: Oracle(each) for name, each in game.items()}
    start = {name: solved[name].value(each.start()) for name, each in game.items()}
    said = {name: each.mended_because.removeprefix("With the printed rules, ") for name, each in game.items()}
    assert said["center"] == "Player A can always win in 3 moves."
    assert (start["center"].winner, start["center"].distance) == (Side.FIRST, 3)
    assert said["numbers"] == "Player 1 can win on every board."
    assert {solved["numbers"].value(game["numbers"].start_for(seed)).winner for seed in range(5)} == {Side.FIRST}
    assert said["quad"] == "Player 1 can always win in 17 moves (both sides counted)."
    assert (start["quad"].winner, start["quad"].distance) == (Side.FIRST, 17)
    assert said["showdown"] == "only Player 2 can ever force a win, and play can go on for ever."
    winners = {solved["showdown"].value(position).winner for position in find_reachable(game["showdown"])}
    assert winners == {None, Side.SECOND}
    assert said["snatchers"] == "nobody can force a win from the start, and play can go on for ever."
    assert start["showdown"].ending == start["snatchers"].ending == ENDLESS
    assert HOP.mended_because == ""


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
