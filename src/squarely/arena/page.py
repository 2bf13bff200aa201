"""The report as one HTML file that needs nothing else."""

import re
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from typing import Any

from squarely import registry
from squarely.arena import charts, text
from squarely.arena.report import ALL_GAMES, BOTH, FAULTS
from squarely.arena.tally import DIFFICULTIES, PHASES
from squarely.review import board


def page(report: dict[str, Any], title: str) -> str:
    """The page: charts, tables, and the worst mistakes with their boards."""
    parts = {
        "title": escape(title),
        "summary": "".join(f"<p>{escape(line)}</p>" for line in text.summary(report).split("\n")),
        "skill": _skill_charts(report),
        "seats": _table(_seat_rows(report)),
        "errors": _error_charts(report),
        "phases": _table(_phase_rows(report)),
        "differences": _table(_difference_rows(report)),
        "control": _list(text.control_lines(report)) or "<p>Nobody played itself.</p>",
        "ratings": _table(text.rating_table(report)),
        "faults": _table(_rows(report["faults"], "player", "turns", *FAULTS)),
        "mistakes": "\n".join(_mistake(number, each) for number, each in enumerate(report["mistakes"])),
        "settings": _settings(report),
        "effort": _table(_rows(report["effort"], "player", "seconds", "seconds_per_move", "tokens", "cost")),
    }
    template = files("squarely.arena").joinpath("page.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda slot: parts[slot[1]], template)


def _skill_charts(report: dict[str, Any]) -> str:
    solved = [game["game"] for game in report["games"] if game["solved"]]
    shown = [(ALL_GAMES, report["overall"])] if len(solved) > 1 else []
    shown += [(game, _of(report, game)) for game in solved]
    return "\n".join(f"<h3>{escape(game)}</h3>{charts.whiskers(f'Skill, {game}', rows)}" for game, rows in shown)


def _error_charts(report: dict[str, Any]) -> str:
    solved = [game["game"] for game in report["games"] if game["solved"]]
    return "\n".join(
        f"<h3>{escape(game)}</h3>{charts.bars(f'Errors by difficulty, {game}', _of(report, game))}" for game in solved
    )


def _of(report: dict[str, Any], game: str) -> list[dict[str, Any]]:
    return [row for row in report["skill"] if (row["game"], row["seat"]) == (game, BOTH)]


def _settings(report: dict[str, Any]) -> str:
    """A section of its own where there is anything to say in it."""
    if not report["settings"]:
        return ""
    note = '<p class="note">What decides how a player plays besides its name.</p>'
    return f"<section><h2>Settings</h2>{note}{_table(_rows(report['settings'], 'player', 'settings'))}</section>"


def _seat_rows(report: dict[str, Any]) -> list[list[Any]]:
    units = {game["game"]: game["unit"] for game in report["games"]}
    rows: list[list[Any]] = [
        [
            *("game", "player", "seat", "skill", "skill when it answered", "lost a turn", "scored", "achievable"),
            *("won", "tied", "lost", "unfinished"),
        ]
    ]
    for row in report["skill"]:
        regret = "" if row["regret"] is None else f"{row['regret']:.3f} {units[row['game']]}"
        achievable = "" if row["achievable"] is None else f"{row['achievable']:.3f}"
        results = [row["results"].get(name, 0) for name in ("won", "tied", "lost", "unfinished")]
        where = [row["game"], row["player"], row["seat"]]
        skills = [text.spread(row), text.spread(row["answered"])]
        rows.append([*where, *skills, regret, f"{row['score']:.3f}", achievable, *results])
    return rows


def _phase_rows(report: dict[str, Any]) -> list[list[Any]]:
    rows: list[list[Any]] = [["game", "player", *PHASES, *DIFFICULTIES]]
    for row in report["skill"]:
        if row["seat"] == BOTH and row["phases"]:
            found = [*(row["phases"][name] for name in PHASES), *(row["difficulties"][name] for name in DIFFICULTIES)]
            rows.append([row["game"], row["player"], *map(text.share, found)])
    return rows


def _difference_rows(report: dict[str, Any]) -> list[list[Any]]:
    rows: list[list[Any]] = [["game", "one", "is", "other", "difference"]]
    for each in report["differences"]:
        rows.append([each["game"], each["one"], each["verdict"], each["other"], text.spread(each, "difference")])
    return rows


def _rows(rows: Sequence[dict[str, Any]], *names: str) -> list[list[Any]]:
    """These columns of these rows, under their names."""
    return [[name.replace("_", " ") for name in names], *([row[name] for name in names] for row in rows)]


def _mistake(number: int, each: dict[str, Any]) -> str:
    game = registry.load(each["name"], each["options"])
    drawn = board.svg(game, game.read_position(each["position"]), f"mistake-{number}-")
    said = f"<figcaption><b>{escape(text.mistake_title(each))}.</b> {escape(each['because'])}</figcaption>"
    return f"<figure>{drawn}{said}</figure>"


def _table(rows: Sequence[Sequence[Any]]) -> str:
    head = "".join(f'<th scope="col">{escape(str(cell))}</th>' for cell in rows[0])
    body = "\n".join(f"<tr>{''.join(f'<td>{escape(_shown(cell))}</td>' for cell in row)}</tr>" for row in rows[1:])
    return (
        f'<div class="wide" tabindex="0"><table><thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table></div>'
    )


def _shown(cell: Any) -> str:
    return "" if cell is None else str(cell)


def _list(lines: Sequence[str]) -> str:
    return "".join(f"<p>{escape(line)}</p>" for line in lines)
