"""A sweep from beginning to end: which rule sets there are, what was measured, which rules matter."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from squarely.core.game import Game
from squarely.core.notation import as_sentence, count_noun
from squarely.core.text_wrapping import wrap
from squarely.jobs.work import Failed
from squarely.lab.idle_rules import RuleEffect, find_effects
from squarely.lab.influence import Influence, describe_deciding, find_influence
from squarely.lab.measured_rules import measures_data
from squarely.lab.measures import Measures, read_measures
from squarely.lab.questions import Answer, Kind, Question
from squarely.lab.report import render_report, render_section
from squarely.lab.run import Bench
from squarely.lab.sweep import Axis, RuleSets, list_rule_sets
from squarely.lab.table import WIDTH, render_table

_REASONS = 3  # why combinations make no game, that are told


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
    measured = tuple(read_measures(each.found) for each in answers if each.found)
    too_large = tuple(each for each in answers if each.found is None)
    effects = tuple(find_effects(base, bench, limit)) if measured else ()
    influences = tuple(find_influence(axes, [*measured, *_copy_repeated(rule_sets, measured)]))
    return Study(base, rule_sets, measured, too_large, tuple(failed), effects, influences)


def render_study(study: Study, ranked: Sequence[Measures]) -> str:
    """The table, or the report of the only rule set, and which rules matter."""
    parts = [] if len(study.rule_sets.options) == 1 else [render_counts(study)]
    if len(study.rule_sets.options) == 1 and ranked:
        parts.append(render_report(study.base, ranked[0]))
    elif ranked:
        parts.append(render_table(ranked))
    if study.influences:
        lines = [f"{each.option}  {each.describe()}" for each in study.influences]
        parts.append(render_section("What the swept rules do, all else being equal", _align(lines)))
        parts.append(wrap(describe_deciding(study.influences), WIDTH))
    if study.effects:
        head = f"What each rule does, changed alone ({study.base.options or 'from the rules as printed'})"
        parts.append(render_section(head, _align([f"{each.option}  {each.describe()}" for each in study.effects])))
    return "\n\n".join(parts)


def render_counts(study: Study) -> str:
    """How many combinations there are, how many make no game, how many are too large, and why; in lines that fit."""
    return "\n".join(wrap(line, WIDTH, hang=4) for line in list_counts(study))


def list_counts(study: Study) -> list[str]:
    """The same, a sentence and then a line for each reason."""
    sets, lines = study.rule_sets, []
    told = [count_noun(sets.combinations, "combination")]
    if refused := sum(sets.refused.values()):
        told.append(f"{_count_making(refused)} no game")
        lines += [f"  {count:,}: {why}" for why, count in list(sets.refused.items())[:_REASONS]]
        if (more := len(sets.refused) - _REASONS) > 0:
            lines.append(f"  and {count_noun(more, 'other reason')}")
    if sets.repeated:
        told.append(f"{_count_making(len(sets.repeated))} the same game as another")
    if study.too_large:
        told.append(f"{len(study.too_large):,} {'is' if len(study.too_large) == 1 else 'are'} too large")
        lines += [f"  {len(whose):,}: {why}; --limit sets another bound" for why, whose in _group(study.too_large)]
    if study.failed:
        told.append(f"{len(study.failed):,} could not be measured")
    told.append(f"{len(study.measured):,} measured")
    return [as_sentence(", ".join(told)), *lines]


def study_data(study: Study, ranked: Sequence[Measures]) -> dict[str, Any]:
    """Everything, for programs."""
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
    }


def _count_making(count: int) -> str:
    return f"{count:,} {'makes' if count == 1 else 'make'}"


def _copy_repeated(rule_sets: RuleSets, measured: Sequence[Measures]) -> Iterator[Measures]:
    """What was measured of a rule set, for the combinations that make the same game."""
    by_options = {each.options: each for each in measured}
    for options, same in rule_sets.repeated.items():
        if same in by_options:
            yield by_options[same]._replace(options=options)


def _group(refused: Sequence[Answer]) -> list[tuple[str, list[Answer]]]:
    reasons = sorted({each.refusal for each in refused})
    return [(why, [each for each in refused if each.refusal == why]) for why in reasons]


def _align(lines: Sequence[str]) -> list[str]:
    """Lines of a name and what is said about it, with the second part in a column."""
    names = [line.partition("  ")[0] for line in lines]
    width = max(map(len, names), default=0)
    return [f"{name:<{width}}  {line.partition('  ')[2]}" for name, line in zip(names, lines, strict=True)]
