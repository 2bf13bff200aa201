"""The OpenAPI description of the HTTP part, made from the endpoints and their messages."""

from functools import cache
from typing import Any

import msgspec

from squarely import __version__
from squarely.web.http.endpoints import ENDPOINTS, ApiEndpoint
from squarely.web.protocol.messages import Problem

_REF = "#/components/schemas/{name}"
_REASONS = {
    400: "What was asked for makes no sense, and why.",
    401: "The secret of a seat is missing.",
    403: "This is not yours to do or to know.",
    404: "There is no such thing.",
    409: "Somebody was faster: look at the state.",
    413: "The body is too large.",
    415: "The body is not JSON.",
    429: "Too much at once; Retry-After says when to try again.",
    503: "The server cannot do this now; Retry-After says when to try again.",
}
_MATCH = {"type": "string", "pattern": "^[A-Za-z0-9_-]{12}$"}


@cache
def build_description() -> dict[str, Any]:
    """The document."""
    types = [each for endpoint in ENDPOINTS for each in (endpoint.takes, endpoint.query, endpoint.gives) if each]
    schemas, components = msgspec.json.schema_components([*types, Problem], ref_template=_REF)
    named = dict(zip(map(str, [*types, Problem]), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
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


def _describe_operation(endpoint: ApiEndpoint, named: dict[str, Any], components: dict[str, Any]) -> dict[str, Any]:
    form = "text/plain" if endpoint.gives is str else "application/json"
    gives: dict[str, Any] = {"description": "As asked.", "content": {form: {"schema": named[str(endpoint.gives)]}}}
    if endpoint.gives is str:
        gives["content"]["application/json"] = {"schema": {"type": "object"}}
    operation: dict[str, Any] = {
        "summary": endpoint.says,
        "operationId": endpoint.method.lower() + endpoint.path.replace("/", "_").replace("{", "").replace("}", ""),
        "parameters": [*_describe_path(endpoint.path), *_describe_query(endpoint, components)],
        "responses": {
            str(endpoint.status): gives,
            **{str(code): _describe_problem(code) for code in _list_codes(endpoint)},
        },
    }
    if endpoint.takes:
        body = {"application/json": {"schema": named[str(endpoint.takes)]}}
        operation["requestBody"] = {"required": True, "content": body}
    if endpoint.signed:
        operation["security"] = [{"seat": []}]
    return operation


def _list_codes(endpoint: ApiEndpoint) -> list[int]:
    """Every status but the good one."""
    body = [413, 415] if endpoint.takes else []
    signed = [401] if endpoint.signed else []
    return sorted({400, *body, *signed, *endpoint.refuses, 429, 503})


def _describe_problem(code: int) -> dict[str, Any]:
    schema = {"schema": {"$ref": _REF.format(name="Problem")}}
    problem: dict[str, Any] = {"description": _REASONS[code], "content": {"application/json": schema}}
    if code in (429, 503):
        problem["headers"] = {"Retry-After": {"schema": {"type": "integer"}}}
    return problem


def _describe_path(path: str) -> list[dict[str, Any]]:
    kinds = {"match": _MATCH, "game": {"type": "string", "pattern": "^[^/]+$"}}
    return [
        {"name": name, "in": "path", "required": True, "schema": schema}
        for name, schema in kinds.items()
        if f"{{{name}}}" in path
    ]


def _describe_query(endpoint: ApiEndpoint, components: dict[str, Any]) -> list[dict[str, Any]]:
    schema = components[endpoint.query.__name__]
    required = schema.get("required", [])
    return [
        {"name": name, "in": "query", "required": name in required, "schema": each}
        for name, each in schema["properties"].items()
    ]
