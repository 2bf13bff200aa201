"""A review as one HTML file that needs nothing else: board, chart, and every move with its reason."""

import json
import re
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from itertools import pairwise
from typing import Any

from squarely.game import Side
from squarely.review import board, chart
from squarely.review.claims import Claim
from squarely.review.grading import Grade, Review
from squarely.review.report import accuracy
from squarely.tabletop import Tabletop


def page(review: Review, claims: Sequence[Claim]) -> str:
    """The page. It holds positions and sentences, no rules: everything in it was worked out here."""
    match, names = review.match, review.match.names
    ended = match.outcome.reason if match.outcome else f"unfinished, {match.mover_name} is to move"
    parts = {
        "title": escape(f"{match.game.rules.TITLE}: {names[0]} against {names[1]}"),
        "options": escape(match.game.options),
        "ended": escape(ended[0].upper() + ended[1:]),
        "accuracies": "".join(_accuracy(review, side) for side in Side),
        "board": board.svg(match.game, match.position),
        "chart": chart.svg(review),
        "moves": "\n".join(_listed(review, each, claim) for each, claim in zip(review.grades, claims, strict=True)),
        "data": _embedded(_steps(review, claims)),
    }
    template = files("squarely.review").joinpath("page.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda slot: parts[slot[1]], template)


def _accuracy(review: Review, side: Side) -> str:
    name = f'<b class="{side}">{escape(review.match.names[side])}</b>'
    return f"<li>{name} {escape(accuracy(review, side))}</li>"


def _listed(review: Review, grade: Grade, claim: Claim) -> str:
    """A move in the list: a button that leads to it and, where it lost something, why."""
    names = review.match.names
    who = f'<span class="{grade.side}">{escape(names[grade.side])}</span>'
    why = f"<p>{escape(claim.text(names))}</p>" if grade.cost else ""
    look = "" if not grade.cost else ' class="costs"' if grade.kept else ' class="turns"'
    said = f"<span>{grade.number}. {who}</span> <b>{escape(str(grade.move))}</b>"
    return f'<li{look}><button type="button" data-step="{grade.number}">{said}</button>{why}</li>'


def _steps(review: Review, claims: Sequence[Claim]) -> dict[str, Any]:
    """What the page shows at each step: the squares, which of them changed, and the words; and whose each text is."""
    match, names, tabletop = review.match, review.match.names, Tabletop(review.match.game)
    boards = [tabletop.squares(position) for position in match.positions]
    changes = [(), *(tabletop.changed(old, new) for old, new in pairwise(match.positions))]
    stands = review.stood
    reasons = ["", *(claim.text(names) for claim in claims)]
    steps = [
        {
            "squares": [square.text for square in squares],
            "board": board.described(squares),
            "changed": changed,
            "said": move,
            "stands": stood,
            "because": why,
            "beside": " ".join(tabletop.beside(position, names)),
        }
        for position, squares, changed, move, stood, why in zip(
            match.positions, boards, changes, review.said, stands, reasons, strict=True
        )
    ]
    sides = {square.text: str(square.side) for squares in boards for square in squares if square.side is not None}
    return {"steps": steps, "sides": sides}


def _embedded(data: dict[str, Any]) -> str:
    """JSON that cannot end the script element it stands in."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c").replace("&", "\\u0026")
