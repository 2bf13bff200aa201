"""Capture Squares.

Goal.    Capture numbered squares and have the higher total at the end.
Setup.   A 3x3 grid with the numbers 1 to 9 dealt at random, one to a square, seen by both. Player 1 begins.
Moving.  Select any square that is not captured yet. You capture it and every square next to it (up, down, left,
         right) whose number is less than the selected one. What you capture counts for you and leaves the grid.
Winning. When all squares are captured, the higher total wins.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely.dialogue import Asking
from squarely.errors import BadPosition, IllegalMove, UnreadableMove
from squarely.game import FIRST, FIRST_WINS, ONGOING, SECOND, SECOND_WINS, TIE, Planes
from squarely.grid import (
    DOWN,
    EMPTY_BOARD,
    LEFT,
    OFF,
    RIGHT,
    UP,
    Board,
    Squares,
    at,
    bearings,
    neighbours,
    put,
    turns,
)  # fmt: skip
from squarely.match import Match
from squarely.notation import counted, fields, numbers, quoted, read_board, read_mover, words, write_board
from squarely.options import Dial, Options, Ruling
from squarely.tabletop import Tabletop

TITLE = "Capture Squares"
GOAL = "Capture numbered squares and have the higher total at the end."
NAMES = ("Player 1", "Player 2")
MARKS = ("1", "2")
PLANES = ("the number, 0 where captured", "2's turn", "1's points", "2's points, without komi")

OPTIONS = (
    Ruling(
        "capture",
        "all",
        {
            "all": "every smaller neighbour is captured, without asking",
            "choose": "the mover chooses which smaller neighbours to capture",
        },
        "The rulebook says that you may also capture smaller neighbours; its printed dialogue captures them "
        "without asking.",
    ),
    Dial("size", 3, 2, 4, "rows and columns of the grid; the numbers go from 1 to size x size"),
    Dial("komi", 0, 0, 45, "points given to Player 2 at the end"),
)

CAPTURED = 0
LISTED = (UP, LEFT, RIGHT, DOWN)  # the order in which the rulebook lists captured neighbours
SETS = 16  # sets of neighbours, one bit each
_DIGITS = ".123456789ABCDEFG"


class Law(NamedTuple):
    size: int
    squares: int
    total: int  # all the points there are
    komi: int
    choose: bool
    neighbours: tuple[Squares, ...]  # in listed order
    turns: tuple[Squares, ...]
    bearings: tuple[Squares, ...]  # for each turn, which neighbour in listed order each becomes


class Position(NamedTuple):
    board: Board  # the number on each square, or CAPTURED
    mover: int
    first: int  # points so far
    second: int


# A move is a number: the square selected times SETS, plus the set of neighbours captured with it.


def enact(options: Options) -> Law:
    size = int(options["size"])
    squares = size * size
    listed = tuple(tuple(LISTED.index(bearing[way]) for way in LISTED) for bearing in bearings())
    return Law(
        size,
        squares,
        squares * (squares + 1) // 2,
        int(options["komi"]),
        options["capture"] == "choose",
        neighbours(size, LISTED),
        turns(size),
        listed,
    )


def start(law: Law) -> Position:
    return deal(law, 0)


def deals(law: Law) -> int:
    """How many ways there are to deal the numbers."""
    count = 1
    for number in range(2, law.squares + 1):
        count *= number
    return count


def deal(law: Law, number: int) -> Position:
    """The deal with this number; deal 0 has the numbers in order."""
    board, dealt, ways = EMPTY_BOARD, 0, deals(law)
    for square in range(law.squares):
        ways //= law.squares - square
        skip = number // ways
        number -= skip * ways
        value = 0
        while skip >= 0:  # the numbers not dealt yet, in order
            value += 1
            if dealt >> value & 1 == 0:
                skip -= 1
        dealt |= 1 << value
        board = put(board, square, value)
    return Position(board, FIRST, 0, 0)


def legal_moves(law: Law, position: Position) -> Iterator[int]:
    for square in range(law.squares):
        if at(position.board, square) != CAPTURED:
            eligible = smaller_neighbours(law, position, square)
            if not law.choose:
                yield square * SETS + eligible
            else:
                for taken in range(SETS):
                    if taken & ~eligible == 0:
                        yield square * SETS + taken


def play(law: Law, position: Position, move: int) -> Position:
    square, taken = divmod(move, SETS)
    scored = at(position.board, square)
    board = put(position.board, square, CAPTURED)
    for way in range(4):
        if taken >> way & 1:
            neighbour = law.neighbours[square][way]
            scored += at(board, neighbour)
            board = put(board, neighbour, CAPTURED)
    if position.mover == FIRST:
        return Position(board, 1 - position.mover, position.first + scored, position.second)
    return Position(board, 1 - position.mover, position.first, position.second + scored)


def outcome(law: Law, position: Position) -> int:
    if position.board != EMPTY_BOARD:
        return ONGOING
    if position.first == position.second + law.komi:
        return TIE
    return FIRST_WINS if position.first > position.second + law.komi else SECOND_WINS


def smaller_neighbours(law: Law, position: Position, square: int) -> int:
    """The neighbours that may be captured with a square, as a set of bits in listed order."""
    eligible, selected = 0, at(position.board, square)
    for way in range(4):
        neighbour = law.neighbours[square][way]
        if neighbour != OFF and CAPTURED < at(position.board, neighbour) < selected:
            eligible |= 1 << way
    return eligible


def points(law: Law, position: Position) -> tuple[int, int]:
    """What each side has, the points given to Player 2 included."""
    return position.first, position.second + law.komi


def scoreless(law: Law, position: Position) -> Position:
    """The same squares before anybody scored: points decide who wins, not what can be played."""
    return Position(position.board, position.mover, 0, 0)


def turned(law: Law, position: Position, turn: int) -> Position:
    board = EMPTY_BOARD
    for square in range(law.squares):
        board = put(board, law.turns[turn][square], at(position.board, square))
    return Position(board, position.mover, position.first, position.second)


def turned_move(law: Law, position: Position, move: int, turn: int) -> int:
    square, taken = divmod(move, SETS)
    turned_set = 0
    for way in range(4):
        turned_set |= (taken >> way & 1) << law.bearings[turn][way]
    return law.turns[turn][square] * SETS + turned_set


# For machines that learn


def move_count(law: Law) -> int:
    return law.squares * SETS


def plane_maxima(law: Law) -> tuple[int, ...]:
    return law.squares, 1, law.total, law.total


def observe(law: Law, position: Position, planes: Planes) -> None:
    for square in range(law.squares):
        planes[0, square] = at(position.board, square)
    planes[1] = position.mover == SECOND
    planes[2] = position.first
    planes[3] = position.second


# Text


def reworded(law: Law) -> dict[str, str]:
    given = f", Player 2 is given {counted(law.komi, 'point')} and the higher" if law.komi else ", the higher"
    tie = "" if (law.total + law.komi) % 2 else "; equal totals are a tie"
    return {
        "3x3": f"{law.size}x{law.size}",
        "1 to 9": f"1 to {law.squares}",
        "and every square": f"and {'may capture any of the squares' if law.choose else 'every square'}",
        ", the higher total wins": f"{given} total wins{tie}",
    }


def reason(law: Law, position: Position) -> str:
    first, second = points(law, position)
    return f"all squares are captured, {first} to {second}"


def write_position(law: Law, position: Position) -> str:
    board = write_board("".join(_DIGITS[number] for number in _numbers(law, position)), law.size)
    return f"{board} {MARKS[position.mover]} {position.first}-{position.second}"


def read_position(law: Law, text: str) -> Position:
    board, mark, score = fields(text, "BOARD", "MOVER", "SCORE")
    found = [_DIGITS.index(glyph) for glyph in read_board(board, law.size, _DIGITS[: law.squares + 1])]
    left = [number for number in found if number != CAPTURED]
    for number in left:
        if left.count(number) > 1:
            raise BadPosition(
                f"the number {number} is on the grid {left.count(number)} times; each number is there once"
            )
    scores = [int(part) for part in score.split("-") if part.isascii() and part.isdigit() and len(part) < 4]
    if score.count("-") != 1 or len(scores) != 2:
        raise BadPosition(f"the score is written like 19-0, not {quoted(score)}")
    numbers_on = EMPTY_BOARD
    for square, number in enumerate(found):
        numbers_on = put(numbers_on, square, number)
    position = Position(numbers_on, read_mover(mark, MARKS), scores[0], scores[1])
    _check_scores(law, position)
    return position


def _check_scores(law: Law, position: Position) -> None:
    captured = sorted({*range(1, law.squares + 1)} - {*_numbers(law, position)})
    if position.first + position.second != sum(captured):
        raise BadPosition(
            f"the scores add up to {position.first + position.second}, the captured squares to {sum(captured)}"
        )
    sums = {(0, 0)}  # what Player 1 may have, and of how many squares
    for number in captured:
        sums |= {(number + so_far, squares + 1) for so_far, squares in sums}
    shares = {(squares, len(captured) - squares) for so_far, squares in sums if so_far == position.first}
    if not shares:
        raise BadPosition(f"the captured numbers cannot be shared out {position.first} to {position.second}")
    if not any(_could_alternate(position.mover, *share) for share in shares):
        raise BadPosition(
            f"with {position.first} to {position.second} points it cannot be Player {MARKS[position.mover]}'s turn: "
            "Player 1 begins, turns alternate and every turn scores"
        )


def _could_alternate(mover: int, first: int, second: int) -> bool:
    """Whether players who capture so many squares, at least one a turn, can have come to this turn."""
    if mover == FIRST:
        return (first > 0) == (second > 0)
    return first >= (2 if second else 1)


def write_move(law: Law, position: Position, move: int) -> str:
    return said(law, position, touched(law, position, move))


def read_move(law: Law, position: Position, text: str) -> list[int]:
    selected, colon, also = text.partition(":")
    typed, more = numbers(selected), numbers(also) or []
    if typed is None or len(typed) != 2 or len(more) % 2 or (colon and not more):
        raise UnreadableMove(f"{quoted(text)} is not a position. Please enter a row and a column, such as 2 2.")
    square = _square(law, typed)
    taken = 0
    for pair in zip(more[::2], more[1::2], strict=True):
        neighbour = _square(law, list(pair))
        if neighbour not in law.neighbours[square]:
            raise IllegalMove(
                f"{square_name(law, neighbour)} is not next to {square_name(law, square)}. "
                "Only neighbours are captured too."
            )
        taken |= 1 << law.neighbours[square].index(neighbour)
    if not law.choose and not colon:
        taken = smaller_neighbours(law, position, square)
    return [square * SETS + taken]


def why_illegal(law: Law, position: Position, move: int) -> str:
    square, taken = divmod(move, SETS)
    if at(position.board, square) == CAPTURED:
        return f"{square_name(law, square)} is already captured. Please choose an available square."
    if not law.choose:
        return "every smaller neighbour is captured, no other. Please enter the selected square alone."
    wrong = taken & ~smaller_neighbours(law, position, square)
    way = (wrong & -wrong).bit_length() - 1
    neighbour = law.neighbours[square][way]
    why = (
        "already captured"
        if at(position.board, neighbour) == CAPTURED
        else f"not less than {at(position.board, square)}"
    )
    return f"{square_name(law, neighbour)} is {why}. Only available neighbours with smaller numbers are captured too."


def draw(law: Law, position: Position) -> str:
    width = len(str(law.squares))
    rule = "+" + "+".join(["-" * (width + 2)] * law.size) + "+"
    lines = [rule]
    for row in range(law.size):
        cells = shown(law, position)[row * law.size : (row + 1) * law.size]
        lines += ["| " + " | ".join(f"{text:>{width}}" for text in cells) + " |", rule]
    return "\n".join(lines)


def _numbers(law: Law, position: Position) -> list[int]:
    return [at(position.board, square) for square in range(law.squares)]


def square_name(law: Law, square: int) -> str:
    return f"({square // law.size + 1},{square % law.size + 1})"


def _square(law: Law, typed: list[int]) -> int:
    row, column = typed
    if not (1 <= row <= law.size and 1 <= column <= law.size):
        raise IllegalMove(f"({row},{column}) is off the grid. Rows and columns go from 1 to {law.size}.")
    return (row - 1) * law.size + column - 1


# Table top


def shown(law: Law, position: Position) -> list[str]:
    return [str(number or "") for number in _numbers(law, position)]


def touched(law: Law, position: Position, move: int) -> Squares:
    return _captured(law, move) if law.choose else (move // SETS,)


def said(law: Law, position: Position, squares: Squares) -> str:
    typed = [f"{square // law.size + 1} {square % law.size + 1}" for square in squares]
    return "".join(typed[:1]) + (f" : {', '.join(typed[1:])}" if len(typed) > 1 else "")


def _captured(law: Law, move: int) -> Squares:
    square, taken = divmod(move, SETS)
    return (square, *(law.neighbours[square][way] for way in range(4) if taken >> way & 1))


# Dialogue


def welcome(match: Match) -> str:
    return f"Welcome to {TITLE}!\n\nInitial Grid:\n{draw(match.law, match.position)}\n"


def turn(match: Match) -> str:
    return f"{match.mover_name}, it's your turn."


def ask(match: Match) -> Asking:
    example = "" if match.moves else " (e.g., 2 2 for row 2, column 2)"
    selected = yield f"Please enter the position of the square you want to capture{example}:\n{match.mover_name}: "
    typed = numbers(selected)
    if not match.law.choose or typed is None or len(typed) != 2:
        return selected
    eligible = [str(move) for move in match.legal_moves if move // SETS == _square(match.law, typed)]
    if len(eligible) < 2:
        return selected
    return _chosen(selected, eligible[-1], (yield _also(eligible[-1])))


def _also(everything: str) -> str:
    return f"Which adjacent squares do you also capture: all, none, or some of{everything.partition(':')[2]}? "


def _chosen(selected: str, everything: str, answer: str) -> str:
    said = words(answer)
    if said in (["all"], ["a"]):
        return everything
    return selected if said in (["none"], ["n"], []) else f"{selected} : {answer}"


def told(match: Match, by_reader: bool = True) -> str:
    mover = match.names[match.mover.other]
    has, whose = ("You have", "Your") if by_reader else (f"{mover} has", f"{mover}'s")
    law, before = match.law, match.positions[-2]
    squares = _captured(law, int(match.moves[-1]))
    listed = ", ".join(f"{square_name(law, s)}={at(before.board, s)}" for s in squares)
    return (
        f"\n{has} selected number {at(before.board, squares[0])} at position {square_name(law, squares[0])}.\n"
        f"Captured squares: {listed}\n"
        f"{whose} turn score: {sum(at(before.board, s) for s in squares)}\n"
        f"{' '.join(Tabletop(match.game).beside(match.position, match.names))}\n"
        f"\nUpdated Grid:\n{draw(law, match.position)}\n"
    )


def closing(match: Match) -> str:
    lines = ["Final Scores"]
    gains = _gains(match)
    for side, name in enumerate(match.names):
        total = points(match.law, match.position)[side]
        sum_of = f"{' + '.join(gains[side])} = " if len(gains[side]) > 1 else ""
        lines.append(f"{name} Total Score: {sum_of}{total}")
    outcome = match.outcome
    winner = match.names[outcome.winner] if outcome and outcome.winner is not None else "nobody, the scores are equal"
    return "\n".join([*lines, f"Winner: {winner}"])


def _gains(match: Match) -> tuple[list[str], list[str]]:
    """What each side scored turn by turn, what it began with first."""
    gains: tuple[list[str], list[str]] = ([], [])
    for side in (0, 1):
        scores = [(position.first, position.second)[side] for position in match.positions]
        gains[side].extend(
            str(after - before) for before, after in zip([0, *scores], scores, strict=False) if after > before
        )
    if match.law.komi:
        gains[1].append(f"{match.law.komi} (komi)")
    return gains
