"""Capture Square, with markers: the game that its rulebook prints."""

from collections.abc import Iterator
from typing import NamedTuple

from squarely.core.board.square_sets import covers_any, place_patterns
from squarely.core.errors import BadOption
from squarely.core.rules.fields import Mover, SquareSet
from squarely.core.rules.game import FIRST, FIRST_WINS, ONGOING, SECOND, SECOND_WINS, Game
from squarely.core.rules.moves import PLACE, SQUARE, MoveKind
from squarely.core.rules.options import Dial
from squarely.games.quad.argument import argue
from squarely.games.quad.position_check import check_position, expected_lead
from squarely.games.quad.words import QuadWords


class Quad(Game):
    """Capture Square, with markers.

    Goal.    Be the first to form a 2x2 square with your markers.
    Setup.   An empty 4x4 grid: columns A to D from left to right, rows 1 to 4 from top to bottom. Player 1 uses X,
             Player 2 uses O. Player 1 begins.
    Moving.  Place your marker on any empty cell. Markers stay where they are until sudden death.
    Winning. The first player who completes a 2x2 square of their own markers, anywhere on the grid, wins at once.
             If all cells are filled without a winner, sudden death begins: the players take turns swapping one of the
             opponent's markers with one of their own, until a swap completes a square.
    """

    title, subtitle = "Capture Square", "Fill a 2x2 square"
    players, marks = ("Player 1", "Player 2"), ("X", "O")
    rule_sets = {"mended": "sudden_death=none,shape=tilted,gravity=yes"}  # found by the lab: docs/mended.md
    mended_because = "With the printed rules, Player 1 can always win in 17 moves (both sides counted)."
    moves = (PLACE, MoveKind("swap", SQUARE, SQUARE))  # own marker first, then the opponent's
    noun, symmetric, places_markers, Words = "square", True, True, QuadWords
    variations_in = "squarely.games.quad.variations"

    size = Dial(4, 3, 6, "rows and columns of the grid")
    block = Dial(
        2, 2, 4, "rows and columns of the square to form", change="you win with a {0}x{0} square of your markers"
    )

    class Position(NamedTuple):
        first: SquareSet
        second: SquareSet
        mover: Mover

    def set_up(self) -> None:
        self.cells = self.size * self.size
        self.full = (1 << self.cells) - 1
        self.blocks = place_patterns(self.size, self.size, self.patterns())  # every set of cells that wins
        needed, most = len(self.patterns()[0]), self.most_markers()
        if self.block > self.size or needed > most:
            raise BadOption(
                f"block={self.block} with size={self.size} makes no game: a {self.noun} of {needed} markers "
                f"cannot be formed, nobody ever has more than {most}"
            )

    def patterns(self) -> list[set[tuple[int, int]]]:
        """What wins: cells, as rows and columns from one of them."""
        return [{(row, column) for row in range(self.block) for column in range(self.block)}]

    def most_markers(self) -> int:
        return (self.cells + 1) // 2

    def start(self) -> Position:
        return self.Position(0, 0, FIRST)

    def legal_moves(self, position: Position) -> Iterator[int]:
        if self.outcome(position) == ONGOING:
            open_cells = self.open_cells(position)
            for cell in range(self.cells):
                if open_cells >> cell & 1:
                    yield cell
            if not open_cells:  # sudden death
                own = position.first if position.mover == FIRST else position.second
                for mine in range(self.cells):
                    if own >> mine & 1:
                        for theirs in range(self.cells):
                            if not own >> theirs & 1:
                                yield self.cells + mine * self.cells + theirs

    def open_cells(self, position: Position) -> int:
        """Where the mover may place a marker."""
        return self.full & ~(position.first | position.second)

    def play(self, position: Position, move: int) -> Position:
        own = position.first if position.mover == FIRST else position.second
        other = position.second if position.mover == FIRST else position.first
        if move < self.cells:
            own |= 1 << move
        else:
            mine, theirs = divmod(move - self.cells, self.cells)
            swapped = 1 << mine | 1 << theirs
            own, other = own ^ swapped, other ^ swapped
        if position.mover == FIRST:
            return self.Position(own, other, SECOND)
        return self.Position(other, own, FIRST)

    def outcome(self, position: Position) -> int:
        first, second = covers_any(position.first, self.blocks), covers_any(position.second, self.blocks)
        if first and (not second or position.mover != FIRST):  # one swap completed both: its maker wins
            return FIRST_WINS
        return SECOND_WINS if second else ONGOING

    def is_full(self, position: Position) -> bool:
        return position.first | position.second == self.full

    extra_planes = {"all cells are filled": is_full}
    check, expected_lead, argue = check_position, expected_lead, argue
