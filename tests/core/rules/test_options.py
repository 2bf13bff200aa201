"""Options: attributes of a class that say their settings on a game; those of every game; and rule sets, which name
choices of them: the printed one first, those that cannot be told by a law."""

from typing import Any

import pytest

from squarely import BadOption, Dial, Game, Ruling, Side
from squarely.core.rules import registry
from squarely.core.rules.author import check_class
from squarely.core.rules.options import Option, SquareDial, find_square
from squarely.core.rules.rulebook import AS_PRINTED, RuleSet, collect_facts, describe_options, list_rule_sets
from squarely.solver.oracle import Oracle
from squarely.solver.values import ENDLESS
from squarely.terminal.rules import write_page
from squarely.testing import find_reachable
from tests.boards import refusal
from tests.games.outside_games import DROP, HOP, Drop, Hop

UNIVERSAL = ["repetition", "misere", "turn_limit", "double_moves", "pie", "forbidden_first", "opening"]


def test_every_game_has_the_same_behind_its_own_and_no_two_have_one_name() -> None:
    for game in (*map(registry.load, registry.names()), HOP):
        names = [option.name for option in game.declared]
        assert names[-len(UNIVERSAL) :] == UNIVERSAL, game
        assert ("komi" in names) == game.has_points, game
        assert len({*names}) == len(names)
        assert {option.name: option.default for option in game.declared} == game.settings
    # No two have one name, nor that of something that every game has.
    dials = {name: {name: Dial(1, 1, 3, "mine")} for name in UNIVERSAL}
    for name, mine in {**dials, "size": {"large": Dial(1, 1, 3, "mine", name="size")}}.items():
        said = f"has two options `{name}`, those of every game included: call yours otherwise"
        assert check_class(type("Mine", (Hop,), mine)) == said
    for name in ("shape", "words", "start", "goal", "options"):
        assert "every game has something of that name" in check_class(type("Mine", (Hop,), {name: Dial(1, 1, 3, "")}))


def test_an_option_is_itself_on_the_class_and_on_a_game_its_setting_given_as_text_a_mapping_or_by_name() -> None:
    quad: Any = registry.find_class("quad")
    assert isinstance(quad.size, Dial)
    assert (quad.size.name, quad.size.low, quad.size.high) == ("size", 3, 6)
    assert [quad(size=size).size for size in (3, 5)] == [3, 5]
    convert = quad("sudden_death=convert")
    assert (convert.sudden_death, convert.settings["sudden_death"]) == ("convert", "convert")
    for same in (
        registry.load("quad", "size=5,block=3"),
        quad("block=3,size=5"),
        quad(" Size = 5 , BLOCK=3,"),
        quad({"size": 5, "block": "3"}),
        quad(size=5, block=3),
        quad("size=4", size=5, block=3),
        registry.load("quad", size=5, block=3),
        registry.load("quad", {"size": 5}, block=3),
        quad("size=5").with_options(block=3),
    ):
        assert (same, same.options) == (quad("size=5,block=3"), "size=5,block=3")


def test_settings_are_read_squares_counted_from_1_and_what_is_refused_is_told_with_what_is_allowed() -> None:
    for given, why in (
        ("size=7", "size=7 is not possible: size is a whole number from 3 to 6"),
        *((f"size={value}", f"size={value} is not possible") for value in ("-3", "٤", "4.0")),
        ("size", "'size' is not an option; options are written name=value, such as size=4"),
        ("size=4,size=5", "the option size is given twice"),
        ("colour=red", "there is no option 'colour'; there are size, block"),
        ("gravity=maybe", "gravity=maybe is not possible: gravity is no or yes"),
    ):
        assert refusal(BadOption, registry.load, "quad", given).startswith(why), given
    dial, ruling, square = Dial(4, 3, 6, ""), Ruling("", no="", yes=""), SquareDial("center", "")
    tables: list[tuple[Option[Any], dict[str, int | str | None]]] = [
        (dial, {"5": 5, "05": 5, "five": None}),
        (Dial(0, -2, 2, ""), {"-2": -2}),
        (ruling, {"YES": "yes", "y": None}),
        (square, {"1-2": "1-2", "Center": "center", "1-": None, "100-1": None}),
    ]
    for option, settings in tables:
        assert {text: option.read(text) for text in settings} == settings
    squares = {"1-1": 0, "1-3": 2, "3-1": 6, "3-3": 8, "0-1": None, "4-1": None, "1-4": None}
    assert {text: find_square(text, 3) for text in squares} == squares


# Rule sets


def test_a_game_has_the_printed_rule_set_and_what_it_names() -> None:
    roomy = RuleSet("roomy", "rows=4,columns=5", "The grid has 4 rows. The grid has 5 columns.")
    assert list_rule_sets(Drop) == (RuleSet("printed", "", AS_PRINTED), roomy)
    assert collect_facts(DROP)["rule_sets"][1] == roomy._asdict()
    page = write_page(Drop(roomy.options))
    assert "printed: no option changed" in page
    assert "roomy (in force): rows=4,columns=5" in page
    assert [*HOP.rule_sets] == ["printed"]
    assert "Rule sets" not in write_page(HOP), "one alone is not worth a word"
    (_, mended) = list_rule_sets(type("Mended", (Hop,), {"rule_sets": {"mended": "repetition=draw"}}))
    assert mended.says == "A position that occurs for the third time ends the match without a winner."


