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

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from tests.patience import wait_beside
from tests.web.load.ledger import Ledger, Said
from tests.web.load.twin import GAME, WORDS, legal_after, safe_moves
from tests.web.load.verdict import SIDES, Kept
from tests.web.serving import PATIENCE, Json, Served, asking
from tests.web.visiting import paired, socket_url

_TWICE, _DROPPED, _WRONG = 0.1, 0.02, 0.05  # of all moves
_AGAIN = 0.3  # seconds before an act that could not be saved is sent again
_BROKEN = (OSError, ConnectionClosed, InvalidHandshake, InvalidMessage, TimeoutError)
_STRANGER = "nobody has this secret"


class Player:
    """Somebody with a seat."""

    def __init__(self, crowd: "Crowd", number: int, match: str, side: str, secret: str) -> None:
        self._address = f"127.0.{2 + number // 200}.{1 + number % 200}"  # as if each were somewhere else
        self.is_waiting = False  # for the acknowledgement of a move
        self._crowd, self._ledger = crowd, crowd.ledger
        self._match, self._side, self._secret = match, side, secret
        self._turns: list[Json] = []
        self._position = ""
        self._pending: tuple[int, str] | None = None
        self._sent: deque[Said] = deque()  # on this line, and not answered yet

    async def play(self) -> None:
        """For ever."""
        while True:
            with suppress(*_BROKEN):
                await self._visit(random.randrange(len(self._crowd.servers)))
            await asyncio.sleep(random.random() * 0.2)

    async def _visit(self, server: int) -> None:
        """From one join until the line breaks."""
        url, here = socket_url(self._crowd.servers[server]), (self._address, 0)
        plain: Json = {"compression": None, "proxy": None, "open_timeout": 20, "close_timeout": 0.1}
        async with connect(url, local_addr=here, **plain) as line:
            self._sent.clear()
            join = {"type": "join", "match": self._match, "since": len(self._turns), "seats": [self._secret]}
            await line.send(json.dumps(join))
            has_joined = False
            while True:
                async with asyncio.timeout(PATIENCE):
                    message: Json = json.loads(await line.recv())
                is_to_send = False
                if message["type"] == "state":
                    if message["since"] > len(self._turns):
                        return  # joining again brings what is missing
                    self._learn(message)
                    is_to_send, has_joined = not has_joined, True
                elif message["type"] in ("done", "refused"):
                    is_to_send = await self._settle(message)
                if has_joined and self._is_on_move:
                    await asyncio.sleep(random.random() * self._crowd.pace)
                    is_to_send = self._choose() or is_to_send
                if is_to_send and self._pending:
                    await self._send(line, server)

    @property
    def _is_on_move(self) -> bool:
        """Whether it is their turn and nothing is under way."""
        return not self.is_waiting and SIDES[len(self._turns) % 2] == self._side and bool(self._position)

    def _choose(self) -> bool:
        """Choose the next move, unless it is time to rest."""
        if self._crowd.is_resting or not self._is_on_move:
            return False
        self._pending = len(self._turns) + 1, random.choice(safe_moves(self._position))
        self.is_waiting = True
        return True

    async def _send(self, line: ClientConnection, server: int) -> None:
        """Send the move that is due; sometimes twice, sometimes after something wrong, sometimes hanging up."""
        assert self._pending
        turn, move = self._pending
        acts = [(self._side, turn, move)] * (1 + (random.random() < _TWICE))
        if random.random() < _WRONG:
            acts = [random.choice(self._mistakes(turn)), *acts]
        for side, number, words in acts:
            secret = self._secret if side == self._side else _STRANGER
            said = Said(self._match, side, number, words, server, time.monotonic())
            self._ledger.said.append(said)
            self._sent.append(said)
            act = {"type": "act", "turn": number, "act": "move", "move": words, "seat": secret}
            await line.send(json.dumps(act))
        if random.random() < _DROPPED:
            await asyncio.sleep(random.choice((0, 0, random.random() * 0.05)))
            self._ledger.drops += 1
            line.transport.abort()

    def _mistakes(self, turn: int) -> list[tuple[str, int, str]]:
        """What nobody should send now: off the grid, too late, too early, out of turn, without a seat."""
        legal = legal_after(tuple(each["move"] for each in self._turns))
        late = [(old["turn"], next(words for words in WORDS if words != old["move"])) for old in self._turns[-8:]]
        mistakes = [*late, (turn + 2, "up 1"), *((turn, words) for words in WORDS if words not in legal)]
        return [("nobody", turn, random.choice(sorted(legal))), *((self._side, *each) for each in mistakes)]

    def _learn(self, message: Json) -> None:
        """The turns that are new; what was told before is compared."""
        now = time.monotonic()
        for turn in message["turns"]:
            self._ledger.learn(self._match, turn["turn"], turn["side"], turn["move"], now)
            if turn["turn"] == len(self._turns) + 1:
                self._turns.append(turn)
        self._position = message["state"]["position"]

    async def _settle(self, message: Json) -> bool:
        """What became of an act; whether it is to be sent again."""
        said = self._sent.popleft()
        assert said.turn == message["turn"], f"{message} answers {said}"
        said.reason = message.get("message", "")
        done = "again" if message.get("again") else "done"
        self._ledger.hear(said, message["code"] if message["type"] == "refused" else done, time.monotonic())
        if (said.turn, said.move) != self._pending or said.side != self._side:
            return False
        if said.answer == "unavailable":
            await asyncio.sleep(_AGAIN)
            return not self._sent
        if said.is_acknowledged and len(self._turns) < said.turn:  # the state may come later
            self._turns.append({"turn": said.turn, "side": self._side, "move": said.move})
        self._pending, self.is_waiting = None, False
        return False


