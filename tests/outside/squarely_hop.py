"""Hop.

Goal.    Be the first to bring a piece to the far row.
Setup.   A 4x4 grid: columns A to D, rows 1 to 4 from the top. Light's pieces fill the bottom row, Dark's the top.
         Light begins.
Moving.  Step one square forward or sideways onto an empty square, or hop straight forward over one piece, of
         either side, onto the empty square behind it. Nothing is captured.
Winning. Whoever reaches the far row wins at once. Whoever cannot move loses.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely.errors import BadPosition, UnreadableMove
from squarely.game import FIRST, FIRST_WINS, ONGOING, SECOND_WINS
from squarely.grid import Squares, turned_set, turns
from squarely.notation import fields, quoted, read_board, read_mover, words, write_board
from squarely.options import Dial, Options

TITLE = "Hop"
GOAL = "Be the first to bring a piece to the far row."
NAMES = ("Light", "Dark")
MARKS = ("L", "D")
OPTIONS = (Dial("size", 4, 3, 6, "rows and columns of the grid"),)


class Law(NamedTuple):
    size: int
    squares: int
    home: Squares  # for each side, the row it begins on, as a set of bits; the far row of the other
    turns: tuple[Squares, ...]  # as it is, and left for right


class Position(NamedTuple):
    first: int  # Light's squares, as a set of bits
    second: int
    mover: int


# A move is a number: the square it leaves times the number of squares, plus the square it reaches.


def enact(options: Options) -> Law:
    size = int(options["size"])
    row = (1 << size) - 1
    as_it_is, *_, mirrored = turns(size)[:5]
    return Law(size, size * size, (row << size * (size - 1), row), (as_it_is, mirrored))


def start(law: Law) -> Position:
    return Position(law.home[0], law.home[1], FIRST)


def legal_moves(law: Law, position: Position) -> Iterator[int]:
    if outcome(law, position) == ONGOING:
        for move in range(law.squares * law.squares):
            if is_possible(law, position, move):
                yield move


def play(law: Law, position: Position, move: int) -> Position:
    left, reached = divmod(move, law.squares)
    changed = 1 << left | 1 << reached
    if position.mover == FIRST:
        return Position(position.first ^ changed, position.second, 1 - position.mover)
    return Position(position.first, position.second ^ changed, 1 - position.mover)


def outcome(law: Law, position: Position) -> int:
    if position.first & law.home[1]:
        return FIRST_WINS
    if position.second & law.home[0]:
        return SECOND_WINS
    for move in range(law.squares * law.squares):
        if is_possible(law, position, move):
            return ONGOING
    return SECOND_WINS if position.mover == FIRST else FIRST_WINS


def is_possible(law: Law, position: Position, move: int) -> bool:
    """Whether the mover has a piece that can step or hop like this."""
    left, reached = divmod(move, law.squares)
    own = position.first if position.mover == FIRST else position.second
    taken = position.first | position.second
    if own >> left & 1 == 0 or taken >> reached & 1 == 1:
        return False
    down = reached // law.size - left // law.size
    forward = -down if position.mover == FIRST else down
    sideways = abs(reached % law.size - left % law.size)
    if forward == 2 and sideways == 0:
        return taken >> (left + reached) // 2 & 1 == 1
    return (forward == 1 and sideways == 0) or (forward == 0 and sideways == 1)


def turned(law: Law, position: Position, turn: int) -> Position:
    squares = law.turns[turn]
    return Position(turned_set(position.first, squares), turned_set(position.second, squares), position.mover)


def turned_move(law: Law, position: Position, move: int, turn: int) -> int:
    left, reached = divmod(move, law.squares)
    return law.turns[turn][left] * law.squares + law.turns[turn][reached]


# Text


def reworded(law: Law) -> dict[str, str]:
    last = chr(ord("A") + law.size - 1)
    return {"4x4": f"{law.size}x{law.size}", "A to D": f"A to {last}", "1 to 4": f"1 to {law.size}"}


def reason(law: Law, position: Position) -> str:
    winner = 1 - position.mover
    if position[winner] & law.home[1 - winner]:
        return f"{NAMES[winner]} reached the far row"
    return f"{NAMES[position.mover]} cannot move"


def write_position(law: Law, position: Position) -> str:
    cells = ("L" if position.first >> s & 1 else "D" if position.second >> s & 1 else "." for s in range(law.squares))
    return f"{write_board(''.join(cells), law.size)} {MARKS[position.mover]}"


def read_position(law: Law, text: str) -> Position:
    board, mark = fields(text, "BOARD", "MOVER")
    cells, mover = read_board(board, law.size, "LD."), read_mover(mark, MARKS)
    for side in MARKS:
        if cells.count(side) != law.size:
            raise BadPosition(f"there are {cells.count(side)} pieces {side} on the board; each side has {law.size}")
    first, second = (sum(1 << square for square, cell in enumerate(cells) if cell == side) for side in MARKS)
    if (first, second)[mover] & law.home[1 - mover]:
        raise BadPosition(f"{mark} has reached the far row and has won, so it cannot be {mark}'s turn")
    return Position(first, second, mover)


def write_move(law: Law, position: Position, move: int) -> str:
    left, reached = divmod(move, law.squares)
    return f"{_name(law, left)} {_name(law, reached)}"


def read_move(law: Law, position: Position, text: str) -> list[int]:
    squares = {_name(law, square).lower(): square for square in range(law.squares)}
    said = words(text)
    if len(said) == 2 and said[0] in squares and said[1] in squares:
        return [squares[said[0]] * law.squares + squares[said[1]]]
    raise UnreadableMove(f"{quoted(text)} is not a move. Please enter two squares of the grid, such as A3 A2.")


def why_illegal(law: Law, position: Position, move: int) -> str:
    left, reached = divmod(move, law.squares)
    if not position[position.mover] >> left & 1:
        return f"{_name(law, left)} is not your piece. Your pieces are {MARKS[position.mover]}."
    if (position.first | position.second) >> reached & 1:
        return f"{_name(law, reached)} is taken. Please choose an empty square."
    return "a piece steps one square forward or sideways, or hops straight forward over one piece."


def draw(law: Law, position: Position) -> str:
    rows = write_position(law, position).split()[0].split("/")
    header = "  " + " ".join(_name(law, column)[0] for column in range(law.size))
    return "\n".join([header, *(f"{number} {' '.join(row)}" for number, row in enumerate(rows, 1))])


def _name(law: Law, square: int) -> str:
    return f"{'ABCDEF'[square % law.size]}{square // law.size + 1}"
