"""Where work is done: here, in several processes, or on a Ray cluster. All three do the same work."""

import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from logging import ERROR
from multiprocessing import active_children, get_context
from socket import create_connection
from typing import Any, Generic

from squarely.core.child_process import end_with_parent
from squarely.core.text.notation import quote
from squarely.jobs.work import PATIENCE, BadExecutor, Executor, Failed, Item, Result, Work, give_up


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


class Processes(Generic[Item, Result]):
    """That many processes on this machine. One that dies costs nothing but time."""

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
        for _ in range(PATIENCE):
            with suppress(BrokenProcessPool), _pool(1) as pool:
                return pool.submit(self._work, batch).result()
        return give_up(batch)


@contextmanager
def _pool(count: int) -> Iterator[ProcessPoolExecutor]:
    """That many processes, all ended where the block is left by an exception."""
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


class OnRay(Generic[Item, Result]):
    """A Ray cluster: the one at the address, or the one that RAY_ADDRESS names, or a new one on this machine."""

    def __init__(self, address: str | None, work: Work[Item, Result]) -> None:
        self._address, self._work = address, work

    def results(self, batches: Iterable[list[Item]]) -> Iterator[Sequence[Result | Failed[Item]]]:
        """Batch by batch, as they are done. Ray itself does a batch again whose worker died."""
        ray, work = _ray(self._address), self._work
        task = ray.remote(max_retries=PATIENCE)(lambda batch: work(batch))  # noqa: PLW0108  Ray takes nothing but functions
        source, running = iter(batches), dict[Any, list[Item]]()
        most = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
        try:
            while True:
                while len(running) < most and (batch := next(source, None)):
                    running[task.remote(batch)] = batch
                if not running:
                    return
                (done, *_), _ = ray.wait(list(running), num_returns=1)
                batch = running.pop(done)
                try:
                    results = ray.get(done)
                except ray.exceptions.RayError:
                    results = give_up(batch)
                yield results
        finally:
            ray.shutdown()


def _ray(address: str | None) -> Any:
    """Ray, connected, and silent about itself."""
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        import ray
    except ImportError:
        raise BadExecutor("Ray is not installed; install the extra: pip install 'squarely[ray]'") from None
    host, _, port = (address or "").removeprefix("ray://").rpartition(":")
    try:
        if host and port.isascii() and port.isdigit():  # Ray itself would try for minutes
            create_connection((host, int(port)), 10).close()
        ray.init(address, include_dashboard=None if address else False, log_to_driver=False, logging_level=ERROR)
    except (ConnectionError, RuntimeError, ValueError, OSError) as error:
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise BadExecutor(f"the Ray cluster cannot be reached: {reason}") from None
    return ray
