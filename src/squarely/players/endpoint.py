"""A client for OpenAI-compatible chat endpoints. Address, key and prices come from the environment."""

import json
import math
import os
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from importlib.util import find_spec
from random import random
from threading import Thread
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias
from urllib.parse import urlsplit

from squarely.core.errors import BadPlayer
from squarely.core.text.notation import quote
from squarely.players.player_faults import CUT_OFF, REFUSED, TIMED_OUT, UNREADABLE, PlayerFault, Usage

if TYPE_CHECKING:
    import httpx2

Message: TypeAlias = dict[str, str]

URL, KEY, PRICES, REQUEST = "SQUARELY_LLM_URL", "SQUARELY_LLM_KEY", "SQUARELY_LLM_PRICES", "SQUARELY_LLM_REQUEST"
LONGEST = 1_000_000  # bytes of an answer that are read
_PATH = "/chat/completions"
_OURS = ("model", "messages", "stream", "n")
_RETRIES = 4
_PAUSE, _LONGEST_PAUSE = 0.5, 20.0  # seconds before the first retry, doubled each time
_CONNECT = 10.0  # seconds to be connected
_TROUBLE = 180.0  # seconds that an endpoint may lose over one answer by rate limits and failures
_PASSING = {408, 409, 425, 429, 500, 502, 503, 504, 529}  # trouble that passes


class Unavailable(BadPlayer):
    """A model that could not be asked: nothing answers there, or something that does not know how."""


class _TransientTrouble(Exception):
    """Trouble that may pass, as the rest of a sentence about the endpoint, and how long it asks to wait."""

    def __init__(self, what: str, wait: float | None = None, unreached: bool = False) -> None:
        super().__init__(what)
        self.wait, self.unreached = wait, unreached


class Completion(NamedTuple):
    """What a model has said, and the tokens it was asked and answered in, if the endpoint names them."""

    text: str
    flaw: str = ""  # REFUSED as the endpoint itself says, CUT_OFF at its limit of tokens, UNREADABLE for its length
    tokens: tuple[int, int] | None = None
    seconds: float = 0.0  # that the model took; what its endpoint loses by trouble is not counted


@dataclass(frozen=True)
class ChatEndpoint:
    """A model and where it is asked. Its key is never shown. Holds no connection, so that it can be pickled."""

    model: str
    url: str
    key: str = field(default="", repr=False)
    prices: tuple[float, float] | None = None
    request: Mapping[str, Any] = field(default_factory=dict)  # what is sent besides the messages

    @property
    def public_url(self) -> str:
        """The address without anything in it that could be secret."""
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"

    @property
    def name(self) -> str:
        return f"the model {quote(self.model)} at {self.public_url}"

    def redact(self, text: str) -> str:
        """A text from outside, without the key in it."""
        return text.replace(self.key, "(key)") if self.key else text

    def ask(self, messages: Sequence[Message], patience: float, usage: Usage) -> Completion:
        """The answer; PlayerFault if these seconds pass before it comes, Unavailable if it cannot come."""
        import httpx2

        first, retries, tries = time.monotonic(), _RETRIES, 0
        unreached = min(patience, _TROUBLE)  # an endpoint that is not there is waited for no longer than an answer
        client = httpx2.Client(headers={"Authorization": f"Bearer {self.key}"} if self.key else {})
        try:
            while True:
                began, tries = time.monotonic(), tries + 1
                try:
                    answer = self._ask_in_thread(client, messages, max(0.0, patience))
                    usage.count(answer.tokens)
                    return answer._replace(seconds=time.monotonic() - began)
                except TimeoutError:
                    usage.uncounted += 1
                    raise PlayerFault(TIMED_OUT, f"{self.name} has not answered in time") from None
                except _TransientTrouble as trouble:
                    backoff = min(_LONGEST_PAUSE, _PAUSE * 2 ** (tries - 1)) * (0.75 + random() / 2)
                    wait = max(backoff, trouble.wait or 0.0)
                    retries -= trouble.wait is None  # an endpoint that says when to come again is asked as often
                    lost = time.monotonic() + wait - first
                    if retries < 0 or lost > (unreached if trouble.unreached else _TROUBLE):
                        times = "once" if tries == 1 else f"{tries} times"
                        raise Unavailable(f"{self.name} {trouble}; asked {times}") from None
                time.sleep(wait)
                usage.retries += 1
        finally:
            client.close()  # which also ends a thread that was abandoned
            usage.seconds += time.monotonic() - first

    def _ask_in_thread(self, client: "httpx2.Client", messages: Sequence[Message], seconds: float) -> Completion:
        """One request; TimeoutError when the time is up, however the endpoint trickles: its thread is abandoned."""
        done: Future[Completion] = Future()

        def run() -> None:
            try:
                done.set_result(self._ask_once(client, messages, seconds))
            except BaseException as error:
                done.set_exception(error)

        Thread(target=run, daemon=True).start()
        return done.result(timeout=seconds)

    def _ask_once(self, client: "httpx2.Client", messages: Sequence[Message], seconds: float) -> Completion:
        import httpx2

        left = max(seconds, 0.1) + 1  # so that the caller's time is up before the connection's
        deadline, read = time.monotonic() + left, bytearray()
        body = {**self.request, "model": self.model, "messages": list(messages)}
        limits = httpx2.Timeout(left, connect=min(_CONNECT, left))
        try:
            with client.stream("POST", self.url, json=body, timeout=limits) as response:
                for chunk in response.iter_bytes():
                    read += chunk
                    if len(read) > LONGEST or time.monotonic() > deadline:
                        break
        except (httpx2.InvalidURL, UnicodeError) as error:
            raise Unavailable(f"{self.name} cannot be asked: {str(error).lower()}") from None
        except (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.ProxyError) as error:
            why = f": {quote(self.redact(str(error)))}" if str(error) else ""
            raise _TransientTrouble(f"cannot be reached{why}", unreached=True) from None
        except httpx2.RequestError:
            raise _TransientTrouble("broke off in the middle") from None
        if response.status_code == 200:
            return _parse_completion(read)
        says = f"answered with status {response.status_code}"
        if complained := _parse_error(read):
            says += f": {quote(self.redact(complained))}"
        if response.status_code in _PASSING:
            raise _TransientTrouble(says, parse_retry_after(response.headers.get("retry-after", "")))
        raise Unavailable(f"{self.name} {says}")


