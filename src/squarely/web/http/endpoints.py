"""The HTTP part: every endpoint with what it takes and gives. Routes and the OpenAPI description are made from it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from starlette.requests import Request

from squarely.serving.households import household_of
from squarely.web.http.query_strings import (
    AskHint,
    AskMatches,
    AskOptions,
    AskPosition,
    AskPuzzle,
    AskRecord,
    AskState,
    AskTruth,
    Nothing,
)
from squarely.web.match.service import Service
from squarely.web.protocol.messages import (
    Act,
    Answer,
    Atlas,
    Begun,
    Court,
    Done,
    GameFacts,
    Hint,
    Incoming,
    MatchSummary,
    NewMatch,
    PositionTruth,
    PuzzleTask,
    Replay,
    Review,
    Seat,
    Shown,
    Solved,
    StateMessage,
    Study,
    TakeSeat,
    Truth,
)


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
    def address(self) -> str:
        """Who is counted."""
        return household_of(self.request.client.host) if self.request.client else ""

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
    takes: type[Incoming] | None = None
    query: type[Incoming] = Nothing
    status: int = 200
    signed: bool = False  # needs the secret of a seat
    refuses: tuple[int, ...] = ()  # besides what any endpoint may answer


ENDPOINTS = (
    ApiEndpoint("GET", "/api/games", "Every game.", list[GameFacts], lambda service, _: service.questions.games()),
    ApiEndpoint(
        "GET", "/api/games/{game}", "One game, with these options.", GameFacts,
        lambda service, call: service.questions.game(call.game, call.query.options), query=AskOptions, refuses=(404,),
    ),
    ApiEndpoint(
        "GET", "/api/games/{game}/court", "What the court found about the rulebook.", Court,
        lambda service, call: service.questions.court(call.address, call.game), refuses=(404,),
    ),
    ApiEndpoint(
        "GET", "/api/games/{game}/atlas", "Every position, by its value.", Atlas,
        lambda service, call: service.questions.atlas(call.address, call.game, call.query.options),
        query=AskOptions, refuses=(404,),
    ),
    ApiEndpoint(
        "GET", "/api/games/{game}/study", "Whether it has an atlas, and its levels of puzzles.", Study,
        lambda service, call: service.questions.study(call.address, call.game), refuses=(404,),
    ),
    ApiEndpoint(
        "GET", "/api/games/{game}/position", "A position to look at.", Shown,
        lambda service, call: service.questions.position(call.game, call.query.options, call.query.position),
        query=AskPosition, refuses=(404,),
    ),
    ApiEndpoint(
        "GET", "/api/games/{game}/truth", "What a position and each of its moves are worth, without a match.",
        PositionTruth, lambda service, call: service.questions.truth_of(call.address, call.game, call.query),
        query=AskTruth, refuses=(404,),
    ),
    ApiEndpoint(
        "GET", "/api/puzzles", "A puzzle; the same for the same seed.", PuzzleTask,
        lambda service, call: service.questions.puzzle(call.address, call.query), query=AskPuzzle, refuses=(404,),
    ),
    ApiEndpoint(
        "POST", "/api/puzzles/answer", "Whether a move solves a puzzle, and why.", Solved,
        lambda service, call: service.questions.solved(call.address, call.body), takes=Answer, refuses=(404,),
    ),
    ApiEndpoint(
        "POST", "/api/matches", "Begin a match. Whoever begins it is told the secrets of their seats.", Begun,
        lambda service, call: service.begin(call.address, call.body), takes=NewMatch, status=201, refuses=(404,),
    ),
    ApiEndpoint(
        "GET", "/api/summaries", "Some matches, for a list. Those that there are not are left out.", list[MatchSummary],
        lambda service, call: service.summaries(call.query.ids), query=AskMatches,
    ),
    ApiEndpoint(
        "POST", "/api/matches/{match}/seat", "Take the free seat with an invitation.", Seat,
        lambda service, call: service.take_seat(call.address, call.match, call.body),
        takes=TakeSeat, status=201, refuses=(403, 404),
    ),
    ApiEndpoint(
        "POST", "/api/matches/{match}/rematch", "Take your seat in the match that follows this one.", Seat,
        lambda service, call: service.follow(call.address, call.match, call.secret),
        status=201, signed=True, refuses=(403, 404, 409),
    ),
    ApiEndpoint(
        "GET", "/api/matches/{match}", "A match as it stands, with the turns after `since`.", StateMessage,
        lambda service, call: service.state(call.match, call.query.since, call.secret), query=AskState, refuses=(404,),
    ),
    ApiEndpoint(
        "POST", "/api/matches/{match}/turns", "Act in a match: move, undo, resign, offer, accept, decline.", Done,
        lambda service, call: service.act(call.address, call.match, call.secret, call.body),
        takes=Act, signed=True, refuses=(403, 404, 409),
    ),
    ApiEndpoint(
        "GET", "/api/matches/{match}/truth", "What the position and each of its moves are worth.", Truth,
        lambda service, call: service.truth(call.address, call.match), refuses=(403, 404),
    ),
    ApiEndpoint(
        "GET", "/api/matches/{match}/hint", "A hint for the mover, one step further each time.", Hint,
        lambda service, call: service.hint(call.address, call.match, call.query.step),
        query=AskHint, refuses=(403, 404),
    ),
    ApiEndpoint(
        "GET", "/api/matches/{match}/review", "A match held against the truth, as far as it is known.", Review,
        lambda service, call: service.review(call.address, call.match), refuses=(403, 404),
    ),
    ApiEndpoint(
        "GET", "/api/matches/{match}/replay", "How a match came to where it stands, move by move.", Replay,
        lambda service, call: service.replay(call.address, call.match), refuses=(404,),
    ),
    ApiEndpoint(
        "GET", "/api/matches/{match}/record", "The record of a match, as text or as JSON.", str,
        lambda service, call: service.record(call.match, call.query.form), query=AskRecord, refuses=(404,),
    ),
)  # fmt: skip
