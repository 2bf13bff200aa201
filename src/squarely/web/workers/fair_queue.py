"""A fair queue: addresses take turns, and of one address what is soon done goes before what takes long.

How long something takes is learnt from the last time that something of its kind was done. Of one address one job is at
work that takes long, or that nobody knows; and of all workers one is left for what is soon done.
"""

import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from squarely.web.protocol.refusals import Refusal

T = TypeVar("T")

SOON = 1.0  # seconds
_WEIGHT = 60.0  # a second of work counts like so many of waiting
_WAITING = 64  # jobs of one address
_KINDS = 1000  # that are remembered


@dataclass(eq=False)
class QueuedJob(Generic[T]):
    """Something to do, for somebody."""

    address: str
    kind: tuple[str, ...]
    what: T
    asked_at: float = field(default_factory=time.monotonic)


class FairQueue(Generic[T]):
    """Who is served next."""

    def __init__(self, workers: int) -> None:
        self._most = max(1, workers - 1)  # jobs at work that are known to take long
        self._waiting: OrderedDict[str, list[QueuedJob[T]]] = OrderedDict()
        self._at_work: dict[QueuedJob[T], bool] = {}  # those that may take long, and whether that is known
        self._took: OrderedDict[tuple[str, ...], float] = OrderedDict()

    def put(self, job: QueuedJob[T]) -> None:
        """Wait in turn; a Refusal if too many of the same address do, unless it is soon done."""
        jobs = self._waiting.setdefault(job.address, [])
        if len(jobs) >= _WAITING and not self._is_soon_done(job):
            raise Refusal("busy", "too much of yours is being worked out already; please ask again later", wait=5)
        jobs.append(job)

    def take(self) -> QueuedJob[T] | None:
        """What is to be done next, if anything may."""
        for address, jobs in self._waiting.items():
            for job in sorted(jobs, key=lambda each: each.asked_at + _WEIGHT * self._took.get(each.kind, SOON)):
                if self._may_begin(job):
                    self.drop(job)
                    if address in self._waiting:
                        self._waiting.move_to_end(address)
                    if not self._is_soon_done(job):
                        self._at_work[job] = job.kind in self._took
                    return job
        return None

    def drop(self, job: QueuedJob[T]) -> None:
        """It need not be done any more."""
        jobs = self._waiting.get(job.address, [])
        if job in jobs:
            jobs.remove(job)
            if not jobs:
                del self._waiting[job.address]

    def done(self, job: QueuedJob[T], seconds: float) -> None:
        """It was, or was given up, after so long."""
        self._at_work.pop(job, None)
        before = self._took.pop(job.kind, seconds)
        self._took[job.kind] = seconds if seconds > before else (before + 3 * seconds) / 4
        while len(self._took) > _KINDS:
            self._took.popitem(last=False)

    def _may_begin(self, job: QueuedJob[T]) -> bool:
        if self._is_soon_done(job):
            return True
        is_alone = all(job.address != other.address for other in self._at_work)
        return is_alone and (job.kind not in self._took or sum(self._at_work.values()) < self._most)

    def _is_soon_done(self, job: QueuedJob[T]) -> bool:
        return self._took.get(job.kind, SOON) < SOON
