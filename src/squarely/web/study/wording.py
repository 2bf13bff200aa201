"""What a position is worth to one side, in a few words."""

from typing import Literal, TypeAlias

from squarely.game import Side
from squarely.review.standing import margin
from squarely.solver.values import ENDLESS, Value

Kind: TypeAlias = Literal["wins", "loses", "ties", "endless"]


def kind(value: Value, side: Side) -> Kind:
    """How it ends for a side."""
    if value.ending == ENDLESS:
        return "endless"
    return "ties" if value.winner is None else "wins" if value.winner == side else "loses"


def words(value: Value, side: Side) -> str:
    """`wins in 3`, `loses by 5 points in 2`, `ties in 4`, `wins at once`, `never ends`."""
    how = kind(value, side)
    if how == "endless":
        return "never ends"
    return f"{how}{margin(value)} {f'in {value.distance}' if value.distance else 'at once'}"


def standing(value: Value, side: Side) -> str:
    """The same for a position that somebody looks at: there `at once` has been already."""
    if value.distance == 0:
        return {"wins": "has won", "loses": "has lost"}.get(kind(value, side), "has tied") + margin(value)
    return words(value, side)
