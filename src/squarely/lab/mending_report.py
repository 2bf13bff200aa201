"""What mending has found, in words: what is changed, what it gains, what it costs."""

from collections.abc import Iterator
from typing import Any

from squarely.core.game import Game
from squarely.core.notation import as_sentence, count_noun, join_with_and
from squarely.core.text_wrapping import wrap
from squarely.lab.criteria import CRITERIA, list_unmet
from squarely.lab.measured_rules import describe_changes, measures_data, write_play_command
from squarely.lab.measures import Measures
from squarely.lab.mending import Mending
from squarely.lab.report import render_section
from squarely.lab.table import AS_PRINTED, WIDTH, render_table, write_share

_SHOWN = 10


def render_mending(game: Game, found: Mending) -> str:
    """The mended rule set, or the best that exists and what it lacks."""
    tried = f"{count_noun(found.tried, 'rule set')} tried, with up to {count_noun(found.changes, 'change')} each"
    if found.too_large:
        tried += f"; {found.too_large:,} of them are too large to be solved here"
    parts = [as_sentence(tried)]
    if found.stopped:
        parts.append(f"Not everything was tried: {found.stopped}.")
    if found.mended:
        if not found.mended.options or found.mended.options == game.options:
            parts.append("Nothing needs mending: the rules meet every criterion as they are.")
        else:
            parts.append(f"This mends {game.name}:")
        parts += _describe_choice(found.mended, found.base)
    elif not found.best:
        parts.append("No rule set could be measured.")
    else:
        lacking = join_with_and([f"{each.name} ({each.wanted})" for each in list_unmet(found.best[0])])
        parts.append(f"Nothing meets every criterion. The best that exists does not meet: {lacking}.")
        parts += _describe_choice(found.best[0], found.base)
    if found.best:
        parts.append("What came near:\n" + render_table(found.best[:_SHOWN]))
    return "\n\n".join(part if "\n" in part else wrap(part, WIDTH) for part in parts)


def _describe_choice(chosen: Measures, base: Measures | None) -> Iterator[str]:
    yield f"  {chosen.options or AS_PRINTED}\n" + wrap(f"  {describe_changes(chosen)}", WIDTH, hang=2)
    yield render_section(
        "Criteria",
        [f"{'met ' if each.is_met(chosen) else 'NOT '} {each.wanted}: {each.describe(chosen)}" for each in CRITERIA],
    )
    if base and base.options != chosen.options:
        yield render_section(f"What it costs: {base.options or AS_PRINTED}, and then", list_costs(base, chosen))
    yield f"Play it: {write_play_command(chosen)}"


def mending_data(found: Mending) -> dict[str, Any]:
    """Everything, for programs."""
    return {
        "mended": found.mended and measures_data(found.mended),
        "base": found.base and measures_data(found.base),
        "best": [measures_data(each) for each in found.best],
        "changes": found.changes,
        "tried": found.tried,
        "too_large": found.too_large,
        "stopped": found.stopped,
    }


def list_costs(base: Measures, chosen: Measures) -> list[str]:
    """What is otherwise than before, a line each: how long, how wide, how large."""
    lines = [
        _compare("length at random", _length(base), _length(chosen), "moves"),
        _compare("length of perfect play", base.length_best, chosen.length_best, "moves"),
        _compare("legal moves, on average", base.branching, chosen.branching, ""),
        _compare("longest forced win", base.longest_win, chosen.longest_win, "moves"),
        _compare("positions", base.positions, chosen.positions, ""),
        f"positions where a move decides: {write_share(base.deciding_share)} -> {write_share(chosen.deciding_share)}",
        f"changes to learn: {len(list(filter(None, chosen.options.split(','))))}",
    ]
    return [line for line in lines if line]


def _length(measures: Measures) -> float | None:
    return measures.length_random.mean if measures.length_random else None


def _compare(what: str, before: float | None, after: float | None, unit: str) -> str:
    return f"{what}: {_write(before)} -> {_write(after)}" + (f" {unit}" if unit and after is not None else "")


def _write(number: float | None) -> str:
    if number is None:
        return "no end"
    return f"{number:,}" if isinstance(number, int) else f"{number:,.1f}"
