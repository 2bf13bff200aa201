"""The review as text."""

import pytest

from squarely import Match
from squarely.core.match import record
from squarely.core.rules import registry
from squarely.review import report
from squarely.review.grading import grade_match
from squarely.review.report import draw_sparkline
from squarely.solver.oracle import Oracle
from squarely.solver.values import Value

from ..boards import played
from .test_grading import EXAMPLES

TOKENS, POINTS = (record.read(text).match for text, _, _ in EXAMPLES)


def short(match: Match, plain: bool = False) -> str:
    oracle = Oracle(match.game)
    return report.write_short(grade_match(match, oracle), oracle, plain)


def long(match: Match) -> str:
    oracle = Oracle(match.game)
    return report.write_long(grade_match(match, oracle), oracle, False)


def test_the_short_review() -> None:
    expected = """
Review
  Ann  accuracy 26% in 2 choices
  Bob  accuracy 22% in 2 choices
  ▀▄▄▄▀▀
  (▀ Ann wins, ▄ Bob wins)
  1. Ann: place 0 0 allows Bob to win in 3 moves (both sides counted): Bob place 0 1,
     Ann place 0 2, Bob move 0 1 1 1; the end: B captured the center square.
  4. Bob: place 0 2 misses a win at once: move 0 1 1 1. Now Ann wins at once: move 1 2 1 1.
  Every move of it: squarely review"""
    assert short(TOKENS) == expected


@pytest.mark.parametrize("match", [TOKENS, POINTS])
def test_plain_is_ascii(match: Match) -> None:
    assert short(match, plain=True).isascii()
    assert not short(match).isascii()


def test_the_long_review() -> None:
    expected = """\
Capture Squares: Ann against Bob
All squares are captured, 27 to 18.

         start  0-0    Ann wins by 13 points in 5 moves
1.  Ann  3 3    18-0   Ann wins by 5 points in 4 moves   8 points lost; better: 1 3
      3 3 costs 8 points: Ann wins by 5, and with 1 3 by 13: Ann: 1 3 (forcing 3 3), Ann: 2 2
      (forcing 1 1), Ann: 3 1.
2.  Bob  1 3    18-17  Ann wins by 5 points in 3 moves
3.  Ann  2 2    24-17  Ann wins by 5 points in 2 moves
4.  Bob  3 1    24-18  Ann wins by 9 points in 1 move    4 points lost; better: 1 1
      3 1 costs 4 points: Ann wins by 9, and with 1 1 by 5: Bob: 1 1, Ann: 3 1.
5.  Ann  1 1    27-18  Ann has won by 9 points
(Moves of both sides are counted.)

  Ann  accuracy 54% in 2 choices
  Bob  accuracy 79% in 2 choices
  █▆▆▆▇▇
  (the higher, the better for Ann)"""
    assert long(POINTS) == expected


def test_a_match_that_its_players_ended_says_how_it_stood() -> None:
    match = played(Match.of(TOKENS.game, names=("Ann", "Bob")), "place 0 1")
    assert "Where it stopped, with best play: Ann wins in 2 moves (both sides counted)." in short(
        match.resign(match.mover.other)
    )
    assert "Where it stopped" not in short(TOKENS)


def test_a_match_without_mistakes_says_so() -> None:
    assert "  No move changed the result: with best play Player A wins from the start.\n" in short(
        played(Match.of(TOKENS.game), "place 0 1", "place 2 2", "move 0 1 1 1")
    )


def test_only_the_worst_mistakes_are_told_in_short() -> None:
    game = registry.load("showdown")
    wander = ["right", "right", "down", "right", "up", "left", "left", "down"] * 4
    match = Match.of(game)
    for move in wander:
        if move in map(str, match.legal_moves):
            match = match.play(move)
    review = grade_match(match, Oracle(game))
    assert len(review.mistakes) > 5
    assert short(match).count(". Player ") == 5
    assert f"And {len(review.mistakes) - 5} smaller mistake" in short(match)


def test_a_long_history_goes_on_below() -> None:
    lines = draw_sparkline([Value(None, "endless", None)] * 100, ("Ann", "Bob"), plain=True)
    assert lines == ["-" * 72, "-" * 28, "(- neither)"]
