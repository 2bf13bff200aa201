"""What the rulebook of Grid Snatchers prints, and how its claims look at a position."""

from squarely.core.case import Case
from squarely.games.snatchers.rules import Position

SAMPLE = (
    ("up 2", "...../...../1..../...../....2"),
    ("left 2", "...../...../1..../...../..2.."),
    ("right 2", "...../...../..1../...../..2.."),
    ("up 2", "...../...../..2../...../....."),
)
MOVES = [move for move, _ in SAMPLE]
TALK = (
    "Player 1, enter your move:\n"
    "Direction (up/down/left/right): up\n"
    "Number of spaces (1 or 2): 2\n"
    "You moved to position (1,3).",
    "Player 2, enter your move:\n"
    "Direction (up/down/left/right): left\n"
    "Number of spaces (1 or 2): 2\n"
    "You moved to position (3,5).",
)
SPOKEN_MOVES = ("(1,3)", "(3,5)", "(3,3)", "(3,3)")  # where each turn of the printed game leads, as it is told


def locate_token(case: Case, position: Position, side: int) -> tuple[int, int]:
    """Where a side's token stands, as (x,y) counted from 1; a captured one stands where its captor does."""
    board, mark = case.board(position), case.game.rules.MARKS[side]
    at = board.index(mark if mark in board else case.game.rules.MARKS[1 - side])
    return at % 5 + 1, at // 5 + 1
