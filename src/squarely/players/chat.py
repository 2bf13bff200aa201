"""Asking a chat endpoint: sent, sent again where that can help, read, and broken off when the time is up."""

import time
from collections.abc import Awaitable, Callable, Sequence
from queue import SimpleQueue
from random import random
from threading import Thread
from typing import TYPE_CHECKING, TypeAlias

from squarely.core.errors import BadPlayer
from squarely.core.text.notation import quote
from squarely.players.chat_response import (
    LONGEST,
    Completion,
    Malformed,
    parse_completion,
    parse_error,
    parse_retry_after,
)
from squarely.players.endpoint import ChatEndpoint
from squarely.players.player_faults import TIMED_OUT, PlayerFault
from squarely.players.token_usage import Usage

if TYPE_CHECKING:
    import httpx2

Message: TypeAlias = dict[str, str]

_RETRIES = 4
_PAUSE, _LONGEST_PAUSE = 0.5, 20.0  # seconds before the first retry, doubled each time
_CONNECT = 10.0  # seconds to be connected
_TROUBLE = 180.0  # seconds that an endpoint may lose over one answer by rate limits and failures
_PASSING = {408, 409, 425, 429, 500, 502, 503, 504, 529}  # trouble that passes


class Unavailable(BadPlayer):
    """A model that could not be asked: nobody answers there, or somebody who does not know how."""


class _TransientTrouble(Exception):
    """Trouble that may pass, as the rest of a sentence about the endpoint, and how long it asks to wait."""

    def __init__(self, what: str, wait: float | None = None, unreached: bool = False) -> None:
        super().__init__(what)
        self.wait = wait
        self.unreached = unreached


class TimeBudget:
    """The seconds that a model still has. What its endpoint loses is not taken off: that is not the model's doing."""

    def __init__(self, seconds: float) -> None:
        self.left = seconds


class Chat:
    """Asks one model. Holds no connection, so that it can be copied to wherever matches are played."""

    def __init__(self, endpoint: ChatEndpoint, usage: Usage) -> None:
        self._endpoint = endpoint
        self._usage = usage

    def ask(self, messages: Sequence[Message], patience: TimeBudget) -> Completion:
        """The answer; Fault if the patience ends before it comes, Unavailable if it cannot come."""
        began = time.monotonic()
        try:
            return _run_in_own_loop(lambda: self._ask_until_answered(messages, patience))
        finally:
            self._usage.seconds += time.monotonic() - began

    async def _ask_until_answered(self, messages: Sequence[Message], patience: TimeBudget) -> Completion:
        import anyio
        import httpx2

        trouble: list[_TransientTrouble] = []
        first, retries = time.monotonic(), _RETRIES
        unreached = patience.left  # for an endpoint that is not there nobody waits longer than for an answer
        limits = httpx2.Timeout(None, connect=min(_CONNECT, max(patience.left, 0.1)))
        async with httpx2.AsyncClient(timeout=limits, headers=self._headers()) as client:
            while True:
                began = time.monotonic()
                try:
                    with anyio.move_on_after(max(0.0, patience.left)):
                        answer = await self._ask_once(client, messages)
                        patience.left -= time.monotonic() - began
                        return answer
                    self._usage.uncounted += 1
                    raise PlayerFault(TIMED_OUT, f"{self._name} has not answered in time")
                except (httpx2.InvalidURL, UnicodeError) as error:
                    raise Unavailable(f"{self._name} cannot be asked: {str(error).lower()}") from None
                except httpx2.RequestError as error:
                    trouble.append(self._explain_failure(error))
                except _TransientTrouble as passing:
                    trouble.append(passing)
                last, tries = trouble[-1], len(trouble)
                backoff = min(_LONGEST_PAUSE, _PAUSE * 2 ** (tries - 1)) * (0.75 + random() / 2)
                wait = max(backoff, last.wait or 0.0)
                retries -= last.wait is None  # who says when to come again is asked as often as it says so
                lost = time.monotonic() + wait - first
                if retries < 0 or lost > (min(unreached, _TROUBLE) if last.unreached else _TROUBLE):
                    times = "once" if tries == 1 else f"{tries} times"
                    raise Unavailable(f"{self._name} {last}; asked {times}")
                await anyio.sleep(wait)
                self._usage.retries += 1

    async def _ask_once(self, client: "httpx2.AsyncClient", messages: Sequence[Message]) -> Completion:
        body = {**self._endpoint.request, "model": self._endpoint.model, "messages": list(messages)}
        async with client.stream("POST", self._endpoint.url, json=body) as response:
            read = bytearray()
            async for chunk in response.aiter_bytes():
                read += chunk
                if len(read) > LONGEST:
                    break
        if response.status_code == 200:
            try:
                return self._count_usage(parse_completion(read))
            except Malformed:
                raise _TransientTrouble("answered something that is not a chat completion") from None
        says = f"answered with status {response.status_code}"
        if complained := parse_error(read):
            says += f": {quote(self._endpoint.redact(complained))}"
        if response.status_code in _PASSING:
            raise _TransientTrouble(says, parse_retry_after(response.headers.get("retry-after", "")))
        raise Unavailable(f"{self._name} {says}")

    def _count_usage(self, answer: Completion) -> Completion:
        self._usage.answers += 1
        if answer.tokens is None:
            self._usage.uncounted += 1
        else:
            self._usage.prompt_tokens += answer.tokens[0]
            self._usage.completion_tokens += answer.tokens[1]
        return answer

    def _explain_failure(self, error: "httpx2.RequestError") -> _TransientTrouble:
        import httpx2

        if isinstance(error, httpx2.ConnectError | httpx2.ConnectTimeout | httpx2.ProxyError):
            why = f": {quote(self._endpoint.redact(str(error)))}" if str(error) else ""
            return _TransientTrouble(f"cannot be reached{why}", unreached=True)
        return _TransientTrouble("broke off in the middle")

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._endpoint.key}"} if self._endpoint.key else {}

    @property
    def _name(self) -> str:
        return f"the model {quote(self._endpoint.model)} at {self._endpoint.public_url}"


def _run_in_own_loop(work: Callable[[], Awaitable[Completion]]) -> Completion:
    """The result of asynchronous work, also where the caller is itself inside an event loop, as in a notebook.

    Only asynchronous work can be broken off whatever the other side does; and whoever waits here can be interrupted.
    """
    import anyio

    done: SimpleQueue[Completion | BaseException] = SimpleQueue()

    def run() -> None:
        try:
            done.put(anyio.run(work))
        except BaseException as error:
            done.put(error)

    Thread(target=run, daemon=True).start()
    result = done.get()
    if isinstance(result, BaseException):
        raise result
    return result
