"""The messages as TypeScript has them, for the scripts of the page: `make messages` writes them down again."""

from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import fields

from squarely.web.protocol import messages
from squarely.web.protocol.messages import Incoming

FILE = Path(str(files("squarely.web.browser"))) / "static" / "protocol" / "messages.d.ts"

_HEAD = "// Written by `make messages` from squarely/web/protocol/messages: change those instead.\n"
_PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null"}
_UNIONS = (Union, UnionType)


def declare(names: Mapping[str, Any]) -> str:
    """Each of these messages as an interface; choices and unions that have a name there have the same name here."""
    aliases = {kind: name for name, kind in names.items() if get_origin(kind) in (Literal, *_UNIONS)}
    types = [f"export type {name} = {' | '.join(_options(kind, aliases))};\n" for kind, name in aliases.items()]
    structs = [kind for kind in names.values() if isinstance(kind, type) and issubclass(kind, Struct)]
    interfaces = ["\n".join(_interface(kind, aliases)) for kind in structs if kind not in (Struct, Incoming)]
    return "\n".join([_HEAD, *types, *interfaces])


def _interface(kind: type[Struct], aliases: dict[Any, str]) -> Iterator[str]:
    """What comes in may leave out what has a default; what goes out does where its message says so."""
    config, hints = kind.__struct_config__, get_type_hints(kind, include_extras=True)
    may_omit = config.omit_defaults or issubclass(kind, Incoming)
    yield f"/** {' '.join((kind.__doc__ or '').split())} */"
    yield f"export interface {kind.__name__} {{"
    if config.tag:
        yield f'  type: "{config.tag}";'
    for field in fields(kind):
        optional = "?" if may_omit and not field.required else ""
        yield f"  {field.encode_name}{optional}: {_write(hints[field.name], aliases)};"
    yield "}\n"


def _write(kind: Any, aliases: dict[Any, str]) -> str:
    """A type in TypeScript."""
    return aliases.get(kind) or " | ".join(_options(kind, aliases))


def _options(kind: Any, aliases: dict[Any, str]) -> list[str]:
    """Everything that a value of this type may be."""
    origin, given = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _options(given[0], aliases)
    if origin in _UNIONS:
        return [_write(each, aliases) for each in given]
    if origin is Literal:
        return [f'"{each}"' for each in given]
    if origin is list:
        each = _write(given[0], aliases)
        return [f"({each})[]" if " | " in each else f"{each}[]"]
    if origin is tuple:
        return [f"[{', '.join(_write(each, aliases) for each in given)}]"]
    if origin is dict:
        return [f"Record<string, {_write(given[1], aliases)}>"]  # whatever the keys were, in JSON they are strings
    return [_PLAIN.get(kind) or kind.__name__]


if __name__ == "__main__":
    FILE.write_text(declare(vars(messages)), encoding="utf-8")
