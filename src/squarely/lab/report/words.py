"""What was found in words: one rule set with every measure, or a sweep and which rules matter."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from squarely.core.rules.game import Game, Side
from squarely.core.text.notation import as_sentence, count_noun, plural
from squarely.core.text.wrapping import wrap
from squarely.lab.measure.measures import Measures
from squarely.lab.mend.criteria import CRITERIA, Criterion, describe_openings
from squarely.lab.report.table import AS_PRINTED, WIDTH, render_table, write_share
from squarely.lab.sweep.study import Study, list_next_steps
from squarely.solver.values import Value

_REASONS = 3  # why combinations make no game, that are told
_SIDES = ("the first side", "the second side")


def render_study(study: Study, ranked: Sequence[Measures]) -> str:
    """The table, or the report of the only rule set, which rules matter, and what to try next."""
    if len(study.rule_sets.options) == 1:
        parts = [render_report(study.base, each) for each in ranked]
    else:
        parts = ["\n".join(wrap(line, WIDTH, hang=4) for line in list_counts(study)), render_table(ranked)]
    alone = f"What each rule does, changed alone ({study.base.options or 'from the rules as printed'})"
    swept = "What the swept rules do, all else being equal"
    told: dict[str, Any] = {swept: study.influences, alone: study.effects}
    for head, found in told.items():
        width = max((len(each.option) for each in found), default=0)
        lines = [f"{each.option:<{width}}  {each.describe()}" for each in found]
        parts += [render_section(head, lines)] if lines else []
    return "\n\n".join([*parts, render_section("What to try next", list_next_steps(study))])


def list_counts(study: Study) -> list[str]:
    """How many combinations there are, make no game or are too large: a sentence, and then a line for each reason."""
    sets, large = study.rule_sets, Counter(each.refusal for each in study.too_large)
    lines = [f"  {count:,}: {why}" for why, count in list(sets.refused.items())[:_REASONS]]
    if (more := len(sets.refused) - _REASONS) > 0:
        lines.append(f"  and {count_noun(more, 'other reason')}")
    lines += [f"  {count:,}: {why}; --limit sets another bound" for why, count in sorted(large.items())]
    told = {"without a game": sum(sets.refused.values()), "the same as another": len(sets.repeated)}
    told |= {"too large": large.total(), "not to be measured": len(study.failed)}
    counted = [f"{count:,} {says}" for says, count in told.items() if count]
    parts = [count_noun(sets.combinations, "combination"), *counted, f"{len(study.measured):,} measured"]
    return [as_sentence(", ".join(parts)), *lines]


def render_section(head: str, lines: Sequence[str]) -> str:
    """A head and lines below it, indented."""
    return "\n".join([head, *(wrap(f"  {line}", WIDTH) for line in lines)])


def render_report(game: Game, measures: Measures) -> str:
    """Every measure in words, in lines that fit."""
    parts = {
        "Criteria": [judge(criterion, measures) for criterion in CRITERIA],
        "Perfect play": list(_describe_truth(measures)),
        "Decisions": [
            describe_openings(measures),
            f"in {write_share(measures.deciding_share)} of the positions with a choice some move changes the result; "
            f"{measures.branching:.1f} legal moves on average",
            "moves that keep the result, by how many moves were made before: "
            + " ".join(map(write_share, measures.keeping_by_ply)),
        ],
        "Play": list(_describe_play(measures)),
        "Balance: points of the first seat when a player plays itself": [
            f"{player:<8} {write_share(share.mean):>4}   ({write_share(share.low)} to {write_share(share.high)})"
            for player, share in measures.balance
        ],
    }
    title = wrap(f"{game.title} ({game.name}), {measures.options or AS_PRINTED}", WIDTH)
    return "\n\n".join([title, *(render_section(head, lines) for head, lines in parts.items() if lines)])


def judge(criterion: Criterion, measures: Measures) -> str:
    """Whether a criterion is met, on a line."""
    sign = "?   " if criterion.is_open(measures) else "met " if criterion.is_met(measures) else "NOT "
    return f"{sign} {criterion.wanted}: {criterion.describe(measures)}"


def describe_result(measures: Measures) -> str:
    """Who wins under perfect play, by how much and in how many moves; or how else it ends."""
    winner = None if measures.value is None else Side[measures.value.upper()]
    return Value(winner, measures.ending, measures.distance, measures.margin).describe(_SIDES)


def describe_truth(measures: Measures) -> str:
    """What is known of a rule set, on a line."""
    result = describe_result(measures)
    if measures.deals > 1:
        result = (
            f"of {measures.deals:,} deals the first side wins {write_share(measures.first_share)}, "
            f"the second {write_share(measures.second_share)}"
        )
    return (
        f"{result}; longest forced win {count_noun(measures.longest_win, 'move')}; {describe_openings(measures)}; "
        f"{'always ends' if measures.always_ends else f'{write_share(measures.endless_share)} need never end'}; "
        f"{measures.positions:,} positions"
    )


def _describe_truth(measures: Measures) -> Iterator[str]:
    drawn = "" if measures.deals == measures.deals_of else f" of {measures.deals_of:,}, drawn by lot"
    deals = f", over {measures.deals:,} deals{drawn}" if measures.deals > 1 else ""
    yield f"{measures.positions:,} {plural(measures.positions, 'position')}{deals}"
    if deals:
        shares = {"are won by the first side": measures.first_share, "by the second": measures.second_share}
        shares |= {"are ties": measures.tie_share, "need never end": measures.endless_deals_share}
        yield "deals: " + ", ".join(f"{write_share(share)} {what}" for what, share in shares.items() if share)
    yield f"result: {describe_result(measures)}{' (the commonest)' if deals else ''}"
    if measures.always_ends:
        yield "every match ends, whatever is played"
    elif not measures.endless_share:
        yield "a match can go on for ever, but only if both sides want it to"
    else:
        yield f"from {write_share(measures.endless_share)} of the positions play can go on for ever"
    yield f"the longest forced win takes {count_noun(measures.longest_win, 'move')} (both sides counted)"
    if measures.komi is not None:
        yield f"komi that would even out perfect play: {measures.komi}"


def _describe_play(measures: Measures) -> Iterator[str]:
    for says, found, digits in (
        ("length at random", measures.length_random, 1),
        ("length between players of level 5", measures.length_level, 1),
        ("changes of the lead in perfect play", measures.lead_changes_best, 2),
        ("drama of perfect play", measures.drama_best, 2),
        ("changes of the lead between players of level 5", measures.lead_changes_level, 2),
        ("drama between players of level 5", measures.drama_level, 2),
    ):
        if found:
            mean, low, high = (f"{figure:.{digits}f}" for figure in found)
            yield f"{says}: {mean} ({low} to {high})"
    if measures.length_best is not None:
        yield f"length of perfect play: {count_noun(measures.length_best, 'move')}"
    if measures.levels_apart is not None:
        yield f"levels that can be told apart: {measures.levels_apart}: {', '.join(map(str, measures.chain))}"
    if measures.best_cut:
        move, share = measures.best_cut
        yield f"a pie is best cut with {move}: the first seat takes {write_share(share)} between players of level 5"
