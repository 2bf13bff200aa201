"""Starter: what is said about it."""

from squarely import TIE

from .rules import COLUMNS, NAMES, ROWS, Law, Position, outcome


def reason(law: Law, position: Position) -> str:
    """Why the match is over."""
    if outcome(law, position) == TIE:
        return "the grid is full"
    return f"{NAMES[1 - position.mover]} has {law.line} stones in a line"


def reworded(law: Law) -> dict[str, str]:
    """What the options change about the rulebook."""
    return {
        f"{ROWS} rows": f"{law.rows} rows",
        f"{COLUMNS} columns": f"{law.columns} columns",
        "3 stones": f"{law.line} stones",
    }
