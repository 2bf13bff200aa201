"""The types of the page's scripts are the server's messages, to the letter, and a message that changes changes them."""

from msgspec import Struct

from squarely.web.protocol import messages
from squarely.web.protocol.openapi import DECLARATIONS, declare

STRUCTS = {name for name, kind in vars(messages).items() if isinstance(kind, type) and issubclass(kind, Struct)}


def test_the_file_is_what_the_command_writes_and_has_every_message() -> None:
    written = DECLARATIONS.read_text(encoding="utf-8")
    assert written == declare(vars(messages)), "run `make messages`"
    assert {name for name in STRUCTS if f"export interface {name} {{" in written} == STRUCTS - {"Struct", "Incoming"}
    for line in ("  distance: number | null;", "  positions: string[];", "  mover: SideName;", "  note?: string;"):
        assert line in written
