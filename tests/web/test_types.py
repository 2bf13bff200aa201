"""The page's types are the server's messages: the same names, fields and types, optional where they may be missing."""

import re
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest

from squarely.web import messages

DECLARED = Path(messages.__file__).with_name("static") / "messages.d.ts"
_INTERFACE = re.compile(r"export interface (\w+)(?: extends (\w+))? \{\n(.*?)\n\}", re.S)
_FIELD = re.compile(r"^  (\w+\??): (.+);$", re.M)
_PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null"}
_NAMED = {messages.SideName: "SideName", messages.OfferKind: "OfferKind"}


def declared() -> dict[str, dict[str, set[str]]]:
    """For each interface its fields, marked where they may be missing, each with what it may be."""
    found: dict[str, dict[str, set[str]]] = {}
    for name, parent, body in _INTERFACE.findall(DECLARED.read_text(encoding="utf-8")):
        fields = {field: set(kind.split(" | ")) for field, kind in _FIELD.findall(body)}
        found[name] = {**found.get(parent, {}), **fields}
    return found


def said(kind: Any) -> set[str]:
    """A type of ours as TypeScript says it: everything that it may be."""
    origin, given = get_origin(kind), get_args(kind)
    if kind in _NAMED:
        return {_NAMED[kind]}
    if origin is Annotated:
        return said(given[0])
    if origin in (Union, UnionType):
        return set().union(*map(said, given))
    if origin is Literal:
        return {f'"{each}"' for each in given}
    if origin is list:
        (each,) = said(given[0])
        return {f"{each}[]"}
    if origin is dict:
        (each,) = said(given[1])
        return {f"Record<string, {each}>"}
    return {_PLAIN.get(kind) or kind.__name__}


STRUCTS = {
    name: kind
    for name, kind in vars(messages).items()
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__module__ == messages.__name__
}


@pytest.mark.parametrize("name", sorted(declared()))
def test_an_interface_is_a_message(name: str) -> None:
    config = STRUCTS[name].__struct_config__
    hints = get_type_hints(STRUCTS[name], include_extras=True)
    incoming = issubclass(STRUCTS[name], messages.Incoming)
    fields = {
        field.encode_name + "?" * (not field.required and (incoming or config.omit_defaults)): said(hints[field.name])
        for field in msgspec.structs.fields(STRUCTS[name])
    }
    tag = {"type": {f'"{config.tag}"'}} if config.tag else {}
    assert declared()[name] == fields | tag


@pytest.mark.parametrize(("name", "kind"), [(name, kind) for kind, name in _NAMED.items()])
def test_a_named_choice_has_the_same_choices(name: str, kind: Any) -> None:
    choices = " | ".join(f'"{each}"' for each in get_args(kind))
    assert f"export type {name} = {choices};" in DECLARED.read_text(encoding="utf-8")


def test_every_message_has_an_interface() -> None:
    assert set(STRUCTS) - set(declared()) == {"Incoming"}
