"""What can be asked for about matches over HTTP, by the page or any other program."""

import time
from functools import partial
from itertools import pairwise

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
from squarely.web.protocol import messages
from squarely.web.protocol.refusals import Refusal
from squarely.web.storage import match_rows
from squarely.web.study import analysis
from squarely.web.study.questions import Questions
from squarely.web.study.views import SIDES, board_message, find_last_changed, side_name
from squarely.web.workers.pool import WorkerPool


def summarise_match(stored: StoredMatch) -> messages.MatchSummary:
    """A match as a line of a list."""
    row, log, match = stored.row, stored.log, stored.log.match
    game, outcome = match.game, match.outcome
    return messages.MatchSummary(
        match=row.id,
        game=row.game,
        title=game.title,
        subtitle=write_subtitle(game),
        names=list(match.names),
        between_people=log.seats.between_people,
        waiting=stored.is_waiting,
        mover=None if log.is_over else SIDES[match.mover],
        board=board_message(game, match.position),
        changed=find_last_changed(match),
        over=log.is_over,
        winner=side_name(outcome.winner if outcome else None),
        at=max(row.made_at, row.begun_at, log.events[-1].at if log.events else 0.0),
    )


def replay_match(match: Match, turn: int) -> messages.Replay:
    """How a match came to its turn."""
    game, table = match.game, Tabletop(match.game)
    shown = [game.words.shown(position) for position in match.positions]
    fits, moves = all(map(table.fits, match.positions)), []  # where one position has no squares, all are drawn
    for (before, after), (old, new), move in zip(pairwise(match.positions), pairwise(shown), match.moves, strict=True):
        moves.append(
            messages.PlayedMove(
                side=SIDES[before.mover],
                move=move.text,
                position=game.write_position(after),
                looks={square: new[square] for square in table.changed_squares(before, after)} if fits else {},
                moved=list(find_slides(old, new)) if fits else [],
                captured={square: each.text for square, each in find_captures(game, before, after).items()},
                drawing="" if fits else game.words.draw(after),
                closed=game.words.closed_places(after) if fits else {},
            )
        )
    return messages.Replay(turn, game.write_position(match.start), board_message(game, match.start), moves)


class Service:
    """Everything that can be asked for over HTTP; what is asked about games and positions alone is in `questions`."""

    def __init__(self, rooms: Rooms, thinking: WorkerPool, limits: Limits, metrics: Metrics) -> None:
        self.rooms, self.thinking, self.metrics = rooms, thinking, metrics
        self.questions = Questions(thinking, RateLimiter(limits.questions_per_address, 60))
        self._acts = RateLimiter(limits.acts_per_address, 60)

    async def begin(self, new: messages.NewMatch) -> messages.Begun:
        row, begun = new_match.prepare_match(new, time.time())
        self.rooms.services.begun.check("matches begun")
        if row.kind == "computer":
            await self.thinking.ask(analysis.check_can_play, StoredMatch.of(row).log.match, new.opponent)
        await self.rooms.services.keep(lambda connection: match_rows.insert_match(connection, row), row.id)
        self.metrics.matches.inc()
        return begun

    async def take_seat(self, match: str, given: messages.TakeSeat) -> messages.Seat:
        self._acts.check("acts")
        room, secret = await self.rooms.open(match), mint_secret()
        side = Side(room.stored.row.invited)
        job = partial(
            match_rows.take_seat,
            match=match,
            side=side,
            invitation=hash_secret(given.invitation),
            claimed=hash_secret(f"{given.invitation} {given.claim or secret}"),
            secret=hash_secret(secret),
            name=new_match.choose_name(given.name, room.stored.log.match.game, side),
            at=time.time(),
        )
        if not await room.change(job):
            raise Refusal("seat", "that seat is taken, or this is not the invitation to it; you can watch")
        return messages.Seat(match, SIDES[side], secret)

    async def follow(self, match: str, secret: str) -> messages.Seat:
        """The seat of a rematch, on the other side, for the holder of a seat of the match before."""
        self._acts.check("acts")
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
        return messages.Seat(rematch, SIDES[side.other], renewed)

    async def state(self, match: str, since: int, secret: str = "") -> messages.StateMessage:
        """How a match stands, and which seat the secret opens if one is given."""
        room = await self.rooms.open(match, since)
        return room.message(min(since, room.length), room.stored.find_holders([secret]) if secret else None)

    async def summaries(self, ids: str) -> list[messages.MatchSummary]:
        """Those of these matches that there are, each once, in the order asked for."""
        found = []
        for match in dict.fromkeys(ids.split(",")):
            try:
                found.append(summarise_match((await self.rooms.open(match)).stored))
            except Refusal as refusal:
                if refusal.code != "unknown":
                    raise
        return found

    async def act(self, match: str, secret: str, act: messages.Act) -> messages.Done:
        self._acts.check("acts")
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
        sides = zip(("First", "Second"), stored.players, strict=True)
        computers = {f"{side}Player": player for side, player in sides if player != PERSON}
        made = Record(stored.log.match, date, computers)
        return record.write_json(made) + "\n" if form == "json" else record.write(made)

    async def replay(self, match: str) -> messages.Replay:
        log = (await self.rooms.open(match)).stored.log
        return await self.questions.ask(replay_match, log.match, log.length)

    async def truth(self, match: str) -> messages.Truth:
        log = await self._open_to_truth(match)
        return await self.questions.ask(analysis.evaluate_match, log.match, log.length)

    async def hint(self, match: str, step: int) -> messages.Hint:
        return await self.questions.ask(analysis.give_hint, (await self._open_to_truth(match)).match, step)

    async def review(self, match: str) -> messages.Review:
        log = await self._open_to_truth(match)
        return await self.questions.ask(analysis.review_match, log.match, match, log.seats.only_person)

    async def _open_to_truth(self, match: str) -> MatchLog:
        """What has happened; a Refusal while two people are still playing."""
        log = (await self.rooms.open(match)).stored.log
        if not log.truth_is_open:
            raise Refusal("closed", "two people are playing: the truth waits until the match is over")
        return log
