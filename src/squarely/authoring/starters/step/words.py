"""Starter: what is said about it."""

from .rules import COLUMNS, NAMES, ROWS, Law, Position


def reason(law: Law, position: Position) -> str:
    """Why the match is over."""
    arrived = position[1 - position.mover] & law.home[position.mover]
    return f"{NAMES[1 - position.mover]} reached the far row" if arrived else f"{NAMES[position.mover]} cannot move"


def reworded(law: Law) -> dict[str, str]:
    """What the options change about the rulebook."""
    return {f"{ROWS} rows": f"{law.rows} rows", f"{COLUMNS} columns": f"{law.columns} columns"}
