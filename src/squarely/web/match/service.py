"""What the server does with matches for whoever asks: for the page, a program, or somebody with curl."""

import asyncio
import time
from collections import OrderedDict
from functools import partial
from itertools import pairwise
from typing import TypeVar

from squarely.core.match import record
from squarely.core.match.last_move import find_captures, find_slides
from squarely.core.match.match import Match
from squarely.core.match.record import Record
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules.game import Side
from squarely.core.rules.rulebook import write_subtitle
from squarely.play.match_log import MatchLog
from squarely.play.seat_secrets import hash_secret, mint_secret
from squarely.web.http.limits import Limits
from squarely.web.http.metrics import Metrics
from squarely.web.http.rate_limits import RateLimiter
from squarely.web.match import new_match
from squarely.web.match.rooms import Rooms
from squarely.web.match.stored_match import PERSON, StoredMatch
from squarely.web.protocol.messages import (
    Act,
    Begun,
    Done,
    Hint,
    MatchSummary,
    NewMatch,
    PlayedMove,
    Replay,
    Review,
    Seat,
    StateMessage,
    TakeSeat,
    Truth,
)
from squarely.web.protocol.refusals import Refusal
from squarely.web.storage import match_rows
from squarely.web.study import analysis
from squarely.web.study.questions import Questions
from squarely.web.study.views import SIDES, board_message, find_changed
from squarely.web.workers.pool import WorkerPool


def summarise_match(stored: StoredMatch) -> MatchSummary:
    """A match as a line of a list."""
    row, log, match = stored.row, stored.log, stored.log.match
    game, outcome = match.game, match.outcome
    return MatchSummary(
        match=row.id,
        game=row.game,
        title=game.title,
        subtitle=write_subtitle(game),
        names=list(match.names),
        between_people=log.seats.between_people,
        waiting=row.kind == "link" and not (row.first_secret and row.second_secret),
        mover=None if log.is_over else SIDES[match.mover],
        board=board_message(game, match.position),
        changed=find_changed(game, match.positions[-2], match.position) if match.moves else [],
        over=log.is_over,
        winner=None if outcome is None or outcome.winner is None else SIDES[outcome.winner],
        at=max(row.made_at, row.begun_at, log.events[-1].at if log.events else 0.0),
    )


def replay_match(match: Match, turn: int) -> Replay:
    """How a match came to its turn."""
    game, table = match.game, Tabletop(match.game)
    shown = [game.words.shown(position) for position in match.positions]
    fits, moves = all(map(table.fits, match.positions)), []  # where one position has no squares, all are drawn
    for (before, after), (old, new), move in zip(pairwise(match.positions), pairwise(shown), match.moves, strict=True):
        moves.append(
            PlayedMove(
                side=SIDES[before.mover],
                move=move.text,
                position=game.write_position(after),
                looks={square: new[square] for square in table.changed_squares(before, after)} if fits else {},
                moved=list(find_slides(old, new)) if fits else [],
                captured={square: each.text for square, each in find_captures(game, before, after).items()},
                drawing="" if fits else game.words.draw(after),
            )
        )
    return Replay(turn, game.write_position(match.start), board_message(game, match.start), moves)


T = TypeVar("T")

_UNCERTAIN = 1000  # seats of which nobody knows whether they were taken


