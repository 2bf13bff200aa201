"""What follows from the kinds of moves and from the fields of a position, held against inverses and plain twins."""

from collections.abc import Callable
from itertools import islice
from typing import NamedTuple

import pytest

from squarely import SQUARE, BadOption, Match, MoveKind
from squarely.core.board.grid import symmetries
from squarely.core.errors import BadPosition, IllegalMove
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
from squarely.core.rules.words import Words
from squarely.testing import find_reachable
from tests.boards import played, playouts, refusal, written
from tests.games.outside_games import DROP, HOP, Drop, Hop
from tests.thorough import many

MORE = [("quad", "sudden_death=convert"), ("center", "diagonal=allowed,size=5"), ("snatchers", "up=screen,reach=3")]
GAMES = [*map(registry.load, registry.names()), HOP, DROP, *(registry.load(*each) for each in MORE)]


@pytest.mark.slow
@pytest.mark.thorough
def test_numbers_are_taken_apart_and_put_together_again_and_what_is_written_is_read_as_that_move() -> None:
    """The derived words of every legal move, also of games that have their own."""
    for game in GAMES:
        count = game.move_count()
        assert count == game.move_numbers.count
        found = [game.split_move(number) for number in range(count)]
        assert len({*found}) == count, game
        assert [game.join_move(kind, *numbers) for kind, numbers in found] == list(range(count)), game
        assert refusal(IllegalMove, game.split_move, count) == f"there is no move {count}."

        numbers, squares, tried = game.move_numbers, game.words.squares, 0
        for position in (match.position for match in islice(playouts(game), many(160))):
            legal = [*game.legal_moves(position)]
            for move in legal:
                words = numbers.write(squares, move)
                assert [each for each in numbers.read(squares, words, "A1") if each in legal] == [move], (game, words)
                touched = Words.touched_squares(game.words, position, move)
                assert all(0 <= square < game.shape.squares for square in touched)
                tried += 1
        assert tried > 20


def test_kinds_may_be_made_anew_whenever_they_are_asked_for() -> None:
    anew = type("Anew", (Hop,), {"move_kinds": lambda _: (MoveKind("", SQUARE, SQUARE),)})
    assert written(played(Match.of(anew()), "A4 A3", "a1 a2")) == written(played(Match.of(HOP), "A4 A3", "A1 A2"))


# Fields

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
SMALL = [registry.load("center", "tokens=2"), Hop("size=3"), Drop("columns=3"), registry.load("numbers", "size=2")]
SMALL += [registry.load(name, "size=3") for name in ("quad", "showdown", "snatchers")]


@pytest.mark.slow
def test_a_symmetric_image_is_the_board_turned_by_hand() -> None:
    for game in SMALL:
        every = [each.squares for each in symmetries(*game.shape)]
        kept = [BY_HAND[every.index(squares)] for squares in game.symmetries.squares]
        assert kept[0] is BY_HAND[0]
        for position in find_reachable(game)[::50]:
            rows = [*map(list, game.position_line(position).rows)]
            for number, turned in enumerate(kept):
                image = game.position_line(game.transform(position, number)).rows
                assert [*map(list, image)] == turned(rows), (game.write_position(position), number)
    keep_rows = [each.squares for each in symmetries(2, 3)]  # of a board that is not square
    assert keep_rows == [(0, 1, 2, 3, 4, 5), (5, 4, 3, 2, 1, 0), (2, 1, 0, 5, 4, 3), (3, 4, 5, 0, 1, 2)]


class EveryKind(NamedTuple):
    first: SquareSet
    token: Square
    board: Contents
    last: Direction
    left: Count
    second: Points
    mover: Mover
    bare: int


def test_fields_are_what_they_are_annotated_as_and_what_a_variation_adds_is_0_where_it_is_not_given() -> None:
    kinds = (Kind.SQUARE_SET, Kind.SQUARE, Kind.CONTENTS, Kind.DIRECTION, Kind.COUNT, Kind.POINTS, Kind.MOVER)
    assert [*kinds_of(EveryKind).values()] == [*kinds, Kind.NUMBER]
    extended = extend_position(EveryKind, {"burnt": SquareSet, "turns": Count})
    assert extended._fields == (*EveryKind._fields, "burnt", "turns")
    assert kinds_of(extended) == {**kinds_of(EveryKind), "burnt": Kind.SQUARE_SET, "turns": Kind.COUNT}
    assert extended(*range(8)) == (*range(8), 0, 0)
    with pytest.raises(BadOption, match="positions of this game have a field `left` of their own"):
        extend_position(EveryKind, {"left": Count})


class Bag(Hop):  # type: ignore[misc, valid-type]
    class Position(NamedTuple):
        first: SquareSet
        second: SquareSet
        mover: Mover
        stones: Count

    def start(self) -> Position:
        return self.Position._make((*HOP.start(), 3))

    def play(self, position: Position, move: int) -> Position:
        return self.Position._make((*HOP.play(HOP.Position(*position[:3]), move), max(0, position.stones - 1)))

    def maxima(self) -> dict[str, int]:
        return {"stones": 3}


def test_a_count_is_written_read_and_shown() -> None:
    game, line = Bag(), "DDDD/..../L.../.LLL D"
    after = Match.of(game).play("A4 A3").position
    assert game.write_position(after) == f"{line} 2"
    assert game.read_position(f"{line} 2") == after
    assert game.words.unseen(after) == "Stones: 2."
    assert (game.planes, game.plane_maxima) == (("L", "D", "D's turn", "stones"), (1, 1, 1, 3))
    assert "the stones is a whole number, not 'x'" in refusal(BadPosition, game.read_position, f"{line} x")
    assert "has 2 parts; a position is BOARD MOVER STONES" in refusal(BadPosition, game.read_position, line)
