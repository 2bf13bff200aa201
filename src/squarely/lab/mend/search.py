"""Mending: a search for the smallest change of the rules under which a game ends, is fair and deep.

A beam search by the number of changes: whatever comes nearest to the criteria with that many changes gets one more, the
best first and small boards before large ones. What perfect play says is asked of each; only what passes is played by
the levels.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any, NamedTuple

from squarely.core.errors import BadOption
from squarely.core.rules import registry
from squarely.core.rules.game import Game
from squarely.core.rules.options import Setting, SquareDial
from squarely.core.rules.rulebook import list_rule_sets
from squarely.core.text.notation import as_sentence, count_noun, join_with_and
from squarely.core.text.wrapping import wrap
from squarely.jobs.work import Failed
from squarely.lab.measure.measures import Measures
from squarely.lab.mend import criteria
from squarely.lab.mend.criteria import CRITERIA, list_unmet, measure_shortfall, measures_data, rank, write_play_command
from squarely.lab.report.table import AS_PRINTED, WIDTH, find_length, render_table, write_share
from squarely.lab.report.words import judge, render_section
from squarely.lab.sweep.bench import Bench
from squarely.lab.sweep.questions import Kind, Question
from squarely.lab.sweep.rule_sets import Axis, identify, list_settings

CHANGES, POSITIONS = 6, 1_000_000  # bounds of the search, unless others are given
_BEAM = 16  # rule sets of each number of changes that get one more
_WIDEST, _REFINED = 400, 100  # rule sets of each number of changes that are tried, and more like the best of them
_SHOWN = 10  # rule sets that came near
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
        """Try the rule sets with that many changes, and note what is one change away from the best of them."""
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
        return {each.question.options: each.found for each in answers if isinstance(each.found, Measures)}


def _load(game: Game, settings: dict[str, Setting]) -> Game | None:
    with suppress(BadOption):
        return registry.load(game.name, settings)
    return None


def render_mending(game: Game, found: Mending) -> str:
    """The mended rule set, or the best that was found and what it lacks; the bounds of the search; what to try next."""
    ranked = [*found.good, *found.near]
    parts = [_describe_search(found)]
    if not ranked:
        parts.append("No rule set could be measured.")
    elif not found.good:
        lacking = join_with_and([f"{each.name} ({each.wanted})" for each in list_unmet(ranked[0])])
        parts.append(f"Within these bounds nothing meets every criterion. The best does not meet: {lacking}.")
    elif ranked[0].options == game.options:
        parts.append("Nothing needs mending: the rules meet every criterion as they are.")
    else:
        parts.append(f"This mends {game.name}:")
    for each in ranked[:1]:
        parts += _describe_choice(each, found)
    if ranked[1:]:
        parts.append("What came near:\n" + render_table(ranked[1 : _SHOWN + 1]))
    for place, each in enumerate(ranked, 1):
        if each.options in found.shipped:
            lacks = [criterion.name for criterion in list_unmet(each)]
            says = f"does not meet {join_with_and(lacks)}" if lacks else "meets every criterion"
            name = f"{found.shipped[each.options]} ({each.options})"
            parts.append(f"The game's own rule set {name} is number {place}: it {says}.")
    parts.append(render_section("What to try next", list(_list_next_steps(game, found))))
    return "\n\n".join(part if "\n" in part else wrap(part, WIDTH) for part in parts)


def _describe_search(found: Mending) -> str:
    """`462 rule sets tried: up to 6 changes of size, reach and pie, and up to 1,000,000 positions each.`"""
    bounds = f"up to {count_noun(found.changes, 'change')} of {join_with_and(found.options)}"
    tried = f"{count_noun(found.tried, 'rule set')} tried: {bounds}, and up to {found.positions:,} positions each"
    return as_sentence(tried + (f"; {found.too_large:,} of them have more" if found.too_large else ""))


def _describe_choice(chosen: Measures, found: Mending) -> Iterator[str]:
    yield f"  {chosen.options or AS_PRINTED}\n" + wrap(f"  {criteria.describe_changes(chosen)}", WIDTH, hang=2)
    yield render_section("Criteria", [judge(each, chosen) for each in CRITERIA])
    if (base := found.base) and base.options != chosen.options:
        costs = [
            f"moves at random: {_write(find_length(base))} -> {_write(find_length(chosen))}",
            f"moves of perfect play: {_write(base.length_best)} -> {_write(chosen.length_best)}",
            f"legal moves, on average: {_write(base.branching)} -> {_write(chosen.branching)}",
            f"longest forced win: {base.longest_win} -> {chosen.longest_win} moves",
            f"positions: {base.positions:,} -> {chosen.positions:,}",
            f"where a move decides: {write_share(base.deciding_share)} -> {write_share(chosen.deciding_share)} of them",
            f"changes to learn: {criteria.count_rule_changes(chosen)}",
        ]
        yield render_section(f"What it costs: {base.options or AS_PRINTED}, and then", costs)
    yield f"Play it: {write_play_command(chosen)}"


def _write(number: float | None) -> str:
    return "no end" if number is None else f"{number:,}" if isinstance(number, int) else f"{number:,.1f}"


def _list_next_steps(game: Game, found: Mending) -> Iterator[str]:
    if found.good:
        yield f"a match tells more than figures: {write_play_command(found.good[0])}"
    elif found.near:
        yield f"search on from the best: squarely lab {game.name} --mend -o {found.near[0].options}"
        yield f"change more at a time, or fewer rules: --changes {found.changes + 2}, --sweep NAME …"
    if found.too_large:
        yield f"look at larger ones, which takes longer: --limit {10 * found.positions}"


def mending_data(found: Mending) -> dict[str, Any]:
    told = {name: [measures_data(each) for each in getattr(found, name)] for name in ("good", "near")}
    return {**found._asdict(), **told, "base": found.base and measures_data(found.base), "failed": len(found.failed)}
