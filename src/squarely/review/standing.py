"""Values in words that name the players."""

from collections.abc import Sequence

from squarely.solver.values import ENDLESS, Value


def result(value: Value, names: Sequence[str]) -> str:
    """`Ann wins`, `a tie`, `play need never end`: without how long it takes and by how much."""
    if value.ending == ENDLESS:
        return "play need never end"
    return "a tie" if value.winner is None else f"{names[value.winner]} wins"


def soon(value: Value) -> str:
    """`at once` or `in 3 moves`, and where there are points `by 5 points`."""
    return ("at once" if value.distance == 1 else f"in {counted(value.distance or 0, 'move')}") + margin(value)


def margin(value: Value) -> str:
    """` by 5 points`, or nothing where nobody wins by points."""
    return f" by {counted(value.margin, 'point')}" if value.margin else ""


def counted(number: int, noun: str) -> str:
    """`1 move`, `3 moves`; `1 reply`, `3 replies`."""
    if number == 1:
        return f"1 {noun}"
    return f"{number} {noun[:-1]}ies" if noun.endswith("y") else f"{number} {noun}s"
