"""Every law can be broken, and the smallest position that shows it is told, with the moves that lead there."""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from squarely import Game, load, make_game, testing
from squarely.core.errors import BadOption
from squarely.core.grid import Symmetries
from squarely.core.rules import Position
from squarely.laws.every_law import LAWS
from squarely.laws.faults import find_faults
from squarely.laws.notes import describe_bits, describe_end, describe_points, find_counter
from squarely.laws.walk import MOST, find_reachable, walk_through
from squarely.testing import BrokenLaw, check_game, examine_game, positions
from tests.laws.mistakes import ROW

_MODULE = ModuleType("row")
exec(ROW, vars(_MODULE))
OFFERED: dict[str, Any] = vars(_MODULE)
BY_NAME = {law.__name__: law for law in LAWS}
At = OFFERED["Position"]


def changed(options: str = "", **names: Any) -> Game:
    """Row with other functions in the place of some."""
    return make_game("row", {**OFFERED, **names}, options)


def later(verb: str, result: Callable[[Position], Any]) -> dict[str, Any]:
    """A verb that gives something else as soon as the second side has moved."""
    right = OFFERED[verb]
    return {verb: lambda law, position, *rest: result(position) if position.second else right(law, position, *rest)}


_count = iter(range(10**9))

# For each law what breaks it, and what is said then
BROKEN: dict[str, tuple[dict[str, Any], str]] = {
    "a_position_is_plain_numbers": (later("play", lambda p: At(p.first, p.second, True)), "True, a bool"),
    "the_mover_is_one_of_the_sides": ({}, "has the mover 2"),
    "the_outcome_is_one_of_four": (later("outcome", lambda _: 4), "has the outcome 4"),
    "moves_are_yielded": (later("legal_moves", lambda _: [0]), "has its legal moves in a list"),
    "moves_come_once_in_ascending_order": (later("legal_moves", lambda _: iter([1, 0])), "not in ascending order"),
    "moves_are_counted": (later("legal_moves", lambda _: iter([8])), "has the legal move 8, but there are 3 moves"),
    "moves_end_where_the_game_ends": (later("legal_moves", lambda _: iter(())), "has no legal move and has not ended"),
    "an_end_says_why": ({"reason": lambda *_: " "}, "has ended for the reason ' '"),
    "play_leads_to_a_position": (later("play", lambda p: (p,)), "which is no position"),
    "a_move_changes_the_position": (later("play", lambda p: p), "is the same after the move"),
    "rules_remember_nothing": (later("outcome", lambda _: next(_count) // 2 % 2), "after other positions"),
    "the_law_stays_as_it_is": ({}, "a law that is another one"),
    "fields_are_within_their_ranges": (
        {"play": lambda law, p, move: OFFERED["play"](law, p, move)._replace(first=8)},
        "has 8 as its first, more than a set of squares",
    ),
    "numbers_fit_into_machine_code": ({}, "has a number of 64 bits in its first"),
    "points_are_two_numbers": (
        {"points": lambda _, p: (1, 2) if not p.second else 3},
        "has the points 3",
    ),
    "a_position_is_its_line": ({"read_position": lambda law, _: OFFERED["start"](law)}, "is read as ... A"),
    "a_move_is_its_words": ({"write_move": lambda *_: "x"}, "writes two of its moves as 'x'"),
    "a_refusal_says_why": ({"why_illegal": lambda *_: ""}, "refuses the move 0 with ''"),
    "a_transformed_board_is_the_same_game": (
        {"outcome": lambda law, p: OFFERED["outcome"](law, p) and 1 + (p.first & 1)},
        "is another game under symmetry",
    ),
    "moves_are_transformed_with_their_board": ({"transform_move": lambda *given: given[3]}, "maps onto"),
    "symmetries_are_a_group": (
        {
            "symmetries": lambda _: Symmetries(((0, 1, 2), (1, 2, 0)), ((0, 1, 2, 3), (0, 1, 2, 3))),
            "transform": lambda way, p, n: p._replace(first=p.first and 1 << way.squares[n][p.first.bit_length() - 1]),
        },
        "has images under symmetry that have other images",
    ),
    "the_drawing_is_text": ({"draw": lambda *_: "\a"}, r"is drawn as '\x07'"),
    "what_is_shown_is_text": ({"shown": lambda *_: ["A"]}, "shows 1 squares of 3"),
    "touching_makes_the_move": ({"touched_squares": lambda *_: (0, 0)}, "which touches the squares 0, 0"),
    "planes_are_within_their_maxima": ({"EXTRA_PLANES": {"free": lambda *_: -1}}, "shows -1 on its plane 'free'"),
    "what_is_said_is_text": ({"ask": lambda _: iter([5])}, "`ask` of this game gives"),
}  # fmt: skip


def find_broken(name: str) -> str:
    """What a law says of the first position in which it is broken."""
    game, law = changed(**BROKEN[name][0]), BY_NAME[name]
    if name == "the_law_stays_as_it_is":
        other = OFFERED["Law"](1, 3, 1)
        return law.find_fault(Game(game.name, game.rules, game.settings, other), game.start())
    if name == "the_mover_is_one_of_the_sides":
        return law.find_fault(game, At(0, 0, 2))
    if name == "numbers_fit_into_machine_code":
        return law.find_fault(game, At(1 << 63, 0, 0))
    start = game.start()
    near = [
        start,
        *(game.rules.play(game.law, start, move) for move in range(3)),
        At(1, 2, 0),
        At(5, 2, 1),
        At(6, 1, 1),
        At(1, 0, True),
    ]
    return next(filter(None, (law.find_fault(game, position) for position in near)), "")


def test_every_law_is_here() -> None:
    assert [*BROKEN] == [law.__name__ for law in LAWS]


@pytest.mark.parametrize("name", BROKEN)
def test_a_law_can_be_broken_and_says_how(name: str) -> None:
    assert BROKEN[name][1] in find_broken(name)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_a_law_has_a_promise_and_says_what_to_change(law: Any) -> None:
    game = changed()
    assert law.promise.endswith(".")
    assert law.mend.endswith(".")
    for position in positions(game):
        law(game, position)


def test_a_broken_law_is_raised_with_its_position() -> None:
    law = BY_NAME["an_end_says_why"]
    with pytest.raises(BrokenLaw, match=r"row: ABA B has ended for the reason ''\. `reason` returns a line of text"):
        law(changed(reason=lambda *_: ""), At(5, 2, 1))


# The smallest position


def shortest(game: Game, is_wanted: Callable[[Position], bool]) -> int:
    """How many moves it takes to come to such a position: layer by layer, sharing nothing with the walk."""
    layer, moves = {game.start()}, 0
    while not any(map(is_wanted, layer)):
        layer = {game.play(position, move) for position in layer for move in game.legal_moves(position)}
        moves += 1
    return moves


@pytest.mark.parametrize(("size", "wanted"), [(4, 0b1001), (4, 0b10), (13, 0b111), (13, 1 << 12)])
def test_the_smallest_position_is_told(size: int, wanted: int) -> None:
    """In a game that is looked through and in one that is not: a play that shows it is made shorter."""

    def draw(_: Any, position: Position) -> str:
        return "" if position.first & wanted == wanted else "drawn"

    wide = {"OPTIONS": (OFFERED["OPTIONS"][0]._replace(high=13), OFFERED["OPTIONS"][1])}
    game = changed(f"size={size}", draw=draw, **wide)
    walk = walk_through(game)
    assert walk.is_whole == (size == 4)
    (fault,) = find_faults(game, [BY_NAME["the_drawing_is_text"]], walk)
    assert len(fault.moves) == shortest(game, lambda position: position.first & wanted == wanted)
    position = game.start()
    for words in fault.moves:
        (move,) = [move for move in game.legal_moves(position) if str(move) == words]
        position = game.play(position, move)
    assert game.write_position(position) == fault.position
    assert position.first & wanted == wanted


def test_a_small_game_is_looked_through_and_a_large_one_is_not() -> None:
    game = changed()
    assert set(positions(game)) == set(find_reachable(game))
    assert walk_through(game).is_whole
    assert not walk_through(game, 5).is_whole


# What else is worth knowing


def test_what_is_worth_knowing() -> None:
    game = changed()
    walk = walk_through(game)
    assert describe_end(game, walk) == "Play always ends, after 3 moves at most."
    assert describe_bits(game, walk) == "A position takes 7 bits; the solver can keep 63."
    wide = load("numbers", "size=4")
    assert "not solved, unless squares only ever lose what they held" in describe_bits(wide, walk_through(wide, 5))
    assert describe_points(game, walk) == ""
    wrong = changed(points=lambda _, position: (position.second.bit_count(), position.first.bit_count()))
    assert "Points do not decide: " in describe_points(wrong, walk_through(wrong))
    right = changed(points=lambda _, position: (position.first.bit_count(), position.second.bit_count()))
    assert describe_points(right, walk_through(right)).startswith("Points are a margin")


def test_circles_and_counters_are_told() -> None:
    def play(_: Any, position: Position, move: int) -> Position:
        return At(position.first ^ 1 << move, 0, 1 - position.mover)

    endless: dict[str, Any] = {
        "play": play,
        "outcome": lambda *_: 0,
        "legal_moves": lambda law, _: iter(range(law.columns)),
    }
    game = changed(**endless)
    assert describe_end(game, walk_through(game)).startswith("Play need not end: 2 moves from ")
    assert find_counter(game) == ""
    counting = changed(**{**endless, "play": lambda _, p, __: At(p.first, p.second + 1, 1 - p.mover)})
    assert find_counter(counting) == "second"


# The whole


def test_a_report_is_told_and_raised() -> None:
    assert check_game(changed()).is_lawful
    assert check_game("showdown", "size=3", under_options=False).looked_at == (
        "Tried in all 21 positions that play can reach.",
    )
    with pytest.raises(BrokenLaw) as broken:
        check_game(changed(reason=lambda *_: ""))
    assert str(broken.value).startswith(
        "row breaks 1 law.\n\nBroken: Wherever the game is over, `reason` says why, in words.\n"
        "  ABA B has ended for the reason ''.\n"
        "  After 3 moves (A1, B1, C1):\n      A B C\n    1 A B A\n"
        "  To mend it: `reason` returns a line of text for every end, such as `Red has three in a line`.\n\n"
        "Tried in all 13 positions that play can reach.\n"
    )


def test_a_law_that_is_broken_under_an_option_alone_is_told_with_it() -> None:
    def reason(law: Any, _: Position) -> str:
        return "" if law.columns == 4 else "full"

    (fault,) = examine_game(changed(reason=reason)).faults
    assert (fault.options, fault.position) == ("size=4", "ABAB A")


def test_options_make_a_game_or_are_refused() -> None:
    def enact(options: Any) -> Any:
        if options["size"] == 4:
            raise BadOption("four is too many")
        return OFFERED["enact"](options)

    report = examine_game(changed(enact=enact))
    assert report.is_lawful
    assert "1 choice made no game and said so" in report.looked_at[1]


# Its page


PAGE = (Path(__file__).parents[2] / "docs" / "checking-a-game.md").read_text(encoding="utf-8")


def test_the_page_names_every_law_and_everything_that_is_for_tests() -> None:
    for law in LAWS:
        assert f"| {law.name} | {law.promise} |" in PAGE
    for name in testing.__all__:
        assert f"`{name}`" in PAGE
    assert f"up to {MOST:,} positions" in PAGE
