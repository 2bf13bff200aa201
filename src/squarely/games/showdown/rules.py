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
from squarely.core.grid import DOWN, LEFT, OFF, RIGHT, UP, Symmetry, opposite, step
from squarely.core.move_kinds import DIRECTION, MoveKind
from squarely.core.options import Dial, Options, Place, Ruling, find_square
from squarely.core.position import Direction, Mover, Square
from squarely.core.rules import FIRST, FIRST_WINS, ONGOING, SECOND, SECOND_WINS

TITLE = "Center Square Showdown"
GOAL = "Be the one who moves the shared token onto the center square."
NAMES = ("Player 1", "Player 2")
MARKS = ("1", "2")
MOVES = (MoveKind("", DIRECTION),)

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
)

NONE = 4  # the last step before there was one


class Law(NamedTuple):
    size: int
    start: int
    goal: int
    begins: int
    may_reverse: bool


class Position(NamedTuple):
    token: Square
    mover: Mover
    last: Direction  # the step that led here, where it matters: NONE at the start and where reversals are allowed


def enact(options: Options) -> Law:
    size = int(options["size"])
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
    begins = SECOND if options["first"] == "2" else FIRST
    return Law(size, start, goal, begins, options["reversal"] == "allowed")


def start(law: Law) -> Position:
    return Position(law.start, law.begins, NONE)


def legal_moves(law: Law, position: Position) -> Iterator[int]:
    if position.token != law.goal:
        for direction in (UP, DOWN, LEFT, RIGHT):
            on_the_grid = step(law.size, law.size, position.token, direction) != OFF
            if on_the_grid and not takes_back(position, direction):
                yield direction


def play(law: Law, position: Position, direction: int) -> Position:
    last = NONE if law.may_reverse else direction
    return Position(step(law.size, law.size, position.token, direction), 1 - position.mover, last)


def outcome(law: Law, position: Position) -> int:
    if position.token != law.goal:
        return ONGOING
    return SECOND_WINS if position.mover == FIRST else FIRST_WINS


def takes_back(position: Position, direction: int) -> bool:
    return position.last != NONE and direction == opposite(position.last)


def maxima(law: Law) -> dict[str, int]:
    return {"last": 0 if law.may_reverse else 1}


def is_symmetry(law: Law, symmetry: Symmetry) -> bool:
    return symmetry.squares[law.goal] == law.goal
