"""A sweep from beginning to end: which rule sets there are, what was measured, which rules matter, what to try next."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from squarely.core.errors import BadOption
from squarely.core.rules import registry
from squarely.core.rules.game import Game
from squarely.core.rules.options import Dial, Option, Ruling, Setting
from squarely.core.text.notation import count_noun, join_with_and
from squarely.jobs.work import Failed
from squarely.lab.measure.measures import Measures
from squarely.lab.mend.criteria import Criterion, list_unmet, measures_data, rank, write_play_command
from squarely.lab.sweep.bench import Bench
from squarely.lab.sweep.questions import Answer, Comparison, Kind, Question
from squarely.lab.sweep.rule_sets import Axis, RuleSets, choose_axes, list_rule_sets, list_settings

_COUNTED = slice(Measures._fields.index("positions"), Measures._fields.index("length_random"))  # these need no play
LIMIT = 200_000  # positions that are compared one by one, which takes some seconds
_RESULTS = {"first": "the first side wins", "second": "the second side wins", "tie": "a tie", "endless": "no end"}


class Influence(NamedTuple):
    """How often an option that was swept decides the result, all others being equal."""

    option: str
    groups: int  # of rule sets that differ in nothing else
    decided: int  # of these, those in which not always the same side wins
    hastened: int  # of these, those in which it takes another number of moves, at least
    idle: int  # of these, those that have all measures in common

    def describe(self) -> str:
        """What it does, as a phrase behind the name of the option."""
        groups = count_noun(self.groups, "comparison")
        if not self.groups:
            return "no two rule sets differ in it alone"
        if self.idle == self.groups:
            return f"does nothing: every measure stays as it was, in {groups}"
        if self.decided:
            return f"changes who wins in {self.decided:,} of {groups}"
        if self.hastened:
            return f"never changes who wins, but how soon in {self.hastened:,} of {groups}"
        return f"never changes the result, in {groups}"


def find_influence(axes: Sequence[Axis], measured: Sequence[Measures]) -> list[Influence]:
    """For every option that was swept: how often the result depends on it."""
    settings = {each.options: registry.load(each.game, each.options).settings for each in measured}
    found = []
    for axis in (axis for axis in axes if len(axis.settings) > 1):
        groups: dict[Any, list[Measures]] = {}
        for each in measured:
            rest = tuple((name, setting) for name, setting in settings[each.options].items() if name != axis.name)
            groups.setdefault(rest, []).append(each)
        several = [group for group in groups.values() if len(group) > 1]
        decided = sum(len({(each.value, each.ending) for each in group}) > 1 for group in several)
        hastened = sum(len({(each.value, each.ending, each.distance) for each in group}) > 1 for group in several)
        idle = sum(len({each[_COUNTED] for each in group}) == 1 for group in several)
        found.append(Influence(axis.name, len(several), decided, hastened, idle))
    return found


class RuleEffect(NamedTuple):
    """What changing one option does: each setting that was tried, with what came out or why nothing did."""

    option: str
    setting: Setting  # in force
    tried: tuple[tuple[Setting, Comparison | str], ...]

    @property
    def compared(self) -> list[tuple[Setting, Comparison]]:
        return [(setting, found) for setting, found in self.tried if isinstance(found, Comparison)]

    @property
    def is_idle(self) -> bool:
        """Whether every value stays as it was, whatever it is set to."""
        return bool(self.tried) and all(isinstance(found, Comparison) and found.is_idle for _, found in self.tried)

    @property
    def decides(self) -> bool:
        """Whether the game has another result under another setting."""
        return any(found.decides for _, found in self.compared)

    def describe(self) -> str:
        """What it does, as a phrase behind the name of the option."""
        compared = self.compared
        if not compared:
            return f"not compared: {self.tried[0][1]}" if self.tried else "cannot be changed alone"
        if self.is_idle:
            return "does nothing: every value stays as it was"
        if self.decides:
            was = _RESULTS[compared[0][1].before[0]]
            changes = [f"{setting}: {_RESULTS[found.after[0]]}" for setting, found in compared if found.decides]
            return f"decides the result: {self.setting}: {was}; {'; '.join(changes)}"
        setting, most = max(compared, key=lambda found: found[1].changed)
        if not most.shared:
            with_these = join_with_and([str(setting) for setting, _ in compared])
            untold = "".join(f"; {setting}: {why}" for setting, why in self.tried if isinstance(why, str))
            return (
                f"leads to other positions, none of which could be compared; the result stays with {with_these}{untold}"
            )
        return (
            f"changes {most.changed:,} of {most.shared:,} values (with {setting}), "
            f"{most.results_changed:,} of them to another result; that of the start stays"
        )

    def as_data(self) -> dict[str, Any]:
        tried = [
            {"setting": setting, **(found._asdict() if isinstance(found, Comparison) else {"refusal": found})}
            for setting, found in self.tried
        ]
        about = {"option": self.option, "setting": self.setting, "does_nothing": self.is_idle}
        return {**about, "decides_result": self.decides, "says": self.describe(), "tried": tried}


def find_effects(base: Game, bench: Bench, limit: int) -> list[RuleEffect]:
    """What each dial and ruling does, changed alone. Of a dial the next settings below and above that make a game are
    tried, and others before it is said that it does nothing."""
    names = {axis.name for axis in choose_axes(base)}
    options = [option for option in base.declared if option.name in names and isinstance(option, Dial | Ruling)]
    found = _try(base, {option.name: _list_games(base, option, is_near=True) for option in options}, bench, limit)
    idle = [option for option in options if isinstance(option, Dial) and found[option.name].is_idle]
    found |= _try(base, {option.name: _list_games(base, option) for option in idle}, bench, limit)
    return list(found.values())


def _list_games(base: Game, option: Option[Any], is_near: bool = False) -> list[Game]:
    """The games with this option alone set otherwise; where `is_near`, of a dial only the next below and above."""
    games, now = list[Game](), base.settings[option.name]
    for setting in list_settings(base, option, is_thin=True):
        with suppress(BadOption):
            games += [base.with_options(**{option.name: setting})] if setting != now else []
    if not is_near or not isinstance(option, Dial):
        return games
    below = [game for game in games if int(game.settings[option.name]) < int(now)]
    return [*below[-1:], *games[len(below) :][:1]]


def _try(base: Game, trials: dict[str, list[Game]], bench: Bench, limit: int) -> dict[str, RuleEffect]:
    """What the options do in these games."""
    games, bound = [game for games in trials.values() for game in games], min(LIMIT, limit)
    asked = [Question("compare", base.name, game.options, base.options, limit=bound) for game in games]
    answers, failed = bench.ask(asked, "changes of one rule") if asked else ([], [])
    found: dict[str, Comparison | str] = {failure.item.options: failure.why for failure in failed}
    for each in answers:
        found[each.question.options] = each.found if isinstance(each.found, Comparison) else each.refusal
    tried = {name: tuple((each.settings[name], found[each.options]) for each in trials[name]) for name in trials}
    return {name: RuleEffect(name, base.settings[name], tried[name]) for name in trials}


class Study(NamedTuple):
    """Everything that a sweep has found."""

    base: Game
    rule_sets: RuleSets
    measured: tuple[Measures, ...]
    too_large: tuple[Answer, ...]
    failed: tuple[Failed[Question], ...]
    effects: tuple[RuleEffect, ...]  # of each rule, changed alone
    influences: tuple[Influence, ...]  # of each option that was swept


def carry_out(base: Game, axes: Sequence[Axis], bench: Bench, kind: Kind, seed: int, limit: int) -> Study:
    """Measure every rule set of a sweep, and find out which rules matter."""
    rule_sets = list_rule_sets(base, axes)
    questions = [Question(kind, base.name, options, seed=seed, limit=limit) for options in rule_sets.options]
    answers, failed = bench.ask(questions)
    measured = {each.question.options: each.found for each in answers if isinstance(each.found, Measures)}
    too_large = tuple(each for each in answers if each.found is None)
    effects = tuple(find_effects(base, bench, limit)) if measured else ()
    same = [(text, measured[other]) for text, other in rule_sets.repeated.items() if other in measured]
    every = [*measured.values(), *(each._replace(options=text) for text, each in same)]
    found = tuple(measured.values()), too_large, tuple(failed), effects, tuple(find_influence(axes, every))
    return Study(base, rule_sets, *found)


def study_data(study: Study, ranked: Sequence[Measures]) -> dict[str, Any]:
    return {
        "game": study.base.name,
        "options": study.base.options,
        "combinations": study.rule_sets.combinations,
        "no_game": dict(study.rule_sets.refused),
        "same_game": len(study.rule_sets.repeated),
        "too_large": [{"options": each.question.options, "why": each.refusal} for each in study.too_large],
        "failed": [{"options": each.item.options, "why": each.why} for each in study.failed],
        "rule_sets": [measures_data(each) for each in ranked],
        "swept": [each._asdict() | {"says": each.describe()} for each in study.influences],
        "rules": [each.as_data() for each in study.effects],
        "next": list_next_steps(study),
    }


def list_next_steps(study: Study) -> list[str]:
    """What to try next: what the best lacks and where that is found, what was left out. With commands."""
    best, lab = rank(study.measured)[0], f"squarely lab {study.base.name}"
    options = f" -o {best.options}" if best.options else ""
    unmet = list_unmet(best, only_truth=not best.balance)
    steps = [f"{each.name}: {hint}" for each in unmet for hint in _find_hints(each, study)]
    if unmet:
        steps.append(f"search from the best for what it lacks: {lab} --mend{options}")
    elif best.balance:
        steps.append(f"play the best: {write_play_command(best)}")
    else:
        steps.append(f"what the levels make of the best: {lab} --report{options}")
    swept = {each.option for each in study.influences}
    if swept and (left := [option.name for option in study.base.declared if option.name not in swept]):
        steps.append(f"not swept: {', '.join(left)}; from the best, such as: {lab}{options} --sweep {left[0]}")
    if study.too_large:
        large = count_noun(len(study.too_large), "rule set")
        steps.append(f"{large} too large for this bound: --limit {10 * study.too_large[0].question.limit}")
    return steps


def _find_hints(criterion: Criterion, study: Study) -> Iterator[str]:
    """The setting that comes most often with what meets a criterion, beyond how often it comes with the rest."""
    met, missed = Counter[tuple[str, object]](), Counter[tuple[str, object]]()
    meeting = [each for each in study.measured if criterion.is_met(each)]
    for each in study.measured:
        settings = registry.load(each.game, each.options).settings
        pairs = [(influence.option, settings[influence.option]) for influence in study.influences]
        (met if each in meeting else missed).update(pairs)
    others = max(1, len(study.measured) - len(meeting))
    gains = {pair: count / max(1, len(meeting)) - missed[pair] / others for pair, count in met.items()}
    (option, setting), gain = max(gains.items(), key=lambda item: (item[1], str(item[0])), default=(("", ""), 0))
    if not meeting:
        yield f"no rule set here meets it ({criterion.wanted})"
    elif gain > 0:
        having = f"{met[option, setting]:,} of {count_noun(len(meeting), 'rule set')}"
        yield f"{having} that meet it have {option}={setting}"
