"""What a study has found as one HTML file that needs nothing else."""

import re
from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files

from squarely.lab.criteria import CRITERIA
from squarely.lab.idle_rules import describe_deciding
from squarely.lab.measured_rules import describe_changes, write_play_command
from squarely.lab.measures import Measures
from squarely.lab.scatter import draw_scatter
from squarely.lab.study import Study, list_counts
from squarely.lab.table import AS_PRINTED, COLUMNS, list_cells

_LEFT = ("result",)  # columns of words


def render_page(study: Study, ranked: Sequence[Measures]) -> str:
    """The page: depth against balance, the ranking with a command for each rule set, and which rules matter."""
    rules = study.base.rules
    parts = {
        "title": escape(f"{rules.TITLE}: rule sets compared"),
        "summary": "".join(f"<p>{escape(line.strip())}</p>" for line in list_counts(study)),
        "scatter": draw_scatter(ranked),
        "scatter_note": escape(
            "Each point is a rule set; its link leads to its row. To the right: deeper. In the middle: fair. "
            "The green field is where both are as they should be; green points meet every criterion."
            if any(each.balance for each in ranked)
            else "Each point is a rule set; its link leads to its row. To the right: deeper. Nobody has played yet, "
            "so the height shows what perfect play gives the first seat."
        ),
        "table": _write_table(ranked),
        "legend": _write_list((column.head, column.says) for column in COLUMNS),
        "criteria": _write_list((criterion.name, criterion.wanted) for criterion in CRITERIA),
        "rules": _write_rules(study),
        "footer": escape(
            f"Made by squarely lab {study.base.name}. Everything is exact where no interval is given; "
            "what each measure means is written in docs/lab-measures.md."
        ),
    }
    template = files("squarely.lab").joinpath("page.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda slot: parts[slot[1]], template)


def _write_table(ranked: Sequence[Measures]) -> str:
    number, *others = (f'<th scope="col"{_align(column.head)}>{escape(column.head)}</th>' for column in COLUMNS)
    rows = "\n".join(_write_row(number, each) for number, each in enumerate(ranked, 1))
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="Ranking"><table><thead><tr>{number}'
        f'<th scope="col">rules</th>{"".join(others)}</tr></thead><tbody>\n{rows}\n</tbody></table></div>'
    )


def _write_row(number: int, measures: Measures) -> str:
    first, *others = (
        f"<td{_align(column.head)}>{escape(cell)}</td>"
        for column, cell in zip(COLUMNS, list_cells(number, measures), strict=True)
    )
    name = escape(measures.options or AS_PRINTED).replace(",", ", ")
    says, command = escape(describe_changes(measures)), escape(write_play_command(measures))
    rules = f'<td class="rules"><b>{name}</b><br>{says}<br><code>{command}</code></td>'
    return f'<tr id="rule-set-{number}">{first}{rules}{"".join(others)}</tr>'


def _align(head: str) -> str:
    return "" if head in _LEFT else ' class="number"'


def _write_list(pairs: Iterable[tuple[str, str]]) -> str:
    return "".join(f"<dt>{escape(name)}</dt><dd>{escape(says)}</dd>" for name, says in pairs)


def _write_rules(study: Study) -> str:
    """Which rules do nothing and which decide, where that was found out."""
    parts = []
    if study.influences:
        listed = _write_list((each.option, each.describe()) for each in study.influences)
        parts.append(f"<p>{escape(describe_deciding(study.influences))}</p><dl>{listed}</dl>")
    if study.effects:
        listed = _write_list((each.option, each.describe()) for each in study.effects)
        base = escape(study.base.options or AS_PRINTED)
        parts.append(f'<p class="note">Each changed alone, from: {base}.</p><dl>{listed}</dl>')
    return f"<section><h2>What the rules do</h2>{''.join(parts)}</section>" if parts else ""
