"""The HTTP part: every endpoint with what it takes and gives. Routes and the OpenAPI description are made from it."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from squarely.core.errors import SquarelyError
from squarely.web.http import query_strings as queries
from squarely.web.http.rate_limits import BODY
from squarely.web.http.responses import make_json, read_as, refuse
from squarely.web.match.service import Service
from squarely.web.match.stored_match import load_game
from squarely.web.protocol import messages
from squarely.web.protocol.refusals import Refusal
from squarely.web.study import analysis, atlas


class Call(NamedTuple):
    """A request that was validated."""

    name: str  # of the game or the match in its path
    query: Any
    body: Any
    secret: str  # of the header `Authorization: Bearer …`


@dataclass(frozen=True)
class ApiEndpoint:
    """One thing that can be asked for. `takes` is its body, `query` what may follow the question mark."""

    method: str
    path: str
    says: str
    gives: Any
    does: Callable[[Service, Call], Awaitable[Any]]
    takes: type[messages.Incoming] | None = None
    query: type[messages.Incoming] = queries.Nothing
    status: int = 200
    signed: bool = False  # needs the secret of a seat
    refuses: tuple[int, ...] = (404,)  # besides what any endpoint may answer

    def make_route(self, service: Service) -> Route:
        """Validate, do, answer."""

        async def answer(request: Request) -> Response:
            try:
                call = await self._read_call(request)
                given = await self._do(service, call, request)
            except SquarelyError as error:
                return refuse(error)
            if not isinstance(given, str):
                return make_json(given, self.status)
            kind, suffix = ("application/json", "json") if call.query.form == "json" else ("text/plain", "match")
            name = f'attachment; filename="{call.name}.{suffix}"'
            return Response(given, headers={"Content-Disposition": name}, media_type=kind)

        return Route(self.path, answer, methods=[self.method])

    async def _do(self, service: Service, call: Call, request: Request) -> Any:
        """What it gives; a Refusal if the client leaves before that and it changes nothing."""
        if self.signed or self.status != 200:
            return await self.does(service, call)
        doing = asyncio.ensure_future(self.does(service, call))
        left = asyncio.ensure_future(_wait_until_left(request))
        try:
            await asyncio.wait({doing, left}, return_when=asyncio.FIRST_COMPLETED)
            if not doing.done():
                raise Refusal("unavailable", "the client has left")
            return await doing
        finally:
            doing.cancel()
            left.cancel()

    async def _read_call(self, request: Request) -> Call:
        """The request, if it is what the endpoint takes; a Refusal says why it is not."""
        given, body = request.query_params.multi_items(), None
        if len(dict(given)) != len(given):
            raise Refusal("invalid", "something is asked for twice in the address")
        query = read_as(self.query, dict(given))
        if match := request.path_params.get("match"):
            try:
                msgspec.convert(match, messages.MatchId)
            except msgspec.ValidationError:
                raise Refusal("unknown", "there is no such match") from None
        kind, _, secret = request.headers.get("authorization", "").partition(" ")
        secret = secret.strip() if kind.lower() == "bearer" else ""
        if self.signed and not secret:
            raise Refusal("unsigned", "say who you are: Authorization: Bearer SECRET, the secret of your seat")
        if self.takes:
            if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
                raise Refusal("not_json", "send JSON, with Content-Type: application/json")
            body = read_as(self.takes, await _read_body(request))
        return Call(match or request.path_params.get("game", ""), query, body, secret)


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
    while (await request.receive())["type"] != "http.disconnect":
        pass


ENDPOINTS = (
    ApiEndpoint("GET", "/api/games", "Every game.", list[messages.GameFacts],
                lambda service, _: service.games(), refuses=()),
    ApiEndpoint("GET", "/api/example", "A position that shows what the truth is, if there is one.",
                messages.Example | None, lambda service, _: service.example(), refuses=()),
    ApiEndpoint("GET", "/api/games/{game}", "One game, with these options.", messages.GameFacts,
                lambda service, call: service.game(call.name, call.query.options), query=queries.AskOptions),
    ApiEndpoint("GET", "/api/games/{game}/court", "What the court found about the rulebook.", messages.Court,
                lambda service, call: service.ask_once(analysis.judge_game, load_game(call.name, ""))),
    ApiEndpoint("GET", "/api/games/{game}/atlas", "Every position, by its value.", messages.Atlas,
                lambda service, call: service.ask_once(atlas.build_atlas, load_game(call.name, call.query.options)),
                query=queries.AskOptions),
    ApiEndpoint("GET", "/api/games/{game}/study", "Whether it has an atlas, and its levels of puzzles.", messages.Study,
                lambda service, call: service.ask_once(atlas.describe_study, load_game(call.name, ""))),
    ApiEndpoint("GET", "/api/games/{game}/position", "A position to look at.", messages.Shown,
                lambda service, call: service.position(call.name, call.query.options, call.query.position),
                query=queries.AskPosition),
    ApiEndpoint("GET", "/api/games/{game}/truth", "What a position and each of its moves are worth, without a match.",
                messages.PositionTruth, lambda service, call: service.truth_of(call.name, call.query),
                query=queries.AskTruth),
    ApiEndpoint("GET", "/api/puzzles", "A puzzle; the same for the same seed.", messages.PuzzleTask,
                lambda service, call: service.puzzle(call.query), query=queries.AskPuzzle),
    ApiEndpoint("POST", "/api/puzzles/answer", "Whether a move solves a puzzle, and why.", messages.Solved,
                lambda service, call: service.solved(call.body), messages.Answer),
    ApiEndpoint("POST", "/api/results", "Your results in words, from the lines of `squarely me`. Nothing is kept.",
                messages.ResultsSummary, lambda service, call: service.sum_up(call.body),
                messages.PlayedLines, refuses=()),
    ApiEndpoint("POST", "/api/matches", "Begin a match. Whoever begins it is told the secrets of their seats.",
                messages.Begun, lambda service, call: service.begin(call.body), messages.NewMatch, status=201),
    ApiEndpoint("GET", "/api/summaries", "Some matches, for a list. Those that there are not are left out.",
                list[messages.MatchSummary], lambda service, call: service.summaries(call.query.ids),
                query=queries.AskMatches, refuses=()),
    ApiEndpoint("POST", "/api/matches/{match}/seat", "Take the free seat with an invitation.", messages.Seat,
                lambda service, call: service.take_seat(call.name, call.body), messages.TakeSeat,
                status=201, refuses=(403, 404)),
    ApiEndpoint("POST", "/api/matches/{match}/rematch", "Take your seat in the match that follows this one.",
                messages.Seat, lambda service, call: service.follow(call.name, call.secret),
                status=201, signed=True, refuses=(403, 404, 409)),
    ApiEndpoint("GET", "/api/matches/{match}", "A match as it stands, with the turns after `since`.",
                messages.StateMessage, lambda service, call: service.state(call.name, call.query.since, call.secret),
                query=queries.AskState),
    ApiEndpoint("POST", "/api/matches/{match}/turns", "Act in a match: move, undo, resign, offer, accept, decline.",
                messages.Done, lambda service, call: service.act(call.name, call.secret, call.body), messages.Act,
                signed=True, refuses=(403, 404, 409)),
    ApiEndpoint("GET", "/api/matches/{match}/truth", "What the position and each of its moves are worth.",
                messages.Truth, lambda service, call: service.truth(call.name), refuses=(403, 404)),
    ApiEndpoint("GET", "/api/matches/{match}/hint", "A hint for the mover, one step further each time.", messages.Hint,
                lambda service, call: service.hint(call.name, call.query.step), query=queries.AskHint,
                refuses=(403, 404)),
    ApiEndpoint("GET", "/api/matches/{match}/review", "A match held against the truth, as far as it is known.",
                messages.Review, lambda service, call: service.review(call.name), refuses=(403, 404)),
    ApiEndpoint("GET", "/api/matches/{match}/replay", "How a match came to where it stands, move by move.",
                messages.Replay, lambda service, call: service.replay(call.name)),
    ApiEndpoint("GET", "/api/matches/{match}/record", "The record of a match, as text or as JSON.", str,
                lambda service, call: service.record(call.name, call.query.form), query=queries.AskRecord),
)  # fmt: skip
