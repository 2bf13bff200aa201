"""Answers over HTTP: JSON, a file, and problems, each with its sentence and its code."""

import contextlib
import re
from collections.abc import Iterator
from math import ceil
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from starlette.responses import Response

from squarely.core.errors import SquarelyError
from squarely.core.text.notation import join_with_or
from squarely.web.protocol.messages import Incoming, Problem, ProblemCode
from squarely.web.protocol.refusals import Refusal, classify

_WHERE = re.compile(r"(?P<what>.*?)(?: - at `\$\.?(?P<where>[^`]*)`)?")
_NAMED = re.compile(r"Object (?:missing required|contains unknown) field `(.*)`")
_KINDS = {
    "str": "text",
    "int": "a whole number",
    "float": "a number with a fraction",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "nothing",
}
# What the validator says, which is for programmers, and what is said instead.
_RULES = (
    (r"Expected `str` of length <= (\d+)", "{where} has at most {given} characters"),
    (r"Expected `array` of length <= (\d+)", "{where} has at most {given} entries"),
    (r"Expected `int` >= (-?\d+)", "{where} is at least {given}"),
    (r"Expected `int` <= (\d+)", "{where} is at most {given}"),
    (r"Invalid (?:enum )?value '(.*)'|Expected `str` matching (regex).*", "{where} is {allowed}"),
    (r"Object missing required field `(.*)`", "{given} is missing"),
    (r"Object contains unknown field `(.*)`", "there is no field {given}; is it misspelt?"),
    (r"Expected `(\w+).*`, got `.*`", "{where} is {kind}"),
)


def make_json(given: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A message, never to be kept by whoever passes it on."""
    told = {"Cache-Control": "no-store", **(headers or {})}
    return Response(msgspec.json.encode(given), status, told, "application/json")


def make_problem(
    status: int,
    code: ProblemCode,
    says: str,
    wait: float = 0,
    field: str = "",
    headers: dict[str, str] | None = None,
) -> Response:
    """A sentence and its code, with when to try again where waiting helps."""
    told = dict(headers or {})
    if status in (429, 503):
        told["Retry-After"] = str(max(1, ceil(wait)))
    if status == 401:
        told["WWW-Authenticate"] = "Bearer"
    return make_json(Problem(says, code, field), status, told)


def refuse(error: SquarelyError) -> Response:
    """What is answered where something was refused."""
    status, code = classify(error)
    if isinstance(error, Refusal):
        return make_problem(status, code, str(error), error.wait, error.field)
    return make_problem(status, code, str(error))


@contextlib.contextmanager
def explain_invalid(wanted: type[Incoming]) -> Iterator[None]:
    """What is not as it is wanted is refused with the reason."""
    try:
        yield
    except msgspec.ValidationError as error:
        what, where = _take_apart(error)
        named = _NAMED.fullmatch(what)
        field = ".".join(filter(None, (where, named[1] if named else "")))
        raise Refusal("invalid", describe_error(error, wanted), field=field) from None
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise Refusal("unreadable", describe_error(error, wanted)) from None


def describe_error(error: Exception, wanted: Any) -> str:
    """What is wrong with what should have been of this type."""
    if not isinstance(error, msgspec.ValidationError):
        return "that is not JSON that can be read"
    what, where = _take_apart(error)
    for pattern, says in _RULES:
        if rule := re.fullmatch(pattern, what):
            given = rule[1] or ""
            allowed = join_with_or([*_list_allowed(wanted, where)] or ["something else"])
            return says.format(
                where=where or "what is sent", given=given, allowed=allowed, kind=_KINDS.get(given, f"of type {given}")
            )
    return f"{where or 'what is sent'} makes no sense"


def _take_apart(error: msgspec.ValidationError) -> tuple[str, str]:
    """What the validator says, and the path of the field; nothing where it is all of it."""
    found = _WHERE.fullmatch(str(error))
    return (found["what"], found["where"] or "") if found else (str(error), "")


def _list_allowed(wanted: Any, field: str) -> Iterator[str]:
    """What a field may be: the words of it, or how it describes itself."""
    hints = get_type_hints(wanted, include_extras=True) if isinstance(wanted, type) else {}
    todo = [hints.get(field)]
    while todo:
        hint = todo.pop(0)
        if isinstance(hint, msgspec.Meta):
            yield from [hint.description] if hint.description else []
        elif get_origin(hint) is Literal:
            yield from get_args(hint)
        else:
            todo += get_args(hint)
