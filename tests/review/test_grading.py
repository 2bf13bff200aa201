"""Grades, accuracy and the review as text, against brute force and against the page that explains them."""

import re
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from squarely import Match, Side
from squarely.core.match import record
from squarely.core.rules import registry
from squarely.review.grading import Grade, MatchReview, grade_match, grade_move, measure_cost
from squarely.review.report import describe_accuracy, draw_sparkline, write_long, write_short
from squarely.solver.oracle import Oracle
from squarely.solver.values import Value

from ..boards import at, played
from .matches import ALL, generated

pytestmark = pytest.mark.xdist_group("brute force")

PAGE = (Path(__file__).parents[2] / "docs" / "review.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```text\n(.+?)```\n\n(\|.+?)\n\n(.+?)\n\n", PAGE, re.DOTALL)
TOKENS, POINTS = (record.read(text).match for text, _, _ in EXAMPLES)


def review_of(match: Match) -> MatchReview:
    return grade_match(match, Oracle(match.game))


def short(match: Match, plain: bool = False, reader: Side | None = None) -> str:
    return write_short(review_of(match), Oracle(match.game), plain, reader=reader)


def long(match: Match, plain: bool = False) -> str:
    return write_long(review_of(match), Oracle(match.game), plain)


@pytest.mark.slow
@pytest.mark.parametrize("game", ALL, ids=",".join)
def test_grades_are_what_brute_force_says(game: tuple[str, str]) -> None:
    seen = 0
    for plain, matches in generated(*game, 2, 15):
        oracle = Oracle(plain.game)
        for each in [grade for match in matches for grade in grade_match(match, oracle).grades]:
            liked = {move: plain.truth(after).liking(each.side) for move, after in plain.after[each.position].items()}
            best = max(liked.values())
            good = {move for move in liked if liked[move][:2] == best[:2]}
            assert each.keeps_result == (liked[str(each.move)][0] == best[0])
            assert {str(kept.move) for kept in each.flawless} == good
            assert (each.cost == 0) == (str(each.move) in good)
            seen += 1
    assert seen > 100


@pytest.mark.parametrize(("text", "table", "prose"), EXAMPLES, ids=["without points", "with points"])
def test_the_worked_examples(text: str, table: str, prose: str) -> None:
    match = record.read(text).match
    review = review_of(match)
    for line, each in zip(table.splitlines()[2:], review.grades, strict=True):
        assert isinstance(each, Grade)
        costs = [measure_cost(each.before, other.value, each.side) for other in each.valued_moves]
        row = (each.number, match.names[each.side], each.move, len(costs), costs.count(0), each.random_cost, each.cost)
        assert [cell.strip() for cell in line.strip("|").split("|")] == [*map(str, row)]
    told = re.findall(r"(Ann|Bob) lost (\d+), a random mover would have lost (\S+):\s+\w+ accuracy is (\d+)", prose)
    for side, figures in zip(Side, told, strict=True):
        own = [each for each in review.grades if each.side == side]
        lost, random = sum(each.cost for each in own), sum(each.random_cost for each in own)
        assert figures == (match.names[side], str(lost), str(random), str(round(100 - 100 * lost / random)))


def test_a_random_mover_has_accuracy_0_and_the_best_100() -> None:
    """All ways to play the same positions, each as likely as the others."""
    oracle, review = Oracle(TOKENS.game), review_of(TOKENS)
    own = [each for each in review.grades if each.side == Side.FIRST]
    choices = [[grade_move(oracle, each.position, judged.move) for judged in each.valued_moves] for each in own]
    ways = [MatchReview(TOKENS, review.start, grades) for grades in product(*choices)]
    assert len(ways) == 8 * 7 * 7
    told = {way.accuracy(Side.FIRST) or Fraction(0): describe_accuracy(way, Side.FIRST) for way in ways}
    assert sum(way.accuracy(Side.FIRST) or 0 for way in ways) == 0
    assert max(told) == 100
    assert told[max(told)] == "accuracy 100% in 2 choices"
    assert min(told) < 0
    assert told[min(told)] == "accuracy 0% in 2 choices (weaker than random moves)"


def test_who_had_nothing_to_lose_has_no_accuracy_but_the_distance_still_teaches() -> None:
    review = review_of(played(Match.of(registry.load("showdown")), "right", "down"))
    assert [review.accuracy(side) for side in Side] == [None, None]
    assert describe_accuracy(review, Side.FIRST) == "no accuracy: all moves were equally good"
    assert describe_accuracy(review, Side.FIRST, "you") == "no accuracy: all your moves were equally good"
    match = played(Match.of(TOKENS.game), "place 0 1", "place 0 0", "place 2 1", "place 2 2", "move 0 1 1 1")
    sooner = "could have won 2 moves sooner: move 3, place 2 1 (better: "
    assert f"\n  You {sooner}move 0 1 1 1).\n" in short(match, plain=True, reader=Side.FIRST)
    lost = at(registry.load("quad"), "X X . .\nX . . .\nO O . .\n. . . .\nO").play("D1")
    told = describe_accuracy(review_of(lost), Side.SECOND)
    assert told == "no accuracy: no move could change the result", "they were not equally good: B2 lasts longer"


SHORT = """
Review
  Ann  accuracy 26% in 2 choices
  Bob  accuracy 22% in 2 choices
  ▀▄▄▄▀▀
  (▀ Ann wins, ▄ Bob wins)
  1. Ann: place 0 0 allows Bob to win in 3 moves (both sides counted): Bob place 0 1,
     Ann place 0 2, Bob move 0 1 1 1; the end: B captured the center square.
  4. Bob: place 0 2 misses a win at once: move 0 1 1 1. Now Ann wins at once: move 1 2 1 1.
  Every move of it: squarely review"""

LONG = """\
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


@pytest.mark.slow
def test_the_review_as_text() -> None:
    assert short(TOKENS) == SHORT
    assert long(POINTS) == LONG
    for match in (TOKENS, POINTS):
        assert short(match, plain=True).isascii()
    lines = draw_sparkline([Value(None, "endless", None)] * 100, ("Ann", "Bob"), plain=True)
    assert lines == ["-" * 72, "-" * 28, "(- neither)"], "a long history goes on below"
    match = played(Match.of(TOKENS.game, names=("Ann", "Bob")), "place 0 1").resign(Side.SECOND)
    assert "Where it stopped, with best play: Ann wins in 2 moves (both sides counted)." in short(match)


def test_turning_points_and_mistakes_in_short_the_worst_or_said_to_be_none() -> None:
    without, with_points = review_of(TOKENS), review_of(POINTS)
    assert [each.number for each in without.turning_points] == [each.number for each in without.mistakes] == [1, 4]
    assert with_points.turning_points == ()
    assert [(each.number, each.points_lost) for each in with_points.mistakes] == [(1, 8), (4, 4)]
    best = played(Match.of(TOKENS.game), "place 0 1", "place 2 2", "move 0 1 1 1")
    assert "  No move changed the result: with best play Player A wins from the start.\n" in short(best)
    match = Match.of(registry.load("showdown"))
    for move in ["right", "right", "down", "right", "up", "left", "left", "down"] * 4:
        if move in map(str, match.legal_moves):
            match = match.play(move)
    mistakes = len(review_of(match).mistakes)
    assert mistakes > 5
    assert short(match).count(". Player ") == 5
    assert f"And {mistakes - 5} smaller mistake" in short(match)
