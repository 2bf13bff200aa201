"""A crowd of players on sockets who are hard to please: they send acts twice, say what is wrong, and hang up.

Everything goes into a ledger. Each player holds a seat, comes back by themselves to whichever server lets them in, and
sends again what was not acknowledged, as a page does.
"""

import asyncio
import json
import random
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from tests.patience import wait_beside
from tests.web.load.ledger import GAME, SIDES, WORDS, Act, Ledger, Outage, Said, branch, branch_after
from tests.web.serving import ANYTHING, PATIENCE, Json, Served, asking
from tests.web.visiting import Visitor, connected, paired

_TWICE, _DROPPED, _WRONG = 0.1, 0.02, 0.05  # of all moves
_AGAIN = 0.3  # seconds before an act that could not be saved is sent again
_BROKEN = (OSError, ConnectionClosed, InvalidHandshake, InvalidMessage, TimeoutError)
_STRANGER = "nobody has this secret"


def serve(folder: Path, database: str, port: int = 0) -> Served:
    """A server that a crowd may ask anything, from one address."""
    options = (*ANYTHING, "--limit=messages_per_socket=1000000", "--log=warning")
    return Served(folder, *options, f"--port={port}", database=database)


class Player:
    def __init__(self, crowd: "Crowd", number: int, match: str, side: str, secret: str) -> None:
        self._address = f"127.0.{2 + number // 200}.{1 + number % 200}"  # as if each were somewhere else
        self.pending: Act | None = None  # a move that waits for its acknowledgement
        self._crowd, self._ledger = crowd, crowd.ledger
        self._match, self._side, self._secret = match, side, secret
        self._turns: list[Act] = []
        self._position = ""
        self._sent: deque[Said] = deque()  # on this line, and not answered yet

    async def play(self) -> None:
        while True:
            with suppress(*_BROKEN):
                await self._visit(random.randrange(len(self._crowd.servers)))
            await asyncio.sleep(random.random() * 0.2)

    async def _visit(self, server: int) -> None:
        """From one join until the line breaks."""
        here = (self._address, 0)
        async with connected(self._crowd.servers[server], local_addr=here, open_timeout=20) as visitor:
            self._sent.clear()
            await visitor.say(type="join", match=self._match, since=len(self._turns), seats=[self._secret])
            has_joined = False
            while True:
                async with asyncio.timeout(PATIENCE):
                    message: Json = json.loads(await visitor.connection.recv())
                is_to_send = False
                if message["type"] == "state":
                    if message["since"] > len(self._turns):
                        return  # joining again brings what is missing
                    self._learn(message)
                    is_to_send, has_joined = not has_joined, True
                elif message["type"] in ("done", "refused"):
                    is_to_send = await self._settle(message)
                if has_joined and not self.pending and SIDES[len(self._turns) % 2] == self._side:
                    await asyncio.sleep(random.random() * self._crowd.pace)
                    if not self._crowd.is_resting:
                        safe = [words for words, (_, goes_on) in branch(self._position).items() if goes_on]
                        self.pending, is_to_send = self._make(random.choice(safe)), True
                if is_to_send and self.pending:
                    await self._send(self.pending, visitor, server)

    def _make(self, move: str, turn: int = 0, side: str = "") -> Act:
        """By themselves at this turn, unless something else is said."""
        return Act(self._match, turn or len(self._turns) + 1, side or self._side, move)

    async def _send(self, move: Act, visitor: Visitor, server: int) -> None:
        """Send the move that is due; sometimes twice, sometimes after something wrong, sometimes hanging up."""
        acts = [move] * (1 + (random.random() < _TWICE))
        if random.random() < _WRONG:
            acts = [random.choice(self._mistakes(move.turn)), *acts]
        for act in acts:
            secret = self._secret if act.side == self._side else _STRANGER
            self._sent.append(Said(act, server, time.monotonic()))
            self._ledger.said.append(self._sent[-1])
            await visitor.say(type="act", turn=act.turn, act="move", move=act.move, seat=secret)
        if random.random() < _DROPPED:
            await asyncio.sleep(random.choice((0, 0, random.random() * 0.05)))
            self._ledger.drops += 1
            visitor.connection.transport.abort()

    def _mistakes(self, turn: int) -> list[Act]:
        """What nobody should send now: off the grid, too late, too early, out of turn, without a seat."""
        legal = branch_after([each.move for each in self._turns]) or {}
        late = [self._make(next(words for words in WORDS if words != old.move), old.turn) for old in self._turns[-8:]]
        wrong = [self._make(words, turn) for words in WORDS if words not in legal]
        return [*late, *wrong, self._make("up 1", turn + 2), self._make(random.choice(sorted(legal)), turn, "nobody")]

    def _learn(self, message: Json) -> None:
        """The turns that are new; what was told before is compared."""
        now = time.monotonic()
        for turn in message["turns"]:
            act = self._make(turn["move"], turn["turn"], turn["side"])
            self._ledger.learn(act, now)
            if act.turn == len(self._turns) + 1:
                self._turns.append(act)
        self._position = message["state"]["position"]

    async def _settle(self, message: Json) -> bool:
        """What became of an act; whether it is to be sent again."""
        said = self._sent.popleft()
        assert said.act.turn == message["turn"], f"{message} answers {said}"
        said.reason = message.get("message", "")
        done = "again" if message.get("again") else "done"
        self._ledger.hear(said, message["code"] if message["type"] == "refused" else done, time.monotonic())
        if said.act != self.pending:
            return False
        if said.answer == "unavailable":
            await asyncio.sleep(_AGAIN)
            return not self._sent
        if said.is_acknowledged and len(self._turns) < said.act.turn:  # the state may come later
            self._turns.append(said.act)
        self.pending = None
        return False


