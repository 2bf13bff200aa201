"""What a study has found as one HTML file that needs nothing else."""

import re
from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from math import sqrt

from squarely.core.text.notation import as_sentence, capitalise, count_noun
from squarely.lab.measure.measures import Measures
from squarely.lab.mend.criteria import (
    CRITERIA,
    DEEP,
    FAIR,
    describe_changes,
    find_fair_share,
    list_unmet,
    write_play_command,
)  # fmt: skip
from squarely.lab.report.table import AS_PRINTED, COLUMNS, write_result, write_share
from squarely.lab.report.words import describe_truth, list_counts
from squarely.lab.sweep.study import Influence, RuleEffect, Study, list_next_steps
from squarely.review.drawing.svg import Scale, element, picture, text, title, write_style

_APART = 9.0  # points that are closer would hide each other
_TOLD = 12  # ranks of one point that are named
_SIZES = {"desk": (760, 420), "phone": (340, 400)}
_PLAYED = "In the middle: fair between players of equal skill, levels 2 to 7. Diamonds meet every criterion."
_NOT_PLAYED = "Nobody has played yet, so the height is what perfect play gives the first seat."


def render_page(study: Study, ranked: Sequence[Measures]) -> str:
    """The page: depth against balance, the ranking with a command for each rule set, which rules matter, what next."""
    says, *reasons = (line.strip() for line in list_counts(study))
    printed = [(at, each) for at, each in enumerate(ranked, 1) if at > 1 and not each.options]
    cards = [_write_card("today", f"As printed: rank {at} of {len(ranked):,}", each) for at, each in printed]
    parts = {
        "title": escape(f"{study.base.title} ({study.base.name})"),
        "style": write_style(),
        "summary": f"<p>{escape(says)}</p>{_write_items(reasons)}",
        "best": _write_card("best", f"The best of {count_noun(len(ranked), 'rule set')}", ranked[0]),
        "printed": "".join(cards),
        "scatter": "".join(element("div", draw_scatter(ranked, *size), class_=name) for name, size in _SIZES.items()),
        "scatter_note": escape(_PLAYED if any(each.balance for each in ranked) else _NOT_PLAYED),
        "head": "".join(_write_cell("th", column.head, column.name) for column in COLUMNS),
        "rows": "\n".join(_write_row(number, each) for number, each in enumerate(ranked, 1)),
        "legend": _write_list((column.name, column.says) for column in COLUMNS),
        "criteria": _write_list((criterion.name, criterion.wanted) for criterion in CRITERIA),
        "rules": _write_rules(study),
        "next": _write_items(list_next_steps(study)),
        "command": escape(f"squarely lab {study.base.name}"),
    }
    template = files("squarely.lab.report").joinpath("page.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda slot: parts[slot[1]], template)


def _write_items(items: Iterable[str]) -> str:
    listed = [element("li", escape(item)) for item in items]
    return element("ul", *listed) if listed else ""


def _write_list(pairs: Iterable[tuple[str, str]]) -> str:
    return "".join(f"<dt>{escape(name)}</dt><dd>{escape(says)}</dd>" for name, says in pairs)


def _write_card(kind: str, head: str, measures: Measures) -> str:
    """One rule set with what is said of it, its criteria and its command."""
    truth = escape(as_sentence(capitalise(describe_truth(measures))))
    name, changes, criteria, command = _tell(measures)
    told = f'<p class="name">{name}</p><p>{changes}</p><p>{truth}</p>{criteria}<p>{command}</p>'
    return f'<section class="card {kind}"><h2>{escape(head)}</h2>{told}</section>'


def _tell(measures: Measures) -> tuple[str, str, str, str]:
    """A rule set's name, what it changes, its criteria with a sign each, and the command that plays it."""
    signs = []
    for criterion in CRITERIA:
        kind, sign, says = ("met", "✓", "met") if criterion.is_met(measures) else ("not", "✗", "not met")
        if criterion.is_open(measures):
            kind, sign, says = "open", "?", "not measured"
        seen = f'<span aria-hidden="true">{sign} {criterion.name}</span>'
        signs.append(f'<li class="{kind}">{seen}<span class="unseen">{criterion.name}: {says}</span></li>')
    name = escape(measures.options or AS_PRINTED).replace(",", ",<wbr> ")
    command = element("code", escape(write_play_command(measures)))
    return name, escape(describe_changes(measures)), element("ul", *signs, class_="criteria"), command


def _write_cell(tag: str, head: str, cell: str, name: str = "") -> str:
    role = {"scope": "col", "role": "columnheader"} if tag == "th" else {"role": "cell", "data_name": name}
    return element(tag, escape(cell), class_=None if head == "result" else "number", **role)


def _write_row(number: int, measures: Measures) -> str:
    name, changes, criteria, command = _tell(measures)
    rules = f'<span class="name">{name}</span><span>{changes}</span>{criteria}{command}'
    cells = [_write_cell("td", column.head, column.write(measures), column.name) for column in COLUMNS]
    head = element("th", rules, scope="row", role="rowheader", class_="rules")
    printed = None if measures.options else "printed"
    rank = _write_cell("td", "#", str(number), "rank")
    return element("tr", rank, head, *cells, role="row", id=f"rule-set-{number}", class_=printed)


def _write_rules(study: Study) -> str:
    """Which rules do nothing and which decide, where that was found out."""
    alone = f"Changed alone, from: {escape(study.base.options or AS_PRINTED)}"
    found: dict[str, Sequence[Influence | RuleEffect]] = {
        "All else being equal": study.influences,
        alone: study.effects,
    }
    parts = [
        f"<h3>{head}</h3><dl>{_write_list((each.option, each.describe()) for each in listed)}</dl>"
        for head, listed in found.items()
        if listed
    ]
    return f'<section class="card"><h2>What the rules do</h2>{"".join(parts)}</section>' if parts else ""


def draw_scatter(ranked: Sequence[Measures], width: int, height: int) -> str:
    """An SVG of this size: longest forced win to the right, the first seat's share upwards. Each point is a link to the
    row of the best rule set that lies there."""
    deepest = max([DEEP + 5, *(each.longest_win for each in ranked)])
    across, up = Scale(0, deepest, 48, width - 20), Scale(0, 1, height - 52, 34)
    field = {"y": up.at(FAIR), "width": across.end - across.at(DEEP), "height": up.at(1 - FAIR) - up.at(FAIR)}
    parts = [
        element("rect", x=across.at(DEEP), fill="good", opacity=0.12, **field),
        text(across.end, up.at(FAIR) - 6, "deep and fair", fill="good", text_anchor="end"),
        across.draw_columns(range(0, deepest + 1, max(1, deepest * 64 // width)), up.end, up.start),
        *(
            text(40, up.at(share) + 4, f"{share:.0%}", fill="soft", text_anchor="end")
            for share in (0, 0.25, 0.5, 0.75, 1)
        ),
        text(4, 16, "what the first seat takes", fill="soft"),
        text(across.end, height - 8, "longest forced win, in moves →", fill="soft", text_anchor="end"),
    ]
    points: dict[tuple[int, int], list[int]] = {}  # one for the ranks that would hide each other
    for rank, each in enumerate(ranked, 1):
        x, y = across.at(each.longest_win), up.at(find_height(each))
        points.setdefault((round(x / _APART), round(y / _APART)), []).append(rank)
    for ranks in reversed(points.values()):  # the best on top
        best = ranked[ranks[0] - 1]
        place = across.at(best.longest_win), up.at(find_height(best))
        parts.append(_draw_point(*place, best, ranks, any(not ranked[rank - 1].options for rank in ranks)))
    label = "Depth against balance, a point for each rule set"
    return picture(width, height, parts, role="group", aria_label=label, width=width, height=height, font_size=12)


def find_height(measures: Measures) -> float:
    """The first seat's share: least even among levels 2 to 7, or under perfect play, where nothing was played."""
    if found := find_fair_share(measures):
        return found[1]
    return measures.first_share + (measures.tie_share + measures.endless_deals_share) / 2


def _draw_point(x: float, y: float, best: Measures, ranks: Sequence[int], is_printed: bool) -> str:
    """A disc, the larger the more rule sets lie there; a diamond where the best meets every criterion."""
    rank, *others = ranks
    says = f"{rank}. {best.options or AS_PRINTED}: {write_result(best)}, longest forced win {best.longest_win}, "
    says += f"first seat {write_share(find_height(best))}"
    if others:
        more = f" and {len(others) - _TOLD} more" if len(others) > _TOLD else ""
        printed = f" ({AS_PRINTED} among them)" if is_printed and best.options else ""
        says += f"; here too{printed}: {', '.join(map(str, others[:_TOLD]))}{more}"
    looks, r = "point printed" if is_printed else "point", min(12.0, 6 + 1.5 * sqrt(len(others)))
    shape = element("circle", title(says), class_=looks, cx=x, cy=y, r=r)
    if best.balance and not list_unmet(best):
        far = f"{r + 2:.1f}"
        path = f"M{x:.1f} {y - r - 2:.1f}l{far} {far}l-{far} {far}l-{far} -{far}z"
        shape = element("path", title(says), class_=f"{looks} good", d=path)
    return element("a", shape, href=f"#rule-set-{rank}", aria_label=says)
