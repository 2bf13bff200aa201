"""Answers: JSON, a file, and problems, each with its sentence and its code."""

from math import ceil

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from squarely.core.errors import SquarelyError
from squarely.web.http.endpoints import Call
from squarely.web.http.page_routes import make_missing_page
from squarely.web.protocol.messages import Problem, ProblemCode
from squarely.web.protocol.refusals import Refusal, classify


def make_json(given: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A message, never to be kept by whoever passes it on."""
    told = {"Cache-Control": "no-store", **(headers or {})}
    return Response(msgspec.json.encode(given), status, told, "application/json")


def make_file(call: Call, text: str) -> Response:
    """A record to download."""
    kind, suffix = ("application/json", "json") if call.query.form == "json" else ("text/plain", "match")
    name = f'attachment; filename="{call.match}.{suffix}"'
    return Response(text, 200, {"Content-Disposition": name, "Cache-Control": "no-store"}, kind)


def make_problem(
    status: int,
    code: ProblemCode,
    says: str,
    wait: float = 0,
    field: str = "",
    headers: dict[str, str] | None = None,
) -> Response:
    """A sentence and its code, with when to try again where waiting helps."""
    told = dict(headers or {})
    if status in (429, 503):
        told["Retry-After"] = str(max(1, ceil(wait)))
    if status == 401:
        told["WWW-Authenticate"] = "Bearer"
    return make_json(Problem(says, code, field), status, told)


def refuse(error: SquarelyError) -> Response:
    """What is answered where something was refused."""
    status, code = classify(error)
    if isinstance(error, Refusal):
        return make_problem(status, code, str(error), error.wait, error.field)
    return make_problem(status, code, str(error))


async def answer_missing(request: Request, _: Exception | None) -> Response:
    """There is nothing at this address: JSON for programs, a page for people."""
    if request.url.path.startswith("/api/"):
        return make_problem(404, "not_found", "there is nothing at this address; /api/openapi.json lists what there is")
    return make_missing_page(request, "There is no page at this address.")


async def answer_wrong_method(_: Request, error: Exception) -> Response:
    """This address takes something else."""
    given = error.headers if isinstance(error, HTTPException) else None
    allowed = ", ".join(sorted((given or {}).get("Allow", "").split(", ")))
    return make_problem(405, "method_not_allowed", f"this address takes {allowed}", headers={"Allow": allowed})


async def answer_defect(_: Request, __: Exception) -> Response:
    """Whatever went wrong is ours, and is logged."""
    return make_problem(500, "server_error", "something went wrong on the server; it has been noted")
