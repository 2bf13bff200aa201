"""Grid Snatchers.

Goal.    Capture the opponent's token by moving onto it.
Setup.   A 5x5 grid of squares (x,y). Player 1 stands in the top-left corner (1,1), Player 2 in the bottom-right
         corner (5,5). Player 1 begins.
Moving.  Move your token one or two spaces in a straight line, up, down, left or right. Up leads toward the opponent's
         home edge. The token stays on the grid and does not pass through the other one.
Winning. Whoever lands on the other token captures it and wins at once.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely.core.errors import BadOption
from squarely.core.grid import DOWN, OFF, UP, Squares, Symmetry, step
from squarely.core.move_kinds import DIRECTION, CountPart, MoveKind
from squarely.core.options import Dial, Options, Ruling
from squarely.core.position import Mover, Square
from squarely.core.rules import FIRST, FIRST_WINS, ONGOING, SECOND_WINS

TITLE = "Grid Snatchers"
GOAL = "Capture the opponent's token by moving onto it."
NAMES = ("Player 1", "Player 2")
MARKS = ("1", "2")
MOVES = (MoveKind("", DIRECTION, CountPart("reach")),)

OPTIONS = (
    Ruling(
        "up",
        "forward",
        {
            "forward": "up is toward the opponent's home edge; left is -x and right is +x for both",
            "screen": "up is -y for both",
            "cartesian": "up is +y for both",
        },
        "The printed example moves Player 1 up from (1,1) to (1,3) and Player 2 up from (3,5) to (3,3), and calls "
        "(1,1) the top-left corner. Only `forward` reproduces every printed move.",
    ),
    Dial("size", 5, 2, 9, "rows and columns of the grid"),
    Dial("reach", 2, 1, 8, "how many spaces a token may move at most"),
)


class Law(NamedTuple):
    size: int
    reach: int
    up: Squares  # for each side, the way on the screen that `up` leads


class Position(NamedTuple):
    first: Square
    second: Square
    mover: Mover


def enact(options: Options) -> Law:
    size, reach = int(options["size"]), int(options["reach"])
    if reach >= size:
        raise BadOption(
            f"reach={reach} with size={size} makes no game: no move of {reach} fits; reach is at most {size - 1}"
        )
    up = {"forward": (DOWN, UP), "screen": (UP, UP), "cartesian": (DOWN, DOWN)}[str(options["up"])]
    return Law(size, reach, up)


def start(law: Law) -> Position:
    return Position(0, law.size * law.size - 1, FIRST)


def legal_moves(law: Law, position: Position) -> Iterator[int]:
    if position.first != position.second:
        for move in range(4 * law.reach):
            if target(law, position, move) != OFF and not is_blocked(law, position, move):
                yield move


def play(law: Law, position: Position, move: int) -> Position:
    landed = target(law, position, move)
    if position.mover == FIRST:
        return Position(landed, position.second, 1 - position.mover)
    return Position(position.first, landed, 1 - position.mover)


def outcome(law: Law, position: Position) -> int:
    if position.first != position.second:
        return ONGOING
    return SECOND_WINS if position.mover == FIRST else FIRST_WINS


def target(law: Law, position: Position, move: int) -> int:
    """The square where a move ends, or OFF."""
    own = position.first if position.mover == FIRST else position.second
    return step(law.size, law.size, own, heading(law, position.mover, move // law.reach), move % law.reach + 1)


def is_blocked(law: Law, position: Position, move: int) -> bool:
    """Whether the other token stands on the way, before the end."""
    other = position.second if position.mover == FIRST else position.first
    for shorter in range(move - move % law.reach, move):
        if target(law, position, shorter) == other:
            return True
    return False


def heading(law: Law, side: int, direction: int) -> int:
    """Where a direction leads on the screen, where (1,1) is top left."""
    if direction in (UP, DOWN):
        return direction if law.up[side] == UP else DOWN + UP - direction
    return direction


def is_symmetry(law: Law, symmetry: Symmetry) -> bool:
    return True
