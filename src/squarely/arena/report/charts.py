"""Charts of a report as SVG: skill with whiskers, and errors beside those of a random mover."""

from collections.abc import Sequence
from html import escape
from typing import Any
from unicodedata import east_asian_width

from squarely.arena.report.text import format_share, format_skill
from squarely.arena.statistics.skill import DIFFICULTIES

_WIDTH, _NAMES, _ROW, _EDGE = 640, 170, 26, 24
_LONGEST = 28  # letters of a name
_LOWEST = -50.0  # what is worse is drawn here; the words beside it say how much worse


def draw_whiskers(title: str, rows: Sequence[dict[str, Any]]) -> str:
    """A dot for each player's skill, and a line as long as its interval."""
    low = min([0.0, *(max(_LOWEST, row[name]) for row in rows for name in ("skill", "low") if row[name] is not None)])
    floor = float(25 * (low // 25))
    height = _EDGE + _ROW * len(rows) + _EDGE

    def x(skill: float) -> float:
        return _NAMES + (_WIDTH - _NAMES - _EDGE) * (min(max(skill, floor), 125.0) - floor) / (100 - floor)

    parts = _open_svg(title, height, "; ".join(f"{row['player']} {format_skill(row)}" for row in rows))
    for mark in range(int(floor), 101, 25):
        parts.append(
            f'<line class="grid" x1="{x(mark):.1f}" y1="{_EDGE - 8}" x2="{x(mark):.1f}" y2="{height - _EDGE}"/>'
        )
        parts.append(f'<text class="mark" x="{x(mark):.1f}" y="{height - 8}">{mark}</text>')
    for number, row in enumerate(rows):
        y = _EDGE + _ROW * number + _ROW / 2
        parts.append(_draw_name(row["player"], y))
        if row["skill"] is None:
            parts.append(f'<text class="mark side" x="{_NAMES + 4}" y="{y + 4:.1f}">{_explain_no_skill(row)}</text>')
            continue
        said = f"<title>{escape(row['player'])} {format_skill(row)}</title>"
        if row["low"] is not None:
            ends = f'x1="{x(row["low"]):.1f}" x2="{x(row["high"]):.1f}"'
            parts.append(f'<line class="whisker" {ends} y1="{y:.1f}" y2="{y:.1f}">{said}</line>')
        answered = row["answered"]["skill"]
        if answered not in (None, row["skill"]):
            told = f"<title>{escape(row['player'])} when it answered {format_skill(row['answered'])}</title>"
            parts.append(f'<circle class="ring" cx="{x(answered):.1f}" cy="{y:.1f}" r="5">{told}</circle>')
        parts.append(f'<circle cx="{x(row["skill"]):.1f}" cy="{y:.1f}" r="5">{said}</circle>')
    return "\n".join([*parts, "</svg>"])


def draw_bars(title: str, rows: Sequence[dict[str, Any]]) -> str:
    """For each player three bars, from easy to hard; a tick on each says what a random mover would make."""
    height = _EDGE + _ROW * len(rows) + _EDGE
    step = (_WIDTH - _NAMES - _EDGE) / len(DIFFICULTIES)
    full = step - 46
    described = "; ".join(
        f"{row['player']} " + ", ".join(f"{name} {format_share(row['difficulties'][name])}" for name in DIFFICULTIES)
        for row in rows
    )
    parts = _open_svg(title, height, described)
    for column, name in enumerate(DIFFICULTIES):
        parts.append(f'<text class="head" x="{_NAMES + column * step:.1f}" y="{_EDGE - 10}">{name}</text>')
    for number, row in enumerate(rows):
        y = _EDGE + _ROW * number
        parts.append(_draw_name(row["player"], y + _ROW / 2))
        for column, name in enumerate(DIFFICULTIES):
            errors, left = row["difficulties"][name], _NAMES + column * step
            if not errors["decisions"]:
                continue
            made, chance = (full * errors[what] / errors["decisions"] for what in ("errors", "by_chance"))
            parts.append(f'<rect class="room" x="{left:.1f}" y="{y + 6}" width="{full:.1f}" height="14"/>')
            parts.append(f'<rect class="bar" x="{left:.1f}" y="{y + 6}" width="{made:.1f}" height="14"/>')
            tick = f'x1="{left + chance:.1f}" x2="{left + chance:.1f}" y1="{y + 3}" y2="{y + 23}"'
            parts.append(f'<line class="tick" {tick}/>')
            percent = f"{100 * errors['errors'] / errors['decisions']:.0f} %"
            parts.append(f'<text class="mark side" x="{left + full + 4:.1f}" y="{y + 18}">{percent}</text>')
    return "\n".join([*parts, "</svg>"])


def _open_svg(title: str, height: int, described: str) -> list[str]:
    return [
        f'<svg class="chart" viewBox="0 0 {_WIDTH} {height}" role="img" aria-label="{escape(title)}">',
        f"<desc>{escape(described)}</desc>",
    ]


def _explain_no_skill(row: dict[str, Any]) -> str:
    """Why there is no skill to draw."""
    if row.get("matches") == 0:
        return "did not play"
    return "only faults, where nothing could be lost" if row.get("faults") and not row["moves"] else "nothing to lose"


def _draw_name(name: str, y: float) -> str:
    """The name, left of the chart: a long one without its middle, and drawn no wider than there is room."""
    shown = name if len(name) <= _LONGEST else f"{name[: _LONGEST // 2]}…{name[-_LONGEST // 2 :]}"
    room = _NAMES - 16
    fitted = f' textLength="{room}" lengthAdjust="spacingAndGlyphs"' if _limit_width(shown) > room else ""
    whole = f"<title>{escape(name)}</title>" if shown != name else ""
    return f'<text class="name" x="{_NAMES - 12}" y="{y + 4:.1f}"{fitted}>{whole}{escape(shown)}</text>'


def _limit_width(text: str) -> float:
    """At most so wide, in the units of a chart."""
    return sum(13.0 if east_asian_width(each) in "WF" else 11.0 if each in "MWmw@%" else 7.5 for each in text)
