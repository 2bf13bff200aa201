"""What is asked about games and positions, and answered once where the answer never changes."""

from asyncio import wait_for
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from secrets import randbelow
from typing import Any, TypeVar

from squarely.core.errors import SquarelyError, TooLarge
from squarely.core.rules import registry
from squarely.core.rules.game import Game
from squarely.files.my_results import read_results
from squarely.play.results_summary import HEADING, sum_up_results
from squarely.review.court import judge_claims
from squarely.web.http.query_strings import AskPuzzle, AskTruth
from squarely.web.http.rate_limits import RateLimiter
from squarely.web.match.stored_match import load_game
from squarely.web.protocol import messages
from squarely.web.protocol.refusals import Refusal
from squarely.web.study import analysis, atlas, puzzles, views
from squarely.web.workers.pool import WorkerPool

T = TypeVar("T")

_ANSWERS = 64  # that take long to work out and never change
_SEEDS = 2**31


class Questions:
    """Whatever needs no match. What takes thinking is asked of the workers, and counted."""

    def __init__(self, thinking: WorkerPool, limiter: RateLimiter) -> None:
        self._thinking, self._limiter = thinking, limiter
        self._answers: OrderedDict[tuple[str, str, str], Any] = OrderedDict()

    async def games(self) -> list[messages.GameFacts]:
        return [views.game_message(game) for game in views.list_games()]

    async def game(self, name: str, options: str) -> messages.GameFacts:
        return views.game_message(load_game(name, options))

    async def example(self, patience: float | None = None) -> messages.Example | None:
        """A position that shows what the truth is; None where there is none, or not within `patience` seconds."""
        work = self._once(("example", "", ""), lambda: self._thinking.ask(analysis.choose_example))
        with suppress(TimeoutError, SquarelyError):
            return await wait_for(work, patience)
        return None

    async def sum_up(self, played: messages.PlayedLines) -> messages.ResultsSummary:
        """Results in the words of `squarely me`."""
        found = read_results(played.lines.encode(), "your results")
        try:
            rows, sentences = sum_up_results(found, date.fromisoformat(played.today))
        except ValueError:
            raise Refusal("invalid", f"{played.today} is no date; one is written as 2026-11-16") from None
        return messages.ResultsSummary([*HEADING], [[*row] for row in rows], [*sentences], [*found.trouble])

    async def position(self, name: str, options: str, position: str) -> messages.Shown:
        game = load_game(name, options)
        return views.position_message(game, game.read_position(position))

    async def truth_of(self, name: str, asked: AskTruth) -> messages.PositionTruth:
        game = load_game(name, asked.options)
        game.read_position(asked.position)  # what is none is refused here, and costs nobody a worker
        try:
            return await self.ask(analysis.evaluate_line, game, asked.position, asked.hint)
        except TooLarge as error:
            raise Refusal("unknown", str(error)) from None

    async def court(self, name: str) -> messages.Court:
        game = load_game(name, "")
        return await self._once(("court", name, ""), lambda: self.ask(judge_game, game))

    async def atlas(self, name: str, options: str) -> messages.Atlas:
        game = load_game(name, options)
        return await self._once(("atlas", name, game.options), lambda: self.ask(atlas.build_atlas, game))

    async def study(self, name: str) -> messages.Study:
        game = load_game(name, "")
        return await self._once(("study", name, ""), lambda: self.ask(atlas.describe_study, game))

    async def puzzle(self, asked: AskPuzzle) -> messages.PuzzleTask:
        if asked.day:
            day = _read_day(asked)
            return await self._once(("day", asked.day, ""), lambda: self.ask(puzzles.pose_daily_puzzle, day))
        if asked.game:
            registry.find_class(asked.game)
        seed = randbelow(_SEEDS) if asked.seed is None else asked.seed
        return await self.ask(puzzles.pose_puzzle, asked.game or None, asked.level, seed)

    async def solved(self, given: messages.Answer) -> messages.Solved:
        game = load_game(given.game, given.options)
        return await self.ask(puzzles.check_answer, game, given.position, given.move, given.squares)

    async def ask(self, question: Callable[..., T], *about: Any) -> T:
        """Have a worker answer, for an address that has not asked too much."""
        self._limiter.check("questions")
        return await self._thinking.ask(question, *about)

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


def _read_day(asked: AskPuzzle) -> date:
    """The day whose puzzle is asked for, if it is one that has come somewhere on earth."""
    if asked.game or asked.level or asked.seed is not None:
        raise Refusal("illegal", "a day has one puzzle: ask for it without a game, a level or a seed")
    try:
        day = date.fromisoformat(asked.day)
    except ValueError:
        raise Refusal("illegal", f"{asked.day} is no date; one is written as 2026-11-16") from None
    if day > datetime.now(UTC).date() + timedelta(days=1):
        raise Refusal("illegal", f"the puzzle of {asked.day} is there when that day has come")
    return day


@lru_cache(maxsize=16)
def judge_game(game: Game) -> messages.Court:
    """Every claim of the rulebook with the verdict on it; none where nobody has filed claims."""
    verdicts = []
    for finding in judge_claims(game):
        claim, verdict = finding.claim, finding.verdict
        found = verdict.word, list(verdict.says), claim.ruling, finding.record
        verdicts.append(messages.Verdict(claim.number, claim.section, claim.text, *found))
    return messages.Court(game.name, verdicts)
