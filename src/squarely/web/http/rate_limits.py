"""Limits: how much one address, one socket or one match may ask for, and who has asked for too much."""

import time
from collections import OrderedDict, deque
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, fields

from squarely.core.errors import BadOption
from squarely.web.protocol.refusals import Refusal

MESSAGE = 4 * 1024  # bytes of a message on a socket
BODY = 64 * 1024  # bytes of a request
QUEUED = 64  # messages that wait for a slow reader
PER = 20.0  # seconds that messages are counted over
_REMEMBERED = 10_000  # addresses

# The address for which something is done, and whose limits hold.
asker: ContextVar[str] = ContextVar("asker", default="")


@dataclass(frozen=True)
class Limits:
    """What may be set with `--limit name=number`."""

    messages_per_socket: int = 100  # in 20 seconds
    matches_per_address: int = 120  # begun in an hour
    messages_per_address: int = 1000  # on all its sockets, in 20 seconds
    sockets_per_address: int = 100  # at a time
    connections_per_address: int = 200  # at a time, that are no sockets
    questions_per_address: int = 240  # to the oracle, in a minute
    acts_per_address: int = 600  # over HTTP, in a minute
    spectators_per_match: int = 100  # at a time
    turns_per_match: int = 2000
    idle_days: int = 30  # after which a match is forgotten

    @classmethod
    def read(cls, texts: tuple[str, ...]) -> "Limits":
        """The limits with those changed that were given as `name=number`."""
        names = [field.name for field in fields(cls)]
        given: dict[str, int] = {}
        for text in texts:
            name, _, number = text.partition("=")
            if name not in names:
                raise BadOption(f"there is no limit {name!r}; there are {', '.join(names)}")
            if not (number.isascii() and number.isdigit() and 0 < int(number) <= 10**9):
                raise BadOption(f"{text} is not possible: a limit is a whole number from 1")
            given[name] = int(number)
        return cls(**given)


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
        while len(self._times) > _REMEMBERED:
            self._times.popitem(last=False)
        return 0

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
        passed = time.monotonic() - self._since
        if passed >= self._seconds:
            self._before = self._count if passed < 2 * self._seconds else 0
            self._count = 0
            self._since += self._seconds * (passed // self._seconds)
            passed %= self._seconds
        room = self._most - self._count - self._before * (1 - passed / self._seconds)
        taken = wanted if wanted <= room else max(0, int(room))
        self._count += taken
        return taken
