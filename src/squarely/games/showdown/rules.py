"""Center Square Showdown.

Goal.    Be the one who moves the shared token onto the center square.
Setup.   A 5x5 grid, rows and columns numbered from 1. The token, *, stands on (1,1). The players agree, or toss
         a coin, who begins: here Player 1.
Moving.  Move the token one square up, down, left or right, never off the grid and never straight back over the
         step just made. Passing is not allowed.
Winning. Whoever moves the token onto the center wins at once.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely.core.errors import BadOption
from squarely.core.grid import (
    NO_DIRECTION,
    OFF,
    Symmetry,
    count_squares,
    decode_direction,
    encode_direction,
    opposite,
    step,
)
from squarely.core.move_kinds import DirectionPart, MoveKind
from squarely.core.options import Dial, Options, Place, Ruling, find_square
from squarely.core.position import Direction, Mover, Square, SquareSet
from squarely.core.rules import FIRST, FIRST_WINS, ONGOING, SECOND, SECOND_WINS, TIE

TITLE = "Center Square Showdown"
GOAL = "Be the one who moves the shared token onto the center square."
NAMES = ("Player 1", "Player 2")
MARKS = ("1", "2")

OPTIONS = (
    Ruling(
        "first",
        "1",
        {"1": "Player 1 begins", "2": "Player 2 begins"},
        "Who begins is agreed or tossed for, the rulebook says; its example lets Player 1 begin.",
        decided_by_toss=True,
    ),
    Ruling(
        "reversal",
        "forbidden",
        {"forbidden": "the last step may not be taken straight back", "allowed": "it may"},
        "The rulebook forbids taking back the opponent's last step; without that rule play can go back and forth.",
    ),
    Dial("size", 5, 3, 9, "rows and columns of the grid"),
    Place("start", "1-1", "where the token begins"),
    Place("goal", "center", "the square that wins"),
    Ruling(
        "diagonal",
        "forbidden",
        {"forbidden": "the token moves up, down, left or right", "allowed": "it also moves diagonally"},
        "The rulebook forbids diagonal moves.",
    ),
    Ruling(
        "trail",
        "open",
        {"open": "the token may return to any square", "closed": "squares that the token has left are closed for good"},
        "The rulebook forbids only the step straight back, so the token can be led round in circles for ever.",
    ),
    Ruling(
        "stuck",
        "loses",
        {
            "loses": "whoever cannot move passes and has lost",
            "wins": "whoever cannot move passes and has won",
            "ties": "whoever cannot move passes, and the game is a tie",
        },
        "The rulebook is silent, since with an open trail there is always a move.",
    ),
    Dial("sealed", 0, 0, 12, "moves, of both players together, before the token may enter the goal"),
)

LOSES, WINS, TIES = 0, 1, 2  # what being stuck does
NONE = NO_DIRECTION  # the last step before there was one
LARGEST = 7  # the largest grid on which a trail is kept: its squares fit into one number


class Law(NamedTuple):
    size: int
    start: int
    goal: int
    begins: int
    may_reverse: bool
    ways: int  # 4, or 8 with diagonal steps
    closes: bool
    stuck: int
    sealed: int  # moves before the goal opens


class Position(NamedTuple):
    token: Square
    mover: Mover
    last: Direction  # the step that led here, where it matters: NONE at the start and where reversals are allowed
    trail: SquareSet = 0  # the squares that are closed


def enact(options: Options) -> Law:
    size, closes = int(options["size"]), options["trail"] == "closed"
    if options["goal"] == "center":
        if size % 2 == 0:
            raise BadOption(
                f"size={size} makes no game: a {size}x{size} grid has no center square; give goal=ROW-COLUMN too"
            )
        goal: int | None = size * size // 2
    else:
        goal = find_square(options["goal"], size)
    start = find_square(options["start"], size)
    for name, square in (("start", start), ("goal", goal)):
        if square is None:
            raise BadOption(f"{name}={options[name]} is off the {size}x{size} grid")
    if start == goal or start is None or goal is None:
        raise BadOption(f"start={options['start']} with goal={options['goal']} makes no game: the goal is the start")
    if closes and size > LARGEST:
        raise BadOption(f"trail=closed with size={size} makes no game: trails are kept on grids up to size={LARGEST}")
    sealed = int(options["sealed"])
    if sealed and not closes:
        raise BadOption("sealed with trail=open makes no game: only a closed trail tells how many moves were made")
    if sealed > size * size - 2:
        raise BadOption(f"sealed={sealed} with size={size} makes no game: the goal would open after the last move")
    begins, ways = SECOND if options["first"] == "2" else FIRST, 8 if options["diagonal"] == "allowed" else 4
    may_reverse = options["reversal"] == "allowed" or closes  # where the way back is closed, no other rule closes it
    stuck = ("loses", "wins", "ties").index(str(options["stuck"]))
    return Law(size, start, goal, begins, may_reverse, ways, closes, stuck, sealed)


def start(law: Law) -> Position:
    return Position(law.start, law.begins, NONE, 0)


def legal_moves(law: Law, position: Position) -> Iterator[int]:
    if outcome(law, position) == ONGOING:
        stuck = True
        for direction in range(law.ways):
            if is_open(law, position, direction):
                stuck = False
                yield direction
        if stuck:
            yield law.ways  # to pass


def play(law: Law, position: Position, move: int) -> Position:
    if move == law.ways:
        return Position(position.token, 1 - position.mover, position.last, position.trail)
    last = NONE if law.may_reverse else encode_direction(move)
    trail = position.trail | 1 << position.token if law.closes else 0
    return Position(step(law.size, law.size, position.token, move), 1 - position.mover, last, trail)


def outcome(law: Law, position: Position) -> int:
    if position.token == law.goal:
        return SECOND_WINS if position.mover == FIRST else FIRST_WINS
    if not has_passed(law, position):
        return ONGOING
    if law.stuck == TIES:
        return TIE
    return FIRST_WINS if (position.mover == FIRST) == (law.stuck == LOSES) else SECOND_WINS


def is_open(law: Law, position: Position, direction: int) -> bool:
    """Whether the token may step this way."""
    target = step(law.size, law.size, position.token, direction)
    if target == OFF or (law.closes and position.trail >> target & 1):
        return False
    if target == law.goal and is_sealed(law, position):
        return False
    return not takes_back(position, direction)


def is_sealed(law: Law, position: Position) -> bool:
    """Whether the goal is still closed: every move so far has closed a square."""
    return count_squares(position.trail) < law.sealed


def takes_back(position: Position, direction: int) -> bool:
    return position.last != NONE and direction == opposite(decode_direction(position.last))


def is_stuck(law: Law, position: Position) -> bool:
    for direction in range(law.ways):
        if is_open(law, position, direction):
            return False
    return True


def has_passed(law: Law, position: Position) -> bool:
    """Whether somebody was stuck: every step closes a square, so that only a pass brings the turn out of step."""
    return law.closes and (count_squares(position.trail) + law.begins + position.mover) % 2 == 1


def moves(law: Law) -> tuple[MoveKind, ...]:
    """A step and, where the token can be stuck, a pass."""
    return (STEPS[law.ways], PASS) if law.closes else (STEPS[law.ways],)


STEPS = {ways: MoveKind("", DirectionPart(ways)) for ways in (4, 8)}
PASS = MoveKind("pass")


def maxima(law: Law) -> dict[str, int]:
    last = 0 if law.may_reverse else law.ways
    return {"last": last, "trail": (1 << law.size * law.size) - 1 if law.closes else 0}


def is_symmetry(law: Law, symmetry: Symmetry) -> bool:
    return symmetry.squares[law.goal] == law.goal