def _parse_completion(read: bytearray) -> Completion:
    """The answer in a response, the first if there are several."""
    if len(read) > LONGEST:
        return Completion("", UNREADABLE)
    try:
        body = json.loads(read)
        choice, used = body["choices"][0], body.get("usage")
        message, ended = choice["message"], choice.get("finish_reason")
        content = message.get("content") or ""
        if not isinstance(content, str):  # some send it in parts
            content = "".join(part.get("text") or "" for part in content)
        whole = content.encode("utf-8", "replace").decode()  # half characters can neither be shown nor sent back
        is_refused = message.get("refusal") or ended == "content_filter"
        flaw = REFUSED if is_refused else CUT_OFF if ended == "length" else ""
        named = used if isinstance(used, dict) else {}
        tokens: Any = named.get("prompt_tokens"), named.get("completion_tokens")
        is_counted = all(type(count) is int and count >= 0 for count in tokens)
        return Completion(whole, flaw, tokens if is_counted else None)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise _TransientTrouble("answered something that is not a chat completion") from None


def _parse_error(read: bytearray) -> str:
    """What the error in a response says; empty if it says nothing."""
    try:
        body = json.loads(read)
        error = body.get("error", body)
        said = error.get("message", "") if isinstance(error, dict) else error
    except (ValueError, AttributeError, RecursionError):
        return ""
    return said.strip() if isinstance(said, str) else ""


def parse_retry_after(header: str) -> float | None:
    """The seconds that a header asks to wait, as a number or as a date."""
    for read in (float, lambda date: parsedate_to_datetime(date).timestamp() - time.time()):
        with suppress(ValueError, OverflowError):
            return max(0.0, read(header))
    return None


def read_environment(model: str, environment: Mapping[str, str] = os.environ) -> ChatEndpoint:
    """The endpoint that the environment names; BadPlayer says what is missing."""
    if not model.strip() or not model.isprintable():
        raise BadPlayer("llm: needs the name of a model behind it, such as llm:gpt-5")
    if not find_spec("httpx2"):
        raise BadPlayer(f"llm:{model} needs httpx2; install it with: pip install 'squarely[agents]'")
    url, key, prices, request = (environment.get(name, "").strip() for name in (URL, KEY, PRICES, REQUEST))
    if not (key.isascii() and key.isprintable() and " " not in key):
        raise BadPlayer(f"{KEY} does not hold a key: a key is one word of printable ASCII characters")
    return ChatEndpoint(model, _read_url(url, model), key, _read_prices(prices, model), _read_request(request))


def _read_url(text: str, model: str) -> str:
    if not text:
        raise BadPlayer(f"llm:{model} needs an endpoint; set {URL}, such as {URL}=http://localhost:11434/v1")
    try:
        parts = urlsplit(text)
        known = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        known = False
    if not known or not text.isprintable() or " " in text:
        raise BadPlayer(f"{URL} is not an address that begins with http:// or https:// and names a machine")
    return parts._replace(path=parts.path.rstrip("/").removesuffix(_PATH) + _PATH).geturl()


def _read_prices(text: str, model: str) -> tuple[float, float] | None:
    """The prices of this model, or those that have no name; None where there are neither."""
    found: dict[str, tuple[float, float]] = {}
    for entry in filter(None, map(str.strip, text.split(","))):
        name, _, prices = entry.rpartition("=")
        try:
            sent, answered = map(float, prices.split("/"))
        except ValueError:
            sent = answered = math.nan
        if not (0 <= sent < math.inf and 0 <= answered < math.inf):
            raise BadPlayer(
                f"{PRICES} has {quote(entry)}; prices are written IN/OUT for a million tokens, such as 2.5/10 "
                "or MODEL=2.5/10, and separated by commas"
            )
        found[name.strip()] = sent, answered
    return found.get(model, found.get(""))


def _read_request(text: str) -> dict[str, Any]:
    """What every request says besides the model and the messages."""
    try:
        found = json.loads(text or "{}")
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise BadPlayer(f'{REQUEST} is not a JSON object, such as {{"temperature": 0}}')
    if ours := [name for name in _OURS if name in found]:
        raise BadPlayer(f"{REQUEST} cannot say {ours[0]!r}: that is for Squarely to say")
    return found
