"""What the rulebook of Capture Square with tokens prints, and how its claims look at a position."""

from squarely.core.case import Case
from squarely.core.reachable import Step
from squarely.games.center.rules import Position

MIDDLE = 4  # of the nine squares, in reading order
BESIDE = (1, 3, 5, 7)
SAMPLE = (
    ("place 0 0", "A--/---/---"),
    ("place 2 2", "A--/---/--B"),
    ("move 0 0 0 1", "-A-/---/--B"),
    ("place 1 2", "-A-/--B/--B"),
    ("place 1 0", "-A-/A-B/--B"),
    ("move 2 2 2 1", "-A-/A-B/-B-"),
    ("move 1 0 1 1", "-A-/-AB/-B-"),
)
NUMBERED = """\
   Column 0   Column 1   Column 2
Row 0    -          -          -
Row 1    -          -          -
Row 2    -          -          -"""
PLAIN = """\
   A          -          -
   -          -          -
   -          -          -"""
ANSWERS = ("place", "0 0", "place", "2 2", "move", "0 0", "0 1", "place 1 2", "place 1 0", "move 2 2 2 1")
LAST_ANSWERS = ("move", "1 0", "1 1")
TALK = (
    """\
It's your turn, Player A.
Choose an action ('place' or 'move'):
> place
Enter the row and column to place your token (e.g., '0 0'):
> 0 0""",
    """\
It's your turn, Player B.
Choose an action ('place' or 'move'):
> place
Enter the row and column to place your token (e.g., '2 2'):
> 2 2""",
    """\
It's your turn, Player A.
Choose an action ('place' or 'move'):
> move
Enter the row and column of the token to move (e.g., '0 0'):
> 0 0
Enter the row and column to move to (e.g., '0 1'):
> 0 1""",
    """\
It's your turn, Player A.
Choose an action ('place' or 'move'):
> move
Enter the row and column of the token to move (e.g., '1 0'):
> 1 0
Enter the row and column to move to (e.g., '1 1'):
> 1 1
Congratulations, Player A! You have captured the center square and won the game!""",
)


def find_mark(case: Case, position: Position) -> str:
    """How the mover's tokens are written."""
    return case.game.rules.MARKS[position.mover]


def find_kind(step: Step) -> str:
    """What a command begins with: place, move or pass."""
    return str(step.move).partition(" ")[0]
