"""Players who never give up: they do what the page does when a line breaks, and remember what they were promised."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from squarely.core.match.match import Match
from squarely.core.rules import registry
from tests.patience import wait_beside
from tests.web.serving import PATIENCE, Json, Served
from tests.web.visiting import Begun, paired, socket_url, step

_SHORTEST, _LONGEST = 0.02, 0.5  # seconds between tries; the page is ten times more patient
_AGAIN = 0.2  # seconds before an act that could not be kept is sent again
_PACE = 0.02  # seconds to think about a move
_BROKEN = (OSError, ConnectionClosed, InvalidHandshake, TimeoutError)


class Player:
    """Holds one seat: moves when it is their turn, comes back by themselves, sends again what was not acknowledged."""

    def __init__(
        self, server: Callable[[], Served], match: str, side: str, secret: str, promised: asyncio.Event
    ) -> None:
        self.side = side
        self.turns: list[Json] = []
        self.acknowledged: dict[int, str] = {}
        self.refused: list[Json] = []
        self.resting = False
        self._server, self._match, self._secret = server, match, secret
        self._promised = promised
        self._pending: Json | None = None
        self._failures = 0

    @property
    def is_waiting(self) -> bool:
        """Whether an act has not been acknowledged yet."""
        return self._pending is not None

    async def play(self) -> None:
        """For ever."""
        while True:
            with suppress(*_BROKEN):
                await self._visit()
            self._failures += 1
            await asyncio.sleep(random.random() * min(_LONGEST, _SHORTEST * 2**self._failures))

    async def _visit(self) -> None:
        """From one join until the line breaks."""
        async with connect(
            socket_url(self._server()), compression=None, proxy=None, open_timeout=5, close_timeout=0.1
        ) as line:
            join = {"type": "join", "match": self._match, "since": len(self.turns), "seats": [self._secret]}
            await line.send(json.dumps(join))
            joined = False
            while True:
                async with asyncio.timeout(PATIENCE):
                    message = json.loads(await line.recv())
                again = False
                if message["type"] == "state":
                    if message["since"] > len(self.turns):
                        return  # joining again brings what is missing
                    self._learn(message)
                    again, joined = not joined, True
                    self._failures = 0
                elif message["type"] == "refused" and message["code"] == "unavailable":
                    self.refused.append(message)
                    await asyncio.sleep(_AGAIN)
                    again = True
                elif message["type"] in ("done", "refused"):
                    self._settle(message)
                if self._is_on_move:
                    await asyncio.sleep(random.random() * _PACE)
                    again = self._move() or again
                if again and self._pending:
                    await line.send(json.dumps(self._pending))

    def _move(self) -> bool:
        """Make up the next move, unless it is time to rest."""
        if self.resting:
            return False
        turn = len(self.turns) + 1
        self._pending = {"type": "act", "turn": turn, "act": "move", "move": step(turn), "seat": self._secret}
        return True

    @property
    def _is_on_move(self) -> bool:
        """Whether it is their turn, and no act is under way or done for it."""
        turn = len(self.turns) + 1
        mine = ("first", "second")[len(self.turns) % 2] == self.side
        return mine and self._pending is None and turn not in self.acknowledged

    def _learn(self, message: Json) -> None:
        """The turns that are new. What was told once stays so."""
        for number, turn in enumerate(message["turns"], message["since"]):
            if number < len(self.turns):
                assert self.turns[number] == turn, "a turn that was told has changed"
            else:
                assert turn["turn"] == number + 1
                self.turns.append(turn)

    def _settle(self, message: Json) -> None:
        assert self._pending, message
        assert message["type"] == "done", message
        assert message["turn"] == self._pending["turn"]
        self.acknowledged[message["turn"]] = self._pending["move"]
        self._pending = None
        self._promised.set()


class Tournament:
    """Several matches played at once by such players, and what must be true of them afterwards."""

    def __init__(self, server: Served) -> None:
        self.server = server  # the one that runs now
        self.players: list[tuple[Begun, Player, Player]] = []
        self._promised = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self, matches: int) -> None:
        async with httpx.AsyncClient(base_url=self.server.url, timeout=PATIENCE, trust_env=False) as client:
            for _ in range(matches):
                begun = await paired(client)
                first = Player(lambda: self.server, begun.id, "first", begun.first, self._promised)
                second = Player(lambda: self.server, begun.id, "second", begun.second, self._promised)
                self.players.append((begun, first, second))
        self._tasks = [asyncio.create_task(player.play()) for _, *both in self.players for player in both]

    @property
    def acknowledged(self) -> list[int]:
        """How many moves of each match were."""
        return [len(first.acknowledged) + len(second.acknowledged) for _, first, second in self.players]

    @property
    def refused(self) -> list[str]:
        """What the players were told when an act could not be kept."""
        return [message["message"] for _, *both in self.players for player in both for message in player.refused]

    async def until(self, happened: Callable[[], bool]) -> None:
        """Wait for this; a player who gave up is an error."""
        await wait_beside(self._tasks, happened)

    async def promise(self) -> None:
        """Wait for the very moment in which a move is acknowledged."""
        self._promised.clear()
        await asyncio.wait_for(self._promised.wait(), PATIENCE)

    async def goes_on(self, moves: int = 2) -> None:
        """Wait until every match has so many more moves."""
        before = self.acknowledged
        await self.until(lambda: all(now >= then + moves for now, then in zip(self.acknowledged, before, strict=True)))

    async def end(self) -> None:
        """Nobody begins another move; what is on its way arrives. Then every match is looked at."""
        everybody = [player for _, *both in self.players for player in both]
        for player in everybody:
            player.resting = True
        await self.until(lambda: not any(player.is_waiting for player in everybody))
        async with httpx.AsyncClient(base_url=self.server.url, timeout=PATIENCE, trust_env=False) as client:
            for begun, first, second in self.players:
                told = (await client.get(f"/api/matches/{begun.id}")).json()
                _check(told, first, second)

    async def leave(self) -> None:
        """Everybody goes; asked again where a line that broke in the same moment swallowed it."""
        while going := [task for task in self._tasks if not task.done()]:
            for task in going:
                task.cancel()
            await asyncio.wait(going, timeout=0.5)


def _check(told: Json, first: Player, second: Player) -> None:
    """Exactly the acknowledged moves are there, each once, and they lead to the position that a twin comes to."""
    kept = {turn["turn"]: turn["move"] for turn in told["turns"]}
    promised = first.acknowledged | second.acknowledged
    assert kept == promised, f"not as acknowledged: {set(kept.items()) ^ set(promised.items())}"
    assert [turn["turn"] for turn in told["turns"]] == list(range(1, len(kept) + 1))
    assert [turn["side"] for turn in told["turns"]] == [("first", "second")[number % 2] for number in range(len(kept))]
    twin = Match.of(registry.load("snatchers"))
    for number in range(1, len(kept) + 1):
        twin = twin.play(step(number))
    assert told["state"]["position"] == twin.game.write_position(twin.position)
    assert told["state"]["turn"] == len(kept)


@asynccontextmanager
async def tournament(server: Served, matches: int = 4) -> AsyncIterator[Tournament]:
    """Matches that are being played."""
    played = Tournament(server)
    await played.begin(matches)
    try:
        yield played
    finally:
        await played.leave()
