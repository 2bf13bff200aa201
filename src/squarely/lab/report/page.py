"""What a study has found as one HTML file that needs nothing else."""

import re
from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files

from squarely.core.text.notation import as_sentence, capitalise, count_noun
from squarely.lab.measure.measures import Measures
from squarely.lab.mend.criteria import CRITERIA, describe_changes, write_play_command
from squarely.lab.report.scatter import draw_scatter
from squarely.lab.report.table import AS_PRINTED, COLUMNS
from squarely.lab.report.words import describe_truth, list_counts
from squarely.lab.sweep.study import Study, list_next_steps

_SIZES = {"desk": (760, 420), "phone": (340, 400)}
_PLAYED = "In the middle: fair between players of equal skill, levels 2 to 7. Diamonds meet every criterion."
_NOT_PLAYED = "Nobody has played yet, so the height is what perfect play gives the first seat."


def render_page(study: Study, ranked: Sequence[Measures]) -> str:
    """The page: depth against balance, the ranking with a command for each rule set, which rules matter, what next."""
    says, *reasons = (escape(line.strip()) for line in list_counts(study))
    printed = [(at, each) for at, each in enumerate(ranked, 1) if at > 1 and not each.options]
    cards = [_write_card("today", f"As printed: rank {at} of {len(ranked):,}", each) for at, each in printed]
    pictures = (f'<div class="{name}">{draw_scatter(ranked, *size)}</div>' for name, size in _SIZES.items())
    parts = {
        "title": escape(f"{study.base.title} ({study.base.name})"),
        "summary": f"<p>{says}</p>{_write_items(reasons)}",
        "best": _write_card("best", f"The best of {count_noun(len(ranked), 'rule set')}", ranked[0]),
        "printed": "".join(cards),
        "scatter": "".join(pictures),
        "scatter_note": escape(_PLAYED if any(each.balance for each in ranked) else _NOT_PLAYED),
        "head": "".join(_write_cell("th", column.head, column.name) for column in COLUMNS),
        "rows": "\n".join(_write_row(number, each) for number, each in enumerate(ranked, 1)),
        "legend": _write_list((column.name, column.says) for column in COLUMNS),
        "criteria": _write_list((criterion.name, criterion.wanted) for criterion in CRITERIA),
        "rules": _write_rules(study),
        "next": _write_items(map(escape, list_next_steps(study))),
        "command": escape(f"squarely lab {study.base.name}"),
    }
    template = files("squarely.lab.report").joinpath("page.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda slot: parts[slot[1]], template)


def _write_items(items: Iterable[str]) -> str:
    listed = "".join(f"<li>{item}</li>" for item in items)
    return f"<ul>{listed}</ul>" if listed else ""


def _write_list(pairs: Iterable[tuple[str, str]]) -> str:
    return "".join(f"<dt>{escape(name)}</dt><dd>{escape(says)}</dd>" for name, says in pairs)


def _write_card(kind: str, head: str, measures: Measures) -> str:
    """One rule set with what is said of it, its criteria and its command."""
    return (
        f'<section class="card {kind}"><h2>{escape(head)}</h2><p class="name">{_write_name(measures)}</p>'
        f"<p>{escape(describe_changes(measures))}</p>"
        f"<p>{escape(as_sentence(capitalise(describe_truth(measures))))}</p>{_write_criteria(measures)}"
        f"<p><code>{escape(write_play_command(measures))}</code></p></section>"
    )


def _write_name(measures: Measures) -> str:
    return escape(measures.options or AS_PRINTED).replace(",", ",<wbr> ")


def _write_criteria(measures: Measures) -> str:
    """Each criterion with a sign: met, not met, not measured."""
    signs = []
    for criterion in CRITERIA:
        kind, sign, says = ("met", "✓", "met") if criterion.is_met(measures) else ("not", "✗", "not met")
        if criterion.is_open(measures):
            kind, sign, says = "open", "?", "not measured"
        signs.append(
            f'<li class="{kind}"><span aria-hidden="true">{sign} {criterion.name}</span>'
            f'<span class="unseen">{criterion.name}: {says}</span></li>'
        )
    return f'<ul class="criteria">{"".join(signs)}</ul>'


def _write_cell(tag: str, head: str, text: str, name: str = "") -> str:
    role = 'scope="col" role="columnheader"' if tag == "th" else f'role="cell" data-name="{name}"'
    aligned = "" if head == "result" else ' class="number"'
    return f"<{tag} {role}{aligned}>{escape(text)}</{tag}>"


def _write_row(number: int, measures: Measures) -> str:
    cells = "".join(_write_cell("td", column.head, column.write(measures), column.name) for column in COLUMNS)
    rules = (
        f'<th scope="row" role="rowheader" class="rules"><span class="name">{_write_name(measures)}</span>'
        f"<span>{escape(describe_changes(measures))}</span>{_write_criteria(measures)}"
        f"<code>{escape(write_play_command(measures))}</code></th>"
    )
    printed = "" if measures.options else ' class="printed"'
    rank = _write_cell("td", "#", str(number), "rank")
    return f'<tr role="row" id="rule-set-{number}"{printed}>{rank}{rules}{cells}</tr>'


def _write_rules(study: Study) -> str:
    """Which rules do nothing and which decide, where that was found out."""
    parts = []
    if study.influences:
        listed = _write_list((each.option, each.describe()) for each in study.influences)
        parts.append(f"<h3>All else being equal</h3><dl>{listed}</dl>")
    if study.effects:
        listed = _write_list((each.option, each.describe()) for each in study.effects)
        parts.append(f"<h3>Changed alone, from: {escape(study.base.options or AS_PRINTED)}</h3><dl>{listed}</dl>")
    return f'<section class="card"><h2>What the rules do</h2>{"".join(parts)}</section>' if parts else ""
