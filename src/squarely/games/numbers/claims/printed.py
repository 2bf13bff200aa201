"""What the rulebook of Capture Squares prints, and how its claims look at a move."""

from squarely.core.case import Case
from squarely.core.reachable import Step
from squarely.games.numbers.rules import Position

LINE = "538/291/647 1 0-0"  # the printed grid
SAMPLE = (
    ("2 2", "5.8/.../6.7"),
    ("1 3", "5../.../6.7"),
    ("3 3", "5../.../6.."),
    ("3 1", "5../.../..."),
    ("1 1", ".../.../..."),
)
NEIGHBOURS = (  # of each selected square in turn, as the sample turns explain them: a number, or captured already
    "up (1,2) 3, down (3,2) 4, left (2,1) 2, right (2,3) 1",
    "left (1,2) captured, down (2,3) captured",
    "up (2,3) captured, left (3,2) captured",
    "up (2,1) captured, right (3,2) captured",
    "right (1,2) captured, down (2,1) captured",
)
EXPLAINED = "9, 3, 4, 2, 1"  # the captured numbers as the sample turn lists them
LISTED = "(2,2)=9, (1,2)=3, (2,1)=2, (2,3)=1, (3,2)=4"  # and as the printed dialogue does
GRID = """\
+---+---+---+
| 5 | 3 | 8 |
+---+---+---+
| 2 | 9 | 1 |
+---+---+---+
| 6 | 4 | 7 |
+---+---+---+"""
UPDATED = """\
+---+---+---+
| 5 |   | 8 |
+---+---+---+
|   |   |   |
+---+---+---+
| 6 |   | 7 |
+---+---+---+"""
QUESTION = "Please enter the position of the square you want to capture"
EXAMPLE = " (e.g., 2 2 for row 2, column 2)"
TALK = (
    f"Welcome to Capture Squares!\n\nInitial Grid:\n{GRID}\n\nPlayer 1, it's your turn.\n{QUESTION}{EXAMPLE}:",
    f"Player 1: 2 2\n\nYou have selected number 9 at position (2,2).\nCaptured squares: {LISTED}\nYour turn score: 19",
    f"Updated Grid:\n{UPDATED}\n\nPlayer 2, it's your turn.\n{QUESTION}:",
)


def read_printed(case: Case) -> Position:
    """The printed grid before the first move."""
    position: Position = case.game.read_position(LINE)
    return position


def find_captured(case: Case, step: Step) -> dict[int, int]:
    """The squares that a move captured, with their numbers, the selected one first."""
    before, after = case.board(step.before), case.board(step.after)
    selected = case.split_move(step.move).numbers[0]
    squares = [selected, *(s for s in range(9) if before[s] != after[s] and s != selected)]
    return {square: int(before[square]) for square in squares if before[square] != "."}
