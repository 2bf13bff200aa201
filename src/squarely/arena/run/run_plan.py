"""Carry out a plan: play what the log does not have yet."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from time import monotonic

from squarely.arena.run.fixtures import Batch, Fixture, generate_batches
from squarely.arena.run.log import Log
from squarely.arena.run.match_result import FailedMatch, MatchResult
from squarely.arena.run.plan import Plan
from squarely.jobs.executors import Executor
from squarely.jobs.work import Failed
from squarely.players.endpoint import PRICES

_PATIENCE = 3  # matches in a row that a player may fail to play before the others are spared it


@dataclass
class RunProgress:
    """How far a run is."""

    planned: int
    done: int
    failed: list[FailedMatch] = field(default_factory=list)
    stopped: str = ""  # why the run ended before the plan did

    @property
    def left(self) -> int:
        return self.planned - self.done


def carry_out(
    plan: Plan,
    planned: Collection[Fixture],
    log: Log,
    executor: Executor[Fixture, MatchResult | FailedMatch],
    tell: Callable[[RunProgress], None] = lambda _: None,
) -> RunProgress:
    """Play every match of the plan that is not in the log, as long as the budget lasts."""
    progress = RunProgress(len(planned), sum(fixture in log.played for fixture in planned))
    absent: Counter[str] = Counter()  # how many matches in a row a player has failed to play
    limits = _BudgetLeft(plan, log)
    left = generate_batches(planned, log.played.keys(), plan.batch)
    tell(progress)
    for results in executor.results(_affordable_batches(left, absent, limits, progress)):
        played = [each for each in results if isinstance(each, MatchResult)]
        log.add(played)
        progress.done += len(played)
        for match in played:
            for side in set(match.movers):  # who never had to move has not shown that it can
                absent.pop(match.fixture.player(side), None)
        for failure in (each for each in results if not isinstance(each, MatchResult)):
            failed = FailedMatch(*failure) if isinstance(failure, Failed) else failure
            progress.failed.append(failed)
            absent[failed.culprit] += bool(failed.culprit)
        tell(progress)
    return progress


class _BudgetLeft:
    """How much the budget still allows."""

    def __init__(self, plan: Plan, log: Log) -> None:
        self._budget, self._log, self._began = plan.budget, log, monotonic()
        self._handed_out = len(log.played)

    def take_affordable(self, batch: Batch) -> Batch:
        """As many of these matches as may still be played."""
        if self._budget.matches is not None:
            batch = batch[: max(0, self._budget.matches - self._handed_out)]
        self._handed_out += len(batch)
        return batch

    def describe_exhausted(self) -> str:
        """What is used up, if anything is."""
        budget = self._budget
        if budget.matches is not None and self._handed_out >= budget.matches:
            return f"the budget of {budget.matches:,} matches is spent"
        if budget.seconds is not None and monotonic() - self._began >= budget.seconds:
            return f"the budget of {budget.seconds:g} seconds is spent"
        if budget.cost is None:
            return ""
        costs = [effort.cost for match in self._log.played.values() for effort in match.efforts]
        if None in costs:
            return f"there is a budget of {budget.cost:g}, and what a model costs is not known; set {PRICES}"
        return f"the budget of {budget.cost:g} is spent" if sum(filter(None, costs)) >= budget.cost else ""


def _affordable_batches(
    source: Iterable[Batch], absent: Counter[str], limits: _BudgetLeft, progress: RunProgress
) -> Iterator[Batch]:
    """Batches as long as the budget lasts, without the matches of players who do not play."""
    for batch in source:
        progress.stopped = limits.describe_exhausted()
        if progress.stopped:
            return
        for fixture in batch:
            if name := _find_absentee(fixture, absent):
                progress.failed.append(
                    FailedMatch(fixture, f"{name} could not play {_PATIENCE} matches in a row", name)
                )
        spared = [fixture for fixture in batch if not _find_absentee(fixture, absent)]
        allowed = limits.take_affordable(spared)
        if allowed:
            yield allowed
        if len(allowed) < len(spared):
            progress.stopped = limits.describe_exhausted()
            return


def _find_absentee(fixture: Fixture, absent: Counter[str]) -> str:
    return next((name for name in fixture.players if absent[name] >= _PATIENCE), "")
