"""Rule sets as a table that fits 80 columns: a line each, and below it what the columns mean."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from squarely.core.text_wrapping import wrap
from squarely.lab.criteria import CRITERIA, find_fair_share, list_unmet, share_openings
from squarely.lab.measures import Measures
from squarely.solver.values import TIE, WIN

WIDTH = 80
AS_PRINTED = "as printed"
_NOTHING_ELSE = "nothing else"
_SEATS = {"first": "1st", "second": "2nd"}


class Column(NamedTuple):
    """A column: its head, how wide it is, what it is called where there is room, and what it says."""

    head: str
    width: int
    name: str
    says: str


COLUMNS = (
    Column("#", 3, "rank", "rank, the best first"),
    Column("met", 3, "criteria met", "criteria of a good game that are met, of those measured"),
    Column(
        "result", 9, "result",
        "perfect play: who wins and in how many moves of both sides; of dealt games how often",
    ),
    Column("loop", 4, "endless", "positions from which nobody can force an end; - where every match ends"),
    Column("long", 4, "longest win", "moves of the longest forced win"),
    Column("open", 4, "openings kept", "openings that keep the result"),
    Column("risk", 4, "risk", "positions with a choice in which some move changes the result"),
    Column("wide", 4, "moves", "legal moves, on average"),
    Column("len", 4, "length", "moves of a random match, on average"),
    Column("1st", 4, "first seat", "points of the first seat, where levels 2 to 7 are least even against themselves"),
    Column("lvl", 3, "levels", "levels that can be told apart"),
)  # fmt: skip


def render_table(ranked: Sequence[Measures]) -> str:
    """The table of rule sets in this order, with its legend. What all have in common is told once, above it."""
    common = _find_common(ranked)
    widths = [len(str(len(ranked))), *(column.width for column in COLUMNS[1:])]
    head = _write_line([column.head for column in COLUMNS], widths) + " rules"
    rows = [row for number, measures in enumerate(ranked, 1) for row in _write_rows(number, measures, widths, common)]
    above = [*break_options(f"All with {','.join(common)}:", WIDTH), ""] if common else []
    return "\n".join([*above, head, *rows, "", render_legend()])


def render_legend() -> str:
    """What each column means."""
    return "\n".join(wrap(f"{column.head:<6} {column.says}", WIDTH, hang=7) for column in COLUMNS)


def list_cells(number: int, measures: Measures) -> list[str]:
    """What stands in the columns."""
    fair = find_fair_share(measures)
    return [
        str(number),
        count_met(measures),
        write_result(measures),
        "-" if measures.always_ends else write_share(measures.endless_share),
        str(measures.longest_win),
        write_share(share_openings(measures)),
        write_share(measures.deciding_share),
        f"{measures.branching:.1f}",
        "?" if measures.length_random is None else f"{measures.length_random.mean:.0f}",
        "?" if fair is None else write_share(fair[1]),
        "?" if measures.levels_apart is None else str(measures.levels_apart),
    ]


def write_result(measures: Measures) -> str:
    """`2nd in 14`, `tie`, `endless`; of a dealt game the commonest and how often, `1st 64%`."""
    seat = _SEATS.get(measures.value or "", measures.ending)
    if measures.deals > 1:
        share = max(measures.first_share, measures.second_share, measures.tie_share, measures.endless_deals_share)
        return f"{seat} {write_share(share)}"
    in_moves = f" in {measures.distance}" if measures.distance is not None else ""
    return f"{seat}{in_moves}" if measures.ending in (WIN, TIE) else seat


def count_met(measures: Measures) -> str:
    """`3/5`: the criteria that are met, of those that were measured."""
    only_truth = not measures.balance
    asked = [each for each in CRITERIA if not (only_truth and each.needs_play)]
    return f"{len(asked) - len(list_unmet(measures, only_truth))}/{len(asked)}"


def write_share(share: float) -> str:
    """A share in percent; nothing is rounded to none or to all."""
    if 0 < share < 0.005:
        return "<1%"
    if 0.995 <= share < 1:
        return ">99%"
    return f"{share:.0%}"


def _find_common(ranked: Sequence[Measures]) -> list[str]:
    """The options that several rule sets all have, in their order."""
    first, *others = ([part for part in each.options.split(",") if part] for each in ranked)
    return [part for part in first if all(part in other for other in others)] if others else []


def _write_rows(number: int, measures: Measures, widths: Sequence[int], common: Sequence[str]) -> list[str]:
    room = WIDTH - sum(width + 1 for width in widths)
    other = ",".join(part for part in measures.options.split(",") if part not in common)
    first, *more = break_options(other or (_NOTHING_ELSE if common else AS_PRINTED), room)
    line = _write_line(list_cells(number, measures), widths)
    return [f"{line} {first}", *(" " * (WIDTH - room) + part for part in more)]


def _write_line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return " ".join(
        cell.ljust(width) if column.head == "result" else cell.rjust(width)
        for cell, width, column in zip(cells, widths, COLUMNS, strict=True)
    )


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
