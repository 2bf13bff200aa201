"""A table: one match, whoever plays and watches it here, and what happens at it, with or without them.

A turn is judged, kept, and only then told to anybody. What is in memory is a copy: the database decides.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import msgspec

from squarely.errors import SquarelyError
from squarely.game import Side
from squarely.players.draws import agrees_to_draw
from squarely.web import states
from squarely.web.limits import asker
from squarely.web.messages import Act, Done, StateMessage
from squarely.web.offers import Offered
from squarely.web.openings import following
from squarely.web.proceedings import PERSON, Proceedings
from squarely.web.refusals import Refusal
from squarely.web.seats import holder
from squarely.web.storage import matches
from squarely.web.storage.journal import Job
from squarely.web.storage.matches import Turn
from squarely.web.study import questions

if TYPE_CHECKING:
    from squarely.web.tables import Tables

T = TypeVar("T")
log = logging.getLogger("squarely.web")

_MOMENT = 0.05  # seconds that those who come and go are gathered over
_A_WHILE = 0.002  # seconds after which others have their turn
_TRIES = 3  # at keeping a turn while other processes keep theirs


class Listener(Protocol):
    """Somebody at a table."""

    sides: Sequence[Side]

    def tell(self, message: bytes) -> None:
        """Pass a message on; never waits."""


class Table:
    """One match, whoever is at it, and the one lock that its turns go through."""

    def __init__(self, match: str, tables: "Tables") -> None:
        self.listeners: set[Listener] = set()
        self.answering = 0  # acts whose senders have not been answered yet
        self._id = match
        self._tables = tables
        self._lock = asyncio.Lock()
        self._proceedings: Proceedings | None = None
        self._doubtful = True  # whether the database may know more than we do
        self._news = 0  # how often another process has announced something
        self._telling: asyncio.TimerHandle | None = None  # who is here
        self._alarm: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Future[Any]] = set()
        self._thinking_at = 0  # the turn that a computer player is thinking about

    @property
    def proceedings(self) -> Proceedings:
        """What has happened here."""
        if self._proceedings is None:
            raise AssertionError("a table is read before it is used")
        return self._proceedings

    @property
    def length(self) -> int:
        """How many turns are in memory."""
        return self._proceedings.turn if self._proceedings else 0

    @property
    def is_idle(self) -> bool:
        return not (self.listeners or self._tasks or self._lock.locked() or self._alarm)

    @property
    def is_busy(self) -> bool:
        return self._lock.locked() or self.answering > 0

    @property
    def watching(self) -> int:
        """How many watch without a seat."""
        return sum(not listener.sides for listener in self.listeners)

    async def current(self, since: int = 0) -> Proceedings:
        """The proceedings, read again if there is doubt about them, or if somebody has seen more than we have."""
        if self._proceedings and since > self._proceedings.turn:
            self._doubtful = True
        if self._doubtful:
            async with self._lock:
                await self._read()
        elif self.proceedings.computer_to_move and not self._thinking_at:
            self._look_ahead()  # it has failed to move before
        return self.proceedings

    def message(self, since: int, you: Sequence[Side] | None = None) -> StateMessage:
        """The state with the turns after `since`."""
        here = {side for listener in self.listeners for side in listener.sides}
        return states.message(self.proceedings, since, here, self.watching, time.time(), you)

    def tell(self, since: int) -> None:
        """Tell everybody here how the match stands."""
        if self._telling:
            self._telling.cancel()
            self._telling = None
        if self.listeners:
            encoded = msgspec.json.encode(self.message(since))
            for listener in self.listeners:
                listener.tell(encoded)

    def enter(self, listener: Listener) -> None:
        """Somebody sits down or watches; a Refusal if too many watch."""
        if not listener.sides and self.watching >= self._tables.limits.spectators_per_match:
            raise Refusal("busy", f"{self.watching} people watch this match already; no more can")
        self.listeners.add(listener)
        self._tell_who_is_here()

    def leave(self, listener: Listener) -> None:
        """Somebody has gone."""
        if listener in self.listeners:
            self.listeners.remove(listener)
            self._tell_who_is_here()

    def _tell_who_is_here(self) -> None:
        """In a moment, once for all who come and go in it: a crowd is not told about each of its members."""
        if not self._telling:
            loop = asyncio.get_running_loop()
            self._telling = loop.call_later(_MOMENT, lambda: self.tell(self.proceedings.turn))

    def heard(self, turn: int) -> None:
        """Another process may have kept something: look, and tell."""
        if turn == 0 or turn > (self._proceedings.turn if self._proceedings else 0):
            self._doubtful = True
            self._news += 1
            if self.listeners:
                self._start(self._look_again())

    async def act(self, secret: str, act: Act) -> Done:
        """Play an act for whoever holds this secret. Done once it is kept; a Refusal says why it is not.

        An act that was begun is finished and told to the others, even if whoever sent it is gone by then.
        """
        acting = asyncio.ensure_future(self._act(secret, act))
        self._tasks.add(acting)
        acting.add_done_callback(self._finished)
        return await asyncio.shield(acting)

    async def _act(self, secret: str, act: Act) -> Done:
        async with self._lock:
            await self._read()
            side = holder(self.proceedings.kept, secret)
            if side is None:
                raise Refusal("seat", "that is not the secret of a seat at this match; you are watching")
            if act.turn > self.proceedings.turn + 1:  # they have seen what we have not
                self._doubtful = True
                await self._read()
            await self._stop_the_clock()
            for _ in range(_TRIES):
                if act.turn <= self.proceedings.turn and self.proceedings.repeats(side, act):
                    return Done(act.turn, again=True)
                await self._computer_agrees(act)
                judged = self.proceedings.judged(side, act, time.time())
                if isinstance(judged, Turn):
                    if await self._keep(judged):
                        return Done(act.turn)
                else:
                    await self._propose(side, judged)
                    return Done(act.turn)
            raise Refusal("stale", "the match has gone on meanwhile")

    async def change(self, job: Job[T]) -> T:
        """Change something else about the match, such as who sits where, and tell everybody."""
        async with self._lock:
            self._doubtful = True
            result = await self._tables.keep(job, self._id)
            await self._read_what_is_kept()
        return result

    async def _read_what_is_kept(self) -> None:
        """Read a change of ours. It is kept: whoever made it is not told otherwise if that fails, it is read later."""
        try:
            await self._read()
        except Refusal as refusal:
            if refusal.code != "unavailable":
                raise
            self._start(self._look_again())

    async def _read(self) -> None:
        """Read what is new in the database, if there is doubt."""
        if not self._doubtful:
            return
        known, news = self._proceedings, self._news
        after = known.turn if known else 0
        found = await self._tables.keep(lambda connection: matches.find(connection, self._id, after))
        if found is None:
            self._tables.drop(self._id)
            raise Refusal("unknown", "there is no such match; it may have expired")
        kept, turns = found
        now = await _caught_up(known.seen(kept) if known else Proceedings.of(kept, []), turns)
        self._doubtful = self._news != news  # what was announced while we read may have come too late for it
        self._proceedings = now
        if known is None:
            self._look_ahead()
        elif turns or kept != known.kept:
            self._changed(after)

    async def _keep(self, turn: Turn) -> bool:
        """Keep a turn, then tell everybody. False if another process has kept one with that number before."""
        if turn.turn > self._tables.limits.turns_per_match and turn.act == "move":
            raise Refusal("illegal", f"a match here has at most {turn.turn - 1} turns; resign or offer a draw")
        begun, news = time.perf_counter(), self._news
        self._doubtful = True  # until we know that it was kept
        kept = await self._tables.keep(lambda connection: matches.add_turn(connection, self._id, turn), self._id)
        if not kept:
            await self._read()
            return False
        self._doubtful = self._news != news
        self._proceedings = self.proceedings.after(turn)
        self._tables.metrics.turn_kept(turn.act, time.perf_counter() - begun)
        self._changed(turn.turn - 1)
        return True

    def _changed(self, since: int) -> None:
        self.tell(since)
        self._look_ahead()

    async def _propose(self, side: Side, offered: Offered | None) -> None:
        """Keep an offer, or that it is gone; what was agreed to at once is done."""
        kept = self.proceedings.kept
        if offered and offered.kind == "rematch" and (offered.by != side or kept.kind != "link"):
            await self._begin_rematch()
        else:
            self._doubtful = True
            job = partial(matches.set_offer, match=self._id, offer=str(offered or ""))
            await self._tables.keep(job, self._id)
        await self._read_what_is_kept()

    async def _begin_rematch(self) -> None:
        if not self.proceedings.kept.rematch:
            self._tables.begun.check(asker.get(), "matches begun")
        next_one = following(self.proceedings, time.time())
        self._doubtful = True
        job = partial(matches.begin_rematch, match=self._id, following=next_one)
        begun = await self._tables.keep(job, self._id)
        self._tables.metrics.matches += begun == next_one.id

    async def _computer_agrees(self, act: Act) -> None:
        """A computer agrees to a draw unless it knows better."""
        if act.act == "offer" and act.offer == "draw" and self.proceedings.kept.kind == "computer":
            match = self.proceedings.match
            computer = Side(self.proceedings.players.index(_computer(self.proceedings)))
            if not match.outcome and not await self._tables.computers.ask(agrees_to_draw, match, computer):
                raise Refusal("illegal", f"{match.names[computer]} plays on")

    # What happens without anybody acting: a computer moves, a clock runs out, another process has news

    def _look_ahead(self) -> None:
        """See to it that the next turn comes, where it comes by itself."""
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        deadline, turn = self.proceedings.deadline, self.proceedings.turn
        if deadline is not None:
            wait = max(0.0, deadline - time.time())
            self._alarm = asyncio.get_running_loop().call_later(wait, lambda: self._start(self._run_out(turn)))
        may_go_on = turn < self._tables.limits.turns_per_match
        if self.proceedings.computer_to_move and may_go_on and self._thinking_at != turn + 1:
            self._thinking_at = turn + 1
            self._start(self._computer_moves(turn))

    async def _computer_moves(self, turn: int) -> None:
        proceedings = self.proceedings
        try:
            words = await self._tables.computers.ask(
                questions.choose, proceedings.match, proceedings.computer_to_move, proceedings.kept.seed
            )
            async with self._lock:
                await self._read()
                if self.proceedings.turn == turn:
                    side = self.proceedings.match.mover
                    await self._keep(Turn(turn + 1, side, "move", words, 0, time.time()))
        finally:
            self._thinking_at = 0

    async def _run_out(self, turn: int) -> None:
        self._alarm = None
        async with self._lock:
            await self._read()
            if self.proceedings.turn == turn:
                await self._stop_the_clock()
            if self.proceedings.turn == turn:  # the alarm rang too early: timers and clocks differ by a little
                self._look_ahead()

    async def _stop_the_clock(self) -> None:
        """The mover loses if their time is over."""
        deadline = self.proceedings.deadline
        if deadline is not None and time.time() >= deadline:
            turn = self.proceedings.turn + 1
            await self._keep(Turn(turn, self.proceedings.match.mover, "timeout", "", 0, deadline))

    async def _look_again(self) -> None:
        async with self._lock:
            await self._read()

    def _start(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(self._guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Future[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # whoever waited has been told; if nobody did, nobody needs to know

    async def _guarded(self, work: Awaitable[None]) -> None:
        """What goes wrong without anybody acting is logged, and tried again when somebody comes or a while later."""
        try:
            await work
        except SquarelyError as error:
            log.warning("later", extra={"match": self._id, "trouble": str(error)})
            with contextlib.suppress(SquarelyError):
                await asyncio.sleep(max(1.0, error.wait if isinstance(error, Refusal) else 0.0))
                if self.listeners:
                    await self.current()
                    self._look_ahead()
        except Exception:
            log.exception("by itself", extra={"match": self._id})


async def _caught_up(proceedings: Proceedings, turns: list[Turn]) -> Proceedings:
    """With all these turns, which may be thousands: others have their turn in between."""
    since = time.perf_counter()
    for turn in turns:
        proceedings = proceedings.after(turn)
        if time.perf_counter() - since > _A_WHILE:
            await asyncio.sleep(0)
            since = time.perf_counter()
    return proceedings


def _computer(proceedings: Proceedings) -> str:
    return next(player for player in proceedings.players if player != PERSON)
