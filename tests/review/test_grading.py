"""Grades and accuracy, against brute force and against the page that explains them."""

import re
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from squarely import Match, Side, record, registry
from squarely.review.grading import Grade, Review, cost, grade, graded
from squarely.review.report import accuracy
from squarely.solver.oracle import Oracle

from ..boards import played
from .matches import ALL, generated

PAGE = (Path(__file__).parents[2] / "docs" / "review.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```text\n(.+?)```\n\n(\|.+?)\n\n(.+?)\n\n", PAGE, re.DOTALL)


@pytest.mark.parametrize("game", ALL, ids=",".join)
def test_grades_are_what_brute_force_says(game: tuple[str, str]) -> None:
    seen = 0
    for plain, matches in generated(*game, 2, 15):
        oracle = Oracle(plain.game)
        for match in matches:
            for each in graded(match, oracle).grades:
                truth = {move: plain.truth(after) for move, after in plain.after[each.position].items()}
                best = max(value.liking(each.side)[:2] for value in truth.values())
                good = {move for move, value in truth.items() if value.liking(each.side)[:2] == best}
                assert each.kept == (truth[str(each.move)].liking(each.side)[0] == best[0])
                assert {str(better.move) for better in each.better} == (set() if str(each.move) in good else good)
                assert (each.cost == 0) == (str(each.move) in good)
                seen += 1
    assert seen > 100


@pytest.mark.parametrize(("text", "table", "prose"), EXAMPLES, ids=["without points", "with points"])
def test_the_worked_examples(text: str, table: str, prose: str) -> None:
    match = record.read(text).match
    review = graded(match, Oracle(match.game))
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]
    assert rows == [[str(cell) for cell in row(match, each)] for each in review.grades]
    told = re.findall(r"(Ann|Bob) lost (\d+), a random mover would have lost (\S+):\s+\w+ accuracy is (\d+)", prose)
    assert told == [(match.names[side], *figures(review, side)) for side in Side]


def row(match: Match, each: Grade) -> list[object]:
    harmless = sum(not cost(each.before, other.value, each.side) for other in each.judged)
    return [each.number, match.names[each.side], each.move, len(each.judged), harmless, each.random_cost, each.cost]


def figures(review: Review, side: Side) -> tuple[str, str, str]:
    own = [each for each in review.grades if each.side == side]
    lost, random = sum(each.cost for each in own), sum(each.random_cost for each in own)
    return str(lost), str(random), str(round(100 - 100 * lost / random))


def test_both_examples_are_found() -> None:
    assert len(EXAMPLES) == 2


def test_a_random_mover_has_accuracy_0_and_the_best_100() -> None:
    """All ways to play the same positions, each as likely as the others."""
    match = record.read(EXAMPLES[0][0]).match
    oracle = Oracle(match.game)
    review = graded(match, oracle)
    choices = [
        [grade(oracle, each.position, judged.move) for judged in each.judged]
        for each in review.grades
        if each.side == Side.FIRST
    ]
    ways = [Review(match, review.start, grades) for grades in product(*choices)]
    assert len(ways) == 8 * 7 * 7
    found = [each.accuracy(Side.FIRST) or Fraction(0) for each in ways]
    assert sum(found) / Fraction(len(found)) == 0
    assert max(found) == 100
    assert accuracy(ways[found.index(max(found))], Side.FIRST) == "accuracy 100"
    assert min(found) < 0
    told = f"accuracy {round(min(found))}, where moving at random has 0"
    assert accuracy(ways[found.index(min(found))], Side.FIRST) == told


def test_where_nothing_could_be_lost_there_is_no_accuracy() -> None:
    game = registry.load("showdown")
    match = played(Match.of(game), "right", "down")
    review = graded(match, Oracle(game))
    assert [review.accuracy(side) for side in Side] == [None, None]
    assert accuracy(review, Side.FIRST) == "nothing to decide"


def test_turning_points_and_mistakes() -> None:
    without, with_points = (graded(match, Oracle(match.game)) for match in (record.read(e[0]).match for e in EXAMPLES))
    assert [each.number for each in without.turning_points] == [1, 4]
    assert [each.number for each in without.mistakes] == [1, 4]
    assert [each.points_lost for each in without.grades] == [None] * 5
    assert with_points.turning_points == ()
    assert [(each.number, each.points_lost) for each in with_points.mistakes] == [(1, 8), (4, 4)]
