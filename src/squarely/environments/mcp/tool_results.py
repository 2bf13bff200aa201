"""What the tools answer: words for a model to read, and the same as data."""

from typing import Any, TypedDict

from mcp_types import CallToolResult, TextContent

from squarely.core.match.match import Match
from squarely.core.rules.game import Side
from squarely.players.describe_match import describe_situation
from squarely.solver.oracle import Oracle


class GameLine(TypedDict):
    """A game, in a line."""

    game: str
    title: str
    goal: str


class Games(TypedDict):
    """The installed games."""

    games: list[GameLine]


class View(TypedDict):
    """Where a match stands, seen from one seat."""

    match_id: str
    game: str
    options: str
    side: str
    to_move: str | None
    your_turn: bool
    position: str
    board: str
    moves: list[str]
    legal_moves: list[str]
    over: bool
    winner: str | None
    reason: str | None


class Begun(View):
    """A match that was started, with the secret of the seat."""

    seat_token: str
    other_seat_token: str | None
    training: bool


class Judgement(TypedDict):
    """A legal move and what it is worth."""

    move: str
    value: str
    keeps: bool


class Truth(TypedDict):
    """What a position is worth, and every move in it, the best first."""

    value: str
    moves: list[Judgement]


def make_result(words: str, data: Any) -> CallToolResult:
    """Both of them."""
    return CallToolResult(content=[TextContent(type="text", text=words)], structured_content=data)


def view_data(name: str, match: Match, side: Side) -> View:
    """The data of a match."""
    outcome = match.outcome
    mine = match.mover == side and not outcome
    return {
        "match_id": name,
        "game": match.game.name,
        "options": match.game.options,
        "side": str(side),
        "to_move": None if outcome else str(match.mover),
        "your_turn": mine,
        "position": match.game.write_position(match.position),
        "board": match.game.words.draw(match.position),
        "moves": [str(move) for move in match.moves],
        "legal_moves": [str(move) for move in match.legal_moves] if mine else [],
        "over": outcome is not None,
        "winner": str(outcome.winner) if outcome and outcome.winner is not None else None,
        "reason": outcome.reason if outcome else None,
    }


def show_match(name: str, match: Match, side: Side) -> CallToolResult:
    """A match as one seat sees it."""
    return make_result(describe_situation(match, side), view_data(name, match, side))


def show_values(match: Match, oracle: Oracle) -> CallToolResult:
    """The values of where a match stands."""
    value = oracle.value(match.position)
    moves: list[Judgement] = [
        {
            "move": str(each.move),
            "value": each.value.earlier().describe(match.names),
            "keeps": each.value.has_same_result(value),
        }
        for each in oracle.value_moves(match.position)
    ]
    told: Truth = {"value": value.describe(match.names), "moves": moves}
    lines = [f"With best play: {told['value']}.", *(f"- `{each['move']}`: {each['value']}" for each in moves)]
    return make_result("\n".join(lines), told)
