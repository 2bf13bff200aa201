"""Data from outside: what is wrong is said as a sentence that names the place and what would be right."""

import re
from typing import Annotated, Any, NamedTuple

import pytest
from msgspec import Meta, Struct

from squarely.files.typed_data import convert


class Inner(Struct, frozen=True, forbid_unknown_fields=True):
    size: Annotated[int, Meta(ge=1, description="a whole number from 1")] = 1


class Outer(Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(description="a name")]
    many: tuple[Inner, ...] = ()
    plain: int = 0


class Pair(NamedTuple):
    one: int
    other: tuple[str, ...]


def test_what_is_right_is_read() -> None:
    assert convert({"name": "a", "many": [{"size": 3}]}, Outer) == Outer("a", (Inner(3),))
    assert convert({"one": 1, "other": ["x"], "more": 2}, Pair) == Pair(1, ("x",))


def test_what_is_wrong_is_said() -> None:
    wrong: list[tuple[dict[str, Any], type, str]] = [
        ({}, Outer, "it lacks 'name': a name"),
        ({"name": 3}, Outer, "name: 3 is not a name"),
        ({"name": "a", "many": [{}, {"size": 0}]}, Outer, "many[1].size: 0 is not a whole number from 1"),
        ({"name": "a", "many": [{"sise": 2}]}, Outer, "many[0] has no 'sise'; did you mean size?"),
        ({"name": "a", "plain": "\x1b"}, Outer, "its 'plain' is wrong: Expected int, got str"),
        ({"one": 1}, Pair, "it lacks 'other'"),
        ({"one": 1, "other": ["x", 2]}, Pair, "its 'other[1]' is wrong: Expected str, got int"),
    ]
    for data, form, said in wrong:
        with pytest.raises(ValueError, match=f"^{re.escape(said)}$"):
            convert(data, form)
