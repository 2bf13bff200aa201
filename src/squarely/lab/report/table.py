"""Rule sets as a table that fits 80 columns: a line each, and below it what the columns mean."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from squarely.core.text.wrapping import wrap
from squarely.lab.measure.measures import Measures
from squarely.lab.mend.criteria import CRITERIA, count_rule_changes, find_fair_share, rank, share_openings
from squarely.solver.values import TIE, WIN

WIDTH = 80
AS_PRINTED = "as printed"
_SEATS = {"first": "1st", "second": "2nd"}


def write_share(share: float) -> str:
    """A share in percent; nothing is rounded to none or to all."""
    if 0 < share < 0.005:
        return "<1%"
    return ">99%" if 0.995 <= share < 1 else f"{share:.0%}"


def write_result(measures: Measures) -> str:
    """`2nd in 14`, `tie`, `endless`; of a dealt game the commonest and how often, `1st 64%`."""
    seat = _SEATS.get(measures.value or "", measures.ending)
    if measures.deals > 1:
        share = max(measures.first_share, measures.second_share, measures.tie_share, measures.endless_deals_share)
        return f"{seat} {write_share(share)}"
    return f"{seat} in {measures.distance}" if measures.distance is not None and measures.ending in (WIN, TIE) else seat


def count_met(measures: Measures) -> str:
    """`3/5`: the criteria that are met, of those that were measured."""
    asked = [each for each in CRITERIA if not each.is_open(measures)]
    return f"{sum(each.is_met(measures) for each in asked)}/{len(asked)}"


def find_length(measures: Measures) -> float | None:
    """Moves of a random match, on average; None if that was not measured."""
    return measures.length_random.mean if measures.length_random else None


class Column(NamedTuple):
    """A column: its head, how wide it is, its name where there is room, its meaning, a cell, and what comes first."""

    head: str
    width: int
    name: str
    says: str
    write: Callable[[Measures], str]
    order: Callable[[Measures], Any] | None = None  # the smallest comes first; None where nobody sorts by it


COLUMNS = (
    Column("met", 3, "criteria met", "criteria of a good game that are met, of those measured", count_met),
    Column("result", 9, "result", "perfect play: who wins and in how many moves of both sides; of deals how often",
           write_result),
    Column("loop", 4, "endless", "positions from which nobody can force an end; - where every match ends",
           lambda each: "-" if each.always_ends else write_share(each.endless_share),
           lambda each: (not each.always_ends, each.endless_share)),
    Column("long", 4, "longest win", "moves of the longest forced win",
           lambda each: str(each.longest_win), lambda each: -each.longest_win),
    Column("open", 4, "openings kept", "openings that keep the result",
           lambda each: write_share(share_openings(each)), share_openings),
    Column("risk", 4, "risk", "positions with a choice in which some move changes the result",
           lambda each: write_share(each.deciding_share), lambda each: -each.deciding_share),
    Column("wide", 4, "moves", "legal moves, on average",
           lambda each: f"{each.branching:.1f}", lambda each: -each.branching),
    Column("len", 4, "length", "moves of a random match, on average",
           lambda each: "?" if find_length(each) is None else f"{find_length(each):.0f}",
           lambda each: -(find_length(each) or each.length_best or 0)),
    Column("1st", 4, "first seat", "points of the first seat, where levels 2 to 7 are least even against themselves",
           lambda each: write_share(fair[1]) if (fair := find_fair_share(each)) else "?"),
    Column("lvl", 3, "levels", "levels that can be told apart",
           lambda each: "?" if each.levels_apart is None else str(each.levels_apart),
           lambda each: -(each.levels_apart or 0)),
)  # fmt: skip

# What --sort takes: the smallest comes first.
ORDERS: dict[str, Callable[[Measures], Any]] = {
    "best": lambda _: 0,
    "changes": count_rule_changes,
    **{column.head: column.order for column in COLUMNS if column.order},
    "even": lambda each: abs(fair[1] - 0.5) if (fair := find_fair_share(each)) else 1.0,
    "positions": lambda each: each.positions,
    "rules": lambda each: each.options,
}


def sort_by(measured: Iterable[Measures], order: str) -> list[Measures]:
    """Rule sets in this order; equals the best first."""
    return sorted(rank(measured), key=ORDERS[order])


def render_table(ranked: Sequence[Measures]) -> str:
    """The table of rule sets in this order, with its legend. What all have in common is told once, above it."""
    options = [[part for part in each.options.split(",") if part] for each in ranked]
    common = [part for part in options[0] if len(options) > 1 and all(part in other for other in options)]
    lines = [*break_options(f"All with {','.join(common)}:", WIDTH), ""] if common else []
    rank_width = len(str(len(ranked)))
    lines.append(" ".join(["#".rjust(rank_width), *(_fit(column, column.head) for column in COLUMNS), "rules"]))
    for number, (each, parts) in enumerate(zip(ranked, options, strict=True), 1):
        line = " ".join([str(number).rjust(rank_width), *(_fit(column, column.write(each)) for column in COLUMNS), ""])
        other = ",".join(part for part in parts if part not in common)
        first, *more = break_options(other or ("nothing else" if common else AS_PRINTED), WIDTH - len(line))
        lines += [line + first, *(" " * len(line) + part for part in more)]
    told = [("#", "rank, the best first"), *((column.head, column.says) for column in COLUMNS)]
    return "\n".join([*lines, "", *(wrap(f"{head:<6} {says}", WIDTH, hang=7) for head, says in told)])


def _fit(column: Column, cell: str) -> str:
    return cell.ljust(column.width) if column.head == "result" else cell.rjust(column.width)


def break_options(options: str, width: int) -> list[str]:
    """Options in lines of this width: broken behind commas; an option that is longer behind its sign, or anywhere."""
    lines = [""]
    for part in re.findall(r"[^,]+,?", options):
        pieces = [part] if len(part) <= width else re.findall(r"[^=]+=?", part)
        for piece in pieces:
            if lines[-1] and len(lines[-1]) + len(piece) > width:
                lines.append("")
            lines[-1] += piece
            while len(lines[-1]) > width:
                lines[-1:] = [lines[-1][:width], lines[-1][width:]]
    return lines
