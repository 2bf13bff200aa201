"""What can be asked for over HTTP, by the page or any other program: about matches, games and positions."""

import time
from asyncio import Task, create_task, shield
from collections.abc import Callable
from contextlib import suppress
from contextvars import Context
from datetime import UTC, date, datetime, timedelta
from functools import partial
from secrets import randbelow
from typing import Any, TypeVar

from squarely.core.errors import SquarelyError
from squarely.core.match import record
from squarely.core.match.record import Record
from squarely.core.rules import registry
from squarely.core.rules.game import Side
from squarely.files.my_results import read_results
from squarely.play.match_log import MatchLog
from squarely.play.results_summary import HEADING, sum_up_results
from squarely.play.seat_secrets import hash_secret, mint_secret
from squarely.web.http.query_strings import AskPuzzle, AskTruth
from squarely.web.http.rate_limits import RateLimiter
from squarely.web.match.rooms import Rooms
from squarely.web.match.state_message import replay_match, summarise_match
from squarely.web.match.stored_match import SEEDS, StoredMatch, choose_name, load_game, prepare_match
from squarely.web.protocol import messages
from squarely.web.protocol.refusals import Refusal
from squarely.web.storage import match_rows
from squarely.web.study import analysis, views
from squarely.web.study.views import SIDES

T = TypeVar("T")

_ANSWERS = 256  # that take long to work out and never change


