"""Where matches are played: here, in several processes, or on a Ray cluster. All three do the same work."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from squarely.arena.run.fixtures import Fixture
from squarely.arena.run.match_result import FailedMatch, MatchResult
from squarely.arena.run.play_match import play, play_all
from squarely.core.child_process import end_with_parent
from squarely.core.errors import SquarelyError
from squarely.core.notation import quote

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

Batch: TypeAlias = list[Fixture]
Results: TypeAlias = list[MatchResult | FailedMatch]
Work: TypeAlias = Callable[[Batch], Results]

_PATIENCE = 3  # how often a worker may die over a batch before the batch is given up
_DIED = "whoever played it died again and again"


class BadExecutor(SquarelyError):
    """A place to play that does not exist or cannot be had."""


class Executor(Protocol):
    """Plays batches and hands the results over as they come, in any order, each once. Whoever dies is replaced."""

    def results(self, batches: Iterable[Batch]) -> Iterator[Results]:
        """What became of each batch; a batch may come in several parts."""


def executor(named: str) -> Executor:
    """The executor of that name: `here`, `processes:N`, `ray` or `ray:ADDRESS`."""
    kind, colon, rest = named.partition(":")
    if named == "here":
        return Here()
    if kind == "processes" and rest.isascii() and rest.isdigit() and 1 <= int(rest) <= 1000:
        return Processes(int(rest))
    if kind == "ray" and (rest or not colon):
        return OnRay(rest or None)
    raise BadExecutor(f"--on is here, processes:N (1 to 1000), ray or ray:ADDRESS, not {quote(named)}")


class Here:
    """One match after the other, in this process."""

    def results(self, batches: Iterable[Batch]) -> Iterator[Results]:
        """Match by match, so that each is written as soon as it is over."""
        for batch in batches:
            for fixture in batch:
                yield [play(fixture)]


class Processes:
    """So many processes on this machine."""

    def __init__(self, count: int, work: Work = play_all) -> None:
        self._count, self._work = count, work

    def results(self, batches: Iterable[Batch]) -> Iterator[Results]:
        """Batch by batch, as they are done. After a death those that were under way are played one at a time."""
        source, suspects = iter(batches), list[Batch]()
        while True:
            yield from self._until_a_death(source, suspects)
            if not suspects:
                return
            while suspects:
                yield self._alone(suspects.pop(0))

    def _until_a_death(self, source: Iterator[Batch], suspects: list[Batch]) -> Iterator[Results]:
        """What gets done until everything is, or until a process dies: then `suspects` has what was under way."""
        from concurrent.futures import FIRST_COMPLETED, Future, wait
        from concurrent.futures.process import BrokenProcessPool

        running: dict[Future[Results], Batch] = {}
        try:
            with _pool(self._count) as pool:
                while True:
                    while len(running) < 2 * self._count and (batch := next(source, None)):
                        running[pool.submit(self._work, batch)] = batch
                    if not running:
                        return
                    done, _ = wait(running, return_when=FIRST_COMPLETED)
                    for future in done:
                        results = future.result()
                        del running[future]
                        yield results
        except BrokenProcessPool:
            suspects += running.values()

    def _alone(self, batch: Batch) -> Results:
        from concurrent.futures.process import BrokenProcessPool

        for _ in range(_PATIENCE):
            with suppress(BrokenProcessPool), _pool(1) as pool:
                return pool.submit(self._work, batch).result()
        return [FailedMatch(fixture, _DIED) for fixture in batch]


class OnRay:
    """A Ray cluster: the one at the address, or the one that RAY_ADDRESS names, or a new one on this machine."""

    def __init__(self, address: str | None = None, work: Work = play_all) -> None:
        self._address, self._work = address, work

    def results(self, batches: Iterable[Batch]) -> Iterator[Results]:
        """Batch by batch, as they are done. Ray itself plays a batch again whose worker died."""
        ray = _ray(self._address)
        work = self._work

        def played(batch: Batch) -> Results:  # Ray takes nothing but functions
            return work(batch)

        task = ray.remote(max_retries=_PATIENCE)(played)
        source, running = iter(batches), dict[Any, Batch]()
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
                    results = [FailedMatch(fixture, _DIED) for fixture in batch]
                yield results
        finally:
            ray.shutdown()


@contextmanager
def _pool(count: int) -> Iterator["ProcessPoolExecutor"]:
    """So many processes. Whoever leaves in the middle leaves nobody playing on."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children, get_context

    before = set(active_children())
    # Nothing is inherited: a forked process would hold the lock of the log after this one has died.
    pool = ProcessPoolExecutor(count, get_context("spawn"), initializer=end_with_parent)
    try:
        yield pool
    except BaseException:
        for child in set(active_children()) - before:
            child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)  # waits: at its end Python stumbles over a pool that is ending


def _ray(address: str | None) -> Any:
    """Ray, connected, and silent about itself."""
    import logging
    import os

    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        import ray
    except ImportError:
        raise BadExecutor("Ray is not installed; install the extra: pip install 'squarely[ray]'") from None
    try:
        if address:
            _knock(address)
        dashboard = None if address else False
        ray.init(address, include_dashboard=dashboard, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, RuntimeError, ValueError, OSError) as error:
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise BadExecutor(f"the Ray cluster cannot be reached: {reason}") from None
    return ray


def _knock(address: str) -> None:
    """OSError where nobody is at an address: Ray itself would try for minutes."""
    from socket import create_connection

    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isascii() and port.isdigit():
        create_connection((host, int(port)), 10).close()
