"""Capture Square, with markers.

Goal.    Be the first to form a 2x2 square with your markers.
Setup.   An empty 4x4 grid: columns A to D from left to right, rows 1 to 4 from top to bottom. Player 1 uses X,
         Player 2 uses O. Player 1 begins.
Moving.  Place your marker on any empty cell. Markers stay where they are until sudden death.
Winning. Whoever completes a 2x2 square of their own markers, anywhere on the grid, wins at once.
         If all cells are filled without a winner, sudden death begins: the players take turns swapping one of the
         opponent's markers with one of their own, until a swap completes a square.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely.core.errors import BadOption
from squarely.core.grid import Squares, Symmetry
from squarely.core.move_kinds import SQUARE, MoveKind
from squarely.core.options import Dial, Options, Ruling
from squarely.core.position import Mover, SquareSet
from squarely.core.rules import FIRST, FIRST_WINS, ONGOING, SECOND_WINS, TIE

TITLE = "Capture Square"
GOAL = "Be the first to form a 2x2 square with your markers."
NAMES = ("Player 1", "Player 2")
MARKS = ("X", "O")

OPTIONS = (
    Ruling(
        "sudden_death",
        "exchange",
        {
            "exchange": "one own and one opposing marker exchange places; if that completes squares for both the mover "
            "wins, if only for the opponent, the opponent",
            "convert": "one opposing marker becomes the mover's",
            "none": "a full board without a winner is a tie",
        },
        "The rulebook lets players swap one opponent's marker with their own. A swap of two markers exchanges "
        "their places.",
    ),
    Dial("size", 4, 3, 6, "rows and columns of the grid"),
    Dial("block", 2, 2, 4, "rows and columns of the square to form"),
)

EXCHANGE, CONVERT, NO_SUDDEN_DEATH = 0, 1, 2
PLACE, SWAP = MoveKind("", SQUARE), MoveKind("swap", SQUARE, SQUARE)  # own marker first, then the opponent's


class Law(NamedTuple):
    size: int
    cells: int
    full: int  # every cell, as a set of bits
    sudden_death: int
    blocks: Squares  # every square that wins, each as a set of bits


class Position(NamedTuple):
    first: SquareSet
    second: SquareSet
    mover: Mover


def enact(options: Options) -> Law:
    size, block = int(options["size"]), int(options["block"])
    sudden_death = ("exchange", "convert", "none").index(str(options["sudden_death"]))
    cells = size * size
    most = cells // 2 + 1 if sudden_death == CONVERT else (cells + 1) // 2
    if block > size or block * block > most:
        raise BadOption(
            f"block={block} with size={size} makes no game: a square of {block * block} markers cannot be formed, "
            f"nobody ever has more than {most}"
        )
    corner = sum(1 << row * size + column for row in range(block) for column in range(block))
    places = range(size - block + 1)
    blocks = tuple(corner << row * size + column for row in places for column in places)
    return Law(size, cells, (1 << cells) - 1, sudden_death, blocks)


def start(law: Law) -> Position:
    return Position(0, 0, FIRST)


def legal_moves(law: Law, position: Position) -> Iterator[int]:
    if outcome(law, position) == ONGOING:
        own = position.first if position.mover == FIRST else position.second
        other = position.second if position.mover == FIRST else position.first
        empty = law.full & ~(own | other)
        if empty or law.sudden_death == CONVERT:
            open_cells = empty if empty else other
            for cell in range(law.cells):
                if open_cells >> cell & 1:
                    yield cell
        else:
            for mine in range(law.cells):
                if own >> mine & 1:
                    for theirs in range(law.cells):
                        if other >> theirs & 1:
                            yield law.cells + mine * law.cells + theirs


def play(law: Law, position: Position, move: int) -> Position:
    own = position.first if position.mover == FIRST else position.second
    other = position.second if position.mover == FIRST else position.first
    if move < law.cells:
        own |= 1 << move
        other &= ~(1 << move)
    else:
        mine, theirs = divmod(move - law.cells, law.cells)
        swapped = 1 << mine | 1 << theirs
        own ^= swapped
        other ^= swapped
    if position.mover == FIRST:
        return Position(own, other, 1 - position.mover)
    return Position(other, own, 1 - position.mover)


def outcome(law: Law, position: Position) -> int:
    first, second = has_square(law, position.first), has_square(law, position.second)
    if first and second:  # one swap completed both: whoever made it wins
        return SECOND_WINS if position.mover == FIRST else FIRST_WINS
    if first:
        return FIRST_WINS
    if second:
        return SECOND_WINS
    return TIE if law.sudden_death == NO_SUDDEN_DEATH and is_full(law, position) else ONGOING


def has_square(law: Law, markers: int) -> bool:
    for block in law.blocks:
        if markers & block == block:
            return True
    return False


def is_full(law: Law, position: Position) -> bool:
    return position.first | position.second == law.full


def moves(law: Law) -> tuple[MoveKind, ...]:
    """A cell to place on, or to convert; then, for an exchange, two cells."""
    return (PLACE, SWAP) if law.sudden_death == EXCHANGE else (PLACE,)


def is_symmetry(law: Law, symmetry: Symmetry) -> bool:
    return True
