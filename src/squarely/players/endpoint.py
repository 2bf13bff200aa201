"""Where language models are asked: an address, a key and prices, all from the environment."""

import json
import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from squarely.core.errors import BadPlayer
from squarely.core.text.notation import quote

URL, KEY, PRICES, REQUEST = "SQUARELY_LLM_URL", "SQUARELY_LLM_KEY", "SQUARELY_LLM_PRICES", "SQUARELY_LLM_REQUEST"
_PATH = "/chat/completions"
_OURS = ("model", "messages", "stream", "n")


@dataclass(frozen=True)
class ChatEndpoint:
    """An OpenAI-compatible chat endpoint and what is sent to it besides the messages. Its key is never shown."""

    model: str
    url: str
    key: str = field(default="", repr=False)
    prices: tuple[float, float] | None = None
    request: Mapping[str, Any] = field(default_factory=dict)

    @property
    def public_url(self) -> str:
        """The address without anything in it that could be secret."""
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"

    def redact(self, text: str) -> str:
        """What somebody else has said, without the key in it."""
        return text.replace(self.key, "(key)") if self.key else text


def read_environment(model: str, environment: Mapping[str, str] = os.environ) -> ChatEndpoint:
    """The endpoint that the environment names; BadPlayer says what is missing."""
    if not model.strip() or not model.isprintable():
        raise BadPlayer("llm: needs the name of a model behind it, such as llm:gpt-5")
    if not find_spec("httpx2"):
        raise BadPlayer(f"llm:{model} needs httpx2; install it with: pip install 'squarely[agents]'")
    key = environment.get(KEY, "").strip()
    if not (key.isascii() and key.isprintable() and " " not in key):
        raise BadPlayer(f"{KEY} does not hold a key: a key is one word of printable ASCII characters")
    return ChatEndpoint(
        model,
        _read_url(environment.get(URL, "").strip(), model),
        key,
        _read_prices(environment, model),
        _read_request(environment),
    )


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
    whole = parts._replace(path=parts.path.rstrip("/").removesuffix(_PATH) + _PATH)
    return whole.geturl()


def _read_prices(environment: Mapping[str, str], model: str) -> tuple[float, float] | None:
    """The prices of this model, or those that have no name; None where there are neither."""
    found: dict[str, tuple[float, float]] = {}
    for entry in filter(None, map(str.strip, environment.get(PRICES, "").split(","))):
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


def _read_request(environment: Mapping[str, str]) -> dict[str, Any]:
    """What every request says besides the model and the messages."""
    text = environment.get(REQUEST, "").strip() or "{}"
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise BadPlayer(f'{REQUEST} is not a JSON object, such as {{"temperature": 0}}')
    for name in _OURS:
        if name in found:
            raise BadPlayer(f"{REQUEST} cannot say {name!r}: that is for Squarely to say")
    return found
