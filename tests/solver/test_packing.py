"""A position as one number: nothing is cut off, and what stands on the squares of a board takes few bits."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

from squarely import load
from squarely.core.board.grid import EMPTY_BOARD, at, put
from squarely.core.errors import TooLarge
from squarely.core.rules.fields import Contents, Mover
from squarely.core.rules.game import FIRST, FIRST_WINS, ONGOING, SECOND_WINS, Game, Position
from squarely.core.rules.options import Dial
from squarely.solver.large import solve
from squarely.solver.packing import BITS, BitField, find_fields, make_packing
from tests.solver import plain
from tests.solver.odd.words import Odd

CROWNED = 2  # added to a piece, 1 or 2


class Three(Odd):
    """Both have two pieces on a row of squares, kept as the contents of a board; step right onto an empty square.

    Pieces are runners or, on the last three squares, crowned. Whoever cannot move loses.
    """

    squares = Dial(16, 6, 36, "squares of the row")
    write_position, read_position = Game.write_position, Game.read_position  # the usual ones, of a board

    class Position(NamedTuple):
        board: Contents
        mover: Mover

    def set_up(self) -> None:
        self.rows, self.columns = 1, self.squares

    def maxima(self) -> dict[str, int]:
        return {"board": 2 + CROWNED}

    def start(self) -> Any:
        board = EMPTY_BOARD
        for square in range(4):
            board = put(board, square, 2 - square % 2)
        return self.Position(board, FIRST)

    def legal_moves(self, position: Any) -> Iterator[int]:
        for square in range(self.squares - 1):
            piece = at(position.board, square)
            if piece > 0 and (piece - 1) % 2 == position.mover and at(position.board, square + 1) == 0:
                yield square

    def play(self, position: Any, move: int) -> Any:
        piece = 1 + (at(position.board, move) - 1) % 2
        crowned = piece + (CROWNED if move + 1 >= self.squares - 3 else 0)
        return self.Position(put(put(position.board, move, 0), move + 1, crowned), 1 - position.mover)

    def outcome(self, position: Any) -> int:
        for _ in self.legal_moves(position):
            return ONGOING
        return SECOND_WINS if position.mover == FIRST else FIRST_WINS


@pytest.mark.slow
def test_a_board_is_packed_as_tightly_as_what_stands_on_it_allows() -> None:
    for game in (Three(), Three(squares=20)):
        found = make_packing(game, find_fields(game, [game.start()], 0, False))
        assert found.bits <= 3 * game.squares + 1 <= BITS
        reached = plain.reachable(game, game.start())
        assert len(reached) > 200
        assert len({found.pack(position) for position in reached}) == len(reached)
        for position in reached:
            assert found.fits(position)
            assert found.unpack(found.pack(position)) == position
        assert not found.fits(game.Position(put(game.start().board, 5, 8), 0))
    small = Three(squares=14)
    plain.check(solve(small, small.start()), plain.solve(small, small.start()))


def test_bits_that_are_kept_lie_in_runs_and_what_is_too_wide_says_what_would_help() -> None:
    assert BitField("x", 0, 5).runs == [(0, 5)]
    assert BitField("x", 0, 4, 0b1100011).runs == [(0, 2), (5, 2)]
    wide = tuple(BitField(f"board[{part}]", 0, 60) for part in range(3))
    with pytest.raises(TooLarge, match=r"takes 181 bits; the solver can keep 63. A smaller size would help"):
        make_packing(Three(), (*wide, BitField("mover", 0, 1)))


def test_a_board_that_is_too_wide_is_held_to_its_root() -> None:
    """Whatever is left of a deal of 4x4 is known by which squares are: the same functions for all deals."""
    game, random = load("numbers", "size=4"), Random(5)
    roots = [game.deal(random.randrange(game.deals())) for _ in range(2)]
    packings = [make_packing(game, find_fields(game, [root], 0, True)) for root in roots]
    assert packings[0].functions is packings[1].functions
    for packing, root in zip(packings, roots, strict=True):
        assert packing.bits == 17
        met: dict[int, Position] = {}
        for _ in range(30):
            position = root
            while moves := list(game.legal_moves(position)):
                settled = game.without_points(position)
                assert packing.fits(settled)
                assert packing.unpack(packing.pack(settled)) == settled
                assert met.setdefault(packing.pack(settled), settled) == settled
                position = game.play(position, random.choice(moves))
    assert not packings[0].fits(roots[1])
    with pytest.raises(TooLarge, match="takes 81 bits"):
        make_packing(game, find_fields(game, roots[:1], 1, True))


@pytest.mark.slow
@pytest.mark.xdist_group("compiled numbers")
def test_such_a_deal_is_solved_as_the_plain_solver_says() -> None:
    game = load("numbers", "size=4")
    root = game.read_position("F.../.2.G/..E./D..3 1 38-35")
    solution = solve(game, root)
    plain.check(solution, plain.solve_points(game, root))
    assert solution.value(game.deal(7)) is None