class Service:
    """Everything that can be asked for. What takes thinking is asked of the workers, and counted."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms, self.thinking = rooms, rooms.services.computers
        self._questions = RateLimiter(rooms.services.limits.questions_per_address, 60)
        self._acts = RateLimiter(rooms.services.limits.acts_per_address, 60)
        self._answers: dict[Any, Any] = {}
        self._example: Task[messages.Example | None] | None = None

    async def begin(self, new: messages.NewMatch) -> messages.Begun:
        row, begun = prepare_match(new, time.time())
        self.rooms.services.begun.check("matches begun")
        if row.kind == "computer":
            await self.thinking.ask(analysis.check_can_play, StoredMatch.of(row).log.match, new.opponent)
        await self.rooms.services.keep(partial(match_rows.insert_match, row=row), row.id)
        self.rooms.services.metrics.matches.inc()
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
            name=choose_name(given.name, room.stored.log.match.game, side),
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
        renewed, following = mint_secret(), await self.rooms.open(rematch)
        hashed = hash_secret(renewed)
        await following.change(partial(match_rows.renew_seat, match=rematch, side=side.other, secret=hashed))
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
        day = time.strftime("%Y-%m-%d", time.gmtime(stored.row.made_at))
        seats = zip(("FirstPlayer", "SecondPlayer"), stored.log.seats.computers, strict=True)
        computers = {tag: player for tag, player in seats if player}
        made = Record(stored.log.match, day, computers)
        return record.write_json(made) + "\n" if form == "json" else record.write(made)

    async def replay(self, match: str) -> messages.Replay:
        log = (await self.rooms.open(match)).stored.log
        return await self.ask(replay_match, log.match, log.length)

    async def truth(self, match: str) -> messages.Truth:
        log = await self._open_to_truth(match)
        return await self._ask_again(analysis.evaluate_match, log.match, log.length)

    async def hint(self, match: str, step: int) -> messages.Hint:
        return await self._ask_again(analysis.give_hint, (await self._open_to_truth(match)).match, step)

    async def review(self, match: str) -> messages.Review:
        log = await self._open_to_truth(match)
        return await self.ask(analysis.review_match, log.match, match, log.seats.only_person)

    async def _open_to_truth(self, match: str) -> MatchLog:
        """What has happened; a Refusal while two people are still playing."""
        log = (await self.rooms.open(match)).stored.log
        if not log.truth_is_open:
            raise Refusal("closed", "two people are playing: the truth waits until the match is over")
        return log

    # What needs no match

    async def games(self) -> list[messages.GameFacts]:
        return [views.game_message(game) for game in views.list_games()]

    async def game(self, name: str, options: str) -> messages.GameFacts:
        return views.game_message(load_game(name, options))

    async def example(self) -> messages.Example | None:
        """A position that shows what the truth is; None where there is none."""
        with suppress(SquarelyError):
            return await shield(self._begin_example())
        return None

    def find_example(self) -> messages.Example | None:
        """The same, if it is known by now; if not, it is for a later visitor."""
        choosing = self._begin_example()
        return choosing.result() if choosing.done() and not choosing.exception() else None

    def _begin_example(self) -> "Task[messages.Example | None]":
        """Worked out once, charged to no address, not cancelled when a client leaves; again after a failure."""
        if not self._example or (self._example.done() and self._example.exception()):
            self._example = create_task(self.thinking.ask(analysis.choose_example), context=Context())
            self._example.add_done_callback(Task.exception)  # which is told to those who ask
        return self._example

    async def sum_up(self, played: messages.PlayedLines) -> messages.ResultsSummary:
        """Results in the words of `squarely me`."""
        found = read_results(played.lines.encode(), "your results")
        rows, sentences = sum_up_results(found, _read_date(played.today, "invalid"))
        return messages.ResultsSummary([*HEADING], [[*row] for row in rows], [*sentences], [*found.trouble])

    async def position(self, name: str, options: str, position: str) -> messages.Shown:
        game = load_game(name, options)
        return views.position_message(game, game.read_position(position))

    async def truth_of(self, name: str, asked: AskTruth) -> messages.PositionTruth:
        game = load_game(name, asked.options)
        game.read_position(asked.position)  # what is none is refused here, and takes no worker
        return await self._ask_again(analysis.evaluate_line, game, asked.position, asked.hint)

    async def puzzle(self, asked: AskPuzzle) -> messages.PuzzleTask:
        if asked.day:
            return await self.ask_once(analysis.pose_daily_puzzle, _read_day(asked))
        if asked.game:
            registry.find_class(asked.game)
        seed = randbelow(SEEDS) if asked.seed is None else asked.seed
        return await self.ask(analysis.pose_puzzle, asked.game or None, asked.level, seed)

    async def solved(self, given: messages.Answer) -> messages.Solved:
        game = load_game(given.game, given.options)
        return await self.ask(analysis.check_answer, game, given.position, given.move, given.squares)

    async def ask(self, question: Callable[..., T], *about: Any) -> T:
        """Have a worker answer, for an address that has not asked too much."""
        self._questions.check("questions")
        return await self.thinking.ask(question, *about)

    async def _ask_again(self, question: Callable[..., T], *about: Any) -> T:
        """The same answer as before, if it is still cached; charged like any other."""
        if (question, about) in self._answers:
            self._questions.check("questions")
        return await self.ask_once(question, *about)

    async def ask_once(self, question: Callable[..., T], *about: Any) -> T:
        """An answer that never changes, cached: the least recently wanted one is dropped."""
        key = question, about
        answer: T = self._answers.pop(key) if key in self._answers else await self.ask(question, *about)
        self._answers[key] = answer
        if len(self._answers) > _ANSWERS:
            del self._answers[next(iter(self._answers))]
        return answer


def _read_date(text: str, code: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Refusal(code, f"{text} is no date; one is written as 2026-11-16") from None


def _read_day(asked: AskPuzzle) -> date:
    """The day whose puzzle is asked for, if it is one that has come somewhere on earth."""
    if asked.game or asked.level or asked.seed is not None:
        raise Refusal("illegal", "a day has one puzzle: ask for it without a game, a level or a seed")
    day = _read_date(asked.day, "illegal")
    if day > datetime.now(UTC).date() + timedelta(days=1):
        raise Refusal("illegal", f"the puzzle of {asked.day} is there when that day has come")
    return day
