"""Data from outside made into typed objects by msgspec. What is wrong with it is said in a sentence, here alone."""

import re
from collections.abc import Callable
from typing import Any, TypeVar

from squarely.core.text.notation import quote
from squarely.core.text.suggestions import suggest

Form = TypeVar("Form")

_FIELD = re.compile(r"Object (missing required|contains unknown) field `(.*)`")


def convert(data: Any, form: type[Form], hook: Callable[[type, Any], Any] | None = None) -> Form:
    """`data` as a `form`. ValueError names the field and says what would be right."""
    import msgspec

    fields: tuple[str, ...] = getattr(form, "_fields", ()) if isinstance(data, dict) else ()
    if fields:  # a named tuple, which msgspec reads from a list
        if lacking := [name for name in fields if name not in data]:
            raise ValueError(f"it lacks {lacking[0]!r}")
        data = [data[name] for name in fields]
    try:
        return msgspec.convert(data, form, dec_hook=hook)
    except msgspec.ValidationError as error:
        says, _, path = str(error).partition(" - at `$")
    path, described = path.strip(".`"), _describe_fields(form)
    if found := _FIELD.fullmatch(says):
        if found[1].startswith("contains"):
            raise ValueError(f"{path or 'it'} has no {quote(found[2])}; {suggest(found[2], sorted(described))}")
        raise ValueError(f"{path or 'it'} lacks {found[2]!r}{described.get(found[2], '')}")
    value, names = data, [""]
    for number, name in re.findall(r"\[(\d+)\]|(\w+)", path):
        value, names = value[int(number) if number else name], [*names, *filter(None, [name])]
    if fields:
        path = re.sub(r"^\[(\d+)\]", lambda found: fields[int(found[1])], path)
    if right := described.get(names[-1]):
        shown = quote(value) if isinstance(value, str) else quote(str(value))[1:-1]
        raise ValueError(f"{path}: {shown} is not {right[2:]}")
    raise ValueError(f"its {path!r} is wrong: {says.replace('`', '')}")


def _describe_fields(form: type) -> dict[str, str]:
    """The fields of a form and of the forms in it, each with `: ` and what it has to be where its type says so."""
    import msgspec

    parts = msgspec.json.schema(form, schema_hook=lambda _: {"type": "string"}).get("$defs", {}).values()
    fields = [field for part in parts for field in part.get("properties", {}).items()]
    return {name: f": {field['description']}" if "description" in field else "" for name, field in fields}
