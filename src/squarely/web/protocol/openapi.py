"""The messages, described: as OpenAPI for programs, as TypeScript for the scripts of the page (`make messages`)."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from http import HTTPStatus
from pathlib import Path
from types import UnionType
from typing import Any, Literal, get_args, get_origin

from msgspec import Struct
from msgspec.json import schema_components

from squarely import __version__
from squarely.web.http.endpoints import ENDPOINTS, ApiEndpoint
from squarely.web.protocol import messages
from squarely.web.protocol.messages import Incoming, Problem

Json = dict[str, Any]

DECLARATIONS = Path(__file__).parents[1] / "browser" / "static" / "protocol" / "messages.d.ts"

_IN_PATHS = {
    "match": {"type": "string", "pattern": "^[A-Za-z0-9_-]{12}$"},
    "game": {"type": "string", "pattern": "^[^/]+$"},
}
_PARAMETER = ("name", "in", "required", "schema")
_HEAD = "// Written by `make messages` from squarely/web/protocol/messages: change those instead.\n"
_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


@cache
def build_description() -> Json:
    types = [each for endpoint in ENDPOINTS for each in (endpoint.takes, endpoint.query, endpoint.gives) if each]
    schemas, components = schema_components([*types, Problem], ref_template="#/components/schemas/{name}")
    named = dict(zip(map(str, [*types, Problem]), schemas, strict=True))
    paths: dict[str, Json] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _describe_operation(endpoint, named, components)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Squarely", "version": __version__, "description": "Small two-player grid games."},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer", "description": "The secret of a seat."}},
        },
    }


def _describe_operation(endpoint: ApiEndpoint, named: Json, components: Json) -> Json:
    gives, query = _as_json(named[str(endpoint.gives)]), components[endpoint.query.__name__]
    if endpoint.gives is str:
        gives = {"text/plain": gives["application/json"], **_as_json({"type": "object"})}
    in_path = [(name, "path", True, schema) for name, schema in _IN_PATHS.items() if f"{{{name}}}" in endpoint.path]
    required = query.get("required", ())
    in_query = [(name, "query", name in required, schema) for name, schema in query["properties"].items()]
    codes = {400, 429, 503, *([413, 415] if endpoint.takes else ()), *([401] if endpoint.signed else ())}
    operation: Json = {
        "summary": endpoint.says,
        "operationId": endpoint.method.lower() + endpoint.path.replace("/", "_").replace("{", "").replace("}", ""),
        "parameters": [dict(zip(_PARAMETER, each, strict=True)) for each in (*in_path, *in_query)],
        "responses": {str(endpoint.status): {"description": "As asked.", "content": gives}},
    }
    for code in sorted(codes.union(endpoint.refuses)):
        problem = {"description": HTTPStatus(code).phrase, "content": _as_json(named[str(Problem)])}
        again = {"headers": {"Retry-After": {"schema": {"type": "integer"}}}} if code in (429, 503) else {}
        operation["responses"][str(code)] = problem | again
    if endpoint.takes:
        operation["requestBody"] = {"required": True, "content": _as_json(named[str(endpoint.takes)])}
    if endpoint.signed:
        operation["security"] = [{"seat": []}]
    return operation


def _as_json(schema: Json) -> Json:
    return {"application/json": {"schema": schema}}


def declare(names: Mapping[str, Any]) -> str:
    """Each of these messages as an interface of TypeScript; choices that have a name there have the same name here."""
    choices = {name: get_args(kind) for name, kind in names.items() if get_origin(kind) in (Literal, UnionType)}
    aliases = {frozenset(each): name for name, each in choices.items()}
    kinds = [each for each in names.values() if isinstance(each, type) and each not in (Struct, Incoming)]
    structs = [each for each in kinds if issubclass(each, Struct)]
    _, components = schema_components(structs, ref_template="{name}")
    written = [_HEAD]
    for name, several in choices.items():
        options = (each.__name__ if isinstance(each, type) else json.dumps(each) for each in several)
        written.append(f"export type {name} = {' | '.join(options)};\n")
    written += ("\n".join(_declare_struct(each, components[each.__name__], aliases)) for each in structs)
    return "\n".join(written)


def _declare_struct(kind: type[Struct], schema: Json, aliases: Mapping[frozenset[Any], str]) -> Iterator[str]:
    """What comes in may leave out what has a default; what goes out does where its message says so."""
    may_omit = kind.__struct_config__.omit_defaults or issubclass(kind, Incoming)
    always = schema.get("required", ()) if may_omit else schema["properties"]
    yield f"/** {' '.join(schema.get('description', '').split())} */"
    yield f"export interface {kind.__name__} {{"
    for name, field in schema["properties"].items():
        yield f"  {name}{'' if name in always else '?'}: {_write_type(field, aliases)};"
    yield "}\n"


def _write_type(schema: Json, aliases: Mapping[frozenset[Any], str]) -> str:
    match schema:
        case {"$ref": name}:
            return str(name)
        case {"anyOf": several}:
            return " | ".join(_write_type(each, aliases) for each in several)
        case {"enum": texts}:
            return aliases.get(frozenset(texts)) or " | ".join(map(json.dumps, texts))
        case {"prefixItems": several}:
            return f"[{', '.join(_write_type(each, aliases) for each in several)}]"
        case {"items": each}:
            written = _write_type(each, aliases)
            return f"({written})[]" if " | " in written else f"{written}[]"
        case {"additionalProperties": each}:
            return f"Record<string, {_write_type(each, aliases)}>"
    return _PLAIN[schema["type"]]


if __name__ == "__main__":
    DECLARATIONS.write_text(declare(vars(messages)), encoding="utf-8")
