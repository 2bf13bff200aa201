"""Mending: the smallest change of the rules under which a game ends, is fair and deep."""

from collections.abc import Container, Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from squarely.core import registry
from squarely.core.errors import BadOption
from squarely.core.game import Game
from squarely.core.options import Place
from squarely.jobs.work import Failed
from squarely.lab.criteria import list_unmet, measure_shortfall
from squarely.lab.measures import Measures, read_measures
from squarely.lab.questions import Kind, Question
from squarely.lab.ranking import rank
from squarely.lab.run import Bench
from squarely.lab.sweep import MOST, Axis, identify, list_settings

CHANGES = 3  # options that are changed at most, unless somebody says otherwise
_NEAR_MISSES = 12  # that are measured to the end where nothing meets everything


class Mending(NamedTuple):
    """What the search has found."""

    base: Measures | None  # the rules as they were; None where they are too large
    mended: Measures | None  # what meets every criterion with the fewest changes; None where nothing does
    best: tuple[Measures, ...]  # what comes next, the best first, every measure known
    changes: int  # options that were changed at most
    tried: int  # rule sets, of which these were not measured:
    too_large: int
    failed: tuple[Failed[Question], ...]
    stopped: str  # why not every change was tried that was asked for


def mend(
    base: Game, axes: Sequence[Axis], bench: Bench, changes: int = CHANGES, seed: int = 0, limit: int = 200_000
) -> Mending:
    """Try rule sets by how many options they change, one more each time, until one meets every criterion.

    What perfect play says is asked of all; only what passes is played by the levels.
    """
    search = _Search(base, bench, seed, limit)
    seen: set[object] = set()
    most, stopped = min(changes, len(axes)), ""
    for width in range(most + 1):
        games = list(_generate_games(base, axes, width, seen))
        if search.tried + len(games) > MOST:
            stopped = f"{width} changes at a time would be {len(games):,} rule sets; name fewer options: --sweep NAME …"
            most = width - 1
            break
        if mended := search.look_at([game.options for game in games]):
            others = [each for each in search.measured if each != mended]
            return search.sum_up(mended, rank(others), width, "")
    return search.sum_up(None, search.measure_near_misses(), most, stopped)


def choose_mending_axes(base: Game, fixed: Container[str] = ()) -> tuple[Axis, ...]:
    """Every dial and ruling there is, those of every game with them; what was chosen stays, and squares do."""
    return tuple(
        Axis(option.name, list_settings(option))
        for option in base.declared
        if option.name not in fixed and not isinstance(option, Place)
    )


class _Search:
    """Rule sets that were looked at so far."""

    def __init__(self, base: Game, bench: Bench, seed: int, limit: int) -> None:
        self._base, self._bench, self._seed, self._limit = base, bench, seed, limit
        self.tried = self._too_large = 0
        self._truths: dict[str, Measures] = {}
        self._full: dict[str, Measures] = {}
        self._failed: list[Failed[Question]] = []

    @property
    def measured(self) -> list[Measures]:
        """Those of which everything is known."""
        return list(self._full.values())

    def look_at(self, options: Sequence[str]) -> Measures | None:
        """The best of these that meets every criterion, or None."""
        self.tried += len(options)
        truths = self._ask("truth", options)
        self._truths |= truths
        passed = [text for text, measures in truths.items() if not list_unmet(measures, only_truth=True)]
        full = self._ask("full", passed)
        self._full |= full
        good = [measures for measures in full.values() if not list_unmet(measures)]
        return rank(good)[0] if good else None

    def measure_near_misses(self) -> list[Measures]:
        """The best that exist where nothing meets everything, with every measure."""
        near = sorted(self._truths, key=lambda text: (measure_shortfall(self._truths[text], only_truth=True), text))
        self._full |= self._ask("full", [text for text in near if text not in self._full][:_NEAR_MISSES])
        return rank(self.measured)

    def sum_up(self, mended: Measures | None, best: Sequence[Measures], width: int, stopped: str) -> Mending:
        """What was found."""
        base = self._ask("full", [self._base.options]).get(self._base.options)
        failed = tuple(self._failed)
        return Mending(base, mended, tuple(best), width, self.tried, self._too_large, failed, stopped)

    def _ask(self, kind: Kind, options: Sequence[str]) -> dict[str, Measures]:
        questions = [Question(kind, self._base.name, text, seed=self._seed, limit=self._limit) for text in options]
        what = "rule sets solved" if kind == "truth" else "rule sets played by the levels"
        answers, failed = self._bench.ask(questions, what) if questions else ([], [])
        self._failed += failed
        self._too_large += sum(each.found is None for each in answers) if kind == "truth" else 0
        return {each.question.options: read_measures(each.found) for each in answers if each.found}


def _generate_games(base: Game, axes: Sequence[Axis], width: int, seen: set[object]) -> Iterator[Game]:
    """Every game with exactly so many options changed that was not seen before."""
    for chosen in combinations(axes, width):
        others = [[setting for setting in axis.settings if setting != base.settings[axis.name]] for axis in chosen]
        for settings in product(*others):
            changed = dict(zip((axis.name for axis in chosen), settings, strict=True))
            try:
                game = registry.load(base.name, {**base.settings, **changed})
            except BadOption:
                continue
            if (same := identify(game)) not in seen:
                seen.add(same)
                yield game