class Crowd:
    def __init__(self, servers: list[Served], pace: float) -> None:
        self.servers, self.ledger = servers, Ledger()
        self.pace = pace  # seconds that somebody thinks at most
        self.is_resting = False
        self._matches: list[str] = []
        self._players: list[Player] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def come(self, sockets: int) -> None:
        async with asking(self.servers[0]) as client:
            for _ in range(sockets // 2):
                begun = await paired(client, GAME)
                self._matches.append(begun.id)
                for side, secret in zip(SIDES, (begun.first, begun.second), strict=True):
                    self._players.append(Player(self, len(self._players), begun.id, side, secret))
        self.tasks = [asyncio.create_task(player.play()) for player in self._players]

    async def until(self, happened: Callable[[], bool]) -> None:
        await wait_beside(self.tasks, happened)

    async def plays(self, seconds: float) -> None:
        """Play for about so long, and on a busy machine until there were as many acknowledgements as players."""
        wanted = self.ledger.acknowledgements + len(self._players)
        await asyncio.sleep(seconds * (0.5 + random.random()))
        await self.until(lambda: self.ledger.acknowledgements >= wanted)

    @asynccontextmanager
    async def outage(self, what: str, *servers: int) -> AsyncIterator[None]:
        """Within, something happens to these servers, and is put right again; then play goes on at each of them."""
        down = Outage(what, time.monotonic(), {*servers})
        self.ledger.outages.append(down)
        yield
        down.mended, said, seen = time.monotonic(), self.ledger.said, len(self.ledger.said)
        await self.until(lambda: {*servers} <= {each.server for each in said[seen:] if each.is_acknowledged})

    async def is_refused(self) -> None:
        """Wait until somebody is told that something could not be saved."""
        unsaved = self.ledger.unsaved
        await self.until(lambda: self.ledger.unsaved > unsaved)

    async def rest(self) -> None:
        """Nobody begins another move; what is on its way arrives."""
        self.is_resting = True
        await self.until(lambda: not any(player.pending for player in self._players))

    async def read(self, server: int) -> dict[str, Sequence[Act]]:
        kept: dict[str, Sequence[Act]] = {}
        async with asking(self.servers[server]) as client:
            for match in self._matches:
                while (told := await client.get(f"/api/matches/{match}")).status_code == 429:
                    await asyncio.sleep(1)  # so many long matches are read at a pace
                turns = told.json()["turns"]
                kept[match] = [Act(match, turn["turn"], turn["side"], turn["move"]) for turn in turns]
        return kept


@asynccontextmanager
async def gathered(servers: list[Served], sockets: int, pace: float) -> AsyncIterator[Crowd]:
    crowd = Crowd(servers, pace)
    await crowd.come(sockets)
    try:
        yield crowd
    finally:
        # Everybody goes; asked again where a line that broke in the same moment swallowed it.
        while going := [task for task in crowd.tasks if not task.done()]:
            for task in going:
                task.cancel()
            await asyncio.wait(going, timeout=0.5)
