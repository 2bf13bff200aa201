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

from squarely.dialogue import Asking
from squarely.errors import BadOption, BadPosition, IllegalMove, UnreadableMove
from squarely.game import FIRST, FIRST_WINS, ONGOING, SECOND, SECOND_WINS, Planes
from squarely.grid import DIRECTIONS, DOWN, LEFT, OFF, RIGHT, UP, Squares, bearings, opposite, step, turns
from squarely.match import Match
from squarely.notation import choice, fields, quoted, read_board, read_mover, words, write_board
from squarely.options import Dial, Options, Place, Ruling, square_of

TITLE = "Center Square Showdown"
GOAL = "Be the one who moves the shared token onto the center square."
NAMES = ("Player 1", "Player 2")
MARKS = ("1", "2")
PLANES = ("the token", "2's turn", *(f"the last step was {direction}" for direction in DIRECTIONS))

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
_LAST = (*DIRECTIONS, "-")


class Law(NamedTuple):
    size: int
    start: int
    goal: int
    begins: int
    may_reverse: bool
    turns: tuple[Squares, ...]  # the symmetries that leave the goal where it is
    bearings: tuple[Squares, ...]


class Position(NamedTuple):
    token: int
    last: int  # the step that led here, where it matters: NONE at the start and where reversals are allowed
    mover: int


def enact(options: Options) -> Law:
    size = int(options["size"])
    if options["goal"] == "center":
        if size % 2 == 0:
            raise BadOption(
                f"size={size} makes no game: a {size}x{size} grid has no center square; give goal=ROW-COLUMN too"
            )
        goal: int | None = size * size // 2
    else:
        goal = square_of(options["goal"], size)
    start = square_of(options["start"], size)
    for name, square in (("start", start), ("goal", goal)):
        if square is None:
            raise BadOption(f"{name}={options[name]} is off the {size}x{size} grid")
    if start == goal or start is None or goal is None:
        raise BadOption(f"start={options['start']} with goal={options['goal']} makes no game: the goal is the start")
    symmetries = [(turn, bearing) for turn, bearing in zip(turns(size), bearings(), strict=True) if turn[goal] == goal]
    return Law(
        size,
        start,
        goal,
        SECOND if options["first"] == "2" else FIRST,
        options["reversal"] == "allowed",
        tuple(turn for turn, _ in symmetries),
        tuple(bearing[:4] for _, bearing in symmetries),
    )


def start(law: Law) -> Position:
    return Position(law.start, NONE, law.begins)


def legal_moves(law: Law, position: Position) -> Iterator[int]:
    if position.token != law.goal:
        for direction in (UP, DOWN, LEFT, RIGHT):
            on_the_grid = step(law.size, position.token, direction) != OFF
            if on_the_grid and not takes_back(position, direction):
                yield direction


def play(law: Law, position: Position, direction: int) -> Position:
    last = NONE if law.may_reverse else direction
    return Position(step(law.size, position.token, direction), last, 1 - position.mover)


def outcome(law: Law, position: Position) -> int:
    if position.token != law.goal:
        return ONGOING
    return SECOND_WINS if position.mover == FIRST else FIRST_WINS


def takes_back(position: Position, direction: int) -> bool:
    return position.last != NONE and direction == opposite(position.last)


def turned(law: Law, position: Position, turn: int) -> Position:
    last = position.last if position.last == NONE else law.bearings[turn][position.last]
    return Position(law.turns[turn][position.token], last, position.mover)


def turned_move(law: Law, position: Position, direction: int, turn: int) -> int:
    return law.bearings[turn][direction]


# For machines that learn


def move_count(law: Law) -> int:
    return len(DIRECTIONS)


def plane_maxima(law: Law) -> tuple[int, ...]:
    last = 0 if law.may_reverse else 1
    return 1, 1, last, last, last, last


def observe(law: Law, position: Position, planes: Planes) -> None:
    for square in range(law.size * law.size):
        planes[0, square] = position.token == square
    planes[1] = position.mover == SECOND
    for direction in (UP, DOWN, LEFT, RIGHT):
        planes[2 + direction] = position.last == direction


# Text


def reworded(law: Law) -> dict[str, str]:
    goal = "center" if goal_name(law).startswith("center") else f"goal square {square_name(law, law.goal)}"
    back = "" if law.may_reverse else " and never straight back over the step just made"
    return {
        "5x5": f"{law.size}x{law.size}",
        "(1,1)": square_name(law, law.start),
        "here Player 1": f"here {NAMES[law.begins]}",
        " and never straight back over the step just made": back,
        "center square": f"{goal}{' square' if goal == 'center' else ''}",
        "onto the center wins": f"onto the {goal} wins",
    }


def reason(law: Law, position: Position) -> str:
    return f"the token reached the {goal_name(law)} {square_name(law, position.token)}"


def write_position(law: Law, position: Position) -> str:
    cells = "." * position.token + "*" + "." * (law.size**2 - position.token - 1)
    return f"{write_board(cells, law.size)} {MARKS[position.mover]} {_LAST[position.last]}"


