"""The HTTP part: every endpoint with what it takes and gives. Routes and the OpenAPI description are made from it."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import msgspec
from starlette.requests import ClientDisconnect, Request

from squarely.web.http import query_strings as queries
from squarely.web.http.rate_limits import BODY
from squarely.web.http.responses import explain_invalid
from squarely.web.match.service import Service
from squarely.web.protocol import messages
from squarely.web.protocol.refusals import Refusal


@dataclass(frozen=True)
class Call:
    """A request whose query and body were validated."""

    request: Request
    query: Any
    body: Any

    @property
    def match(self) -> str:
        return str(self.request.path_params["match"])

    @property
    def game(self) -> str:
        return str(self.request.path_params["game"])

    @property
    def secret(self) -> str:
        """The secret in the header `Authorization: Bearer …`, or nothing."""
        kind, _, secret = self.request.headers.get("authorization", "").partition(" ")
        return secret.strip() if kind.lower() == "bearer" else ""


Does: TypeAlias = Callable[[Service, Call], Awaitable[Any]]


@dataclass(frozen=True)
class ApiEndpoint:
    """One thing that can be asked for. `takes` is its body, `query` what may follow the question mark."""

    method: str
    path: str
    says: str
    gives: Any
    does: Does
    takes: type[messages.Incoming] | None = None
    query: type[messages.Incoming] = queries.Nothing
    status: int = 200
    signed: bool = False  # needs the secret of a seat
    refuses: tuple[int, ...] = ()  # besides what any endpoint may answer

    async def answer(self, service: Service, call: Call) -> Any:
        """What it gives; a Refusal if the client leaves before that and it changes nothing."""
        if self.signed or self.status != 200:
            return await self.does(service, call)
        doing = asyncio.ensure_future(self.does(service, call))
        left = asyncio.ensure_future(_wait_until_left(call.request))
        try:
            await asyncio.wait({doing, left}, return_when=asyncio.FIRST_COMPLETED)
            if not doing.done():
                raise Refusal("unavailable", "the client has left")
            return await doing
        finally:
            doing.cancel()
            left.cancel()

    async def read_call(self, request: Request) -> Call:
        """The request, if it is what the endpoint takes; a Refusal says why it is not."""
        given = request.query_params.multi_items()
        if len(dict(given)) != len(given):
            raise Refusal("invalid", "something is asked for twice in the address")
        with explain_invalid(self.query):
            call = Call(request, msgspec.convert(dict(given), self.query, strict=False), None)
        if "match" in request.path_params:
            try:
                msgspec.convert(call.match, messages.MatchId)
            except msgspec.ValidationError:
                raise Refusal("unknown", "there is no such match") from None
        if self.signed and not call.secret:
            raise Refusal("unsigned", "say who you are: Authorization: Bearer SECRET, the secret of your seat")
        if self.takes is None:
            return call
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise Refusal("not_json", "send JSON, with Content-Type: application/json")
        body = await _read_body(request)
        with explain_invalid(self.takes):
            return Call(request, call.query, msgspec.json.decode(body, type=self.takes))


async def _read_body(request: Request) -> bytes:
    """The body, read no further than the limit."""
    body = bytearray()
    try:
        async for part in request.stream():
            body += part
            if len(body) > BODY:
                raise Refusal("too_large", f"a request has at most {BODY} bytes")
    except ClientDisconnect:
        raise Refusal("invalid", "the request was cut short") from None
    return bytes(body)


async def _wait_until_left(request: Request) -> None:
    """Until the client has hung up."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


