"""Limits: how much one address, one socket or one match may ask for, and who has asked for too much."""

import time
from collections import OrderedDict, deque
from collections.abc import Callable
from contextvars import ContextVar

from squarely.web.protocol.refusals import Refusal

MESSAGE = 4 * 1024  # bytes of a message on a socket
BODY = 64 * 1024  # bytes of a request
QUEUED = 64  # messages that wait for a slow reader
PER = 20.0  # seconds that messages are counted over
_REMEMBERED = 10_000  # addresses

# The address for which something is done, and whose limits hold.
asker: ContextVar[str] = ContextVar("asker", default="")


class RateLimiter:
    """A rate limit for each key, by a log of its times. Forgets the least recently used key when there are too many."""

    def __init__(self, most: int, seconds: float, now: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._seconds = seconds
        self._now = now
        self._times: OrderedDict[str, deque[float]] = OrderedDict()

    def count(self, key: str) -> float:
        """0 if this is within the limit, else in how many seconds the next will be."""
        now = self._now()
        times = self._times.setdefault(key, deque())
        self._times.move_to_end(key)
        while times and times[0] <= now - self._seconds:
            times.popleft()
        if len(times) >= self._most:
            return times[0] + self._seconds - now
        times.append(now)
        self._forget(now)
        return 0

    def _forget(self, now: float) -> None:
        """Whoever was quiet for long, and whoever was for longest where there are too many."""
        while self._times:
            key, times = next(iter(self._times.items()))
            if len(self._times) <= _REMEMBERED and times and times[-1] > now - self._seconds:
                return
            del self._times[key]

    def check(self, key: str, what: str) -> None:
        """Refuse what is too much."""
        if wait := self.count(key):
            raise Refusal("busy", f"too many {what} from your address; try again in {wait:.0f} seconds", wait)


class RateCounter:
    """A rate limit by a sliding-window counter, in as little memory and time as can be: every socket has two.

    This window is counted and the one before, which weighs as much as the share of it that lies in the last seconds.
    """

    __slots__ = ("_before", "_count", "_most", "_seconds", "_since")

    def __init__(self, most: int, seconds: float) -> None:
        self._most, self._seconds = most, seconds
        self._since, self._count, self._before = time.monotonic(), 0, 0

    def take(self, wanted: int) -> int:
        """How many of so many are within the limit."""
        passed = self._turn()
        room = self._most - self._count - self._before * (1 - passed / self._seconds)
        taken = wanted if wanted <= room else max(0, int(room))
        self._count += taken
        return taken

    def charge(self, more: int) -> None:
        """Count so many, which were taken already."""
        self._turn()
        self._count += more

    @property
    def wait(self) -> float:
        """In how many seconds the next one will be within the limit."""
        passed = self._turn()
        if self._count < self._most:
            share = 1 - (self._most - self._count - 1) / self._before if self._before else 0.0
            return max(0.0, share * self._seconds - passed)
        return self._seconds - passed + (1 - (self._most - 1) / self._count) * self._seconds

    @property
    def is_quiet(self) -> bool:
        """Whether nothing of what was counted matters any more."""
        return time.monotonic() - self._since >= 2 * self._seconds

    def _turn(self) -> float:
        """Begin a new window if this one is over; the seconds since it began."""
        passed = time.monotonic() - self._since
        if passed >= self._seconds:
            self._before = self._count if passed < 2 * self._seconds else 0
            self._count = 0
            self._since += self._seconds * (passed // self._seconds)
            passed %= self._seconds
        return passed


class RateCounters:
    """Such a counter for each address. Forgets who was quiet for long, and the least recently heard of too many."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most, self._seconds = most, seconds
        self._counters: OrderedDict[str, RateCounter] = OrderedDict()

    def of(self, address: str) -> RateCounter:
        """The counter of an address."""
        counter = self._counters.get(address)
        if counter is None:
            counter = self._counters[address] = RateCounter(self._most, self._seconds)
        self._counters.move_to_end(address)
        while len(self._counters) > 1:
            oldest = next(iter(self._counters))
            if len(self._counters) <= _REMEMBERED and not self._counters[oldest].is_quiet:
                break
            del self._counters[oldest]
        return counter
