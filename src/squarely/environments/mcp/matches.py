"""The matches that a server holds: found by id, opened by the secret of a seat, told in words and as data."""

from collections import OrderedDict
from dataclasses import dataclass, field
from math import inf
from threading import Lock
from time import monotonic
from typing import Any, TypedDict

from mcp_types import CallToolResult, TextContent

from squarely.core.errors import BadMove, BadPlayer, IllegalMove, SquarelyError
from squarely.core.match.match import Match
from squarely.core.rules.game import Side
from squarely.play.seat_secrets import find_holder, hash_secret, mint_match_id, mint_secret
from squarely.play.turns import computer_moves, is_stopped
from squarely.players import Player
from squarely.players.prompt import describe_situation
from squarely.solver.belief import BELIEVED, has_same_result, is_known
from squarely.solver.believer import Believer
from squarely.solver.oracle import Oracle

MOST = 1000  # matches at a time
LONGEST = 1000  # moves of one match
IDLE = 3600.0  # seconds after which a match that is not training is over without a call


class NotYours(SquarelyError):
    """There is no such match, or this is not the secret of a seat in it; which of the two is not told."""


@dataclass
class HeldMatch:
    """A match, who plays it, and the hashes of the secrets that open its seats."""

    match: Match
    players: dict[Side, Player]  # the computers
    training: bool
    secrets: tuple[str, str]  # empty for the seat of a computer
    lock: Lock = field(default_factory=Lock)  # a turn and its answer are one thing
    used: float = field(default_factory=monotonic)  # when; -inf once it was left for so long that it is over

    @property
    def is_left(self) -> bool:
        return not self.training and monotonic() - self.used > IDLE

    @property
    def is_rated(self) -> bool:
        """Whether it goes on and is no training, so that the oracle is silent about it."""
        return not (self.training or self.is_left or self.match.outcome or is_stopped(self.match, LONGEST))

    def play(self, side: Side, words: str) -> None:
        """The move of a side, and the answers of the computers. Either all of it happens or nothing."""
        if not self.match.outcome:
            if self.is_left:
                raise IllegalMove("the match has stopped unfinished, because nobody played on for very long.")
            if is_stopped(self.match, LONGEST):
                raise IllegalMove(f"the match has stopped unfinished after {LONGEST} moves. Please start another.")
            if self.match.mover != side:
                raise IllegalMove(f"it is the turn of {self.match.mover_name}.")
        self.match = _let_computers_answer(self.match.play(words), self.players)


def _let_computers_answer(match: Match, players: dict[Side, Player]) -> Match:
    try:
        for after in computer_moves(match, players, LONGEST):
            match = after
    except (BadPlayer, BadMove) as failed:
        raise BadPlayer(f"nothing was played, because {match.mover_name} cannot answer: {failed}.") from None
    return match


class Matches:
    """Every match of a server, in the order in which they were last used."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._held: OrderedDict[str, HeldMatch] = OrderedDict()
        self._lock = Lock()

    def begin(self, match: Match, players: dict[Side, Player], training: bool) -> tuple[str, Match, dict[Side, str]]:
        """Begin a match: its id, where it stands, and a secret for every seat that no computer has."""
        tokens = {side: mint_secret() for side in Side if side not in players}
        first, second = (hash_secret(tokens[side]) if side in tokens else "" for side in Side)
        held = HeldMatch(_let_computers_answer(match, players), players, training, (first, second))
        name = mint_match_id()
        with self._lock:
            self._held[name] = held
            while len(self._held) > self._most:
                self._held.popitem(last=False)
        return name, held.match, tokens

    def has_rated(self, game: str) -> bool:
        """Whether a match of this game goes on, under whatever options, about which the oracle is silent."""
        with self._lock:
            return any(held.match.game.name == game and held.is_rated for held in self._held.values())

    def open(self, name: str, token: str) -> tuple[HeldMatch, Side]:
        """The match of this id and the side whose seat the secret opens."""
        with self._lock:
            held = self._held.get(name)
            side = find_holder(held.secrets if held else ("", ""), token)  # as much work either way
            if held is None or side is None:
                raise NotYours(
                    "no match has this match_id together with this seat_token. Use both as start_match returned them; "
                    "a match that was idle for very long is gone, and another can be started."
                )
            self._held.move_to_end(name)
            held.used = -inf if held.is_left else monotonic()
            return held, side


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
    return CallToolResult(content=[TextContent(type="text", text=words)], structured_content=data)


def view_data(name: str, match: Match, side: Side) -> View:
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


def show_values(match: Match, judge: Oracle | Believer) -> CallToolResult:
    """The values of where a match stands, or what is believed of it."""
    value = judge.value(match.position)
    moves: list[Judgement] = [
        {
            "move": str(each.move),
            "value": each.value.earlier().describe(match.names),
            "keeps": has_same_result(each.value, value),
        }
        for each in judge.value_moves(match.position)
    ]
    told: Truth = {"value": value.describe(match.names), "moves": moves}
    how = "With best play" if is_known(value) else f"Not solved; a search believes ({BELIEVED})"
    lines = [f"{how}: {told['value']}.", *(f"- `{each['move']}`: {each['value']}" for each in moves)]
    return make_result("\n".join(lines), told)
