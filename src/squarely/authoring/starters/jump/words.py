"""Starter: what is said about it."""

from .rules import COLUMNS, NAMES, ROWS, Law, Position


def reason(law: Law, position: Position) -> str:
    """Why the match is over."""
    return f"{NAMES[position.mover]} cannot jump"


def captured_squares(law: Law, before: Position, after: Position) -> tuple[int, ...]:
    """Where a disc was jumped over: pages show faintly what stood there."""
    gone = (before[1 - before.mover]) & ~after[1 - before.mover]
    return tuple(square for square in range(law.rows * law.columns) if gone >> square & 1)


def reworded(law: Law) -> dict[str, str]:
    """What the options change about the rulebook."""
    return {f"{ROWS} rows": f"{law.rows} rows", f"{COLUMNS} columns": f"{law.columns} columns"}
