"""Carry out a plan: play what the log does not have yet."""

from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from time import monotonic

from squarely.arena.run.match_result import FailedMatch, MatchResult
from squarely.arena.run.plan import Budget, Fixture, Plan
from squarely.files.line_log import LineLog
from squarely.jobs.work import Executor, Failed
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
    log: LineLog[MatchResult],
    executor: Executor[Fixture, MatchResult | FailedMatch],
    tell: Callable[[RunProgress], None] = lambda _: None,
) -> RunProgress:
    """Play every match of the plan that is not in the log, as long as the budget lasts."""
    progress = RunProgress(len(planned), sum(fixture in log.entries for fixture in planned))
    absent: Counter[str] = Counter()  # how many matches in a row a player has failed to play
    began, handed_out = monotonic(), len(log.entries)

    def choose_batches() -> Iterator[list[Fixture]]:
        """Batches as long as the budget lasts, without the matches of players who do not play.

        Matches from one opening stay together: they share an oracle.
        """
        nonlocal handed_out
        left = deque(fixture for fixture in planned if fixture not in log.entries)
        while left:
            progress.stopped = _describe_exhausted(plan.budget, handed_out, monotonic() - began, log)
            if progress.stopped:
                return
            allowed = len(left) if plan.budget.matches is None else plan.budget.matches - handed_out
            batch = list[Fixture]()
            for fixture in [left.popleft() for _ in range(min(plan.batch, allowed, len(left)))]:
                if name := next((name for name in fixture.players if absent[name] >= _PATIENCE), ""):
                    why = f"{name} could not play {_PATIENCE} matches in a row"
                    progress.failed.append(FailedMatch(fixture, why, name))
                else:
                    batch.append(fixture)
            handed_out += len(batch)
            if batch:
                yield batch

    tell(progress)
    for results in executor.results(choose_batches()):
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


def _describe_exhausted(budget: Budget, handed_out: int, seconds: float, log: LineLog[MatchResult]) -> str:
    """What is used up, if anything is."""
    if budget.matches is not None and handed_out >= budget.matches:
        return f"the budget of {budget.matches:,} matches is spent"
    if budget.seconds is not None and seconds >= budget.seconds:
        return f"the budget of {budget.seconds:g} seconds is spent"
    if budget.cost is None:
        return ""
    costs = [effort.cost for match in log.entries.values() for effort in match.efforts]
    if None in costs:
        return f"there is a budget of {budget.cost:g}, and what a model costs is not known; set {PRICES}"
    return f"the budget of {budget.cost:g} is spent" if sum(filter(None, costs)) >= budget.cost else ""
