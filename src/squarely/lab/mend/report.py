"""What mending has found, in words: within which bounds, what is changed, what it gains, what it costs."""

from collections.abc import Iterator
from typing import Any

from squarely.core.rules.game import Game
from squarely.core.text.notation import as_sentence, count_noun, join_with_and
from squarely.core.text.wrapping import wrap
from squarely.lab.measure.measures import Measures
from squarely.lab.mend.criteria import (
    CRITERIA,
    count_rule_changes,
    describe_changes,
    list_unmet,
    measures_data,
    write_play_command,
)
from squarely.lab.mend.search import Mending
from squarely.lab.report.table import AS_PRINTED, WIDTH, find_length, render_table, write_share
from squarely.lab.report.words import judge, render_section

_SHOWN = 10


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
    yield f"  {chosen.options or AS_PRINTED}\n" + wrap(f"  {describe_changes(chosen)}", WIDTH, hang=2)
    yield render_section("Criteria", [judge(each, chosen) for each in CRITERIA])
    if (base := found.base) and base.options != chosen.options:
        costs = [
            f"moves at random: {_write(find_length(base))} -> {_write(find_length(chosen))}",
            f"moves of perfect play: {_write(base.length_best)} -> {_write(chosen.length_best)}",
            f"legal moves, on average: {_write(base.branching)} -> {_write(chosen.branching)}",
            f"longest forced win: {base.longest_win} -> {chosen.longest_win} moves",
            f"positions: {base.positions:,} -> {chosen.positions:,}",
            f"where a move decides: {write_share(base.deciding_share)} -> {write_share(chosen.deciding_share)} of them",
            f"changes to learn: {count_rule_changes(chosen)}",
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
    """Everything, for programs."""
    told = {name: [measures_data(each) for each in getattr(found, name)] for name in ("good", "near")}
    return {**found._asdict(), **told, "base": found.base and measures_data(found.base), "failed": len(found.failed)}
