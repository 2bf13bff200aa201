"""Verdicts are computed: under another rule the same check comes to another verdict."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from squarely.core.match.match import _read_move
from squarely.core.rules import registry
from squarely.core.rules.game import ONGOING
from squarely.review.court import NOT_APPLICABLE, PROVED, REFUTED, SILENT
from squarely.review.court.case import Case
from tests.review.court.bench import OURS, judge, verdict

pytestmark = pytest.mark.xdist_group("court")

CHANGED = [
    ("center", "not diagonally", PROVED, "diagonal=allowed,tokens=1", REFUTED),
    ("center", "four tokens each", PROVED, "tokens=1", REFUTED),
    ("center", "the only one", PROVED, "stalemate=loses", REFUTED),
    ("center", "one always can", SILENT, "tokens=2", PROVED),
    ("center", "One may place", PROVED, "beside_center=forbidden,tokens=2", REFUTED),
    ("center", "may go to any empty", PROVED, "diagonal=allowed,tokens=1", REFUTED),
    ("numbers", "printed game", PROVED, "capture=choose", NOT_APPLICABLE),
    ("numbers", "entering 2 2", PROVED, "capture=choose", NOT_APPLICABLE),
    ("quad", "markers are swapped", PROVED, "sudden_death=none", REFUTED),
    ("showdown", "taken straight back", PROVED, "reversal=allowed", REFUTED),
    ("showdown", "Moves off the grid", PROVED, "size=3,diagonal=allowed", REFUTED),
    ("showdown", "Moves off the grid", PROVED, "size=7", PROVED),
    ("showdown", "printed game", PROVED, "first=2", NOT_APPLICABLE),
    ("showdown", "comes quickly", REFUTED, "start=2-3", PROVED),
    ("showdown", "top-left corner", PROVED, "start=2-3", REFUTED),
    ("snatchers", "printed game", PROVED, "up=screen", NOT_APPLICABLE),
    ("snatchers", "Either length", PROVED, "reach=1", REFUTED),
    ("snatchers", "straight line", PROVED, "reach=3", REFUTED),
    ("numbers", "Ties are impossible", PROVED, "komi=1", REFUTED),
    ("numbers", "Both totals", PROVED, "komi=1", NOT_APPLICABLE),
    ("quad", "in a draw", PROVED, "sudden_death=none", REFUTED),
    ("quad", "Swapping goes on", REFUTED, "sudden_death=none", PROVED),
    ("quad", "starts empty", PROVED, "size=5", REFUTED),
    ("center", "board at the start", PROVED, "size=5,tokens=1", NOT_APPLICABLE),
    ("quad", "congratulates", PROVED, "size=5", NOT_APPLICABLE),
    ("quad", "who is Player 1", SILENT, "size=3", PROVED),
    ("snatchers", "x counted across", PROVED, "size=4", REFUTED),
]


@pytest.mark.slow
@pytest.mark.parametrize("game", OURS)
def test_another_rule_brings_another_verdict(game: str) -> None:
    for _, name, usual, options, other in [row for row in CHANGED if row[0] == game]:
        assert verdict(game, name).word == usual, name
        assert verdict(game, name, options).word == other, (name, options)
    if game == "showdown":  # moves that were not expected are told in words
        (said, *_) = verdict(game, "Moves off the grid", "size=3,diagonal=allowed").says
        assert said == "*../.../... 1 -: down, right and down-right."


def replacing(pattern: str, by: str) -> Callable[..., Any]:
    """What is said, with something else in the place of this."""
    return lambda was: lambda *at: re.sub(pattern, by, was(*at))


SPOILED: list[tuple[str, str, str, str, Callable[..., Any]]] = [  # a claim, what is spoiled, and how, of what it does
    ("center", "never both", "tokens=1", "play", lambda was: lambda *at: was(*at)._replace(first=6)),
    ("numbers", "Both totals", "", "show_move", replacing(r"(?m)^Player 1 has .*\n", "")),
    ("numbers", "grid of the examples", "", "welcome", replacing(r"\+", "-")),
    ("quad", "grid is shown", "", "show_move", lambda _: lambda *_: ""),
    ("quad", "occupied cell", "", "legal_moves", lambda _: lambda *_: iter(range(16))),
    ("showdown", "asterisk", "", "draw", replacing(r"\*", "o")),
    ("showdown", "Nobody can pass", "", "play", lambda _: lambda *at: at[1]._replace(mover=1 - at[1].mover)),
    ("snatchers", "P1 and P2", "", "draw", replacing("P1", "p1")),
    ("snatchers", "never share", "", "outcome", lambda _: lambda *_: ONGOING),
    ("snatchers", "off the grid", "", "legal_moves", lambda _: lambda *_: iter(range(8))),
]


@pytest.mark.slow
def test_what_is_spoiled_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    for game, name, options, what, spoil in SPOILED:
        assert verdict(game, name, options).word == PROVED
        kind = registry.find_class(game)
        home = kind if hasattr(kind, what) else kind.Words
        with monkeypatch.context() as spoiled:
            spoiled.setattr(home, what, spoil(getattr(home, what)))
            _read_move.cache_clear()
            assert judge(Case(kind(options)), name).word == REFUTED, name
        _read_move.cache_clear()