ENDPOINTS = (
    ApiEndpoint(
        "GET", "/api/games", "Every game.", list[messages.GameFacts], lambda service, _: service.games(),
    ),
    ApiEndpoint(
        "GET", "/api/example", "A position that shows what the truth is, if there is one.", messages.Example | None,
        lambda service, _: service.example(),
    ),
    ApiEndpoint(
        "GET", "/api/games/{game}", "One game, with these options.", messages.GameFacts,
        lambda service, call: service.game(call.game, call.query.options),
        query=queries.AskOptions, refuses=(404,),
    ),
    ApiEndpoint(
        "GET", "/api/games/{game}/court", "What the court found about the rulebook.", messages.Court,
        lambda service, call: service.court(call.game), refuses=(404,),
    ),
    ApiEndpoint(
        "GET", "/api/games/{game}/atlas", "Every position, by its value.", messages.Atlas,
        lambda service, call: service.atlas(call.game, call.query.options),
        query=queries.AskOptions, refuses=(404,),
    ),
    ApiEndpoint(
        "GET", "/api/games/{game}/study", "Whether it has an atlas, and its levels of puzzles.", messages.Study,
        lambda service, call: service.study(call.game), refuses=(404,),
    ),
    ApiEndpoint(
        "GET", "/api/games/{game}/position", "A position to look at.", messages.Shown,
        lambda service, call: service.position(call.game, call.query.options, call.query.position),
        query=queries.AskPosition, refuses=(404,),
    ),
    ApiEndpoint(
        "GET", "/api/games/{game}/truth", "What a position and each of its moves are worth, without a match.",
        messages.PositionTruth, lambda service, call: service.truth_of(call.game, call.query),
        query=queries.AskTruth, refuses=(404,),
    ),
    ApiEndpoint(
        "GET", "/api/puzzles", "A puzzle; the same for the same seed.", messages.PuzzleTask,
        lambda service, call: service.puzzle(call.query), query=queries.AskPuzzle, refuses=(404,),
    ),
    ApiEndpoint(
        "POST", "/api/puzzles/answer", "Whether a move solves a puzzle, and why.", messages.Solved,
        lambda service, call: service.solved(call.body), takes=messages.Answer, refuses=(404,),
    ),
    ApiEndpoint(
        "POST", "/api/results", "Your results in words, from the lines of `squarely me`. Nothing is kept.",
        messages.ResultsSummary, lambda service, call: service.sum_up(call.body), takes=messages.PlayedLines,
    ),
    ApiEndpoint(
        "POST", "/api/matches", "Begin a match. Whoever begins it is told the secrets of their seats.", messages.Begun,
        lambda service, call: service.begin(call.body), takes=messages.NewMatch, status=201, refuses=(404,),
    ),
    ApiEndpoint(
        "GET", "/api/summaries", "Some matches, for a list. Those that there are not are left out.",
        list[messages.MatchSummary], lambda service, call: service.summaries(call.query.ids), query=queries.AskMatches,
    ),
    ApiEndpoint(
        "POST", "/api/matches/{match}/seat", "Take the free seat with an invitation.", messages.Seat,
        lambda service, call: service.take_seat(call.match, call.body),
        takes=messages.TakeSeat, status=201, refuses=(403, 404),
    ),
    ApiEndpoint(
        "POST", "/api/matches/{match}/rematch", "Take your seat in the match that follows this one.", messages.Seat,
        lambda service, call: service.follow(call.match, call.secret),
        status=201, signed=True, refuses=(403, 404, 409),
    ),
    ApiEndpoint(
        "GET", "/api/matches/{match}", "A match as it stands, with the turns after `since`.", messages.StateMessage,
        lambda service, call: service.state(call.match, call.query.since, call.secret),
        query=queries.AskState, refuses=(404,),
    ),
    ApiEndpoint(
        "POST", "/api/matches/{match}/turns", "Act in a match: move, undo, resign, offer, accept, decline.",
        messages.Done, lambda service, call: service.act(call.match, call.secret, call.body),
        takes=messages.Act, signed=True, refuses=(403, 404, 409),
    ),
    ApiEndpoint(
        "GET", "/api/matches/{match}/truth", "What the position and each of its moves are worth.", messages.Truth,
        lambda service, call: service.truth(call.match), refuses=(403, 404),
    ),
    ApiEndpoint(
        "GET", "/api/matches/{match}/hint", "A hint for the mover, one step further each time.", messages.Hint,
        lambda service, call: service.hint(call.match, call.query.step), query=queries.AskHint, refuses=(403, 404),
    ),
    ApiEndpoint(
        "GET", "/api/matches/{match}/review", "A match held against the truth, as far as it is known.", messages.Review,
        lambda service, call: service.review(call.match), refuses=(403, 404),
    ),
    ApiEndpoint(
        "GET", "/api/matches/{match}/replay", "How a match came to where it stands, move by move.", messages.Replay,
        lambda service, call: service.replay(call.match), refuses=(404,),
    ),
    ApiEndpoint(
        "GET", "/api/matches/{match}/record", "The record of a match, as text or as JSON.", str,
        lambda service, call: service.record(call.match, call.query.form), query=queries.AskRecord, refuses=(404,),
    ),
)  # fmt: skip
