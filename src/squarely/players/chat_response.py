"""What a chat endpoint sends: an answer, its tokens, a complaint, how long to wait."""

import json
import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

LONGEST = 1_000_000  # bytes of an answer that are read


class Malformed(Exception):
    """These bytes are not a chat completion."""


@dataclass(frozen=True)
class Completion:
    """What a model has said, and the tokens it was asked and answered in, if the endpoint names them."""

    text: str
    refused: bool = False  # the endpoint itself says that the model declines
    too_long: bool = False
    cut_off: bool = False  # the endpoint ended it at the limit of tokens
    tokens: tuple[int, int] | None = None


def parse_completion(read: bytes | bytearray) -> Completion:
    """The answer in a response, the first if there are several."""
    if len(read) > LONGEST:
        return Completion("", too_long=True)
    try:
        body = json.loads(read)
        choice = body["choices"][0]
        message = choice["message"]
        content = message.get("content") or ""
        if not isinstance(content, str):  # some send it in parts
            content = "".join(part.get("text") or "" for part in content)
        refused = bool(message.get("refusal")) or choice.get("finish_reason") == "content_filter"
        whole = content.encode("utf-8", "replace").decode()  # half characters can neither be shown nor sent back
        cut_off = choice.get("finish_reason") == "length"
        return Completion(whole, refused, cut_off=cut_off, tokens=_read_tokens(body.get("usage")))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise Malformed from None


def parse_error(read: bytes | bytearray) -> str:
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
    try:
        return max(0.0, float(header))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time())
    except (ValueError, OverflowError):
        return None


def _read_tokens(told: Any) -> tuple[int, int] | None:
    if not isinstance(told, dict):
        return None
    sent, answered = told.get("prompt_tokens"), told.get("completion_tokens")
    known = all(type(count) is int and count >= 0 for count in (sent, answered))
    return (sent, answered) if known else None  # type: ignore[return-value]
