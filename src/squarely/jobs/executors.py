"""Where work is done: here, in several processes, or on a Ray cluster. All three do the same work."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, Protocol, TypeVar

from squarely.core.text.notation import quote
from squarely.jobs.bad_executor import BadExecutor
from squarely.jobs.on_ray import OnRay
from squarely.jobs.processes import Processes
from squarely.jobs.work import Failed, Work

Item = TypeVar("Item")
Result = TypeVar("Result")
Given = TypeVar("Given")
Made_co = TypeVar("Made_co", covariant=True)


class Executor(Protocol[Given, Made_co]):
    """Does batches and hands the results over as they come, in any order, each once. Whoever dies is replaced."""

    def results(self, batches: Iterable[list[Given]]) -> Iterator[Sequence[Made_co | Failed[Given]]]:
        """What became of each batch; a batch may come in several parts."""


def executor(named: str, work: Work[Item, Result]) -> Executor[Item, Result]:
    """The executor of that name, `here`, `processes:N`, `ray` or `ray:ADDRESS`, for this work."""
    kind, colon, rest = named.partition(":")
    if named == "here":
        return Here(work)
    if kind == "processes" and rest.isascii() and rest.isdigit() and 1 <= int(rest) <= 1000:
        return Processes(int(rest), work)
    if kind == "ray" and (rest or not colon):
        return OnRay(rest or None, work)
    raise BadExecutor(f"--on is here, processes:N (1 to 1000), ray or ray:ADDRESS, not {quote(named)}")


class Here(Generic[Item, Result]):
    """One item after the other, in this process."""

    def __init__(self, work: Work[Item, Result]) -> None:
        self._work = work

    def results(self, batches: Iterable[list[Item]]) -> Iterator[Sequence[Result | Failed[Item]]]:
        """Item by item, so that each can be kept as soon as it is done."""
        for batch in batches:
            for item in batch:
                yield self._work([item])
