"""What the rulebook of Center Square Showdown prints, and how its claims look at a position."""

from squarely.core.case import Case
from squarely.games.showdown.rules import Position

SAMPLE = (
    ("right", ".*.../...../...../...../....."),
    ("down", "...../.*.../...../...../....."),
    ("down", "...../...../.*.../...../....."),
    ("right", "...../...../..*../...../....."),
)
_RULE = "  -------------------------"
_ROWS = [f"{row} | {' | '.join('*    ' if row == 1 else '     ')} |" for row in range(1, 6)]
GRID = ["    1   2   3   4   5", _RULE, *(line for row in _ROWS for line in (row, _RULE))]  # as first printed
SAMPLE_GRID = GRID[:-1]  # as printed again in the sample turns
STAGED = ("[Game checks move validity...]", "[Grid updates and displays new position...]")
TALK = (
    "Current Grid Position:\n" + "\n".join(SAMPLE_GRID),
    "Player 1's Turn.\nEnter move (up/down/left/right): right",
    "Token moved to position (1,2).",
    "Player 2's Turn.\nEnter move (up/down/left/right): down",
    "Token moved to position (2,2).",
)


def locate_token(case: Case, position: Position) -> tuple[int, int]:
    """Row and column of the token, counted from 1."""
    row, column = divmod(case.board(position).index("*"), int(case.game.settings["size"]))
    return row + 1, column + 1
