"""A game that is too large to be solved is small near its end: there it is judged exactly, before that by belief."""

from itertools import islice
from random import Random

import pytest

from squarely.core.errors import TooLarge
from squarely.core.match.match import Match
from squarely.core.match.record import Record
from squarely.core.rules import registry
from squarely.core.rules.game import Side
from squarely.review.explain import explain_move
from squarely.review.grading import BelievedGrade, Grade, judge_match
from squarely.review.page import MOST, find_height
from squarely.review.puzzles import find_puzzles
from squarely.review.report import draw_sparkline
from squarely.solver.belief import Belief, Worth
from squarely.solver.believer import Believer
from squarely.solver.oracle import Oracle
from squarely.solver.values import WIN, Value
from squarely.terminal.line_mode.console import Console
from squarely.terminal.match.advice import Advice
from squarely.terminal.review import show_review
from squarely.web.study.analysis import evaluate_match, give_hint, require_oracle
from tests.solver import plain

GAME = registry.load("numbers", "size=4,capture=choose")


@pytest.fixture
def match(monkeypatch: pytest.MonkeyPatch) -> Match:
    """A match at its end, where there is no compiler and nothing large can be solved."""
    for limit in ("QUICK", "SMALL"):
        monkeypatch.setattr(f"squarely.solver.oracle.{limit}", 300)
    for module in ("oracle", "search"):
        monkeypatch.setattr(f"squarely.solver.{module}.find_spec", lambda _: None)
    monkeypatch.setattr("squarely.solver.believer.NODES", 3000)
    random, match = Random(3), Match.of(GAME, GAME.start_for(3))
    while match.legal_moves:
        match = match.play(random.choice(match.legal_moves))
    return match


def test_the_last_moves_are_graded_exactly_the_others_by_belief_and_where_the_seam_is_is_said(
    match: Match, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(TooLarge):
        Oracle(GAME).value(match.start)
    judge, found = judge_match(match, Oracle(GAME), 2.0)
    assert isinstance(judge, Believer)
    assert [grade.number for grade in found.grades] == [*range(1, len(match.moves) + 1)]
    exact = [grade for grade in found.grades if isinstance(grade, Grade)]
    assert 2 < len(exact) < len(match.moves)
    assert found.believed == len(match.moves) - len(exact)
    truth = plain.solve_points(GAME, exact[0].position)
    for grade in exact:
        assert (grade.after.margin, grade.after.distance) == (truth[grade.reached][3], truth[grade.reached][2])
    assert found.grades[found.believed - 1].after == exact[0].before, "at the seam it is told exactly"
    for believed in found.grades[: found.believed]:
        assert isinstance(believed, BelievedGrade)
        assert "mistake" not in explain_move(believed, judge, match.names).text
        assert believed.random_cost == 0, "accuracy is of what is known"
    show_review(Record(match), Console(), "this match")
    said = " ".join(capsys.readouterr().out.split())
    assert f"Not solved: up to move {found.believed} a search believes or proves this" in said
    assert "the rest is exact, and accuracy is of that alone" in said
    begun = Match.of(GAME, match.start)
    show_review(Record(begun.play(begun.legal_moves[0])), Console(), "this match")
    said = " ".join(capsys.readouterr().out.split())
    assert "Not solved: a search believes or proves this" in said
    assert "no accuracy: too little is known exactly" in said


def test_hints_values_and_puzzles_are_exact_where_the_rest_is_small(match: Match) -> None:
    advice, near = Advice(GAME), match.undo().undo().undo()
    assert "A search believes: " in advice.hint(Match.of(GAME, match.start))
    assert "best play" in advice.hint(near)
    assert "After " not in advice.why(near)
    assert all(each.share is None for each in evaluate_match(near).moves)
    assert all(each.share is not None for each in evaluate_match(Match.of(GAME, match.start)).moves)
    assert give_hint(near, 1).step == 1
    with pytest.raises(TooLarge):
        require_oracle(near)
    puzzles = list(islice(find_puzzles(GAME, Random(1)), 3))
    assert len(puzzles) == 3
    for puzzle in puzzles:
        assert puzzle.value.margin == plain.solve_points(GAME, puzzle.position)[puzzle.position][3]


def test_a_line_of_beliefs_is_as_high_as_their_shares() -> None:
    worths: list[Worth] = [
        Belief(0.5),
        Belief(0.71),
        Belief(0.99),
        Belief.prove(Side.FIRST),
        Value(Side.SECOND, WIN, 1),
    ]
    assert draw_sparkline(worths, ("Ann", "Bob"), True) == ["57990", "(tens of percent for Ann)"]
    assert draw_sparkline(worths, ("Ann", "Bob"), False) == ["▅▆██▁", "(the higher, the better for Ann)"]
    assert [round(find_height(each, worths) / MOST, 2) for each in worths] == [0, 0.42, 0.98, 1, -1]
