"""One rule set in words: what perfect play says, what play is like, and which criteria it meets."""

from collections.abc import Iterator, Sequence

from squarely.core.game import Game, Side
from squarely.core.notation import count_noun, plural
from squarely.core.text_wrapping import wrap
from squarely.lab.criteria import CRITERIA, Criterion
from squarely.lab.estimate import Estimate
from squarely.lab.measures import Measures
from squarely.lab.table import AS_PRINTED, WIDTH, write_share
from squarely.solver.values import Value

_INDENT = 2
_SIDES = ("the first side", "the second side")


def render_report(game: Game, measures: Measures) -> str:
    """Every measure in words, in lines that fit."""
    title = f"{game.rules.TITLE} ({game.name}), {measures.options or AS_PRINTED}"
    parts = {
        "Criteria": [_judge(criterion, measures) for criterion in CRITERIA],
        "Perfect play": list(_describe_truth(measures)),
        "Decisions": list(_describe_decisions(measures)),
        "Play": list(_describe_play(measures)),
        "Balance: points of the first seat when a player plays itself": list(_describe_balance(measures)),
    }
    return "\n\n".join([wrap(title, WIDTH), *(render_section(head, lines) for head, lines in parts.items() if lines)])


def render_section(head: str, lines: Sequence[str]) -> str:
    """A head and lines below it, indented."""
    return "\n".join([head, *(wrap(" " * _INDENT + line, WIDTH) for line in lines)])


def _judge(criterion: Criterion, measures: Measures) -> str:
    if criterion.needs_play and not measures.balance:
        return f"?    {criterion.wanted}: not measured"
    return f"{'met ' if criterion.is_met(measures) else 'NOT '} {criterion.wanted}: {criterion.describe(measures)}"


def _describe_truth(measures: Measures) -> Iterator[str]:
    dealt = measures.deals > 1
    of = "" if measures.deals == measures.deals_of else f" of {measures.deals_of:,}, drawn by lot"
    deals = f", over {measures.deals:,} deals{of}" if dealt else ""
    yield f"{measures.positions:,} {plural(measures.positions, 'position')}{deals}"
    if dealt:
        shares = [
            (measures.first_share, "are won by the first side"),
            (measures.second_share, "by the second"),
            (measures.tie_share, "are ties"),
            (measures.endless_deals_share, "need never end"),
        ]
        yield "deals: " + ", ".join(f"{write_share(share)} {what}" for share, what in shares if share)
    yield f"result: {describe_result(measures)}" + (" (the commonest)" if dealt else "")
    if measures.always_ends:
        yield "every match ends, whatever is played"
    elif not measures.endless_share:
        yield "a match can go on for ever, but only if both sides want it to"
    else:
        yield f"from {write_share(measures.endless_share)} of the positions play can go on for ever"
    yield f"the longest forced win takes {count_noun(measures.longest_win, 'move')} (both sides counted)"
    if measures.komi is not None:
        yield f"komi that would even out perfect play: {measures.komi}"


def describe_result(measures: Measures) -> str:
    """Who wins under perfect play, by how much and in how many moves; or how else it ends."""
    winner = None if measures.value is None else Side[measures.value.upper()]
    return Value(winner, measures.ending, measures.distance, measures.margin).describe(_SIDES)


def describe_truth(measures: Measures) -> str:
    """What is known of a rule set, on a line."""
    parts = [describe_result(measures)]
    if measures.deals > 1:
        parts[0] = (
            f"of {measures.deals:,} deals the first side wins {write_share(measures.first_share)}, "
            f"the second {write_share(measures.second_share)}"
        )
    parts.append(f"longest forced win {count_noun(measures.longest_win, 'move')}")
    parts.append(f"{measures.openings_keeping:,} of {count_noun(measures.openings, 'opening')} keep the result")
    parts.append("always ends" if measures.always_ends else f"{write_share(measures.endless_share)} need never end")
    return "; ".join([*parts, f"{measures.positions:,} positions"])


def _describe_decisions(measures: Measures) -> Iterator[str]:
    yield f"{measures.openings_keeping:,} of {count_noun(measures.openings, 'opening')} keep the result"
    yield (
        f"in {write_share(measures.deciding_share)} of the positions with a choice some move changes the result; "
        f"{measures.branching:.1f} legal moves on average"
    )
    shares = " ".join(map(write_share, measures.keeping_by_ply))
    yield f"moves that keep the result, by how many moves were made before: {shares}"


def _describe_play(measures: Measures) -> Iterator[str]:
    if measures.length_random:
        yield f"length at random: {describe_estimate(measures.length_random)} moves"
    if measures.length_level:
        yield f"length between players of level 5: {describe_estimate(measures.length_level)} moves"
    if measures.length_best is not None:
        yield f"length of perfect play: {count_noun(measures.length_best, 'move')}"
    for says, found in (
        ("changes of the lead in perfect play", measures.lead_changes_best),
        ("drama of perfect play", measures.drama_best),
        ("changes of the lead between players of level 5", measures.lead_changes_level),
        ("drama between players of level 5", measures.drama_level),
    ):
        if found:
            yield f"{says}: {describe_estimate(found, 2)}"
    if measures.levels_apart is not None:
        chain = f": {', '.join(map(str, measures.chain))}" if measures.chain else ""
        yield f"levels that can be told apart: {measures.levels_apart}{chain}"
    if measures.best_cut:
        move, share = measures.best_cut
        yield f"a pie is best cut with {move}: the first seat takes {write_share(share)} between players of level 5"


def _describe_balance(measures: Measures) -> Iterator[str]:
    for player, share in measures.balance:
        between = "" if share.is_exact else f"   ({write_share(share.low)} to {write_share(share.high)})"
        yield f"{player:<8} {write_share(share.mean):>4}{between}"


def describe_estimate(found: Estimate, digits: int = 1) -> str:
    """`12.3`, or `12.3 (11.9 to 12.8)` where it was sampled."""
    if found.is_exact:
        return f"{found.mean:.{digits}f}"
    return f"{found.mean:.{digits}f} ({found.low:.{digits}f} to {found.high:.{digits}f})"
