"""What the load consists of: pairs of sockets, each with one message on its way at a time, and what became of each."""

import asyncio
import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any
from urllib.request import Request, urlopen

import msgspec
from wire import Line

from squarely.core.match.match import Match
from squarely.core.rules import registry
from squarely.web.study.views import SIDES

GAME = "snatchers"
LONGEST = 400  # moves of a match
_ACT = msgspec.json.encode({"type": "act", "turn": 10, "act": "move", "move": "up 2", "seat": "x" * 43})


class Heard(msgspec.Struct):
    """As much of a message as the driver looks at."""

    class Stand(msgspec.Struct):
        """How far a match has come."""

        turn: int

    type: str
    turn: int = 0
    again: bool = False
    state: Stand | None = None


class Pair:
    """Two sockets that have one message on its way at a time, and what became of each."""

    def __init__(self, url: str) -> None:
        self.lines = [Line(url, partial(self.hear, side)) for side in (0, 1)]
        self.sent = 0
        self.times: list[float] = []
        self.on_arrival: Callable[[], None] = lambda: None
        self._due: list[float] = []  # of those that wait for the one before

    def say(self, due: float) -> None:
        """Send the next message, which was due then."""
        self._due.append(due)
        if len(self._due) == 1:
            self._send()

    def hear(self, side: int, message: bytes) -> None:
        """Something has come."""
        raise NotImplementedError

    def _send(self) -> None:
        raise NotImplementedError

    def _arrived(self) -> None:
        self.times.append(time.perf_counter() - self._due[0])

    def _settled(self) -> None:
        """Nothing is on its way."""
        del self._due[0]
        if self._due:
            self._send()
        else:
            self.on_arrival()


class Echo(Pair):
    """Says the same again and again, with one of its sockets."""

    def hear(self, side: int, message: bytes) -> None:  # noqa: ARG002, what comes back is what was sent
        """It came back."""
        self._arrived()
        self._settled()

    def _send(self) -> None:
        self.sent += 1
        self.lines[self.sent % 2].send(_ACT)


class Played(Pair):
    """A match that two people play by link, along a line that was chosen before."""

    def __init__(self, address: str, match: str, secrets: list[str], plan: Match) -> None:
        super().__init__(f"{address}/api/socket")
        self._match, self._secrets, self._plan = match, secrets, plan
        self._api = f"{address}/api/matches/{match}"
        self._joined = [asyncio.Event(), asyncio.Event()]
        self._missing: set[str] = set()  # of the two answers: `done` for the mover, the state for the other seat
        self._wrong: list[str] = []

    async def join(self) -> None:
        """Both sockets join."""
        for line, secret, joined in zip(self.lines, self._secrets, self._joined, strict=True):
            line.send(msgspec.json.encode({"type": "join", "match": self._match, "seats": [secret]}))
            await joined.wait()

    def hear(self, side: int, message: bytes) -> None:
        """A state, or what became of a move."""
        heard = _decode(message)
        if heard.state and not self._joined[side].is_set():
            self._joined[side].set()
        elif heard.state and "state" in self._missing and heard.state.turn == self.sent and side != self._mover:
            self._arrived()
            self._answered("state")
        elif heard.type == "done" and heard.turn == self.sent and not heard.again:
            self._answered("done")
        elif not heard.state:
            self._wrong.append(message.decode())

    def kept(self) -> int:
        """How many turns the server has; they are those that were sent, one for one."""
        turns = ask(self._api)["turns"]
        for number, (turn, move, position) in enumerate(
            zip(turns, self._plan.moves, self._plan.positions, strict=False), 1
        ):
            wanted = {"turn": number, "side": SIDES[position.mover], "act": "move", "move": str(move)}
            assert wanted.items() <= turn.items(), f"{self._api}: {turn} is kept, {wanted} was sent"
        assert len(turns) == self.sent, f"{self._api}: {len(turns)} turns are kept, {self.sent} were sent"
        assert not self._due, f"{self._api}: no answer to turn {self.sent}"
        assert not self._wrong, f"{self._api}: {self._wrong}"
        return len(turns)

    @property
    def _mover(self) -> int:
        """Whoever made the last move that was sent."""
        return int(self._plan.positions[self.sent - 1].mover)

    def _send(self) -> None:
        move = str(self._plan.moves[self.sent])
        self.sent += 1
        self._missing = {"done", "state"}
        act = {"type": "act", "turn": self.sent, "act": "move", "move": move, "seat": self._secrets[self._mover]}
        self.lines[self._mover].send(msgspec.json.encode(act))

    def _answered(self, answer: str) -> None:
        self._missing.remove(answer)
        if not self._missing:
            self._settled()


_decode = msgspec.json.Decoder(Heard).decode


def begun(address: str) -> tuple[str, list[str]]:
    """A match by link, and the secrets of its seats."""
    match = ask(f"{address}/api/matches", game=GAME, opponent="link")
    taken = ask(f"{address}/api/matches/{match['match']}/seat", invitation=match["invitation"])
    return match["match"], [match["seats"][0]["secret"], taken["secret"]]


def planned(seed: int) -> Match:
    """A long match in which nobody wins."""
    chance, match = Random(seed), Match.of(registry.load(GAME))
    while len(match.moves) < LONGEST:
        after = match.play(chance.choice(match.legal_moves))
        match = match if after.outcome else after
    return match


def ask(url: str, **body: object) -> Any:
    """What the API answers."""
    request = Request(url, msgspec.json.encode(body) if body else None, {"Content-Type": "application/json"})
    with urlopen(request, timeout=30) as answer:
        return msgspec.json.decode(answer.read())
