"""Grades and accuracy, against brute force and against the page that explains them."""

import re
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from squarely import Match, Side
from squarely.core.match import record
from squarely.core.rules import registry
from squarely.review.grading import Grade, MatchReview, grade_match, grade_move, measure_cost
from squarely.review.report import describe_accuracy, write_long, write_short
from squarely.solver.oracle import Oracle

from ..boards import at, played
from .matches import ALL, generated

PAGE = (Path(__file__).parents[2] / "docs" / "review.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```text\n(.+?)```\n\n(\|.+?)\n\n(.+?)\n\n", PAGE, re.DOTALL)


@pytest.mark.parametrize("game", ALL, ids=",".join)
def test_grades_are_what_brute_force_says(game: tuple[str, str]) -> None:
    seen = 0
    for plain, matches in generated(*game, 2, 15):
        oracle = Oracle(plain.game)
        for match in matches:
            for each in grade_match(match, oracle).grades:
                truth = {move: plain.truth(after) for move, after in plain.after[each.position].items()}
                best = max(value.liking(each.side)[:2] for value in truth.values())
                good = {move for move, value in truth.items() if value.liking(each.side)[:2] == best}
                assert each.keeps_result == (truth[str(each.move)].liking(each.side)[0] == best[0])
                assert {str(kept.move) for kept in each.flawless} == good
                assert (each.cost == 0) == (str(each.move) in good)
                seen += 1
    assert seen > 100


@pytest.mark.parametrize(("text", "table", "prose"), EXAMPLES, ids=["without points", "with points"])
def test_the_worked_examples(text: str, table: str, prose: str) -> None:
    match = record.read(text).match
    review = grade_match(match, Oracle(match.game))
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]
    assert rows == [[str(cell) for cell in row(match, each)] for each in review.grades]
    told = re.findall(r"(Ann|Bob) lost (\d+), a random mover would have lost (\S+):\s+\w+ accuracy is (\d+)", prose)
    assert told == [(match.names[side], *figures(review, side)) for side in Side]


def row(match: Match, each: Grade) -> list[object]:
    harmless = sum(not measure_cost(each.before, other.value, each.side) for other in each.valued_moves)
    return [
        each.number,
        match.names[each.side],
        each.move,
        len(each.valued_moves),
        harmless,
        each.random_cost,
        each.cost,
    ]


def figures(review: MatchReview, side: Side) -> tuple[str, str, str]:
    own = [each for each in review.grades if each.side == side]
    lost, random = sum(each.cost for each in own), sum(each.random_cost for each in own)
    return str(lost), str(random), str(round(100 - 100 * lost / random))


def test_both_examples_are_found() -> None:
    assert len(EXAMPLES) == 2


def test_a_random_mover_has_accuracy_0_and_the_best_100() -> None:
    """All ways to play the same positions, each as likely as the others."""
    match = record.read(EXAMPLES[0][0]).match
    oracle = Oracle(match.game)
    review = grade_match(match, oracle)
    choices = [
        [grade_move(oracle, each.position, judged.move) for judged in each.valued_moves]
        for each in review.grades
        if each.side == Side.FIRST
    ]
    ways = [MatchReview(match, review.start, grades) for grades in product(*choices)]
    assert len(ways) == 8 * 7 * 7
    found = [each.accuracy(Side.FIRST) or Fraction(0) for each in ways]
    assert sum(found) / Fraction(len(found)) == 0
    assert max(found) == 100
    assert describe_accuracy(ways[found.index(max(found))], Side.FIRST) == "accuracy 100% in 2 choices"
    assert min(found) < 0
    told = {each: describe_accuracy(way, Side.FIRST) for each, way in zip(found, ways, strict=True)}
    assert told[min(found)] == "accuracy 0% in 2 choices (weaker than random moves)"
    percents = [int(words.partition(" ")[2].partition("%")[0]) for words in told.values()]
    assert percents == [max(0, round(each)) for each in told]


def test_where_nothing_could_be_lost_there_is_no_accuracy() -> None:
    game = registry.load("showdown")
    match = played(Match.of(game), "right", "down")
    review = grade_match(match, Oracle(game))
    assert [review.accuracy(side) for side in Side] == [None, None]
    assert describe_accuracy(review, Side.FIRST) == "no accuracy: all moves were equally good"
    assert describe_accuracy(review, Side.FIRST, "you") == "no accuracy: all your moves were equally good"


def test_where_the_result_never_changed_the_distance_still_teaches() -> None:
    center, quad = registry.load("center"), registry.load("quad")
    match = played(Match.of(center), "place 0 1", "place 0 0", "place 2 1", "place 2 2", "move 0 1 1 1")
    review, sooner = grade_match(match, Oracle(center)), "could have won 2 moves sooner: move 3, place 2 1 (better: "
    assert f"\n  You {sooner}move 0 1 1 1).\n" in write_short(review, Oracle(center), plain=True, reader=Side.FIRST)
    assert f"\n  Player A {sooner}move 0 1 1 1)." in write_long(review, Oracle(center), plain=True)
    lost = at(quad, "X X . .\nX . . .\nO O . .\n. . . .\nO").play("D1")
    told = describe_accuracy(grade_match(lost, Oracle(quad)), Side.SECOND)
    assert told == "no accuracy: no move could change the result", "they were not equally good: B2 lasts longer"


def test_turning_points_and_mistakes() -> None:
    without, with_points = (
        grade_match(match, Oracle(match.game)) for match in (record.read(e[0]).match for e in EXAMPLES)
    )
    assert [each.number for each in without.turning_points] == [1, 4]
    assert [each.number for each in without.mistakes] == [1, 4]
    assert [each.points_lost for each in without.grades] == [None] * 5
    assert with_points.turning_points == ()
    assert [(each.number, each.points_lost) for each in with_points.mistakes] == [(1, 8), (4, 4)]
