"""What a position is worth to one side, in a few words."""

from typing import Literal, TypeAlias

from squarely.game import Side
from squarely.review.grading import cost
from squarely.review.standing import counted, margin
from squarely.solver.values import ENDLESS, Value

Kind: TypeAlias = Literal["wins", "loses", "ties", "endless"]


def kind(value: Value, side: Side) -> Kind:
    """How it ends for a side."""
    if value.ending == ENDLESS:
        return "endless"
    return "ties" if value.winner is None else "wins" if value.winner == side else "loses"


def words(value: Value, side: Side) -> str:
    """`wins in 3`, `loses by 5 points in 2`, `ties in 4`, `wins at once`, `never ends`, `has won`."""
    how = kind(value, side)
    if how == "endless":
        return "never ends"
    if value.distance == 0:
        return {"wins": "has won", "loses": "has lost"}.get(how, "has tied") + margin(value)
    return f"{how}{margin(value)} {'at once' if value.distance == 1 else f'in {value.distance}'}"


def note(before: Value, after: Value, side: Side, best: Value) -> str:
    """What a move is among the others: `best`, or what it keeps or costs; nothing where it loses the result."""
    if after.appeal(side) == best.appeal(side):
        return "best"
    if not after.agrees(before):
        return ""
    if before.margin is None:
        return "keeps the result"
    lost = cost(before, after, side)
    return f"costs {counted(lost, 'point')}" if lost else "costs no points"
