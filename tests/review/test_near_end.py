"""A game that is too large to be solved is small near its end: there are hints, reviews and puzzles there."""

import re
from itertools import islice
from random import Random

import pytest

from squarely.core.errors import SquarelyError, TooLarge
from squarely.core.match.match import Match
from squarely.core.match.record import Record
from squarely.core.rules import registry
from squarely.review.grading import grade_end
from squarely.review.puzzles import find_puzzles
from squarely.solver.oracle import Oracle
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
    monkeypatch.setattr("squarely.solver.oracle.find_spec", lambda _: None)
    random, match = Random(3), Match.of(GAME, GAME.start_for(3))
    while match.legal_moves:
        match = match.play(random.choice(match.legal_moves))
    return match


def test_the_last_moves_are_graded_with_their_numbers(match: Match, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(TooLarge):
        Oracle(GAME).value(match.start)
    found = grade_end(match, Oracle(GAME))
    assert 2 < len(found.grades) < len(match.moves)
    assert found.grades[-1].number == len(match.moves)
    assert found.match.position == match.position
    truth = plain.solve_points(GAME, found.match.start)
    for grade in found.grades:
        assert (grade.after.margin, grade.after.distance) == (truth[grade.reached][3], truth[grade.reached][2])
    show_review(Record(match), Console(), "this match")
    said = capsys.readouterr().out
    assert re.match(r"This game is too large to be judged from its start; the last \d+ moves can be\.\n", said)
    assert f"{len(match.moves)}. Player" in said.replace("  ", " ")
    start = Match.of(GAME, match.start)
    with pytest.raises(SquarelyError, match="this match cannot be reviewed: this game has more than 300 positions"):
        show_review(Record(start.play(start.legal_moves[0])), Console(), "this match")


def test_hints_values_and_puzzles_are_given_where_the_rest_is_small(match: Match) -> None:
    advice, near = Advice(GAME), match.undo().undo().undo()
    assert "There are no hints here" in advice.hint(Match.of(GAME, match.start))
    assert "best play" in advice.hint(near)
    assert "There is no explanation here" not in advice.why(near)
    assert evaluate_match(near).moves
    assert give_hint(near, 1).step == 1
    with pytest.raises(TooLarge):
        require_oracle(near)
    puzzles = list(islice(find_puzzles(GAME, Random(1)), 3))
    assert len(puzzles) == 3
    for puzzle in puzzles:
        assert puzzle.value.margin == plain.solve_points(GAME, puzzle.position)[puzzle.position][3]
