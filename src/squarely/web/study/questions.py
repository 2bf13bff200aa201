"""What is asked about games and positions, and answered once where the answer never changes."""

from asyncio import wait_for
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
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
from squarely.web.study import analysis, atlas, views
from squarely.web.workers.pool import WorkerPool

T = TypeVar("T")

_ANSWERS = 64  # that take long to work out and never change
_SEEDS = 2**31


class Questions:
    """Whatever needs no match. What takes thinking is asked of the workers, and counted."""

    def __init__(self, thinking: WorkerPool, limiter: RateLimiter) -> None:
        self._thinking, self._limiter = thinking, limiter
        self._answers: dict[Any, Any] = {}

    async def games(self) -> list[messages.GameFacts]:
        return [views.game_message(game) for game in views.list_games()]

    async def game(self, name: str, options: str) -> messages.GameFacts:
        return views.game_message(load_game(name, options))

    async def example(self, patience: float | None = None) -> messages.Example | None:
        """A position that shows what the truth is; None where there is none, or not within `patience` seconds."""
        with suppress(TimeoutError, SquarelyError):
            return await wait_for(self._ask_once(analysis.choose_example), patience)
        return None

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
        game.read_position(asked.position)  # what is none is refused here, and costs nobody a worker
        try:
            return await self.ask(analysis.evaluate_line, game, asked.position, asked.hint)
        except TooLarge as error:
            raise Refusal("unknown", str(error)) from None

    async def court(self, name: str) -> messages.Court:
        return await self._ask_once(judge_game, load_game(name, ""))

    async def atlas(self, name: str, options: str) -> messages.Atlas:
        return await self._ask_once(atlas.build_atlas, load_game(name, options))

    async def study(self, name: str) -> messages.Study:
        return await self._ask_once(atlas.describe_study, load_game(name, ""))

    async def puzzle(self, asked: AskPuzzle) -> messages.PuzzleTask:
        if asked.day:
            return await self._ask_once(analysis.pose_daily_puzzle, _read_day(asked))
        if asked.game:
            registry.find_class(asked.game)
        seed = randbelow(_SEEDS) if asked.seed is None else asked.seed
        return await self.ask(analysis.pose_puzzle, asked.game or None, asked.level, seed)

    async def solved(self, given: messages.Answer) -> messages.Solved:
        game = load_game(given.game, given.options)
        return await self.ask(analysis.check_answer, game, given.position, given.move, given.squares)

    async def ask(self, question: Callable[..., T], *about: Any) -> T:
        """Have a worker answer, for an address that has not asked too much."""
        self._limiter.check("questions")
        return await self._thinking.ask(question, *about)

    async def _ask_once(self, question: Callable[..., T], *about: Any) -> T:
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


def judge_game(game: Game) -> messages.Court:
    """Every claim of the rulebook with the verdict on it; none where nobody has filed claims."""
    verdicts = []
    for finding in judge_claims(game):
        claim, verdict = finding.claim, finding.verdict
        found = verdict.word, list(verdict.says), claim.ruling, finding.record
        verdicts.append(messages.Verdict(claim.number, claim.section, claim.text, *found))
    return messages.Court(game.name, verdicts)
