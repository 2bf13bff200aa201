"""What an executor is given to do, and what becomes of an item that could not be done."""

from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from squarely.core.errors import SquarelyError

Item = TypeVar("Item")
Result = TypeVar("Result")

PATIENCE = 3  # how often a worker may die over a batch before the batch is given up
DIED = "whoever worked on it died again and again"


class Failed(NamedTuple, Generic[Item]):
    """An item that could not be done, and why, as a sentence."""

    item: Item
    why: str


Work: TypeAlias = Callable[[list[Item]], Sequence[Result | Failed[Item]]]


def do_each(do: Callable[[Item], Result], items: Sequence[Item]) -> list[Result | Failed[Item]]:
    """Every item done; what goes wrong with one does not end the others. A task of an executor, once `do` is bound."""
    return [_do(do, item) for item in items]


def give_up(items: Sequence[Item]) -> list[Failed[Item]]:
    """What is said of items whose worker died again and again."""
    return [Failed(item, DIED) for item in items]


def _do(do: Callable[[Item], Result], item: Item) -> Result | Failed[Item]:
    try:
        return do(item)
    except SquarelyError as error:
        return Failed(item, str(error))
    except Exception as error:  # whatever a game from outside does
        return Failed(item, f"{type(error).__name__}: {error}")
