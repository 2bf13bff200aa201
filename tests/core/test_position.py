"""What follows from the fields of a position, held against plain twins: grids that are turned by hand, counted bits."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from squarely import SQUARE, CountPart, Game, Match, MoveKind, make_game
from squarely.core import registry
from squarely.core.errors import BadPosition, UnknownGame
from squarely.core.grid import symmetries
from squarely.core.position import Contents, Count, Direction, Kind, Mover, Points, Square, SquareSet, kinds_of
from squarely.testing import find_reachable
from tests.games.test_drop import DROP
from tests.games.test_outside import HOP, OFFERED

Rows = list[list[str]]

# Each symmetry of a square board as something done to its rows; `symmetries` has them in this order.
BY_HAND: list[Callable[[Rows], Rows]] = [
    lambda rows: rows,
    lambda rows: [list(column)[::-1] for column in zip(*rows, strict=True)],
    lambda rows: [row[::-1] for row in rows[::-1]],
    lambda rows: [list(column) for column in zip(*rows, strict=True)][::-1],
    lambda rows: [row[::-1] for row in rows],
    lambda rows: rows[::-1],
    lambda rows: [list(column) for column in zip(*rows, strict=True)],
    lambda rows: [list(column)[::-1] for column in zip(*rows, strict=True)][::-1],
]
GAMES = [
    registry.load("center"),
    registry.load("quad", "size=3"),
    registry.load("numbers", "size=2"),
    registry.load("showdown", "size=3"),
    registry.load("snatchers", "size=3"),
    Game.of("hop", HOP.rules, "size=3"),
    Game.of("drop", DROP.rules, "columns=3"),
]


def rows_of(game: Game, position: Any) -> Rows:
    return [list(row) for row in game.rules.position_line(game.law, position).rows]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_symmetric_image_is_the_board_turned_by_hand(game: Game) -> None:
    shape = game.rules.shape(game.law)
    every = [each.squares for each in symmetries(*shape)]
    kept = [BY_HAND[every.index(squares)] for squares in game.symmetries.squares]
    assert kept[0] is BY_HAND[0]
    for position in find_reachable(game)[::7]:
        for number, turned in enumerate(kept):
            image = game.transform(position, number)
            assert rows_of(game, image) == turned(rows_of(game, position)), (game.write_position(position), number)


def test_a_board_that_is_not_square_keeps_its_rows_rows() -> None:
    assert [each.squares for each in symmetries(2, 3)] == [
        (0, 1, 2, 3, 4, 5),
        (5, 4, 3, 2, 1, 0),
        (2, 1, 0, 5, 4, 3),
        (3, 4, 5, 0, 1, 2),
    ]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_position_is_within_the_ranges_that_are_declared(game: Game) -> None:
    ranges = game.rules.ranges(game.law)
    assert ranges is not None
    seen = dict.fromkeys((part.path for parts in ranges.values() for part in parts), 0)
    for position in find_reachable(game):
        for name, parts in ranges.items():
            value = getattr(position, name)
            for number, part in zip(value if isinstance(value, tuple) else (value,), parts, strict=True):
                assert number & ~part.used == 0, (game.write_position(position), part)
                seen[part.path] |= number
    assert all(seen[kind] for kind in seen if kind in ("first", "second", "mover")), "else nothing was tried"


class EveryKind(NamedTuple):
    first: SquareSet
    token: Square
    board: Contents
    last: Direction
    left: Count
    second: Points
    mover: Mover
    bare: int


def test_fields_are_what_they_are_annotated_as() -> None:
    assert list(kinds_of(EveryKind).values()) == [
        *(Kind.SQUARE_SET, Kind.SQUARE, Kind.CONTENTS, Kind.DIRECTION, Kind.COUNT, Kind.POINTS, Kind.MOVER, Kind.NUMBER)
    ]


class Counting(NamedTuple):
    """Hop's pieces, and how many stones are left in a bag."""

    first: SquareSet
    second: SquareSet
    mover: Mover
    stones: Count


class NoSize(NamedTuple):
    width: int


def counting(**more: Any) -> Game:
    """Hop with a field that counts."""
    offered = {
        **OFFERED,
        "Position": Counting,
        "start": lambda law: Counting(*(*HOP.rules.start(law), 3)),
        "play": lambda law, position, move: Counting(
            *(*HOP.rules.play(law, position, move), max(0, position.stones - 1))
        ),
        "maxima": lambda _: {"stones": 3},
    }
    return make_game("counting", {name: thing for name, thing in (offered | more).items() if thing is not None})


def test_a_count_is_written_read_and_shown() -> None:
    game = counting()
    after = Match.of(game).play("A4 A3").position
    assert game.write_position(after) == "DDDD/..../L.../.LLL D 2"
    assert game.read_position("DDDD/..../L.../.LLL D 2") == after
    assert game.rules.PLANES == ("L", "D", "D's turn", "stones")
    assert game.rules.plane_maxima(game.law) == (1, 1, 1, 3)
    with pytest.raises(BadPosition, match="the stones is a whole number, not 'x'"):
        game.read_position("DDDD/..../L.../.LLL D x")
    with pytest.raises(BadPosition, match="has 2 parts; a position is BOARD MOVER STONES"):
        game.read_position("DDDD/..../L.../.LLL D")


@pytest.mark.parametrize(
    ("more", "lacks"),
    [
        ({"maxima": None}, r"lacks maxima\(law\), which says the greatest number of stones"),
        ({"reason": None}, "lacks reason"),
        ({"Position": EveryKind}, "lacks write_position, read_position, draw"),
        ({"MOVES": None}, "lacks write_move, read_move"),
        ({"maxima": lambda _: {"stones": 3, "stnoes": 3}}, "gives a maximum of stnoes, which is neither a field nor"),
        (
            {"MOVES": (MoveKind("", SQUARE, CountPart("reach")),)},
            "counts in its moves to reach, which its Law",
        ),
        ({"enact": lambda _: NoSize(4)}, "has a Law with neither `size` nor `rows` and `columns`"),
    ],
)
def test_a_game_that_cannot_be_completed_is_refused(more: dict[str, Any], lacks: str) -> None:
    with pytest.raises(UnknownGame, match=lacks):
        counting(**more)