SAID = (  # options in whole sentences, with what follows from them
    ("center", "mended", "Mended rules: the grid is 5x5, and each player has 2 tokens. You may not place a token on "
     "the center or beside it. A token may only move closer to the center. You may move onto the center only if you "
     "have more tokens beside it than your opponent. If you cannot place or move, you pass; if no player can, the game "
     "is a tie."),
    ("numbers", "mended", "Mended rules: the grid is 4x4, with the numbers 1 to 16. You capture a neighbour only if it "
     "is smaller by 6 or less. Player 2 gets 19 extra points at the end."),
    ("quad", "mended", "Mended rules: you win with the four corners of any square, large or small, straight or tilted. "
     "A full board without a winner is a tie. A marker falls to the lowest empty cell of its column."),
    ("showdown", "mended", "Mended rules: a 4x4 grid. The token starts on (1,2), the goal is (4,3). It may also move "
     "diagonally. A square it has left is closed. Nobody may enter the goal during the first 10 moves. If you cannot "
     "move, you lose."),
    ("snatchers", "mended", "Mended rules: the grid is 4x4. Tokens may also move diagonally. A square that a token has "
     "left is burnt: nobody may stand on it or pass over it. A player who cannot move passes; if no player can move, "
     "the game is a tie."),
    ("quad", "block=3,size=5", "Changed rules: the grid is 5x5. You win with a 3x3 square of your markers."),
    ("quad", "shape=line,block=3", "Changed rules: you win with a line of three markers, straight or diagonal."),
    ("quad", "begins_sudden_death=second", "Changed rules: Player 2 begins sudden death."),
    ("showdown", "trail=closed,reversal=allowed",
     "Changed rules: a square the token has left is closed. If you cannot move, you lose."),
    ("numbers", "size=4", "Changed rules: the grid is 4x4, with the numbers 1 to 16. Equal totals are a tie."),
    ("numbers", "komi=1", "Changed rules: Player 2 gets 1 extra point at the end. Equal totals are a tie."),
    ("center", "guarded=yes,stalemate=loses", "Changed rules: a player who cannot place or move a token loses. You may "
     "move onto the center only if you have more tokens beside it than your opponent."),
)  # fmt: skip


def test_options_are_called_by_their_rule_set_and_told_in_whole_sentences_with_what_follows() -> None:
    roomy, own = Drop("columns=5,rows=4"), Drop("columns=6")
    assert [game.rules_name for game in (DROP, roomy, own)] == ["", "roomy", "columns=6"]
    assert [describe_options(game) for game in (DROP, roomy, own)] == [
        "",
        "Roomy rules: the grid has 4 rows. The grid has 5 columns.",
        "Changed rules: the grid has 6 columns.",
    ]
    for name, options, told in SAID:
        game = registry.load(name, options)
        assert describe_options(game) == told
        if options == "mended":
            about = told.removeprefix("Mended rules: ")
            assert list_rule_sets(game.printed)[1].says == about[0].upper() + about[1:]
    dial = Dial(0, 0, 9, "stones at the start; 0 for none")  # what follows says what numbers mean that are not chosen
    assert dial.describe_change(3) == "stones at the start: 3"


@pytest.mark.slow
def test_each_suggestion_of_mended_rules_is_true() -> None:
    """Why the printed rules are broken is what the solver finds; of all boards of numbers, see tests/solver."""
    game = {name: registry.load(name) for name in registry.names()}
    solved = {name: Oracle(each) for name, each in game.items()}
    start = {name: solved[name].value(each.start()) for name, each in game.items()}
    assert {name: each.mended_because.removeprefix("With the printed rules, ") for name, each in game.items()} == {
        "center": "Player A can always win in 3 moves.",
        "numbers": "Player 1 can win on every board.",
        "quad": "Player 1 can always win in 17 moves (both sides counted).",
        "showdown": "only Player 2 can ever force a win, and play can go on for ever.",
        "snatchers": "nobody can force a win from the start, and play can go on for ever.",
    }
    assert [(start[name].winner, start[name].distance) for name in ("center", "quad")] == [(0, 3), (0, 17)]
    assert {solved["numbers"].value(game["numbers"].start_for(seed)).winner for seed in range(5)} == {Side.FIRST}
    winners = {solved["showdown"].value(position).winner for position in find_reachable(game["showdown"])}
    assert winners == {None, Side.SECOND}
    assert start["showdown"].ending == start["snatchers"].ending == ENDLESS
    assert HOP.mended_because == ""


def test_a_rule_set_stands_for_its_options_and_what_is_given_beside_it_wins() -> None:
    roomy = "rows=4,columns=5"
    sets = {"roomy": roomy, "shared": "pie=yes,repetition=draw"}
    mended: type[Game] = type("Mended", (Drop,), {"rule_sets": sets})
    texts = {
        "roomy": roomy,
        "rules=roomy": roomy,
        "Rules = ROOMY": roomy,
        "rules=roomy,rows=6": "rows=6,columns=5",
        "ROWS=6,rules=roomy": "rows=6,columns=5",
        "rules=roomy,rules=shared": f"{roomy},repetition=draw,pie=yes",
        "rules=shared,pie=no": "repetition=draw",
        "rules=printed,rows=5": "rows=5",
    }
    assert {text: mended(text).options for text in texts} == texts
    given = [mended({"rules": "roomy"}), mended({"rules": "roomy", "rows": 6}), mended({"rules": "printed"})]
    assert [game.options for game in given] == [roomy, "rows=6,columns=5", ""]
    for kind, options, why in (
        (mended, "rules=romy", "there is no rule set 'romy'; did you mean roomy?"),
        (mended, {"rules": "mended"}, "there is no rule set 'mended'; there are printed, roomy, shared"),
        (mended, "rules=roomy,rows=6,rows=5", "the option rows is given twice"),
        (mended, "rules=roomy,rules=roomy", "the option rows is given twice"),
        (Hop, "rules=mended", "there is no rule set 'mended'; there is only printed"),
    ):
        assert refusal(BadOption, kind, options) == why
