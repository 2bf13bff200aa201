"""Capture Square, with tokens.

Goal.    Be the first to move a token onto the center square.
Setup.   An empty 3x3 grid, rows and columns numbered from 0. Players A and B have four tokens each. A begins.
Moving.  Either place one of your unused tokens on any empty square but the center, or move one of your tokens
         one square up, down, left or right onto an empty square.
Winning. Whoever moves a token onto the center wins at once. A token is never placed there.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely.core.errors import BadOption
from squarely.core.grid import OFF, Squares, Symmetry, count_squares, neighbours
from squarely.core.move_kinds import SQUARE, MoveKind, StepPart
from squarely.core.options import Dial, Options, Ruling
from squarely.core.position import Mover, SquareSet
from squarely.core.rules import FIRST, FIRST_WINS, ONGOING, SECOND_WINS, TIE

TITLE = "Capture Square"
GOAL = "Be the first to move one of your tokens onto the center square."
NAMES = ("Player A", "Player B")
MARKS = ("A", "B")

OPTIONS = (
    Ruling(
        "stalemate",
        "pass",
        {"pass": "whoever can neither place nor move passes", "loses": "whoever can neither place nor move loses"},
        "The rulebook is silent on a player whose tokens are all placed and blocked, and says that the game "
        "continues until there is a winner.",
    ),
    Ruling(
        "diagonal",
        "forbidden",
        {"forbidden": "tokens move up, down, left and right", "allowed": "tokens also move diagonally"},
        "The rulebook forbids diagonal moves.",
    ),
    Ruling(
        "beside_center",
        "allowed",
        {
            "allowed": "a token may be placed on any empty square but the center",
            "forbidden": "a token may be placed neither on the center nor where it could move there",
        },
        "The rulebook keeps only the center itself free of placed tokens.",
    ),
    Dial("size", 3, 3, 7, "rows and columns of the grid, an odd number"),
    Dial("tokens", 4, 1, 12, "tokens of each player"),
    Ruling(
        "placing",
        "free",
        {"free": "a player may place or move", "first": "a player places all tokens before moving any"},
        "The rulebook lets a player choose between placing and moving.",
    ),
    Ruling(
        "guarded",
        "no",
        {
            "no": "any token beside the center may move onto it",
            "yes": "a token may move onto the center only if its side has more tokens beside it than the other side",
        },
        "The rulebook asks only that the center is empty, so that nobody can stop a token beside it.",
    ),
    Ruling(
        "burnt",
        "no",
        {"no": "a square that a token has left is empty", "yes": "it is burnt: no token may stand on it again"},
        "The rulebook leaves squares as they are, so that tokens can go to and fro for ever.",
    ),
    Ruling(
        "retreat",
        "allowed",
        {
            "allowed": "a token may move away from the center",
            "forbidden": "every move brings a token nearer to the center, counted in moves",
        },
        "The rulebook lets a token go back where it came from.",
    ),
)

WAYS = 8  # up, down, left, right, then the diagonals
MOVES = (MoveKind("place", SQUARE), MoveKind("move", SQUARE, StepPart(WAYS)), MoveKind("pass"))


class Law(NamedTuple):
    size: int
    squares: int
    passing: int  # the move that is neither placing nor moving
    center: int
    tokens: int
    ways: int  # 4, or 8 with diagonal moves
    open: int  # where tokens may be placed, as a set of bits
    blocked_loses: bool
    places_first: bool
    guarded: bool
    burns: bool
    advances: bool
    beside: int  # the squares from which a token can move to the center, as a set of bits
    steps: tuple[Squares, ...]  # for every square, where a token may move in each direction, or OFF


class Position(NamedTuple):
    first: SquareSet
    second: SquareSet
    mover: Mover
    burnt: SquareSet = 0


def enact(options: Options) -> Law:
    size, tokens = int(options["size"]), int(options["tokens"])
    squares, grid = size * size, f"{size}x{size} grid"
    if size % 2 == 0:
        raise BadOption(f"size={size} makes no game: a {grid} has no center square; size is 3, 5 or 7")
    if 2 * tokens > squares - 1:
        raise BadOption(f"tokens={tokens} with size={size} makes no game: only {squares - 1} squares can be placed on")
    center, ways = squares // 2, WAYS if options["diagonal"] == "allowed" else WAYS // 2
    around = neighbours(size, size, tuple(range(WAYS)))
    beside = around[center][:ways]
    closed = {center, *(beside if options["beside_center"] == "forbidden" else ())}
    free = [square for square in range(squares) if square not in closed]
    if 2 * tokens > len(free):
        raise BadOption(f"tokens={tokens} makes no game here: only {len(free)} squares of the {grid} may be placed on")
    may_place, near = (sum(1 << square for square in those) for those in (free, beside))
    loses, first = options["stalemate"] == "loses", options["placing"] == "first"
    guarded, burns, advances = options["guarded"] == "yes", options["burnt"] == "yes", options["retreat"] == "forbidden"
    far = [count_moves(size, ways, square) for square in range(squares)]
    steps = tuple(
        tuple(OFF if way >= ways or (advances and far[to] >= far[origin]) else to for way, to in enumerate(targets))
        for origin, targets in enumerate(around)
    )
    return Law(
        size, squares, squares * (1 + WAYS), center, tokens, ways, may_place, loses, first, guarded, burns, advances,
        near, steps,
    )  # fmt: skip


def count_moves(size: int, ways: int, square: int) -> int:
    """How many moves a token is from the center."""
    rows, columns = (abs(part - size // 2) for part in divmod(square, size))
    return max(rows, columns) if ways == WAYS else rows + columns


def start(law: Law) -> Position:
    return Position(0, 0, FIRST, 0)


def legal_moves(law: Law, position: Position) -> Iterator[int]:
    if outcome(law, position) == ONGOING:
        blocked = True
        for move in range(law.passing):
            if is_possible(law, position, move):
                blocked = False
                yield move
        if blocked:
            yield law.passing


def play(law: Law, position: Position, move: int) -> Position:
    own = position.first if position.mover == FIRST else position.second
    burnt = position.burnt
    if move < law.squares:
        own |= 1 << move
    elif move < law.passing:
        origin, way = divmod(move - law.squares, WAYS)
        own ^= 1 << origin | 1 << law.steps[origin][way]
        burnt |= 1 << origin if law.burns else 0
    if position.mover == FIRST:
        return Position(own, position.second, 1 - position.mover, burnt)
    return Position(position.first, own, 1 - position.mover, burnt)


def outcome(law: Law, position: Position) -> int:
    if position.first >> law.center & 1:
        return FIRST_WINS
    if position.second >> law.center & 1:
        return SECOND_WINS
    if not is_standstill(law, position):
        return ONGOING
    if not law.blocked_loses:
        return TIE
    return SECOND_WINS if position.mover == FIRST else FIRST_WINS


def is_blocked(law: Law, position: Position) -> bool:
    """Whether the mover can neither place nor move."""
    for move in range(law.passing):
        if is_possible(law, position, move):
            return False
    return True


def is_standstill(law: Law, position: Position) -> bool:
    """Whether being blocked ends the game: the mover where that loses, else both sides, if that can be."""
    if not (law.blocked_loses or law.burns or law.guarded):
        return False
    for side in range(2):
        asked = side == position.mover or not law.blocked_loses
        if asked and not is_blocked(law, Position(position.first, position.second, side, position.burnt)):
            return False
    return True


def is_possible(law: Law, position: Position, move: int) -> bool:
    """Whether the mover may place or move like this."""
    own = position.first if position.mover == FIRST else position.second
    taken = position.first | position.second | position.burnt
    if move < law.squares:
        return (law.open & ~taken) >> move & 1 == 1 and count_squares(own) < law.tokens
    origin, way = divmod(move - law.squares, WAYS)
    target = law.steps[origin][way]
    if own >> origin & 1 == 0 or target == OFF or taken >> target & 1 == 1:
        return False
    if law.places_first and count_squares(own) < law.tokens and law.open & ~taken != 0:
        return False
    return target != law.center or not law.guarded or has_majority(law, position)


def has_majority(law: Law, position: Position) -> bool:
    """Whether the mover has more tokens beside the center than the other side."""
    own = position.first if position.mover == FIRST else position.second
    other = position.second if position.mover == FIRST else position.first
    return count_squares(own & law.beside) > count_squares(other & law.beside)


def is_symmetry(law: Law, symmetry: Symmetry) -> bool:
    return True
