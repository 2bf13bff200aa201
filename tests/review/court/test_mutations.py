"""Verdicts are computed: under another rule the same check comes to another verdict."""

import re
from collections.abc import Callable

import pytest

from squarely.core import registry
from squarely.core.verdict import PROVED, REFUTED, SILENT
from squarely.review.court.case import SolvedCase
from tests.review.court.bench import claim, verdict

CHANGED = [
    ("center", "one_square", PROVED, "diagonal=allowed", REFUTED),
    ("center", "placing", PROVED, "beside_center=forbidden,tokens=2", REFUTED),
    ("center", "four_tokens", PROVED, "tokens=3", REFUTED),
    ("center", "center_wins", PROVED, "stalemate=loses", REFUTED),
    ("center", "blocked_player", SILENT, "tokens=2", PROVED),
    ("center", "empty_grid", PROVED, "size=5", REFUTED),
    ("showdown", "no_reversal", PROVED, "reversal=allowed", REFUTED),
    ("showdown", "to_and_fro", PROVED, "reversal=allowed", REFUTED),
    ("showdown", "on_the_grid", PROVED, "size=7", REFUTED),
    ("showdown", "printed_game", PROVED, "first=2", REFUTED),
    ("showdown", "quick", REFUTED, "start=2-3", PROVED),
    ("showdown", "start", PROVED, "start=2-3", REFUTED),
    ("snatchers", "printed_game", PROVED, "up=screen", REFUTED),
    ("snatchers", "dialogue", PROVED, "up=screen", REFUTED),
    ("snatchers", "all_moves", PROVED, "reach=1", REFUTED),
    ("snatchers", "one_or_two", PROVED, "reach=1", REFUTED),
    ("snatchers", "straight", PROVED, "reach=3", REFUTED),
    ("numbers", "no_ties", PROVED, "komi=1", REFUTED),
    ("numbers", "tracker", PROVED, "komi=1", REFUTED),
    ("numbers", "higher_wins", PROVED, "komi=20", REFUTED),
    ("numbers", "printed_game", PROVED, "capture=choose", REFUTED),
    ("quad", "no_draws", PROVED, "sudden_death=none", REFUTED),
    ("quad", "comes_to_an_end", REFUTED, "sudden_death=none", PROVED),
    ("quad", "sudden_death", PROVED, "sudden_death=none", REFUTED),
    ("quad", "grid", PROVED, "size=5", REFUTED),
]


@pytest.mark.parametrize(("game", "name", "usual", "options", "other"), CHANGED)
def test_another_rule_brings_another_verdict(game: str, name: str, usual: str, options: str, other: str) -> None:
    assert verdict(game, name).word == usual
    assert verdict(game, name, options).word == other


def test_a_refuted_rule_shows_the_move_that_breaks_it() -> None:
    broken = verdict("center", "one_square", "diagonal=allowed")
    assert broken.match is not None
    origin, target = str(broken.match.moves[-1]).split()[1:3], str(broken.match.moves[-1]).split()[3:]
    assert all(a != b for a, b in zip(origin, target, strict=True))


def test_a_neighbour_left_alone_is_seen() -> None:
    check, choosing = claim("numbers", "capturing").check, SolvedCase(registry.load("numbers", "capture=choose"))
    choosing.starts = choosing.starts[:1]
    assert check is not None
    assert check(choosing).word == REFUTED


@pytest.mark.parametrize(
    "forgets",
    [
        lambda said: re.sub(r"(?m)^Player 1 has .*\n", "", said),
        lambda said: re.sub(r"Player 2 has \d+", "Player 2 has 0", said),
        lambda said: re.sub(r"Player 1 has \d+ points, ", "", said),
    ],
    ids=["both", "one wrong", "one missing"],
)
def test_a_total_that_is_not_shown_is_missed(forgets: Callable[[str], str], monkeypatch: pytest.MonkeyPatch) -> None:
    rules = registry.rules("numbers")
    show_move = rules.show_move
    monkeypatch.setattr(rules, "show_move", lambda match, by_reader=True: forgets(show_move(match, by_reader)))
    assert verdict("numbers", "tracker").word == REFUTED


def test_a_tie_is_shown_where_there_is_one() -> None:
    tied = verdict("numbers", "no_ties", "komi=1").match
    assert tied is not None
    assert tied.outcome is not None
    assert tied.outcome.winner is None
