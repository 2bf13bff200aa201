"""What the server does for whoever asks: the same for the page, for a program and for somebody with curl."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from functools import partial
from secrets import randbelow
from typing import Any, TypeVar

from squarely import record, registry
from squarely.game import Side
from squarely.record import Record
from squarely.web import openings, seats
from squarely.web.limits import Limits, Meter
from squarely.web.messages import (
    Act,
    Answer,
    Atlas,
    Begun,
    Court,
    Done,
    GameFacts,
    Hint,
    NewMatch,
    PuzzleTask,
    Review,
    Seat,
    Shown,
    Solved,
    StateMessage,
    Study,
    TakeSeat,
    Truth,
)
from squarely.web.metrics import Metrics
from squarely.web.proceedings import PERSON, Proceedings, game_of
from squarely.web.queries import AskPuzzle
from squarely.web.refusals import Refusal
from squarely.web.storage import matches
from squarely.web.study import atlas, court, puzzles, questions, views
from squarely.web.study.views import SIDES
from squarely.web.tables import Tables
from squarely.web.thinking import Thinking

T = TypeVar("T")

_ANSWERS = 64  # that take long to work out and never change
_UNCERTAIN = 1000  # seats of which nobody knows whether they were taken
_SEEDS = 2**31


class Service:
    """Everything that can be asked for over HTTP."""

    def __init__(self, tables: Tables, thinking: Thinking, limits: Limits, metrics: Metrics) -> None:
        self.tables, self.thinking, self.metrics = tables, thinking, metrics
        self._questions = Meter(limits.questions_per_address, 60)
        self._acts = Meter(limits.acts_per_address, 60)
        self._answers: OrderedDict[tuple[str, str, str], Any] = OrderedDict()
        self._uncertain: OrderedDict[tuple[str, str], str] = OrderedDict()  # what a seat was claimed with, if it was
        self._seating = asyncio.Lock()

    # Games

    async def games(self) -> list[GameFacts]:
        return [views.facts(game_of(name, "")) for name in registry.names()]

    async def game(self, name: str, options: str) -> GameFacts:
        return views.facts(game_of(name, options))

    async def position(self, name: str, options: str, position: str) -> Shown:
        game = game_of(name, options)
        return views.shown(game, game.read_position(position))

    async def court(self, address: str, name: str) -> Court:
        game = game_of(name, "")
        return await self._once(("court", name, ""), lambda: self._ask(address, court.court, game))

    async def atlas(self, address: str, name: str, options: str) -> Atlas:
        game = game_of(name, options)
        return await self._once(("atlas", name, game.options), lambda: self._ask(address, atlas.atlas, game))

    async def study(self, address: str, name: str) -> Study:
        game = game_of(name, "")
        return await self._once(("study", name, ""), lambda: self._ask(address, atlas.study, game))

    async def puzzle(self, address: str, asked: AskPuzzle) -> PuzzleTask:
        if asked.game:
            registry.rules(asked.game)
        seed = randbelow(_SEEDS) if asked.seed is None else asked.seed
        return await self._ask(address, puzzles.puzzle, asked.game or None, asked.level, seed)

    async def solved(self, address: str, given: Answer) -> Solved:
        game = game_of(given.game, given.options)
        return await self._ask(address, puzzles.answer, game, given.position, given.move, given.squares)

    # Matches

    async def begin(self, address: str, new: NewMatch) -> Begun:
        kept, begun = openings.opened(new, time.time())
        self.tables.begun.check(address, "matches begun")
        if kept.kind == "computer":
            await self.tables.computers.ask(questions.can_play, Proceedings.of(kept, []).match, new.opponent)
        await self.tables.keep(lambda connection: matches.begin(connection, kept), kept.id)
        self.metrics.matches += 1
        return begun

    async def take_seat(self, address: str, match: str, given: TakeSeat) -> Seat:
        self._acts.check(address, "acts")
        if (match, given.invitation) in self._uncertain:
            async with self._seating:  # one after the other: the first of them finds out how it ended
                return await self._seated(match, given)
        return await self._seated(match, given)

    async def _seated(self, match: str, given: TakeSeat) -> Seat:
        """Who had no claim and was told of trouble may sit there all the same: whoever asks next goes on with that."""
        table = await self.tables.table(match)
        side = Side(table.proceedings.kept.invited)
        secret, uncertain = seats.minted(), self._uncertain.get((match, given.invitation), "")
        claim = given.claim or uncertain or secret
        job = partial(
            matches.take_seat,
            match=match,
            side=side,
            invitation=seats.hashed(given.invitation),
            claimed=seats.hashed(f"{given.invitation} {claim}"),
            secret=seats.hashed(secret),
            name=openings.name_for(given.name, table.proceedings.match.game, side),
            at=time.time(),
            attempted=seats.hashed(f"{given.invitation} {uncertain or claim}"),
        )
        try:
            taken = await table.change(job)
        except Refusal:
            if not given.claim:
                self._uncertain[match, given.invitation] = claim
                while len(self._uncertain) > _UNCERTAIN:
                    self._uncertain.popitem(last=False)
            raise
        if not taken:
            raise Refusal("seat", "that seat is taken, or this is not the invitation to it; you can watch")
        self._uncertain.pop((match, given.invitation), None)
        return Seat(match, SIDES[side], secret)

    async def follow(self, address: str, match: str, secret: str) -> Seat:
        """Whoever proves that they sat in a match sits in the one that follows it, on the other side."""
        self._acts.check(address, "acts")
        table = await self.tables.table(match)
        kept = table.proceedings.kept
        side = seats.holder(kept, secret)
        if side is None:
            raise Refusal("seat", "that is not the secret of a seat at this match")
        if not kept.rematch:
            raise Refusal("stale", "there is no rematch yet; offer one")
        renewed = seats.minted()
        following = await self.tables.table(kept.rematch)
        await following.change(
            lambda connection: matches.renew_seat(connection, kept.rematch, side.other, seats.hashed(renewed))
        )
        return Seat(kept.rematch, SIDES[side.other], renewed)

    async def state(self, match: str, since: int) -> StateMessage:
        table = await self.tables.table(match, since)
        return table.message(min(since, table.proceedings.turn))

    async def act(self, address: str, match: str, secret: str, act: Act) -> Done:
        self._acts.check(address, "acts")
        table = await self.tables.table(match)
        return await table.act(secret, act)

    async def record(self, match: str, form: str) -> str:
        proceedings = (await self.tables.table(match)).proceedings
        date = time.strftime("%Y-%m-%d", time.gmtime(proceedings.kept.made_at))
        kept = Record(proceedings.match, date, _players(proceedings))
        return record.write_json(kept) + "\n" if form == "json" else record.write(kept)

    # The truth

    async def truth(self, address: str, match: str) -> Truth:
        proceedings = await self._open_to_truth(match)
        return await self._ask(address, questions.truth, proceedings.match, proceedings.turn)

    async def hint(self, address: str, match: str, step: int) -> Hint:
        return await self._ask(address, questions.hint, (await self._open_to_truth(match)).match, step)

    async def review(self, address: str, match: str) -> Review:
        played = (await self._open_to_truth(match)).match
        return await self._ask(address, questions.review, played, match)

    async def _open_to_truth(self, match: str) -> Proceedings:
        """The proceedings, unless two people are still playing: then the truth is nobody's."""
        proceedings = (await self.tables.table(match)).proceedings
        if not proceedings.truth_is_open:
            raise Refusal("closed", "two people are playing: the truth waits until the match is over")
        return proceedings

    async def _ask(self, address: str, question: Callable[..., T], *about: Any) -> T:
        self._questions.check(address, "questions")
        return await self.thinking.ask(question, *about)

    async def _once(self, key: tuple[str, str, str], ask: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """An answer that never changes, worked out once."""
        if key in self._answers:
            self._answers.move_to_end(key)
            found: T = self._answers[key]
            return found
        answer = await ask()
        self._answers[key] = answer
        while len(self._answers) > _ANSWERS:
            self._answers.popitem(last=False)
        return answer


def _players(proceedings: Proceedings) -> dict[str, str]:
    """Who was no human, as the terminal notes it too."""
    sides = zip(("First", "Second"), proceedings.players, strict=True)
    return {f"{side}Player": player for side, player in sides if player != PERSON}
