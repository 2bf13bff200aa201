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
from squarely.core.position import Count, Mover, SquareSet
from squarely.core.rules import FIRST, FIRST_WINS, ONGOING, SECOND, SECOND_WINS, TIE

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
    Ruling(
        "shape",
        "square",
        {
            "square": "a square of cells, each with a marker",
            "corners": "the four corners of an upright square of any size, from 2x2 on",
            "tilted": "the four corners of a square of any size, upright or tilted",
            "line": "as many markers in a row, column or diagonal as the block has rows",
        },
        "The rulebook wants four markers on adjacent cells that form a square.",
    ),
    Ruling(
        "begins_sudden_death",
        "next",
        {"next": "turns go on alternating", "first": "Player 1 makes the first swap", "second": "Player 2 does"},
        "The rulebook does not say who swaps first.",
    ),
    Ruling(
        "gravity",
        "no",
        {"no": "a marker is placed on any empty cell", "yes": "a marker falls to the lowest empty cell of its column"},
        "The rulebook lets players choose any empty cell.",
    ),
    Dial("swaps", 0, 0, 12, "swaps of both players together after which the game is a tie; 0 for no end"),
)

EXCHANGE, CONVERT, NO_SUDDEN_DEATH = 0, 1, 2
SHAPES = ("square", "corners", "tilted", "line")
FILLED, CORNERS, TILTED, LINE = 0, 1, 2, 3
PLACE, SWAP = MoveKind("", SQUARE), MoveKind("swap", SQUARE, SQUARE)  # own marker first, then the opponent's


class Law(NamedTuple):
    size: int
    cells: int
    full: int  # every cell, as a set of bits
    sudden_death: int
    blocks: Squares  # every square that wins, each as a set of bits
    block: int
    shape: int
    begins_swaps: int  # the side
    swaps: int  # at most, or 0
    falls: bool  # whether markers fall


class Position(NamedTuple):
    first: SquareSet
    second: SquareSet
    mover: Mover
    swaps: Count = 0  # made so far, where their number is limited


def enact(options: Options) -> Law:
    size, block = int(options["size"]), int(options["block"])
    sudden_death = ("exchange", "convert", "none").index(str(options["sudden_death"]))
    cells = size * size
    most = cells // 2 + 1 if sudden_death == CONVERT else (cells + 1) // 2
    shape = SHAPES.index(str(options["shape"]))
    needed = {FILLED: block * block, LINE: block}.get(shape, 4)
    if block > size or needed > most:
        what = "line" if shape == LINE else "square"
        raise BadOption(
            f"block={block} with size={size} makes no game: a {what} of {needed} markers cannot be formed, "
            f"nobody ever has more than {most}"
        )
    swaps = int(options["swaps"])
    if swaps and sudden_death == NO_SUDDEN_DEATH:
        raise BadOption(f"swaps={swaps} with sudden_death=none makes no game: without sudden death nobody swaps")
    begins = {"first": FIRST, "second": SECOND}.get(str(options["begins_sudden_death"]), cells % 2)
    if sudden_death == NO_SUDDEN_DEATH:
        begins = cells % 2
    blocks = find_blocks(size, block, shape)
    falls = options["gravity"] == "yes"
    return Law(size, cells, (1 << cells) - 1, sudden_death, blocks, block, shape, begins, swaps, falls)


def find_blocks(size: int, block: int, shape: int) -> Squares:
    """Every set of cells that wins: the patterns below, wherever they fit."""
    if shape == FILLED:
        patterns = [{(row, column) for row in range(block) for column in range(block)}]
    elif shape == LINE:
        steps = ((0, 1), (1, 0), (1, 1), (1, -1))
        patterns = [{(down * at, right * at) for at in range(block)} for down, right in steps]
    else:  # one side of the square leads so far down and right, the next as far right and up
        sides = [(down, right) for down in range(size if shape == TILTED else 1) for right in range(1, size)]
        patterns = [{(0, 0), (down, right), (down - right, right + down), (-right, down)} for down, right in sides]
    found = {
        sum(1 << (row + down) * size + column + right for down, right in pattern)
        for pattern in patterns
        for row in range(size)
        for column in range(size)
        if all(0 <= row + down < size and 0 <= column + right < size for down, right in pattern)
    }
    return tuple(sorted(found))


def start(law: Law) -> Position:
    return Position(0, 0, FIRST, 0)


def legal_moves(law: Law, position: Position) -> Iterator[int]:
    if outcome(law, position) == ONGOING:
        own = position.first if position.mover == FIRST else position.second
        other = position.second if position.mover == FIRST else position.first
        empty = law.full & ~(own | other)
        if empty or law.sudden_death == CONVERT:
            open_cells = empty if empty else other
            if law.falls:
                open_cells &= ~(empty >> law.size)  # none below which a cell is empty
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
    is_swap = own | other == law.full
    if move < law.cells:
        own |= 1 << move
        other &= ~(1 << move)
    else:
        mine, theirs = divmod(move - law.cells, law.cells)
        swapped = 1 << mine | 1 << theirs
        own ^= swapped
        other ^= swapped
    swaps = position.swaps + 1 if is_swap and law.swaps > 0 else 0
    mover = law.begins_swaps if own | other == law.full and not is_swap else 1 - position.mover
    if position.mover == FIRST:
        return Position(own, other, mover, swaps)
    return Position(other, own, mover, swaps)


def outcome(law: Law, position: Position) -> int:
    first, second = has_square(law, position.first), has_square(law, position.second)
    if first and second:  # one swap completed both: whoever made it wins
        return SECOND_WINS if position.mover == FIRST else FIRST_WINS
    if first:
        return FIRST_WINS
    if second:
        return SECOND_WINS
    is_last = law.sudden_death == NO_SUDDEN_DEATH or (law.swaps > 0 and position.swaps == law.swaps)
    return TIE if is_last and is_full(law, position) else ONGOING


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


def maxima(law: Law) -> dict[str, int]:
    return {"swaps": law.swaps}


def is_symmetry(law: Law, symmetry: Symmetry) -> bool:
    """Every one; where markers fall, those that leave the top row on top."""
    return not law.falls or max(symmetry.squares[: law.size]) < law.size
