"""The report as one HTML file that needs nothing else."""

import re
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from typing import Any

from squarely.arena.report import charts, text
from squarely.arena.report.data import ALL_GAMES, BOTH, FAULTS
from squarely.arena.statistics.skill import RESULTS
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules import registry
from squarely.core.rules.game import Game, Position

_CELL, _EDGE = 48, 22  # the width of a square and of the labels


def draw_board(game: Game, position: Position, prefix: str) -> str:
    """The board with its labels, and what stands where in words; the drawing of the game where it has no squares.

    `prefix` begins every id.
    """
    tabletop = Tabletop(game)
    if not tabletop.fits(position):
        return f"<pre>{escape(game.words.draw(position))}</pre>"
    squares, (columns, rows) = tabletop.squares(position), tabletop.labels()
    pieces = ", ".join(f"{square.name} {square.text}" for square in squares if square.text) or "nothing"
    width, height = _EDGE + _CELL * len(columns) + 2, _EDGE + _CELL * len(rows) + 2
    parts = [
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-labelledby="{prefix}title {prefix}text">',
        f'<title id="{prefix}title">The board of {escape(game.title)}</title>',
        f'<desc id="{prefix}text">{escape(pieces)}</desc>',
    ]
    for number, label in enumerate(columns):
        parts.append(_draw_text(_EDGE + _CELL * (number + 0.5), _EDGE * 0.7, label))
    for number, label in enumerate(rows):
        parts.append(_draw_text(_EDGE * 0.5, _EDGE + _CELL * (number + 0.5) + 5, label))
    for number, square in enumerate(squares):
        row, column = divmod(number, len(columns))
        x, y = _EDGE + column * _CELL, _EDGE + row * _CELL
        place = ' class="place"' if square.place else ""
        rect = f'<rect{place} x="{x}" y="{y}" width="{_CELL}" height="{_CELL}"/>'
        parts.append(f"<g>{rect}{_draw_text(x + _CELL // 2, y + _CELL // 2 + 9, square.text)}</g>")
    return "\n".join([*parts, "</svg>"])


def _draw_text(x: float, y: float, words: str) -> str:
    return f'<text x="{x:g}" y="{y:g}">{escape(words)}</text>'


def render_report(report: dict[str, Any], title: str) -> str:
    """The page: charts, tables, and the worst mistakes with their boards."""
    parts = {
        "title": escape(title),
        "summary": "".join(f"<p>{escape(line)}</p>" for line in text.render_summary(report).split("\n")),
        "skill": _draw_skill(report),
        "seats": _write_table(_tabulate_seats(report)),
        "errors": _draw_errors(report),
        "phases": _write_table(text.error_rows(report["skill"])),
        "differences": _write_table(_tabulate_differences(report)),
        "control": _write_lines(text.control_lines(report)) or "<p>Nobody played itself.</p>",
        "ratings": _write_table(text.rating_table(report)),
        "faults": _write_table(_tabulate(report["faults"], "player", "turns", *FAULTS)),
        "mistakes": "\n".join(_draw_mistake(number, each) for number, each in enumerate(report["mistakes"])),
        "settings": _write_settings(report),
        "effort": _write_table(_tabulate(report["effort"], "player", "seconds", "seconds_per_move", "tokens", "cost")),
    }
    template = files("squarely.arena.report").joinpath("page.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda slot: parts[slot[1]], template)


def _draw_skill(report: dict[str, Any]) -> str:
    solved = [game["game"] for game in report["games"] if game["solved"]]
    shown = [(ALL_GAMES, report["overall"])] if len(solved) > 1 else []
    shown += [(game, _find_rows(report, game)) for game in solved]
    return "\n".join(f"<h3>{escape(game)}</h3>{charts.draw_whiskers(f'Skill, {game}', rows)}" for game, rows in shown)


def _draw_errors(report: dict[str, Any]) -> str:
    solved = [game["game"] for game in report["games"] if game["solved"]]
    return "\n".join(
        f"<h3>{escape(game)}</h3>{charts.draw_bars(f'Errors by difficulty, {game}', _find_rows(report, game))}"
        for game in solved
    )


def _find_rows(report: dict[str, Any], game: str) -> list[dict[str, Any]]:
    return [row for row in report["skill"] if (row["game"], row["seat"]) == (game, BOTH)]


def _write_settings(report: dict[str, Any]) -> str:
    """A section of its own where there is anything to say in it."""
    if not report["settings"]:
        return ""
    note = '<p class="note">What decides how a player plays besides its name.</p>'
    return (
        f"<section><h2>Settings</h2>{note}{_write_table(_tabulate(report['settings'], 'player', 'settings'))}</section>"
    )


def _tabulate_seats(report: dict[str, Any]) -> list[list[Any]]:
    head = ["game", "player", "seat", "skill", "skill when it answered", "lost a turn", "scored", "achievable"]
    cells = text.seat_cells(report, report["skill"])
    return [[*head, *RESULTS], *([cell for part in row for cell in part] for row in cells)]


def _tabulate_differences(report: dict[str, Any]) -> list[list[Any]]:
    rows: list[list[Any]] = [["game", "one", "is", "other", "difference"]]
    for each in report["differences"]:
        rows.append([each["game"], each["one"], each["verdict"], each["other"], text.format_skill(each, "difference")])
    return rows


def _tabulate(rows: Sequence[dict[str, Any]], *names: str) -> list[list[Any]]:
    """These columns of these rows, under their names."""
    return [[name.replace("_", " ") for name in names], *([row[name] for name in names] for row in rows)]


def _draw_mistake(number: int, each: dict[str, Any]) -> str:
    game = registry.load(each["name"], each["options"])
    position = game.read_position(each["position"])
    drawn = draw_board(game, position, f"mistake-{number}-")
    told = " ".join((*game.words.beside(position, game.players), each["because"]))
    said = f"<figcaption><b>{escape(text.mistake_title(each))}.</b> {escape(told)}</figcaption>"
    return f"<figure>{drawn}{said}</figure>"


def _write_table(rows: Sequence[Sequence[Any]]) -> str:
    head = "".join(f'<th scope="col">{escape(str(cell))}</th>' for cell in rows[0])
    body = "\n".join(f"<tr>{''.join(f'<td>{escape(_write_cell(cell))}</td>' for cell in row)}</tr>" for row in rows[1:])
    return (
        f'<div class="wide" tabindex="0"><table><thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table></div>'
    )


def _write_cell(cell: Any) -> str:
    return "" if cell is None else str(cell)


def _write_lines(lines: Sequence[str]) -> str:
    return "".join(f"<p>{escape(line)}</p>" for line in lines)
