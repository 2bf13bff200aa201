"""The page's types are the server's messages: the same names, the same fields, optional where they may be missing."""

import re
from pathlib import Path

import msgspec
import pytest

from squarely.web import messages

DECLARED = Path(messages.__file__).with_name("static") / "messages.d.ts"
_INTERFACE = re.compile(r"export interface (\w+)(?: extends (\w+))? \{\n(.*?)\n\}", re.S)
_FIELD = re.compile(r"^  (\w+)(\??): ", re.M)


def declared() -> dict[str, dict[str, bool]]:
    """For each interface its fields, and whether each may be missing."""
    found: dict[str, dict[str, bool]] = {}
    for name, parent, body in _INTERFACE.findall(DECLARED.read_text(encoding="utf-8")):
        found[name] = {**found.get(parent, {}), **{field: bool(mark) for field, mark in _FIELD.findall(body)}}
    return found


STRUCTS = {
    name: kind
    for name, kind in vars(messages).items()
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__module__ == messages.__name__
}


@pytest.mark.parametrize("name", sorted(declared()))
def test_an_interface_is_a_message(name: str) -> None:
    config = STRUCTS[name].__struct_config__
    fields = msgspec.structs.fields(STRUCTS[name])
    incoming = issubclass(STRUCTS[name], messages.Incoming)
    may_be_missing = {
        field.encode_name: not field.required and (incoming or config.omit_defaults) for field in fields
    } | ({"type": False} if config.tag else {})
    assert declared()[name] == may_be_missing


def test_every_message_has_an_interface() -> None:
    assert set(STRUCTS) - set(declared()) == {"Incoming"}