class Service:
    """Everything that can be asked for over HTTP; what is asked about games and positions alone is in `questions`."""

    def __init__(self, rooms: Rooms, thinking: WorkerPool, limits: Limits, metrics: Metrics) -> None:
        self.rooms, self.thinking, self.metrics = rooms, thinking, metrics
        self.questions = Questions(thinking, RateLimiter(limits.questions_per_address, 60))
        self._acts = RateLimiter(limits.acts_per_address, 60)
        self._uncertain: OrderedDict[tuple[str, str], str] = OrderedDict()  # what a seat was claimed with, if it was
        self._seating = asyncio.Lock()

    async def begin(self, address: str, new: NewMatch) -> Begun:
        row, begun = new_match.prepare_match(new, time.time())
        self.rooms.services.begun.check(address, "matches begun")
        if row.kind == "computer":
            await self.thinking.ask(analysis.check_can_play, StoredMatch.of(row).log.match, new.opponent)
        await self.rooms.services.keep(lambda connection: match_rows.insert_match(connection, row), row.id)
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
        room = await self.rooms.open(match)
        side = Side(room.stored.row.invited)
        secret, uncertain = mint_secret(), self._uncertain.get((match, given.invitation), "")
        claim = given.claim or uncertain or secret
        job = partial(
            match_rows.take_seat,
            match=match,
            side=side,
            invitation=hash_secret(given.invitation),
            claimed=hash_secret(f"{given.invitation} {claim}"),
            secret=hash_secret(secret),
            name=new_match.choose_name(given.name, room.log.match.game, side),
            at=time.time(),
            attempted=hash_secret(f"{given.invitation} {uncertain or claim}"),
        )
        try:
            taken = await room.change(job)
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
        room = await self.rooms.open(match)
        rematch, side = room.stored.row.rematch, room.stored.find_holder(secret)
        if side is None:
            raise Refusal("seat", "that is not the secret of a seat at this match")
        if not rematch:
            raise Refusal("stale", "there is no rematch yet; offer one")
        renewed = mint_secret()
        following = await self.rooms.open(rematch)
        await following.change(
            lambda connection: match_rows.renew_seat(connection, rematch, side.other, hash_secret(renewed))
        )
        return Seat(rematch, SIDES[side.other], renewed)

    async def state(self, match: str, since: int, secret: str = "") -> StateMessage:
        """How a match stands; whoever shows a secret is told which seat it opens."""
        room = await self.rooms.open(match, since)
        return room.message(min(since, room.length), room.stored.find_holders([secret]) if secret else None)

    async def summaries(self, ids: str) -> list[MatchSummary]:
        """Those of these matches that there are, each once, in the order asked for."""
        found = []
        for match in dict.fromkeys(ids.split(",")):
            try:
                found.append(summarise_match((await self.rooms.open(match)).stored))
            except Refusal as refusal:
                if refusal.code != "unknown":
                    raise
        return found

    async def act(self, address: str, match: str, secret: str, act: Act) -> Done:
        self._acts.check(address, "acts")
        room = await self.rooms.open(match)
        try:
            return await room.act(secret, act)
        except Refusal as refusal:
            if refusal.code == "illegal" and act.act == "move":
                raise Refusal("illegal_move", str(refusal)) from refusal
            raise

    async def record(self, match: str, form: str) -> str:
        stored = (await self.rooms.open(match)).stored
        date = time.strftime("%Y-%m-%d", time.gmtime(stored.row.made_at))
        made = Record(stored.log.match, date, _computers(stored))
        return record.write_json(made) + "\n" if form == "json" else record.write(made)

    async def replay(self, address: str, match: str) -> Replay:
        log = (await self.rooms.open(match)).log
        return await self.questions.ask(address, replay_match, log.match, log.length)

    async def truth(self, address: str, match: str) -> Truth:
        log = await self._open_to_truth(match)
        return await self.questions.ask(address, analysis.evaluate_match, log.match, log.length)

    async def hint(self, address: str, match: str, step: int) -> Hint:
        return await self.questions.ask(address, analysis.give_hint, (await self._open_to_truth(match)).match, step)

    async def review(self, address: str, match: str) -> Review:
        played = (await self._open_to_truth(match)).match
        return await self.questions.ask(address, analysis.review_match, played, match)

    async def _open_to_truth(self, match: str) -> MatchLog:
        """What has happened, unless two people are still playing: then nobody is told what is true."""
        log = (await self.rooms.open(match)).log
        if not log.truth_is_open:
            raise Refusal("closed", "two people are playing: the truth waits until the match is over")
        return log


def _computers(stored: StoredMatch) -> dict[str, str]:
    """Who was no human, as the terminal notes it too."""
    sides = zip(("First", "Second"), stored.players, strict=True)
    return {f"{side}Player": player for side, player in sides if player != PERSON}
