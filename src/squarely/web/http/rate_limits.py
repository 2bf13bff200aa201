"""Rate limits: token buckets, by the address that something comes from."""

import time
from collections import OrderedDict
from collections.abc import Callable
from contextvars import ContextVar

from squarely.web.protocol.refusals import Refusal

MESSAGE = 4 * 1024  # bytes of a message on a socket
BODY = 64 * 1024  # bytes of a request
PER = 20.0  # seconds that messages are counted over
_REMEMBERED = 10_000  # buckets

# The address, as `subnet_key` has it, for which something is done, and whose limits hold.
asker: ContextVar[str] = ContextVar("asker", default="")


class RateLimiter:
    """A token bucket for each key: `most` tokens, refilled evenly in that many seconds."""

    def __init__(self, most: int, seconds: float, now: Callable[[], float] = time.monotonic) -> None:
        self._most, self._rate, self._now = most, most / seconds, now
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # tokens, and when they were counted

    def count_tokens(self, key: str) -> float:
        """What is left for a key; less than nothing where more was charged than there was."""
        tokens, at = self._buckets.get(key, (self._most, 0.0))
        return min(self._most, tokens + (self._now() - at) * self._rate)

    def charge(self, key: str, cost: float = 1) -> None:
        """Take tokens, whether they are there or not."""
        self._keep(key, self.count_tokens(key) - cost)

    def take(self, key: str, cost: float = 1) -> float:
        """0 if the tokens were there, which are then gone; otherwise in how many seconds they will be."""
        tokens = self.count_tokens(key)
        if tokens < min(cost, self._most):
            return (min(cost, self._most) - tokens) / self._rate
        self._keep(key, tokens - cost)
        return 0.0

    def find_wait(self, key: str) -> float:
        """In how many seconds there will be a token; 0 if there is one."""
        return max(0.0, (1 - self.count_tokens(key)) / self._rate)

    def _keep(self, key: str, tokens: float) -> None:
        """Too many buckets: the least recently used one is forgotten."""
        self._buckets[key] = tokens, self._now()
        self._buckets.move_to_end(key)
        if len(self._buckets) > _REMEMBERED:
            self._buckets.popitem(last=False)

    def check(self, what: str, cost: float = 1) -> None:
        """Take tokens of the address that asks; a Refusal if they are not there."""
        if wait := self.take(asker.get(), cost):
            wait = max(1.0, wait)
            raise Refusal("busy", f"too many {what} from your address; try again in {wait:.0f} seconds", wait)
