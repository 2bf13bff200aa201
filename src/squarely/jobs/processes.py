"""Work in several processes on this machine. A process that dies costs nothing but time."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Generic, TypeVar

from squarely.core.child_process import end_with_parent
from squarely.jobs.work import PATIENCE, Failed, Work, give_up

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

Item = TypeVar("Item")
Result = TypeVar("Result")


class Processes(Generic[Item, Result]):
    """So many processes on this machine."""

    def __init__(self, count: int, work: Work[Item, Result]) -> None:
        self._count, self._work = count, work

    def results(self, batches: Iterable[list[Item]]) -> Iterator[Sequence[Result | Failed[Item]]]:
        """Batch by batch, as they are done. After a death those that were under way are done one at a time."""
        source, suspects = iter(batches), list[list[Item]]()
        while True:
            yield from self._until_a_death(source, suspects)
            if not suspects:
                return
            while suspects:
                yield self._alone(suspects.pop(0))

    def _until_a_death(
        self, source: Iterator[list[Item]], suspects: list[list[Item]]
    ) -> Iterator[Sequence[Result | Failed[Item]]]:
        """What gets done until everything is, or until a process dies: then `suspects` has what was under way."""
        from concurrent.futures import FIRST_COMPLETED, Future, wait
        from concurrent.futures.process import BrokenProcessPool

        running: dict[Future[Sequence[Result | Failed[Item]]], list[Item]] = {}
        try:
            with _pool(self._count) as pool:
                while True:
                    while len(running) < 2 * self._count and (batch := next(source, None)):
                        suspects.append(batch)  # until it is under way: the pool may be broken by now
                        future = pool.submit(self._work, batch)
                        running[future] = suspects.pop()
                    if not running:
                        return
                    done, _ = wait(running, return_when=FIRST_COMPLETED)
                    for future in done:
                        results = future.result()
                        del running[future]
                        yield results
        except BrokenProcessPool:
            suspects += running.values()

    def _alone(self, batch: list[Item]) -> Sequence[Result | Failed[Item]]:
        from concurrent.futures.process import BrokenProcessPool

        for _ in range(PATIENCE):
            with suppress(BrokenProcessPool), _pool(1) as pool:
                return pool.submit(self._work, batch).result()
        return give_up(batch)


@contextmanager
def _pool(count: int) -> Iterator["ProcessPoolExecutor"]:
    """So many processes. Whoever leaves in the middle leaves nobody working on."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children, get_context

    before = set(active_children())
    # Nothing is inherited: a forked process would hold the lock of a log after this one has died.
    pool = ProcessPoolExecutor(count, get_context("spawn"), initializer=end_with_parent)
    try:
        yield pool
    except BaseException:
        for child in set(active_children()) - before:
            child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)  # waits: at its end Python stumbles over a pool that is ending
