"""Mending: a search for the smallest change of the rules under which a game ends, is fair and deep.

A beam search by the number of changes: whatever comes nearest to the criteria with so many changes gets one more, the
best first and small boards before large ones. What perfect play says is asked of each; only what passes is played by
the levels.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from time import monotonic
from typing import NamedTuple

from squarely.core.errors import BadOption
from squarely.core.rules import registry
from squarely.core.rules.game import Game
from squarely.core.rules.options import Setting, SquareDial
from squarely.core.rules.rulebook import list_rule_sets
from squarely.jobs.work import Failed
from squarely.lab.measure.measures import Measures, read_measures
from squarely.lab.mend.criteria import list_unmet, measure_shortfall, rank
from squarely.lab.sweep.bench import Bench
from squarely.lab.sweep.questions import Kind, Question
from squarely.lab.sweep.rule_sets import Axis, identify, list_settings

CHANGES, POSITIONS = 6, 1_000_000  # bounds of the search, unless others are given
_BEAM = 16  # rule sets of each number of changes that get one more
_WIDEST, _REFINED = 400, 100  # rule sets of each number of changes that are tried, and more like the best of them
_NEAR_MISSES = 12  # that are measured to the end where nothing meets everything


class Mending(NamedTuple):
    """What the search has found."""

    base: Measures | None  # the rules as they were; None where they are too large
    good: tuple[Measures, ...]  # what meets every criterion, the best first
    near: tuple[Measures, ...]  # what comes next, the best first, every measure known
    shipped: dict[str, str]  # the named rule sets of the game: their options, and their names
    changes: int  # options that could be changed at once
    positions: int  # that a rule set could have
    options: tuple[str, ...]  # that could be changed
    tried: int  # rule sets, of which these were not measured:
    too_large: int
    failed: tuple[Failed[Question], ...]


def mend(
    base: Game, axes: Sequence[Axis], bench: Bench, changes: int = CHANGES, positions: int = POSITIONS, seed: int = 0,
    tell: Callable[[int, float], None] = lambda *_: None,
) -> Mending:  # fmt: skip
    """Try rule sets by how many options they change, one more each time, until one meets every criterion.

    `tell` is told after the first change how many rule sets may follow, and about how many seconds they take.
    """
    search = _Search(base, axes, bench, positions, seed)
    for width in range(changes + 1):
        began, before = monotonic(), search.tried
        search.widen(width, _WIDEST)
        if width and not search.list_good():
            search.widen(width, _REFINED)  # what differs from the best in the settings, not in what is changed
        if search.list_good():
            break
        if width == 1:
            left = (_WIDEST + _REFINED) * (changes - 1)
            tell(left, left * (monotonic() - began) / max(1, search.tried - before))
    return search.sum_up(changes)


class _Search:
    """Rule sets that were looked at so far."""

    def __init__(self, base: Game, axes: Sequence[Axis], bench: Bench, positions: int, seed: int) -> None:
        self._base, self._axes, self._bench, self._positions, self._seed = base, axes, bench, positions, seed
        self._waiting: dict[int, list[Game]] = {0: [base]}  # by the number of changes
        self._seen: set[object] = {identify(base)}
        self._alike: set[Measures] = set()  # what was measured, whatever the options
        self._truths: dict[str, Measures] = {}
        self._full: dict[str, Measures] = {}
        self._failed: list[Failed[Question]] = []
        self.tried = self._too_large = 0

    def widen(self, width: int, most: int) -> None:
        """Try the rule sets with so many changes, and note what is one change away from the best of them."""
        games = {game.options: game for game in self._waiting.pop(width, [])[:most]}
        self.tried += len(games)
        truths, new = self._ask("truth", list(games)), list[Measures]()
        self._too_large += len(games) - len(truths)
        for measures in truths.values():
            if (alike := measures._replace(options="")) not in self._alike:  # else the change does nothing
                self._alike.add(alike)
                new.append(measures)
        self._truths |= {each.options: each for each in new}
        self._full |= self._ask("full", [each.options for each in new if not list_unmet(each, only_truth=True)])
        for measures in rank(self._full.get(each.options, each) for each in new)[:_BEAM]:
            nearby = self._list_neighbours(games[measures.options], measures.always_ends)
            for game in sorted(nearby, key=lambda game: game.shape.rows * game.shape.columns):
                if (same := identify(game)) not in self._seen:
                    self._seen.add(same)
                    changes = sum(game.settings[name] != was for name, was in self._base.settings.items())
                    self._waiting.setdefault(changes, []).append(game)

    def _list_neighbours(self, game: Game, ends: bool) -> Iterator[Game]:
        """Games that differ in one option; or in a square as well, where one alone makes no game."""
        options = {option.name: option for option in game.declared}
        places = [axis.name for axis in self._axes if isinstance(options[axis.name], SquareDial)]
        squares = [(name, square) for name in places for square in list_settings(game, options[name])]
        for axis in self._axes:
            is_open = axis.settings == tuple(list_settings(self._base, options[axis.name], is_thin=True))
            settings = list_settings(game, options[axis.name], is_thin=True) if is_open else axis.settings
            for setting in settings if axis.name != "repetition" or not ends else ():
                changed = {**game.settings, axis.name: setting}
                if found := _load(game, changed):
                    yield found
                else:
                    yield from filter(None, (_load(game, {**changed, name: square}) for name, square in squares))

    def list_good(self) -> list[Measures]:
        """What meets every criterion."""
        return [measures for measures in self._full.values() if not list_unmet(measures)]

    def sum_up(self, changes: int) -> Mending:
        """What was found, the named rule sets of the game with it; where nothing is good, with near misses."""
        shipped = {each.options: each.name for each in list_rule_sets(self._base.printed) if each.options}
        self._full |= self._ask("full", [text for text in (self._base.options, *shipped) if text not in self._full])
        if not self.list_good():
            best = sorted(self._truths, key=lambda text: (measure_shortfall(self._truths[text], True), text))
            self._full |= self._ask("full", [text for text in best if text not in self._full][:_NEAR_MISSES])
        good, near = rank(self.list_good()), rank(each for each in self._full.values() if list_unmet(each))
        options = tuple(axis.name for axis in self._axes)
        searched = shipped, changes, self._positions, options, self.tried, self._too_large
        return Mending(self._full.get(self._base.options), tuple(good), tuple(near), *searched, tuple(self._failed))

    def _ask(self, kind: Kind, options: Sequence[str]) -> dict[str, Measures]:
        asked = Question(kind, self._base.name, "", seed=self._seed, limit=self._positions)
        questions = [asked._replace(options=text) for text in options]
        what = "rule sets solved" if kind == "truth" else "rule sets played by the levels"
        answers, failed = self._bench.ask(questions, what) if questions else ([], [])
        self._failed += failed
        return {each.question.options: read_measures(each.found) for each in answers if each.found}


def _load(game: Game, settings: dict[str, Setting]) -> Game | None:
    with suppress(BadOption):
        return registry.load(game.name, settings)
    return None
