"""A review as one HTML file that needs nothing else: board, chart, and every move with its reason."""

import json
import re
from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from squarely.core.match.last_move import describe_captures, find_remains
from squarely.core.match.match import Match
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules.game import Side
from squarely.review.claims import MoveClaim
from squarely.review.grading import Grade, MatchReview
from squarely.review.history_chart import draw_chart
from squarely.review.report import describe_accuracy
from squarely.review.script_bundle import bundle_scripts
from squarely.review.steps import MatchStep, judged_steps


def render_review(review: MatchReview, claims: Sequence[MoveClaim]) -> str:
    """The page. It holds positions and sentences, no rules: everything in it was worked out here."""
    match, names = review.match, review.match.names
    ended = match.outcome.reason if match.outcome else f"unfinished, {match.mover_name} is to move"
    parts = {
        "title": escape(f"{match.game.title}: {names[0]} against {names[1]}"),
        "options": escape(f"Rules: {match.game.rules_name}" if match.game.options else ""),
        "ended": escape(ended[0].upper() + ended[1:]),
        "accuracies": "".join(_list_accuracy(review, side) for side in Side),
        "chart": draw_chart(review),
        "moves": "\n".join(_list_move(review, each, claim) for each, claim in zip(review.grades, claims, strict=True)),
        "data": _embed(_collect_data(match, judged_steps(review, claims))),
        "style": _read("browser/review.css"),
        "script": _join_scripts(),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda slot: parts[slot[1]], _read("page.html"))


def _list_accuracy(review: MatchReview, side: Side) -> str:
    name = f'<b class="{side}">{escape(review.match.names[side])}</b>'
    return f"<li>{name} {escape(describe_accuracy(review, side))}</li>"


def _list_move(review: MatchReview, grade: Grade, claim: MoveClaim) -> str:
    """A move in the list: a button that leads to it and, where it lost something, why."""
    names = review.match.names
    who = f'<span class="{grade.side}">{escape(names[grade.side])}</span>'
    why = f"<p>{escape(claim.text(names))}</p>" if grade.cost else ""
    look = "" if not grade.cost else ' class="costs"' if grade.keeps_result else ' class="turns"'
    said = f"<span>{grade.number}. {who}</span> <b>{escape(str(grade.move))}</b>"
    return f'<li{look}><button type="button" data-step="{grade.number}">{said}</button>{why}</li>'


def _collect_data(match: Match, steps: Sequence[MatchStep]) -> dict[str, Any]:
    """What the script shows: the board, and at each step what is on its squares, whose it is, and what was captured."""
    tabletop, (columns, rows) = Tabletop(match.game), Tabletop(match.game).labels()
    boards = [tabletop.squares(step.position) for step in steps]
    squares = [{"name": square.name, "place": square.place} for square in boards[0]]
    return {
        "title": f"The board of {match.game.title}",
        "board": {"columns": columns, "rows": rows, "squares": squares, "shared": tabletop.shared_tokens},
        "steps": [
            {
                "squares": [square.text for square in board],
                "sides": [None if square.side is None else str(square.side) for square in board],
                "remains": {
                    at: {"text": left.text, "side": str(left.captor)} for at, left in find_remains(then).items()
                },
                "drawing": "" if tabletop.fits(step.position) else match.game.words.draw(step.position),
                "changed": step.changed,
                "said": step.said,
                "stands": step.stands,
                "because": step.because,
                "beside": " ".join(
                    filter(None, [*match.game.words.beside(step.position, match.names), describe_captures(then)])
                ),
            }
            for step, board, then in zip(steps, boards, map(match.rewind, range(len(steps))), strict=True)
        ],
    }


def _embed(data: dict[str, Any]) -> str:
    """JSON that cannot end the script element it stands in."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c").replace("&", "\\u0026")


@cache
def _join_scripts() -> str:
    return bundle_scripts(["page.js"], lambda name: _read(f"browser/{name}"))


@cache
def _read(name: str) -> str:
    return files("squarely.review").joinpath(name).read_text(encoding="utf-8")
