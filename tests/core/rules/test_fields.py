"""What follows from the fields of a position, held against plain twins: grids that are turned by hand, counted bits."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from squarely import Game, Match
from squarely.core.board.grid import symmetries
from squarely.core.errors import BadOption, BadPosition
from squarely.core.rules import registry
from squarely.core.rules.fields import (
    Contents,
    Count,
    Direction,
    Kind,
    Mover,
    Points,
    Square,
    SquareSet,
    extend_position,
    kinds_of,
)
from squarely.testing import find_reachable
from tests.games.outside_games import Drop, Hop

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
    Hop("size=3"),
    Drop("columns=3"),
]


def rows_of(game: Game, position: Any) -> Rows:
    return [list(row) for row in game.position_line(position).rows]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_symmetric_image_is_the_board_turned_by_hand(game: Game) -> None:
    shape = game.shape
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
    ranges = game.ranges
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


def test_what_a_variation_adds_comes_last_and_is_0_where_it_is_not_given() -> None:
    extended = extend_position(EveryKind, {"burnt": SquareSet, "turns": Count})
    assert extended._fields == (*EveryKind._fields, "burnt", "turns")
    assert kinds_of(extended) == {**kinds_of(EveryKind), "burnt": Kind.SQUARE_SET, "turns": Kind.COUNT}
    assert extended(*range(8)) == (*range(8), 0, 0)
    with pytest.raises(BadOption, match="positions of this game have a field `left` of their own"):
        extend_position(EveryKind, {"left": Count})


class Bag(Hop):  # type: ignore[misc, valid-type]
    """Hop, and how many stones are left in a bag."""

    class Position(NamedTuple):
        first: SquareSet
        second: SquareSet
        mover: Mover
        stones: Count

    def start(self) -> Position:
        return self.Position(self.home[0], self.home[1], 0, 3)

    def play(self, position: Position, move: int) -> Position:
        left, reached = divmod(move, self.size**2)
        changed, stones = 1 << left | 1 << reached, max(0, position.stones - 1)
        if position.mover == 0:
            return self.Position(position.first ^ changed, position.second, 1, stones)
        return self.Position(position.first, position.second ^ changed, 0, stones)

    def maxima(self) -> dict[str, int]:
        return {"stones": 3}


def test_a_count_is_written_read_and_shown() -> None:
    game = Bag()
    after = Match.of(game).play("A4 A3").position
    assert game.write_position(after) == "DDDD/..../L.../.LLL D 2"
    assert game.read_position("DDDD/..../L.../.LLL D 2") == after
    assert game.words.unseen(after) == "Stones: 2."
    assert game.planes == ("L", "D", "D's turn", "stones")
    assert game.plane_maxima == (1, 1, 1, 3)
    with pytest.raises(BadPosition, match="the stones is a whole number, not 'x'"):
        game.read_position("DDDD/..../L.../.LLL D x")
    with pytest.raises(BadPosition, match="has 2 parts; a position is BOARD MOVER STONES"):
        game.read_position("DDDD/..../L.../.LLL D")
