"""Answers over HTTP: JSON, and problems, each with its sentence and its code."""

import re
from math import ceil
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from starlette.responses import Response

from squarely.core.errors import SquarelyError
from squarely.core.text.notation import join_with_or
from squarely.web.protocol.messages import Problem, ProblemCode
from squarely.web.protocol.refusals import Refusal, classify

T = TypeVar("T")

INVALID = (msgspec.MsgspecError, RecursionError, UnicodeError)  # what may be raised by what makes no sense
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
    (r"(?s)(.*)", "{where} makes no sense"),
)


def make_json(given: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A message, `no-store`."""
    told = {"Cache-Control": "no-store", **(headers or {})}
    return Response(msgspec.json.encode(given), status, told, "application/json")


def make_problem(
    status: int, code: ProblemCode, says: str, wait: float = 0, field: str = "", headers: dict[str, str] | None = None
) -> Response:
    """A sentence and its code, with when to try again where waiting helps."""
    told = dict(headers or {})
    if status in (429, 503):
        told["Retry-After"] = str(max(1, ceil(wait)))
    if status == 401:
        told["WWW-Authenticate"] = "Bearer"
    return make_json(Problem(says, code, field), status, told)


def refuse(error: SquarelyError) -> Response:
    wait, field = (error.wait, error.field) if isinstance(error, Refusal) else (0, "")
    return make_problem(*classify(error), str(error), wait, field)


def read_as(wanted: type[T], given: bytes | dict[str, str]) -> T:
    """A body or a query as what is wanted; a Refusal says what is wrong with it."""
    try:
        if isinstance(given, bytes):
            return msgspec.json.decode(given, type=wanted)
        return msgspec.convert(given, wanted, strict=False)
    except INVALID as error:
        raise explain(error, wanted) from None


def explain(error: Exception, wanted: Any) -> Refusal:
    """What is wrong with what should have been of this type."""
    if not isinstance(error, msgspec.ValidationError):
        return Refusal("unreadable", "that is not JSON that can be read")
    what, _, where = str(error).partition(" - at `$")
    where = where.strip(".`")
    found, says = next((found, says) for rule, says in _RULES if (found := re.fullmatch(rule, what)))
    given = found[1] or ""
    hints = get_type_hints(wanted, include_extras=True) if isinstance(wanted, type) else {}
    said = says.format(
        where=where or "what is sent",
        given=given,
        allowed=join_with_or(_list_allowed(hints.get(where)) or ["something else"]),
        kind=_KINDS.get(given, f"of type {given}"),
    )
    field = [where, given] if what.startswith("Object ") else [where]
    return Refusal("invalid", said, field=".".join(filter(None, field)))


def _list_allowed(hint: Any) -> list[str]:
    """What a field may be: the words of it, or how it describes itself."""
    if isinstance(hint, msgspec.Meta):
        return [hint.description] if hint.description else []
    if get_origin(hint) is Literal:
        return list(get_args(hint))
    return [each for part in get_args(hint) for each in _list_allowed(part)]
