"""A room: one match, the people at it, and what happens in it, with or without them.

An event is judged, committed, and only then told to anybody. The match in memory is a cache; the database decides.
"""

import asyncio
import contextlib
import logging
import time
from collections import deque
from collections.abc import Coroutine, Sequence
from functools import partial
from typing import Any, TypeVar

import msgspec

from squarely.core.errors import SquarelyError
from squarely.core.rules.game import Side
from squarely.play.events import Act, ActRefused, Event
from squarely.play.match_log import MatchLog
from squarely.play.offers import Offer, accepts_offer
from squarely.web.http.rate_limits import asker
from squarely.web.match import state_message
from squarely.web.match.audience import Audience
from squarely.web.match.room_services import RoomServices
from squarely.web.match.stored_match import StoredMatch, prepare_rematch
from squarely.web.protocol import messages
from squarely.web.protocol.messages import Done, StateMessage
from squarely.web.protocol.refusals import Refusal
from squarely.web.storage import match_rows
from squarely.web.storage.journal import Job
from squarely.web.study import analysis

T = TypeVar("T")
log = logging.getLogger("squarely.web")

_TRIES = 3  # at committing an event while other processes commit theirs
_MANY = 50  # events of a match that are worth counting when they are replayed
_SLICE = 0.002  # seconds of replaying, after which the event loop has its turn