class Crowd:
    """Everybody, the servers they know, and what they remember."""

    def __init__(self, servers: list[Served], pace: float) -> None:
        self.servers, self.ledger = servers, Ledger()
        self.pace = pace  # seconds that somebody thinks at most
        self.is_resting = False
        self._matches: list[str] = []
        self._players: list[Player] = []
        self._tasks: list[asyncio.Task[None]] = []

    async def come(self, sockets: int) -> None:
        """So many people, two at each match."""
        async with asking(self.servers[0]) as client:
            for _ in range(sockets // 2):
                begun = await paired(client, GAME)
                self._matches.append(begun.id)
                for side, secret in zip(SIDES, (begun.first, begun.second), strict=True):
                    self._players.append(Player(self, len(self._players), begun.id, side, secret))
        self._tasks = [asyncio.create_task(player.play()) for player in self._players]

    async def until(self, happened: Callable[[], bool]) -> None:
        """Wait for this; a player who gave up is an error."""
        await wait_beside(self._tasks, happened)

    async def plays(self, seconds: float) -> None:
        """Play for about so long, and on a busy machine until there were as many acknowledgements as players."""
        wanted = self.ledger.acknowledgements + len(self._players)
        await asyncio.sleep(seconds * (0.5 + random.random()))
        await self.until(lambda: self.ledger.acknowledgements >= wanted)

    async def goes_on(self, server: int) -> None:
        """Wait until this server has acknowledged something that was sent from now on."""
        said, seen = self.ledger.said, len(self.ledger.said)
        await self.until(lambda: any(each.server == server and each.is_acknowledged for each in said[seen:]))

    async def rest(self) -> None:
        """Nobody begins another move; what is on its way arrives."""
        self.is_resting = True
        await self.until(lambda: not any(player.is_waiting for player in self._players))

    async def read(self, server: int) -> dict[str, Sequence[Kept]]:
        """Every match as this server has it."""
        kept: dict[str, Sequence[Kept]] = {}
        async with asking(self.servers[server]) as client:
            for match in self._matches:
                while (told := await client.get(f"/api/matches/{match}")).status_code == 429:
                    await asyncio.sleep(1)  # so many long matches are read at a pace
                turns = told.json()["turns"]
                kept[match] = [Kept(turn["turn"], turn["side"], turn["move"]) for turn in turns]
        return kept

    async def leave(self) -> None:
        """Everybody goes; asked again where a line that broke in the same moment swallowed it."""
        while going := [task for task in self._tasks if not task.done()]:
            for task in going:
                task.cancel()
            await asyncio.wait(going, timeout=0.5)


@asynccontextmanager
async def gathered(servers: list[Served], sockets: int, pace: float) -> AsyncIterator[Crowd]:
    """A crowd that plays."""
    crowd = Crowd(servers, pace)
    await crowd.come(sockets)
    try:
        yield crowd
    finally:
        await crowd.leave()
