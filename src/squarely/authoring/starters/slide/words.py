"""Starter: what is said about it."""

from squarely import count_noun

from .rules import COLUMNS, NAMES, ROWS, Law, Position


def reason(law: Law, position: Position) -> str:
    """Why the match is over."""
    return f"{NAMES[position.mover]} cannot move"


def reworded(law: Law) -> dict[str, str]:
    """What the options change about the rulebook."""
    return {
        f"{ROWS} rows": f"{law.rows} rows",
        f"{COLUMNS} columns": f"{law.columns} columns",
        "up to 2 squares": f"up to {count_noun(law.reach, 'square')}",
    }
