"""A room: one match, whoever plays and watches it here, and what happens in it, with or without them.

An event is judged, kept, and only then told to anybody. What is in memory is a copy: the database decides.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

import msgspec

from squarely.core.rules.game import Side
from squarely.play.acts import Act, ActRefused
from squarely.play.computer_answers import accepts_offer
from squarely.play.events import Event
from squarely.play.match_log import MatchLog
from squarely.play.offers import Offer
from squarely.web.http.rate_limits import asker
from squarely.web.match import state_message
from squarely.web.match.audience import Audience
from squarely.web.match.background import Background
from squarely.web.match.match_copy import MatchCopy
from squarely.web.match.new_match import prepare_rematch
from squarely.web.match.room_services import RoomServices
from squarely.web.match.stored_match import StoredMatch
from squarely.web.protocol import messages
from squarely.web.protocol.messages import Done, StateMessage
from squarely.web.protocol.refusals import Refusal
from squarely.web.storage import match_rows
from squarely.web.storage.journal import Job
from squarely.web.study import analysis

T = TypeVar("T")

_encode = msgspec.json.Encoder().encode
_TRIES = 3  # at keeping an event while other processes keep theirs


class Room:
    """One match, whoever is there, and the one lock that its events go through. `forget` drops a match that is gone."""

    def __init__(self, match: str, services: RoomServices, forget: Callable[[str], None]) -> None:
        self.audience = Audience(services.limits.spectators_per_match, lambda: self.tell(self.length))
        self.answering = 0  # acts whose senders have not been answered yet
        self._id = match
        self._services = services
        self._copy = MatchCopy(match, services, forget)
        self._lock = asyncio.Lock()
        self._alarm: asyncio.TimerHandle | None = None
        self._background = Background(match, self._retry)
        self._thinking_about = 0  # the number of the event that a computer player is thinking about

    @property
    def stored(self) -> StoredMatch:
        """The match as it is kept."""
        return self._copy.stored

    @property
    def log(self) -> MatchLog:
        """What has happened here."""
        return self.stored.log

    @property
    def length(self) -> int:
        """How many events are in memory."""
        return self._copy.length

    @property
    def is_idle(self) -> bool:
        return not (self.audience or self._background or self._lock.locked() or self._alarm)

    @property
    def is_busy(self) -> bool:
        return self._lock.locked() or self.answering > 0

    async def refresh(self, since: int = 0) -> None:
        """Read the match again if there is doubt about it, or if somebody has seen more of it than we have."""
        if since > self.length:
            self._copy.is_doubtful = True
        if self._copy.is_doubtful:
            await self._look_again()
        elif self.log.computer_to_move and not self._thinking_about:
            self._look_ahead()  # it has failed to move before

    def message(self, since: int, you: Sequence[Side] | None = None) -> StateMessage:
        """The state with the events after `since`, to be sent."""
        here, watching = self.audience.sides, self.audience.watching
        find_parts = self._services.parts.find
        return state_message.message(self.stored, since, here, watching, time.time(), you, find_parts)

    def tell(self, since: int) -> None:
        """Tell everybody here how the match stands."""
        self.audience.tell(lambda: _encode(self.message(since)))

    def hear(self, event: int) -> None:
        """Another process may have kept something: look, and tell."""
        if event == 0 or event > self.length:
            self._copy.hear()
            if self.audience:
                self._background.start(self._look_again())

    async def act(self, secret: str, given: messages.Act) -> Done:
        """Play an act for whoever holds this secret. Done once it is kept; a Refusal says why it is not.

        An act that was begun is finished and told to the others, even if whoever sent it is gone by then.
        """
        return await self._background.finish(self.finish_act(secret, given))

    async def finish_act(self, secret: str, given: messages.Act) -> Done:
        """The same for a task that nobody cancels."""
        act = Act(given.turn, given.act, given.move, given.squares, given.offer)
        async with self._lock:
            if self._copy.is_doubtful:
                await self._read()
            side = self.stored.find_holder(secret)
            if side is None:
                raise Refusal("seat", "that is not the secret of a seat at this match; you are watching")
            if act.number > self.length + 1:  # they have seen what we have not
                self._copy.is_doubtful = True
                await self._read()
            if self.log.seconds:
                await self._stop_the_clock()
            for _ in range(_TRIES):
                if self.log.repeats(side, act):
                    return Done(act.number, again=True)
                judged = self._judge(side, act)
                if isinstance(judged, Offer):
                    await self._propose(side, judged)
                    return Done(act.number)
                if act.kind == "offer" and judged.kind == "draw":
                    await self._ask_computer(side)
                if await self._keep(judged):
                    return Done(act.number)
            raise Refusal("stale", "the match has gone on meanwhile")

    def _judge(self, side: Side, act: Act) -> Event | Offer:
        try:
            return self.log.judge(side, act, time.time())
        except ActRefused as refused:
            raise Refusal(refused.code, str(refused)) from refused

    async def change(self, job: Job[T]) -> T:
        """Change something else about the match, such as who sits where, and tell everybody."""
        async with self._lock:
            return await self._change(job)

    async def _change(self, job: Job[T]) -> T:
        """Change and read it. It is kept: whoever did so is not told otherwise if reading fails; it is read later."""
        result = await self._copy.change(job)
        try:
            await self._read()
        except Refusal as refusal:
            if refusal.code != "unavailable":
                raise
            self._background.start(self._look_again())
        return result

    async def _look_again(self) -> None:
        async with self._lock:
            await self._read()

    async def _read(self) -> None:
        """Read what is new in the database, if there is doubt."""
        since = await self._copy.read()
        if since is not None:
            self._go_on(since)

    async def _keep(self, event: Event) -> bool:
        """Keep an event, then tell everybody. False if another process has kept one with that number before."""
        if event.number > self._services.limits.turns_per_match and event.kind == "move":
            raise Refusal("illegal", f"a match here has at most {event.number - 1} turns; resign or offer a draw")
        if not await self._copy.keep(event):
            await self._read()
            return False
        self._go_on(event.number - 1)
        return True

    def _go_on(self, since: int) -> None:
        self.tell(since)
        self._look_ahead()

    async def _propose(self, side: Side, offer: Offer) -> None:
        """Keep an offer, or that it is gone; what was agreed to at once is done."""
        if offer.kind == "rematch" and offer.is_open and (offer.by != side or not self.log.seats.are_apart):
            await self._begin_rematch()
        else:
            await self._set_offer(offer)

    async def _set_offer(self, offer: Offer) -> None:
        await self._change(partial(match_rows.set_offer, match=self._id, offer=match_rows.write_offer(offer)))

    async def _begin_rematch(self) -> None:
        if not self.stored.row.rematch:
            self._services.begun.check(asker.get(), "matches begun")
        following = prepare_rematch(self.stored, time.time())
        begun = await self._change(partial(match_rows.begin_rematch, match=self._id, following=following))
        self._services.metrics.matches += begun == following.id

    async def _ask_computer(self, side: Side) -> None:
        """A Refusal if a computer sits opposite and takes no draw; to ask it takes nothing from the time of a turn."""
        match, player = self.log.match, self.log.seats.computers[side.other]
        offer = self.log.make_offer("draw", side, time.time())
        if player and not await self._services.computers.ask(accepts_offer, match, "draw", side.other, player):
            await self._set_offer(offer.close(time.time()))
            raise Refusal("illegal", f"{match.names[side.other]} plays on")

    # What happens without anybody acting: a computer moves, a clock runs out, another process has news

    def _look_ahead(self) -> None:
        """See to it that the next event comes, where it comes by itself."""
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        log, length = self.log, self.length
        if log.clock and log.clock.deadline is not None:
            wait = max(0.0, log.clock.deadline - time.time())
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(wait, lambda: self._background.start(self._run_out(length)))
        most = self._services.limits.turns_per_match
        if log.computer_to_move and length < most and self._thinking_about != length + 1:
            self._thinking_about = length + 1
            self._background.start(self._computer_moves(log, log.computer_to_move, self.stored.row.seed))

    async def _computer_moves(self, log: MatchLog, player: str, seed: int) -> None:
        try:
            words = await self._services.computers.ask(analysis.choose_move, log.match, player, seed)
            async with self._lock:
                await self._read()
                if self.length == log.length:
                    await self._keep(Event(self.length + 1, self.log.match.mover, "move", words, at=time.time()))
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
        if timeout := self.log.run_out(time.time()):
            await self._keep(timeout)

    async def _retry(self) -> None:
        """What went wrong is tried again if anybody is here; else when somebody comes."""
        if self.audience:
            await self.refresh()
            self._look_ahead()
