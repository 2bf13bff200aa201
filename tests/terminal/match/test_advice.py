"""Advice during a match: reasons for both last moves, and what is said where nobody knows."""

from pathlib import Path

import pytest

from squarely import Match
from squarely.core.rules import registry
from squarely.core.rules.game import Side
from squarely.terminal.match.advice import Advice

CENTER = registry.load("center")
ALLOWED = (
    "place 0 0 allows {bob} to win in 3 moves (both sides counted): {bob} place 0 1, {ann} place 0 2, "
    "{bob} move 0 1 1 1; the end: B captured the center square."
)
WINS = "place 0 1 wins: after any reply {bob} at once, after place 0 2 with move 0 1 1 1."


def after(*moves: str) -> Match:
    match = Match.of(CENTER, names=("Ann", "Bob"))
    for move in moves:
        match = match.play(move)
    return match


def test_between_people_the_last_move_is_explained() -> None:
    assert Advice(CENTER).why(after("place 0 0")) == ALLOWED.format(ann="Ann", bob="Bob")
    assert Advice(CENTER).why(after("place 0 0", "place 0 1")) == WINS.format(bob="Bob wins")


def test_against_a_computer_both_last_moves_are_and_whose_each_is() -> None:
    both = after("place 0 0", "place 0 1")
    assert Advice(CENTER).why(both, Side.FIRST).split("\n") == [
        f"Your move: {ALLOWED.format(ann='you', bob='Bob')}",
        f"Bob's move: {WINS.format(bob='Bob wins')}",
    ]
    assert Advice(CENTER).why(both, Side.SECOND).split("\n") == [
        f"Ann's move: {ALLOWED.format(ann='Ann', bob='you')}",
        f"Your move: {WINS.format(bob='you win')}",
    ]


def test_before_the_other_has_moved_there_is_one_to_explain() -> None:
    assert Advice(CENTER).why(after(), Side.FIRST) == "No move has been made yet."
    assert Advice(CENTER).why(after("place 0 0"), Side.SECOND) == f"Ann's move: {ALLOWED.format(ann='Ann', bob='you')}"


def test_the_values_of_all_moves() -> None:
    said = Advice(CENTER).value_moves(after("place 0 0", "place 0 1"), 80)
    assert said.startswith(
        "Ann has 7 moves, the best first; moves of both sides are counted:\n  loses in 2  place 0 2, "
    )


def test_what_is_too_large_names_the_command_that_solves_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))  # whatever this machine has solved before
    game = registry.load("quad", "sudden_death=none")
    advice, match = Advice(game), Match.of(game).play("B2")
    for said in (advice.hint(match), advice.value_moves(match, 80)):
        where = "--position '..../.X../..../.... O'"
        assert said.endswith(f"try: squarely solve quad --option sudden_death=none {where}.")


def test_a_review_addresses_whoever_played_the_computer() -> None:
    said = Advice(CENTER).review(after("place 0 0", "place 0 1"), True, "", 80, Side.FIRST)
    assert "  You  accuracy 0%: random moves do better\n  Bob  accuracy 100%\n" in said
    assert "  (^ you win, v Bob wins)\n" in said
    assert "  1. You: place 0 0 allows Bob to win" in said