class Room:
    """One match, its audience, and the one lock that its events go through."""

    def __init__(self, match: str, services: RoomServices) -> None:
        self.id = match
        self.audience = Audience(services.limits.spectators_per_match, lambda: self.tell(self.length))
        self.answering = 0  # acts whose senders have not been answered yet
        self._services = services
        self._stored: StoredMatch | None = None
        self._writes, self._seen = 1, 0  # to the database, as far as announced, and those that are in memory, too
        self._lock = asyncio.Lock()
        self._alarm: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._thinking_about = 0  # the number of the event that a computer player is thinking about

    @property
    def stored(self) -> StoredMatch:
        """The match as it was kept."""
        assert self._stored, "a match is read before it is used"
        return self._stored

    @property
    def length(self) -> int:
        """How many events are in memory."""
        return self._stored.log.length if self._stored else 0

    @property
    def is_idle(self) -> bool:
        return not (self.audience or self._tasks or self._lock.locked() or self._alarm)

    @property
    def is_busy(self) -> bool:
        return self._lock.locked() or self.answering > 0

    async def refresh(self, since: int = 0) -> None:
        """Re-read a match that may have changed, or of which a client has seen more than we have."""
        self._writes += since > self.length
        if self._seen != self._writes:
            async with self._lock:
                await self._read()
        elif self.stored.log.computer_to_move and not self._thinking_about:
            self._look_ahead()  # it has failed to move before

    def message(self, since: int, you: Sequence[Side] | None = None) -> StateMessage:
        """The state with the events after `since`, to be sent."""
        here = self.audience
        return state_message.message(self.stored, since, here.sides, here.watching, time.time(), you)

    def tell(self, since: int) -> None:
        """Tell everybody here how the match stands."""
        if self.audience:
            self.audience.tell(msgspec.json.encode(self.message(since)))

    def hear(self, event: int) -> None:
        """Another process has announced an event, or with 0 something else: re-read, and tell."""
        if event == 0 or event > self.length:
            self._writes += 1
            if self.audience:
                self._start(self.refresh())

    async def act(self, secret: str, given: messages.Act) -> Done:
        """Play an act for the seat of this secret. Done once it is committed; a Refusal says why it is not.

        An act that was begun is finished and told to the others, even if its sender's request is cancelled.
        """
        return await asyncio.shield(self._hold(self.finish_act(secret, given)))

    async def finish_act(self, secret: str, given: messages.Act) -> Done:
        """The same for a task that is never cancelled."""
        act = Act(given.turn, given.act, given.move, given.squares, given.offer)
        async with self._lock:
            await self._read()
            side = self.stored.find_holder(secret)
            if side is None:
                raise Refusal("seat", "that is not the secret of a seat at this match; you are watching")
            if act.number > self.length + 1:  # the client has seen what we have not
                self._writes += 1
                await self._read()
            await self._stop_the_clock()
            for _ in range(_TRIES):
                if self.stored.log.repeats(side, act):
                    return Done(act.number, again=True)
                try:
                    judged = self.stored.log.judge(side, act, time.time())
                except ActRefused as refused:
                    raise Refusal(refused.code, str(refused)) from refused
                if isinstance(judged, Offer):
                    await self._propose(side, judged)
                    return Done(act.number)
                if act.kind == "offer" and judged.kind == "draw":
                    await self._ask_computer(side)
                if await self._commit(judged):
                    return Done(act.number)
            raise Refusal("stale", "the match has gone on meanwhile")

    async def change(self, job: Job[T]) -> T:
        """Change something else about the match, such as who sits where, and tell everybody."""
        async with self._lock:
            return await self._change(job)

    async def _propose(self, side: Side, offer: Offer) -> None:
        """Keep an offer, or that it is gone; a rematch that both agree to begins."""
        if offer.kind == "rematch" and offer.is_open and (offer.by != side or not self.stored.log.seats.are_apart):
            if not self.stored.row.rematch:
                self._services.begun.check("matches begun")
            following = prepare_rematch(self.stored, time.time())
            begun = await self._change(partial(match_rows.begin_rematch, match=self.id, following=following))
            self._services.metrics.matches.inc(begun == following.id)
        else:
            await self._set_offer(offer)

    async def _set_offer(self, offer: Offer) -> None:
        await self._change(partial(match_rows.set_offer, match=self.id, offer=match_rows.write_offer(offer)))

    async def _ask_computer(self, side: Side) -> None:
        """A Refusal if a computer sits opposite and takes no draw; to ask it takes nothing from the time of a turn."""
        played = self.stored.log
        match, player = played.match, played.seats.computers[side.other]
        offer = played.make_offer("draw", side, time.time())
        if player and not await self._services.computers.ask(accepts_offer, match, "draw", side.other, player):
            await self._set_offer(offer.close(time.time()))
            raise Refusal("illegal", f"{match.names[side.other]} plays on")

    # Reading and writing; callers hold the lock

    async def _read(self) -> None:
        """Read what is new in the database, if anything may be, and tell."""
        known, since, announced = self._stored, self.length, self._writes
        if self._seen == announced:
            return
        found = await self._services.keep(partial(match_rows.find_match, match=self.id, after=since))
        if found is None:
            raise Refusal("unknown", "there is no such match; it may have expired")
        row, events = found
        if len(events) >= _MANY and asker.get():
            self._services.replayed.check("long matches", len(events))
        self._stored = await self._replay(known.update(row) if known else StoredMatch.of(row), events)
        self._seen = announced  # what was announced meanwhile may have come too late for us
        if known is None or known.row != row or events:
            self.tell(since)
            self._look_ahead()

    async def _replay(self, stored: StoredMatch, events: list[Event]) -> StoredMatch:
        """With all these events, which may be thousands: in slices, one of all matches at a time."""
        left = deque(events)
        while left:
            async with self._services.replaying:
                until = time.perf_counter() + _SLICE
                while left:
                    stored = stored.add(left.popleft())
                    if time.perf_counter() > until:
                        break
                await asyncio.sleep(0)
        return stored

    async def _commit(self, event: Event) -> bool:
        """Commit an event, then tell everybody. False if another process has committed one with that number before."""
        if event.number > self._services.limits.turns_per_match and event.kind == "move":
            raise Refusal("illegal", f"a match here has at most {event.number - 1} turns; resign or offer a draw")
        began = time.perf_counter()
        self._writes += 1
        if not await self._services.keep(partial(match_rows.add_event, match=self.id, event=event), self.id):
            await self._read()
            return False
        self._seen += 1
        self._stored = self.stored.add(event)
        self._services.metrics.count_turn(event.kind, time.perf_counter() - began)
        self.tell(event.number - 1)
        self._look_ahead()
        return True

    async def _change(self, job: Job[T]) -> T:
        """Write, then re-read. A failed re-read is not an error: the write is committed, and it is retried."""
        self._writes += 1
        result = await self._services.keep(job, self.id)
        try:
            await self._read()
        except Refusal as refusal:
            if refusal.code != "unavailable":
                raise
            self._start(self.refresh())
        return result

    # What happens without an act: a computer moves, a clock runs out, another process has news

    def _look_ahead(self) -> None:
        """Schedule the next event, where it comes by itself."""
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        played, length = self.stored.log, self.length
        if played.clock and played.clock.deadline is not None:
            wait = max(0.0, played.clock.deadline - time.time())
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(wait, lambda: self._start(self._run_out(length)))
        most = self._services.limits.turns_per_match
        if played.computer_to_move and length < most and self._thinking_about != length + 1:
            self._thinking_about = length + 1
            self._start(self._move_computer(played, played.computer_to_move, self.stored.row.seed))

    async def _move_computer(self, played: MatchLog, player: str, seed: int) -> None:
        try:
            words = await self._services.computers.ask(analysis.choose_move, played.match, player, seed)
            async with self._lock:
                await self._read()
                if self.length == played.length:
                    await self._commit(Event(self.length + 1, played.match.mover, "move", words, at=time.time()))
        finally:
            self._thinking_about = 0

    async def _run_out(self, length: int) -> None:
        self._alarm = None
        async with self._lock:
            await self._read()
            if self.length == length:
                await self._stop_the_clock()
            if self.length == length:  # the alarm rang too early: timers and clocks differ by a little
                self._look_ahead()

    async def _stop_the_clock(self) -> None:
        """The mover loses if their time is over."""
        if timeout := self.stored.log.run_out(time.time()):
            await self._commit(timeout)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do this in the background."""
        self._hold(self._guard(work))

    def _hold(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _guard(self, work: Coroutine[Any, Any, None]) -> None:
        """Log what goes wrong; trouble that may pass is retried once while people are here, else when one comes."""
        try:
            await work
        except SquarelyError as error:
            log.warning("later", extra={"match": self.id, "trouble": str(error)})
            await asyncio.sleep(max(1.0, error.wait if isinstance(error, Refusal) else 0.0))
            if self.audience:
                with contextlib.suppress(SquarelyError):
                    await self.refresh()
                    self._look_ahead()
        except Exception:
            log.exception("by itself", extra={"match": self.id})
