"""What is wrong with something that was sent, in words for whoever sent it: the validator's own are for programmers."""

import contextlib
import re
from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from squarely.core.text.notation import join_with_or
from squarely.web.protocol.messages import Incoming
from squarely.web.protocol.refusals import Refusal

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


def describe_error(error: Exception, wanted: Any) -> str:
    """What is wrong with what should have been of this type."""
    if not isinstance(error, msgspec.ValidationError):
        return "that is not JSON that can be read"
    found = _WHERE.fullmatch(str(error))
    what, where = (found["what"], found["where"] or "") if found else (str(error), "")
    for pattern, says in _RULES:
        if rule := re.fullmatch(pattern, what):
            given = rule[1] or ""
            allowed = join_with_or([*_list_allowed(wanted, where)] or ["something else"])
            return says.format(
                where=where or "what is sent", given=given, allowed=allowed, kind=_KINDS.get(given, f"of type {given}")
            )
    return f"{where or 'what is sent'} makes no sense"


@contextlib.contextmanager
def explain_invalid(wanted: type[Incoming]) -> Iterator[None]:
    """What is not as it is wanted is refused with the reason."""
    try:
        yield
    except msgspec.ValidationError as error:
        raise Refusal("invalid", describe_error(error, wanted), field=find_field(error)) from None
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise Refusal("unreadable", describe_error(error, wanted)) from None


def find_field(error: msgspec.ValidationError) -> str:
    """The path of the field that is wrong, is missing or should not be there; nothing where it is all of it."""
    found = _WHERE.fullmatch(str(error))
    what, where = (found["what"], found["where"] or "") if found else ("", "")
    named = _NAMED.fullmatch(what)
    return ".".join(filter(None, (where, named[1] if named else "")))


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