def read_position(law: Law, text: str) -> Position:
    board, mover, last = fields(text, "BOARD", "MOVER", "LAST")
    cells = read_board(board, law.size, "*.")
    if cells.count("*") != 1:
        raise BadPosition(f"there are {cells.count('*')} tokens on the board; there is one, *")
    if last not in _LAST:
        raise BadPosition(f"the last step is {choice(_LAST)}, not {quoted(last)}")
    position = Position(cells.index("*"), _LAST.index(last), read_mover(mover, MARKS))
    if law.may_reverse and position.last != NONE:
        raise BadPosition("where reversals are allowed the last step does not matter; write - for it")
    if not law.may_reverse:
        _check_last_step(law, position)
    return position


def _check_last_step(law: Law, position: Position) -> None:
    where = square_name(law, position.token)
    if position.last == NONE:
        if position.token == law.goal:
            raise BadPosition(f"the token is on the {goal_name(law)} {where}, so the last step cannot be -")
        return
    came_from = step(law.size, position.token, opposite(position.last))
    if came_from == OFF:
        raise BadPosition(f"a step {DIRECTIONS[position.last]} cannot lead to {where}: it would start off the grid")
    if came_from == law.goal:
        raise BadPosition(f"a step {DIRECTIONS[position.last]} to {where} starts on the goal, where the game had ended")


def write_move(law: Law, position: Position, direction: int) -> str:
    return DIRECTIONS[direction]


def read_move(law: Law, position: Position, text: str) -> list[int]:
    said = words(text)
    meant = [d for d, name in enumerate(DIRECTIONS) if len(said) == 1 and name.startswith(said[0])]
    if not meant:
        raise UnreadableMove(f"{quoted(text)} is not a direction. Please enter up, down, left or right.")
    return meant


def why_illegal(law: Law, position: Position, direction: int) -> str:
    where = square_name(law, position.token)
    if step(law.size, position.token, direction) == OFF:
        why = f"{DIRECTIONS[direction]} of {where} is off the grid"
    else:
        why = f"{DIRECTIONS[direction]} would take back the last move"
    return f"{why}. Please choose {choice([DIRECTIONS[d] for d in legal_moves(law, position)])}."


def square_name(law: Law, square: int) -> str:
    return f"({square // law.size + 1},{square % law.size + 1})"


def goal_name(law: Law) -> str:
    return "center square" if 2 * law.goal + 1 == law.size**2 else "goal square"


def draw(law: Law, position: Position) -> str:
    rule = "  " + "-" * (5 * law.size)
    lines = ["    " + "   ".join(str(column + 1) for column in range(law.size)), rule]
    for row in range(law.size):
        cells = ("*" if row * law.size + column == position.token else " " for column in range(law.size))
        lines += [f"{row + 1} | {' | '.join(cells)} |", rule]
    return "\n".join(lines)


# Table top


def shown(law: Law, position: Position) -> list[str]:
    return ["★" if square == position.token else "" for square in range(law.size**2)]


def places(law: Law) -> dict[int, str]:
    return {law.goal: "goal"}


def unseen(law: Law, position: Position) -> str:
    if position.last == NONE or position.token == law.goal:
        return ""
    return f"The last step was {DIRECTIONS[position.last]}: {DIRECTIONS[opposite(position.last)]} is forbidden."


def touched(law: Law, position: Position, direction: int) -> Squares:
    return position.token, step(law.size, position.token, direction)


def said(law: Law, position: Position, squares: Squares) -> str:
    where = square_name(law, position.token)
    if len(squares) != 2 or squares[0] != position.token:
        raise IllegalMove(f"a move touches the token on {where}, then a square next to it.")
    for direction, name in enumerate(DIRECTIONS):
        if step(law.size, position.token, direction) == squares[1]:
            return name
    targets = [step(law.size, position.token, direction) for direction in legal_moves(law, position)]
    raise IllegalMove(
        f"{square_name(law, squares[1])} is not next to the token on {where}. "
        f"Please choose {choice([square_name(law, target) for target in targets])}."
    )


# Dialogue


def welcome(match: Match) -> str:
    return f"Welcome to {TITLE}!\n\n{_current(match)}"


def turn(match: Match) -> str:
    return f"{match.mover_name}'s Turn."


def ask(match: Match) -> Asking:
    return (yield "Enter move (up/down/left/right): ")


def told(match: Match, by_reader: bool = True) -> str:
    return f"\nToken moved to position {square_name(match.law, match.position.token)}.\n\n{_current(match)}"


def closing(match: Match) -> str:
    winner = match.names[match.mover.other]
    where = f"{goal_name(match.law)} {square_name(match.law, match.position.token)}"
    return f"Winner: {winner} wins by moving the token to the {where}."


def _current(match: Match) -> str:
    return f"Current Grid Position:\n{draw(match.law, match.position)}\n"
