"""What a study has found as one HTML file that needs nothing else."""

import re
from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files

from squarely.core.notation import as_sentence, capitalise, count_noun
from squarely.lab.criteria import CRITERIA
from squarely.lab.influence import describe_deciding
from squarely.lab.measured_rules import describe_changes, write_play_command
from squarely.lab.measures import Measures
from squarely.lab.report import describe_truth
from squarely.lab.scatter import Scatter
from squarely.lab.study import Study, list_counts
from squarely.lab.table import AS_PRINTED, COLUMNS, list_cells

_LEFT = ("result",)  # columns of words
_WIDE, _NARROW = (760, 420), (340, 400)  # sizes of the picture, on a desk and on a phone
_PLAYED = (
    "To the right: deeper. In the middle: fair between players of equal skill, levels 2 to 7 where they are least "
    "even. Diamonds meet every criterion."
)
_NOT_PLAYED = "To the right: deeper. Nobody has played yet, so the height is what perfect play gives the first seat."


def render_page(study: Study, ranked: Sequence[Measures]) -> str:
    """The page: depth against balance, the ranking with a command for each rule set, and which rules matter."""
    title, printed = study.base.rules.TITLE, [at for at, each in enumerate(ranked, 1) if not each.options]
    parts = {
        "title": escape(f"{title} ({study.base.name})"),
        "summary": _write_counts(study),
        "best": _write_card("best", f"The best of {count_noun(len(ranked), 'rule set')}", ranked[0]),
        "printed": "".join(
            _write_card("today", f"As printed: rank {rank} of {len(ranked):,}", ranked[rank - 1])
            for rank in printed
            if rank > 1
        ),
        "scatter": "".join(
            f'<div class="{name}">{Scatter(ranked, *size).draw()}</div>'
            for name, size in (("desk", _WIDE), ("phone", _NARROW))
        ),
        "scatter_note": escape(_PLAYED if any(each.balance for each in ranked) else _NOT_PLAYED),
        "table": _write_table(ranked),
        "legend": _write_list((column.name, column.says) for column in COLUMNS),
        "criteria": _write_list((criterion.name, criterion.wanted) for criterion in CRITERIA),
        "rules": _write_rules(study),
        "command": escape(f"squarely lab {study.base.name}"),
    }
    template = files("squarely.lab").joinpath("page.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda slot: parts[slot[1]], template)


def _write_counts(study: Study) -> str:
    """How many rule sets there are, and why there are no more."""
    says, *reasons = (escape(line.strip()) for line in list_counts(study))
    listed = "".join(f"<li>{reason}</li>" for reason in reasons)
    return f"<p>{says}</p>" + (f"<ul>{listed}</ul>" if listed else "")


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
        if criterion.needs_play and not measures.balance:
            kind, sign, says = "open", "?", "not measured"
        elif criterion.is_met(measures):
            kind, sign, says = "met", "✓", "met"
        else:
            kind, sign, says = "not", "✗", "not met"
        signs.append(
            f'<li class="{kind}"><span aria-hidden="true">{sign} {criterion.name}</span>'
            f'<span class="unseen">{criterion.name}: {says}</span></li>'
        )
    return f'<ul class="criteria">{"".join(signs)}</ul>'


def _write_table(ranked: Sequence[Measures]) -> str:
    rank, *others = (
        f'<th scope="col" role="columnheader"{_align(column.head)}>{escape(column.name)}</th>' for column in COLUMNS
    )
    rows = "\n".join(_write_row(number, each) for number, each in enumerate(ranked, 1))
    return (
        f'<div class="wide" tabindex="0" role="region" aria-labelledby="ranking"><table role="table">'
        f'<thead role="rowgroup"><tr role="row">{rank}<th scope="col" role="columnheader">rules</th>'
        f'{"".join(others)}</tr></thead><tbody role="rowgroup">\n{rows}\n</tbody></table></div>'
    )


def _write_row(number: int, measures: Measures) -> str:
    rank, *others = (
        f'<td role="cell"{_align(column.head)} data-name="{column.name}">{escape(cell)}</td>'
        for column, cell in zip(COLUMNS, list_cells(number, measures), strict=True)
    )
    rules = (
        f'<th scope="row" role="rowheader" class="rules"><span class="name">{_write_name(measures)}</span>'
        f"<span>{escape(describe_changes(measures))}</span>{_write_criteria(measures)}"
        f"<code>{escape(write_play_command(measures))}</code></th>"
    )
    printed = "" if measures.options else ' class="printed"'
    return f'<tr role="row" id="rule-set-{number}"{printed}>{rank}{rules}{"".join(others)}</tr>'


def _align(head: str) -> str:
    return "" if head in _LEFT else ' class="number"'


def _write_list(pairs: Iterable[tuple[str, str]]) -> str:
    return "".join(f"<dt>{escape(name)}</dt><dd>{escape(says)}</dd>" for name, says in pairs)


def _write_rules(study: Study) -> str:
    """Which rules do nothing and which decide, where that was found out."""
    parts = []
    if study.influences:
        listed = _write_list((each.option, each.describe()) for each in study.influences)
        parts.append(f"<h3>All else being equal</h3><p>{escape(describe_deciding(study.influences))}</p>")
        parts.append(f"<dl>{listed}</dl>")
    if study.effects:
        listed = _write_list((each.option, each.describe()) for each in study.effects)
        parts.append(f"<h3>Changed alone, from: {escape(study.base.options or AS_PRINTED)}</h3><dl>{listed}</dl>")
    return f'<section class="card"><h2>What the rules do</h2>{"".join(parts)}</section>' if parts else ""
