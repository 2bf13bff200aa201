"""How much one address may ask for, whatever it is: pages, files, figures, health and matches alike.

A large answer counts as several requests. Of one address one request is begun at a time, with everybody else's turn in
between. Whoever has asked for too much is answered late, so that asking on without end costs next to nothing.
"""

import asyncio
from collections import deque

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from squarely.web.http.answers import make_problem
from squarely.web.http.rate_limits import RateCounters, asker

_MINUTE = 60.0  # seconds that requests are counted over
_PART = 16 * 1024  # bytes of an answer that count as a request
_LATE = 1.0  # seconds after which somebody is answered who has asked for too much


class RequestLimits:
    """Around everything that is answered over HTTP, before it is compressed."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self._app = app
        self._counters = RateCounters(most, _MINUTE)
        self._turns = Turnstile()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on when its turn has come, or say when there will be one."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        address = asker.get()
        await self._turns.enter(address)
        counter = self._counters.of(address)
        if not counter.take(1):
            await asyncio.sleep(_LATE)
            wait = max(1.0, counter.wait)
            says = f"too many requests from your address; try again in {wait:.0f} seconds"
            await make_problem(429, "rate_limited", says, wait)(scope, receive, send)
            return

        async def counted(message: Message) -> None:
            counter.charge(len(message.get("body", b"")) // _PART)
            await send(message)

        await self._app(scope, receive, counted)


class Turnstile:
    """Lets one of each address through at a time, the next when everybody else has had their turn."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def enter(self, address: str) -> None:
        """Wait for one's turn; where nobody of this address has just come, that is now."""
        queue, loop = self._waiting.get(address), asyncio.get_running_loop()
        if queue is None:
            self._waiting[address] = deque()
            loop.call_soon(self._admit_next, address)
            return
        turn: asyncio.Future[None] = loop.create_future()
        queue.append(turn)
        await turn

    def _admit_next(self, address: str) -> None:
        queue = self._waiting[address]
        while queue:
            turn = queue.popleft()
            if not turn.done():  # whoever waited may have left
                turn.set_result(None)
                asyncio.get_running_loop().call_soon(self._admit_next, address)
                return
        del self._waiting[address]
