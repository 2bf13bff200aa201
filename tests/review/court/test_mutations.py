"""Verdicts are computed: under another rule the same check comes to another verdict."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from squarely.core.match.match import _read_move
from squarely.core.rules import registry
from squarely.core.rules.game import ONGOING
from squarely.review.court import NOT_APPLICABLE, PROVED, REFUTED, SILENT, Claims, decide, find_claims
from squarely.review.court.case import Case
from tests.review.court.bench import OURS, case, judge, verdict

pytestmark = pytest.mark.xdist_group("court")

CHANGED = [
    ("center", "not diagonally", PROVED, "diagonal=allowed", REFUTED),
    ("center", "One may place", PROVED, "beside_center=forbidden,tokens=2", REFUTED),
    ("center", "four tokens each", PROVED, "tokens=3", REFUTED),
    ("center", "the only one", PROVED, "stalemate=loses", REFUTED),
    ("center", "one always can", SILENT, "tokens=2", PROVED),
    ("center", "starts empty", PROVED, "size=5", REFUTED),
    ("showdown", "taken straight back", PROVED, "reversal=allowed", REFUTED),
    ("showdown", "back-and-forth", PROVED, "reversal=allowed", REFUTED),
    ("showdown", "Moves off the grid", PROVED, "size=3,diagonal=allowed", REFUTED),
    ("showdown", "never diagonally", PROVED, "size=3,diagonal=allowed", REFUTED),
    ("showdown", "Moves off the grid", PROVED, "size=7", PROVED),
    ("showdown", "never diagonally", PROVED, "size=7", PROVED),
    ("showdown", "printed game", PROVED, "first=2", NOT_APPLICABLE),
    ("showdown", "comes quickly", REFUTED, "start=2-3", PROVED),
    ("showdown", "top-left corner", PROVED, "start=2-3", REFUTED),
    ("snatchers", "printed game", PROVED, "up=screen", NOT_APPLICABLE),
    ("snatchers", "first two turns", PROVED, "up=screen", NOT_APPLICABLE),
    ("snatchers", "Either length", PROVED, "reach=1", REFUTED),
    ("snatchers", "one space or two", PROVED, "reach=1", REFUTED),
    ("snatchers", "straight line", PROVED, "reach=3", REFUTED),
    ("numbers", "Ties are impossible", PROVED, "komi=1", REFUTED),
    ("numbers", "Both totals", PROVED, "komi=1", NOT_APPLICABLE),
    ("numbers", "printed game", PROVED, "capture=choose", NOT_APPLICABLE),
    ("quad", "in a draw", PROVED, "sudden_death=none", REFUTED),
    ("quad", "Swapping goes on", REFUTED, "sudden_death=none", PROVED),
    ("quad", "markers are swapped", PROVED, "sudden_death=none", REFUTED),
    ("quad", "starts empty", PROVED, "size=5", REFUTED),
    ("center", "step by step", PROVED, "size=5,tokens=2", NOT_APPLICABLE),
    ("center", "board at the start", PROVED, "size=5,tokens=1", NOT_APPLICABLE),
    ("center", "may go to any empty", PROVED, "diagonal=allowed,tokens=1", REFUTED),
    ("numbers", "entering 2 2", PROVED, "capture=choose", NOT_APPLICABLE),
    ("quad", "congratulates", PROVED, "size=5", NOT_APPLICABLE),
    ("quad", "empty grid is drawn", PROVED, "size=5", NOT_APPLICABLE),
    ("quad", "who is Player 1", SILENT, "size=3", PROVED),
    ("showdown", "printed turns go", PROVED, "first=2", NOT_APPLICABLE),
    ("snatchers", "x counted across", PROVED, "size=4", REFUTED),
    ("snatchers", "token's new place", PROVED, "up=screen", NOT_APPLICABLE),
]


@pytest.mark.slow
@pytest.mark.parametrize("game", OURS)
def test_another_rule_brings_another_verdict(game: str) -> None:
    for _, name, usual, options, other in [row for row in CHANGED if row[0] == game]:
        assert verdict(game, name).word == usual, name
        assert verdict(game, name, options).word == other, (name, options)


@pytest.mark.slow
def test_moves_that_were_not_expected_are_told_in_words_and_shown() -> None:
    (said, *_) = verdict("showdown", "Moves off the grid", "size=3,diagonal=allowed").says
    assert said == "*../.../... 1 -: down, right and down-right."
    broken = verdict("center", "not diagonally", "diagonal=allowed")
    assert broken.match is not None
    _, row, column, to_row, to_column = str(broken.match.moves[-1]).split()
    assert row != to_row
    assert column != to_column


@pytest.mark.slow
def test_a_neighbour_left_alone_is_seen() -> None:
    choosing = Case(registry.load("numbers", "capture=choose"))
    choosing.starts = choosing.starts[:1]
    assert judge(choosing, "smaller squares").word == REFUTED


Spoil = Callable[..., Any]


def replacing(pattern: str, by: str) -> Spoil:
    """What is said, with something else in the place of this."""
    return lambda was: lambda *at: re.sub(pattern, by, was(*at))


SPOILED: list[tuple[str, str, str, str, Spoil]] = [  # a claim, what is spoiled, and how, of what it does
    ("center", "never both", "tokens=1", "play", lambda was: lambda *at: was(*at)._replace(first=6)),
    ("numbers", "Both totals", "", "show_move", replacing(r"(?m)^Player 1 has .*\n", "")),
    ("numbers", "Both totals", "", "show_move", replacing(r"Player 2 has \d+", "Player 2 has 0")),
    ("numbers", "Both totals", "", "show_move", replacing(r"Player 1 has \d+ points, ", "")),
    ("numbers", "grid of the examples", "", "welcome", replacing(r"\+", "-")),
    ("numbers", "shown as it has become", "", "show_move", replacing(r"\|", "!")),
    ("quad", "grid is shown", "", "show_move", lambda _: lambda *_: ""),
    ("quad", "occupied cell", "", "legal_moves", lambda _: lambda *_: iter(range(16))),
    ("showdown", "asterisk", "", "draw", replacing(r"\*", "o")),
    ("showdown", "grid is shown", "", "show_move", lambda _: lambda *_: ""),
    ("showdown", "Nobody can pass", "", "play", lambda _: lambda *at: at[1]._replace(mover=1 - at[1].mover)),
    ("snatchers", "P1 and P2", "", "draw", replacing("P1", "p1")),
    ("snatchers", "never share", "", "outcome", lambda _: lambda *_: ONGOING),
    ("snatchers", "first two turns", "", "announce_turn", lambda _: lambda *_: "Now you:"),
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


def test_a_rulebook_that_leaves_nothing_open_says_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of showdown three sentences are open; were they proved, it would have said all that one needs."""
    assert verdict("showdown", "all that one needs").word == REFUTED
    [says_all] = [each.check for each in find_claims(registry.load("showdown")) if "all that one needs" in each.text]
    assert says_all
    said: Claims = {"Setup": {"Player 1 begins.": (lambda _: decide(True, "It says so."), "first=1")}}
    monkeypatch.setattr("squarely.games.showdown.claims.CLAIMS", said)
    assert says_all(case("showdown")).word == PROVED
