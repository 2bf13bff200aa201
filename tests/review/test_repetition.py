"""What reviews, hints, puzzles and explanations say where repetition ends a match."""

import re
from random import Random

import pytest

from squarely.core.match.match import Match
from squarely.core.rules import registry
from squarely.core.rules.game import Side
from squarely.review.explain import explain_match, explain_move
from squarely.review.grading import grade_match, grade_move
from squarely.review.hints import STEPS, give_hint, write_move_values
from squarely.review.page import MOST, find_height
from squarely.review.puzzles import make_puzzle
from squarely.review.report import write_long, write_short
from squarely.solver.oracle import Oracle
from squarely.solver.values import Value

NAMES = ("Ann", "Bob")
NONSENSE = re.compile(r"None|for ever|never ends|\b0 moves|  :|: \.")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["showdown", "snatchers"])
def test_every_word_about_every_move_makes_sense(name: str) -> None:
    for reading in ("draw", "first_loses", "second_loses"):
        game, random, said = registry.load(name, f"repetition={reading}"), Random(reading), list[str]()
        oracle = Oracle(game)
        oracle.value(game.start())
        for _ in range(6):
            match = Match.of(game)
            while not match.outcome and len(match.moves) < 30:
                position = match.position
                said += [give_hint(oracle, position, NAMES, step) for step in range(1, STEPS + 1)]
                said.append(write_move_values(oracle, position, NAMES))
                if made := make_puzzle(oracle, position):
                    said.append(f"{made.task}: {made.level}")
                grades = [grade_move(oracle, position, move) for move in match.legal_moves]
                said += [explain_move(grade, oracle, NAMES).text for grade in grades]
                match = match.play(random.choice(match.legal_moves))
            review = grade_match(match, oracle)
            said += [claim.text for claim in explain_match(review, oracle)]
            said += [write_short(review, oracle, plain=True), write_long(review, oracle, plain=True)]
        assert [text for text in said if NONSENSE.search(text)] == []
        assert any("by repetition" in text for text in said), reading


def test_a_win_by_repetition_is_the_furthest_win_of_a_chart() -> None:
    values = [Value(Side.FIRST, "win", moves) for moves in (5, None, 0)]
    far, farther, near = (find_height(value, values) for value in values)
    assert MOST == near > far > farther > 0
