"""Work on a Ray cluster. A worker that dies costs nothing but time."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Generic, TypeVar

from squarely.jobs.bad_executor import BadExecutor
from squarely.jobs.work import PATIENCE, Failed, Work, give_up

Item = TypeVar("Item")
Result = TypeVar("Result")


class OnRay(Generic[Item, Result]):
    """A Ray cluster: the one at the address, or the one that RAY_ADDRESS names, or a new one on this machine."""

    def __init__(self, address: str | None, work: Work[Item, Result]) -> None:
        self._address, self._work = address, work

    def results(self, batches: Iterable[list[Item]]) -> Iterator[Sequence[Result | Failed[Item]]]:
        """Batch by batch, as they are done. Ray itself does a batch again whose worker died."""
        ray = _ray(self._address)
        work = self._work

        def do(batch: list[Item]) -> Sequence[Result | Failed[Item]]:  # Ray takes nothing but functions
            return work(batch)

        task = ray.remote(max_retries=PATIENCE)(do)
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
