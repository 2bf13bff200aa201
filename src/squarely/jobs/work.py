"""What an executor is given to do, and what becomes of an item that could not be done."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from squarely.core.errors import SquarelyError

Item = TypeVar("Item")
Result = TypeVar("Result")
Made_co = TypeVar("Made_co", covariant=True)

PATIENCE = 3  # how often a worker may die over a batch before the batch is given up
DIED = "whoever worked on it died again and again"


class BadExecutor(SquarelyError):
    """A place to work that does not exist or cannot be had."""


class Failed(NamedTuple, Generic[Item]):
    """An item that could not be done, and why, as a sentence."""

    item: Item
    why: str


Work: TypeAlias = Callable[[list[Item]], Sequence[Result | Failed[Item]]]


class Executor(Protocol[Item, Made_co]):
    """Does batches and hands the results over as they come, in any order, each once. A worker that dies is replaced."""

    def results(self, batches: Iterable[list[Item]]) -> Iterator[Sequence[Made_co | Failed[Item]]]:
        """What became of each batch; a batch may come in several parts."""


def do_each(do: Callable[[Item], Result], items: Sequence[Item]) -> list[Result | Failed[Item]]:
    """Every item done; what goes wrong with one does not end the others. A task of an executor, once `do` is bound."""
    done: list[Result | Failed[Item]] = []
    for item in items:
        try:
            done.append(do(item))
        except SquarelyError as error:
            done.append(Failed(item, str(error)))
        except Exception as error:  # whatever a game from outside does
            done.append(Failed(item, f"{type(error).__name__}: {error}"))
    return done


def give_up(items: Sequence[Item]) -> list[Failed[Item]]:
    """What is said of items whose worker died again and again."""
    return [Failed(item, DIED) for item in items]
