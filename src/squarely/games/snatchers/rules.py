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
from squarely.core.grid import DOWN, OFF, UP, Squares, Symmetry, count_squares, flip, step
from squarely.core.move_kinds import CountPart, DirectionPart, MoveKind
from squarely.core.options import Dial, Options, Ruling
from squarely.core.position import Mover, Square, SquareSet
from squarely.core.rules import FIRST, FIRST_WINS, ONGOING, SECOND_WINS, TIE

TITLE = "Grid Snatchers"
GOAL = "Capture the opponent's token by moving onto it."
NAMES = ("Player 1", "Player 2")
MARKS = ("1", "2")

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
    Ruling(
        "exact",
        "no",
        {"no": "a token moves as far as its reach or less", "yes": "a token moves exactly as far as its reach"},
        "The rulebook lets a token move one or two spaces.",
    ),
    Ruling(
        "diagonal",
        "forbidden",
        {"forbidden": "tokens move up, down, left or right", "allowed": "tokens also move diagonally"},
        "The rulebook forbids diagonal moves.",
    ),
    Ruling(
        "burnt",
        "no",
        {
            "no": "squares stay as they are",
            "yes": "a square that a token has left is burnt: nobody may stand on it or pass over it",
        },
        "The rulebook knows no obstacles, so tokens can keep out of each other's way for ever.",
    ),
    Ruling(
        "stuck",
        "loses",
        {
            "loses": "whoever cannot move passes and has lost",
            "passes": "whoever cannot move passes; when neither token can move, the game is a tie",
        },
        "The rulebook is silent, since without burnt squares there is always a move.",
    ),
)

LARGEST = 7  # the largest grid on which squares burn: they fit into one number


class Law(NamedTuple):
    size: int
    reach: int
    up: Squares  # for each side, the way on the screen that `up` leads
    ways: int  # 4, or 8 with diagonal moves
    exact: bool
    burns: bool
    stuck_loses: bool


class Position(NamedTuple):
    first: Square
    second: Square
    mover: Mover
    burnt: SquareSet = 0


def enact(options: Options) -> Law:
    size, reach = int(options["size"]), int(options["reach"])
    if reach >= size:
        raise BadOption(
            f"reach={reach} with size={size} makes no game: no move of {reach} fits; reach is at most {size - 1}"
        )
    exact, burns, ways = (
        options["exact"] == "yes",
        options["burnt"] == "yes",
        8 if options["diagonal"] == "allowed" else 4,
    )
    if burns and size > LARGEST:
        raise BadOption(f"burnt=yes with size={size} makes no game: squares burn on grids up to size={LARGEST}")
    if exact and not burns and (size - 1) % reach:
        raise BadOption(
            f"exact=yes with reach={reach} and size={size} makes no game: with moves of exactly {reach} the tokens "
            "never meet"
        )
    up = {"forward": (DOWN, UP), "screen": (UP, UP), "cartesian": (DOWN, DOWN)}[str(options["up"])]
    return Law(size, reach, up, ways, exact, burns, options["stuck"] == "loses")


def start(law: Law) -> Position:
    return Position(0, law.size * law.size - 1, FIRST, 0)


def legal_moves(law: Law, position: Position) -> Iterator[int]:
    if outcome(law, position) == ONGOING:
        stuck = True
        for move in range(law.ways * law.reach):
            if is_possible(law, position, move):
                stuck = False
                yield move
        if stuck:
            yield law.ways * law.reach  # to pass


def play(law: Law, position: Position, move: int) -> Position:
    first, second, mover, burnt = position
    if move == law.ways * law.reach:
        return Position(first, second, 1 - mover, burnt)
    if law.burns:
        burnt |= 1 << (first if mover == FIRST else second)
    landed = target(law, position, move)
    if mover == FIRST:
        return Position(landed, second, 1 - mover, burnt)
    return Position(first, landed, 1 - mover, burnt)


def outcome(law: Law, position: Position) -> int:
    if position.first == position.second:
        return SECOND_WINS if position.mover == FIRST else FIRST_WINS
    if has_given_up(law, position):
        return FIRST_WINS if position.mover == FIRST else SECOND_WINS
    return TIE if law.burns and not law.stuck_loses and are_both_stuck(law, position) else ONGOING


def target(law: Law, position: Position, move: int) -> int:
    """The square where a move ends, or OFF."""
    own = position.first if position.mover == FIRST else position.second
    return step(law.size, law.size, own, heading(law, position.mover, move // law.reach), move % law.reach + 1)


def is_possible(law: Law, position: Position, move: int) -> bool:
    """Whether the mover's token may move like this."""
    if law.exact and move % law.reach + 1 < law.reach:
        return False
    other = position.second if position.mover == FIRST else position.first
    for shorter in range(move - move % law.reach, move + 1):
        square = target(law, position, shorter)
        if square == OFF or (square == other and shorter < move) or (law.burns and position.burnt >> square & 1):
            return False
    return True


def is_stuck(law: Law, position: Position) -> bool:
    """Whether the mover's token cannot move."""
    for move in range(law.ways * law.reach):
        if is_possible(law, position, move):
            return False
    return True


def are_both_stuck(law: Law, position: Position) -> bool:
    for side in range(2):
        if not is_stuck(law, Position(position.first, position.second, side, position.burnt)):
            return False
    return True


def has_given_up(law: Law, position: Position) -> bool:
    """Whether a pass has lost: every move burns a square, so that only a pass brings the turn out of step."""
    return law.burns and law.stuck_loses and count_squares(position.burnt) % 2 != position.mover


def heading(law: Law, side: int, direction: int) -> int:
    """Where a direction leads on the screen, where (1,1) is top left."""
    return direction if law.up[side] == UP else flip(direction)


def moves(law: Law) -> tuple[MoveKind, ...]:
    """A direction and a number of spaces and, where a token can be stuck, a pass."""
    return (STEPS[law.ways], PASS) if law.burns else (STEPS[law.ways],)


STEPS = {ways: MoveKind("", DirectionPart(ways), CountPart("reach")) for ways in (4, 8)}
PASS = MoveKind("pass")


def maxima(law: Law) -> dict[str, int]:
    return {"burnt": (1 << law.size * law.size) - 1 if law.burns else 0}


def is_symmetry(law: Law, symmetry: Symmetry) -> bool:
    return True
