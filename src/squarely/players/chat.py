"""Asking a chat endpoint: sent, sent again where that can help, read, and broken off when the time is up."""

import time
from collections.abc import Awaitable, Callable, Sequence
from queue import SimpleQueue
from random import random
from threading import Thread
from typing import TYPE_CHECKING, TypeAlias

from squarely.errors import BadPlayer
from squarely.notation import quoted
from squarely.players.completions import LONGEST, Answer, Malformed, complaint, completion, retry_after
from squarely.players.endpoint import Endpoint
from squarely.players.faults import TIMED_OUT, Fault
from squarely.players.usage import Usage

if TYPE_CHECKING:
    import httpx2

Message: TypeAlias = dict[str, str]

_RETRIES = 4
_PAUSE, _LONGEST_PAUSE = 0.5, 20.0  # seconds before the first retry, doubled each time
_CONNECT = 10.0  # seconds to be connected
_PASSING = {408, 409, 425, 429, 500, 502, 503, 504, 529}  # trouble that passes


class Unavailable(BadPlayer):
    """A model that could not be asked: nobody answers there, or somebody who does not know how."""


class _Passing(Exception):
    """Trouble that may pass, as the rest of a sentence about the endpoint, and how long it asks to wait."""

    def __init__(self, what: str, wait: float | None = None, unreached: bool = False) -> None:
        super().__init__(what)
        self.wait = wait
        self.unreached = unreached


class Chat:
    """Asks one model. Holds no connection, so that it can be copied to wherever matches are played."""

    def __init__(self, endpoint: Endpoint, usage: Usage) -> None:
        self._endpoint = endpoint
        self._usage = usage

    def ask(self, messages: Sequence[Message], deadline: float) -> Answer:
        """The answer; Fault if it has not come by the deadline, Unavailable if it cannot come."""
        began = time.monotonic()
        try:
            return _in_a_loop_of_its_own(lambda: self._by(deadline, messages))
        finally:
            self._usage.seconds += time.monotonic() - began

    async def _by(self, deadline: float, messages: Sequence[Message]) -> Answer:
        import anyio

        trouble: list[_Passing] = []
        with anyio.move_on_after(max(0.0, deadline - time.monotonic())):
            return await self._asked(messages, deadline, trouble)
        if trouble and trouble[-1].unreached:
            raise Unavailable(f"{self._name} {trouble[-1]}")
        self._usage.uncounted += 1
        raise Fault(TIMED_OUT, f"{self._name} has not answered in time")

    async def _asked(self, messages: Sequence[Message], deadline: float, trouble: list[_Passing]) -> Answer:
        import anyio
        import httpx2

        patience = httpx2.Timeout(None, connect=min(_CONNECT, (deadline - time.monotonic()) / 2))
        async with httpx2.AsyncClient(timeout=patience, headers=self._headers()) as client:
            for attempt in range(_RETRIES + 1):
                try:
                    return await self._once(client, messages)
                except (httpx2.InvalidURL, UnicodeError) as error:
                    raise Unavailable(f"{self._name} cannot be asked: {str(error).lower()}") from None
                except httpx2.RequestError as error:
                    trouble.append(self._broken(error))
                except _Passing as passing:
                    trouble.append(passing)
                backoff = min(_LONGEST_PAUSE, _PAUSE * 2**attempt) * (0.75 + random() / 2)
                wait = max(backoff, trouble[-1].wait or 0.0)
                if attempt == _RETRIES or time.monotonic() + wait > deadline:
                    break
                await anyio.sleep(wait)
                self._usage.retries += 1
        times = "once" if len(trouble) == 1 else f"{len(trouble)} times"
        raise Unavailable(f"{self._name} {trouble[-1]}; asked {times}")

    async def _once(self, client: "httpx2.AsyncClient", messages: Sequence[Message]) -> Answer:
        body = {**self._endpoint.request, "model": self._endpoint.model, "messages": list(messages)}
        async with client.stream("POST", self._endpoint.url, json=body) as response:
            read = bytearray()
            async for chunk in response.aiter_bytes():
                read += chunk
                if len(read) > LONGEST:
                    break
        if response.status_code == 200:
            try:
                return self._counted(completion(read))
            except Malformed:
                raise _Passing("answered something that is not a chat completion") from None
        says = f"answered with status {response.status_code}"
        if complained := complaint(read):
            says += f": {quoted(self._endpoint.hidden(complained))}"
        if response.status_code in _PASSING:
            raise _Passing(says, retry_after(response.headers.get("retry-after", "")))
        raise Unavailable(f"{self._name} {says}")

    def _counted(self, answer: Answer) -> Answer:
        self._usage.answers += 1
        if answer.tokens is None:
            self._usage.uncounted += 1
        else:
            self._usage.prompt_tokens += answer.tokens[0]
            self._usage.completion_tokens += answer.tokens[1]
        return answer

    def _broken(self, error: "httpx2.RequestError") -> _Passing:
        import httpx2

        if isinstance(error, httpx2.ConnectError | httpx2.ConnectTimeout | httpx2.ProxyError):
            why = f": {quoted(self._endpoint.hidden(str(error)))}" if str(error) else ""
            return _Passing(f"cannot be reached{why}", unreached=True)
        return _Passing("broke off in the middle")

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._endpoint.key}"} if self._endpoint.key else {}

    @property
    def _name(self) -> str:
        return f"the model {quoted(self._endpoint.model)} at {self._endpoint.shown}"


def _in_a_loop_of_its_own(work: Callable[[], Awaitable[Answer]]) -> Answer:
    """The result of asynchronous work, also where the caller is itself inside an event loop, as in a notebook.

    Only asynchronous work can be broken off whatever the other side does; and whoever waits here can be interrupted.
    """
    import anyio

    done: SimpleQueue[Answer | BaseException] = SimpleQueue()

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
