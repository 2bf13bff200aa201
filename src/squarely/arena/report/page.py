"""The report as one HTML file that needs nothing else: tables, charts and boards."""

import re
from collections.abc import Callable, Iterable, Sequence
from html import escape
from importlib.resources import files
from typing import Any
from unicodedata import east_asian_width

from squarely.arena.report import text
from squarely.arena.report.data import ALL_GAMES, BOTH, FAULTS
from squarely.arena.statistics.skill import DIFFICULTIES, RESULTS
from squarely.core.rules import registry
from squarely.review.drawing import svg
from squarely.review.drawing.board import draw_position
from squarely.review.drawing.svg import Scale, element

_WIDTH, _NAMES, _ROW, _EDGE = 640, 170, 26, 24
_LONGEST = 28  # letters of a name
_LOWEST = -50.0  # what is worse is drawn here; the words beside it say how much worse
_SEATS = ["game", "player", "seat", "skill", "skill when it answered", "lost a turn", "scored", "achievable", *RESULTS]
_DIFFERENCES = ["game", "one", "is", "other", "difference"]


def render_report(report: Any, title: str) -> str:
    """The page: charts, tables, and the worst mistakes with their boards."""
    solved = [game["game"] for game in report["games"] if game["solved"]]
    rows = {game: [row for row in report["skill"] if (row["game"], row["seat"]) == (game, BOTH)] for game in solved}
    overall = {ALL_GAMES: report["overall"]} if len(solved) > 1 else {}
    differences = (
        [each["game"], each["one"], each["verdict"], each["other"], text.format_skill(each, "difference")]
        for each in report["differences"]
    )
    parts = {
        "title": escape(title),
        "style": svg.write_style(),
        "summary": _write_lines(text.render_summary(report).split("\n")),
        "skill": _draw_each("Skill", overall | rows, _draw_whiskers),
        "seats": _write_table([_SEATS, *text.seat_cells(report, report["skill"])]),
        "errors": _draw_each("Errors by difficulty", rows, _draw_bars),
        "phases": _write_table(text.error_rows(report["skill"])),
        "differences": _write_table([_DIFFERENCES, *differences]),
        "control": _write_lines(text.control_lines(report)) or "<p>Nobody played itself.</p>",
        "ratings": _write_table(text.rating_table(report)),
        "faults": _tabulate(report["faults"], "player", "turns", *FAULTS),
        "mistakes": "\n".join(map(_draw_mistake, report["mistakes"])),
        "settings": _tabulate(report["settings"], "player", "settings"),
        "unset": "" if report["settings"] else " hidden",
        "effort": _tabulate(report["effort"], "player", "seconds", "seconds_per_move", "tokens", "cost"),
    }
    template = files("squarely.arena.report").joinpath("page.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda slot: parts[slot[1]], template)


def _draw_each(what: str, rows: dict[str, Any], draw: Callable[[str, Sequence[Any]], str]) -> str:
    return "\n".join(f"<h3>{escape(game)}</h3>{draw(f'{what}, {game}', found)}" for game, found in rows.items())


def _draw_whiskers(name: str, rows: Sequence[Any]) -> str:
    """A dot for each player's skill, and a line as long as its interval."""
    low = min([0.0, *(max(_LOWEST, row[name]) for row in rows for name in ("skill", "low") if row[name] is not None)])
    scale = Scale(25 * (low // 25), 100, _NAMES, _WIDTH - _EDGE)
    parts = [scale.draw_columns(range(int(scale.low), 101, 25), _EDGE - 8, _EDGE + _ROW * len(rows))]

    def x(skill: float) -> float:
        return scale.at(min(max(skill, scale.low), 125.0))

    for number, row in enumerate(rows):
        y, answered = _EDGE + _ROW * (number + 0.5), row["answered"]["skill"]
        parts.append(_draw_name(row["player"], y))
        if row["skill"] is None:
            why = "did not play" if getattr(row, "matches", None) == 0 else "nothing to lose"
            parts.append(svg.text(_NAMES + 4, y + 4, why, class_="side", fill="soft"))
            continue
        said = svg.title(f"{row['player']} {text.format_skill(row)}")
        if row["low"] is not None:
            ends = {"x1": x(row["low"]), "x2": x(row["high"]), "y1": y, "y2": y, "stroke_linecap": "round"}
            parts.append(element("line", said, stroke="first", stroke_width=3, opacity=0.55, **ends))
        if answered not in (None, row["skill"]):
            told = svg.title(f"{row['player']} when it answered {text.format_skill(row['answered'])}")
            ring = {"fill": "none", "stroke": "first", "stroke_width": 2}
            parts.append(element("circle", told, cx=x(answered), cy=y, r=5, **ring))
        parts.append(element("circle", said, cx=x(row["skill"]), cy=y, r=5, fill="first"))
    return _draw_chart(name, len(rows), "; ".join(f"{row['player']} {text.format_skill(row)}" for row in rows), parts)


def _draw_bars(name: str, rows: Sequence[Any]) -> str:
    """For each player three bars, from easy to hard; a tick on each says what a random mover would make."""
    step = (_WIDTH - _NAMES - _EDGE) / len(DIFFICULTIES)
    lefts = {difficulty: _NAMES + column * step for column, difficulty in enumerate(DIFFICULTIES)}
    parts = [svg.text(left, _EDGE - 10, difficulty, fill="soft") for difficulty, left in lefts.items()]
    told = []
    for number, row in enumerate(rows):
        y, found = _EDGE + _ROW * number, row["difficulties"]
        shares = ", ".join(f"{each} {text.format_share(found[each])}" for each in DIFFICULTIES)
        told.append(f"{row['player']} {shares}")
        parts.append(_draw_name(row["player"], y + _ROW / 2))
        for difficulty, left in lefts.items():
            errors, bar = found[difficulty], {"x": left, "y": y + 6, "height": 14}
            if not errors["decisions"]:
                continue
            scale = Scale(0, errors["decisions"], left, left + step - 46)
            chance = scale.at(errors["by_chance"])
            percent = f"{100 * errors['errors'] / errors['decisions']:.0f} %"
            parts += [
                element("rect", fill="here", width=scale.end - left, **bar),
                element("rect", fill="first", width=scale.at(errors["errors"]) - left, **bar),
                element("line", stroke="second", stroke_width=2, x1=chance, x2=chance, y1=y + 3, y2=y + 23),
                svg.text(scale.end + 4, y + 18, percent, class_="side", fill="soft"),
            ]
    return _draw_chart(name, len(rows), "; ".join(told), parts)


def _draw_chart(name: str, rows: int, told: str, parts: Sequence[str]) -> str:
    described, height = element("desc", escape(told)), 2 * _EDGE + _ROW * rows
    return svg.picture(_WIDTH, height, [described, *parts], class_="chart", aria_label=name, font_size=11)


def _draw_name(name: str, y: float) -> str:
    """The name, left of the chart: a long one without its middle, and drawn no wider than there is room."""
    shown = name if len(name) <= _LONGEST else f"{name[: _LONGEST // 2]}…{name[-_LONGEST // 2 :]}"
    room, width = _NAMES - 16, sum(13 if east_asian_width(each) in "WF" else 8.5 for each in shown)
    fitted = {"textLength": room, "lengthAdjust": "spacingAndGlyphs"} if width > room else {}
    placed = {"x": _NAMES - 12.0, "y": y + 4, "text_anchor": "end", "font_size": 12, "fill": "ink"}
    told = svg.title(name) if shown != name else ""
    return element("text", told, escape(shown), class_="name", **placed, **fitted)


def _draw_mistake(each: Any) -> str:
    game = registry.load(each["name"], each["options"])
    position = game.read_position(each["position"])
    told = escape(" ".join((*game.words.beside(position, game.players), each["because"])))
    said = f"<figcaption><b>{escape(text.mistake_title(each))}.</b> {told}</figcaption>"
    return f"<figure>{draw_position(game, position)}{said}</figure>"


def _tabulate(rows: Sequence[Any], *names: str) -> str:
    """These columns of these rows, under their names."""
    return _write_table([[name.replace("_", " ") for name in names], *([row[name] for name in names] for row in rows)])


def _write_table(rows: Sequence[Sequence[Any]]) -> str:
    head = "".join(f'<th scope="col">{escape(str(cell))}</th>' for cell in rows[0])
    cells = ("".join(f"<td>{'' if cell is None else escape(str(cell))}</td>" for cell in row) for row in rows[1:])
    body = "\n".join(f"<tr>{row}</tr>" for row in cells)
    table = f"<table><thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table>"
    return f'<div class="wide" tabindex="0">{table}</div>'


def _write_lines(lines: Iterable[str]) -> str:
    return "".join(f"<p>{escape(line)}</p>" for line in lines)
