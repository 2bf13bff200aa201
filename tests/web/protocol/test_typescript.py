"""The types of the page's scripts are the server's messages, to the letter, and a message that changes changes them."""

from typing import Any, Literal

from msgspec import UNSET, Struct, defstruct

from squarely.web.protocol import messages
from squarely.web.protocol.messages import AtlasGroup, Board, Incoming, OptionFacts, Secret, SideName, TakeSeat
from squarely.web.protocol.openapi import DECLARATIONS, declare

STRUCTS = {name for name, kind in vars(messages).items() if isinstance(kind, type) and issubclass(kind, Struct)}


def test_the_file_is_what_the_command_writes() -> None:
    written = DECLARATIONS.read_text(encoding="utf-8")
    assert written == declare(vars(messages)), "run `make messages`"
    assert {name for name in STRUCTS if f"export interface {name} {{" in written} == STRUCTS - {"Struct", "Incoming"}


def changed(message: type[Struct], field: str, kind: Any = None, default: Any = UNSET) -> type[Struct]:
    """The same message with one field of another type, or none such where there is none."""
    config = message.__struct_config__
    fields = [
        (name, kind if name == field else message.__annotations__[name], *([] if given is UNSET else [given]))
        for name in message.__struct_fields__
        if name != field or kind is not None
        for given in [default if name == field else UNSET]
    ]
    fields.sort(key=len)  # those with a default come last
    base: Any = Incoming if issubclass(message, Incoming) else None
    return defstruct(message.__name__, fields, bases=base and (base,), omit_defaults=config.omit_defaults)


def test_a_changed_message_is_noticed() -> None:
    changes: list[tuple[type[Struct], str, Any, Any, str, str]] = [
        (AtlasGroup, "distance", int, UNSET, "  distance: number | null;", "  distance: number;"),
        (AtlasGroup, "positions", list[int], UNSET, "  positions: string[];", "  positions: number[];"),
        (AtlasGroup, "mover", str, UNSET, "  mover: SideName;", "  mover: string;"),
        (AtlasGroup, "words", None, UNSET, "  words: string;", ""),
        (Board, "tokens", list[str], [], "  tokens: string[];", "  tokens?: string[];"),
        (Board, "tokens", list[SideName | int], UNSET, "  tokens: string[];", "  tokens: (SideName | number)[];"),
        (TakeSeat, "invitation", Secret, "", "  invitation: string;", "  invitation?: string;"),
        (OptionFacts, "says", dict[int, Board], UNSET, "  says: string;", "  says: Record<string, Board>;"),
        (OptionFacts, "name", Literal["a", "b"], UNSET, "  name: string;", '  name: "a" | "b";'),
    ]
    for message, field, kind, default, was, is_now in changes:
        names: dict[str, Any] = {"SideName": SideName, message.__name__: message}
        before = declare(names).split("\n")
        after = declare(names | {message.__name__: changed(message, field, kind, default)}).split("\n")
        assert was in before
        assert was not in after
        assert not is_now or (is_now in after and is_now not in before)


def test_a_missing_message_is_noticed() -> None:
    assert declare({name: kind for name, kind in vars(messages).items() if name != "Pong"}) != declare(vars(messages))
