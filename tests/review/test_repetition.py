"""What reviews, hints, puzzles and explanations say where repetition ends a match."""

import re
from random import Random

import pytest

from squarely.core.match.match import Match
from squarely.core.rules import registry
from squarely.core.rules.game import ONGOING, TIE, Side
from squarely.review.explain import explain_match, explain_move
from squarely.review.grading import grade_match, grade_move
from squarely.review.hints import STEPS, give_hint, write_move_values
from squarely.review.page import MOST, find_height
from squarely.review.puzzles import make_puzzle
from squarely.review.report import write_long, write_short
from squarely.solver.oracle import Oracle
from squarely.solver.values import Value
from tests.solver.test_solution import Graph, Node, game_of

READINGS = ("draw", "first_loses", "second_loses")
NONSENSE = re.compile(r"None|for ever|never ends|\b0 moves|  :|: \.")


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("name", ["showdown", "snatchers"])
def test_every_word_about_every_move_makes_sense(name: str, reading: str) -> None:
    game = registry.load(name, f"repetition={reading}")
    oracle, random = Oracle(game), Random(reading)
    oracle.value(game.start())
    said = []
    for _ in range(6):
        match = Match.of(game)
        while not match.outcome and len(match.moves) < 30:
            position = match.position
            said += [give_hint(oracle, position, ("Ann", "Bob"), step) for step in range(1, STEPS + 1)]
            said.append(write_move_values(oracle, position, ("Ann", "Bob")))
            if made := make_puzzle(oracle, position):
                said.append(f"{made.task}: {made.level}")
            said += [
                explain_move(grade_move(oracle, position, move), oracle, ("Ann", "Bob")).text
                for move in match.legal_moves
            ]
            match = match.play(random.choice(match.legal_moves))
        review = grade_match(match, oracle)
        said += [claim.text for claim in explain_match(review, oracle)]
        said += [write_short(review, oracle, plain=True), write_long(review, oracle, plain=True)]
    assert [text for text in said if NONSENSE.search(text)] == []
    assert any("by repetition" in text for text in said)


@pytest.mark.parametrize(
    ("place", "move", "says"),
    [
        (Node(1, 1), "2", "2 misses a win by repetition. The game ends in a tie."),
        (Node(1, 1), "3", "3 is the only one of 2 moves that keeps the result: Bob wins by repetition."),
        (Node(0, 0), "1", "1 allows Bob to win by repetition."),
        (Node(3, 0), "1", "1 is the only legal move; with it: Bob wins by repetition."),
    ],
)
def test_a_win_by_repetition_is_kept_missed_and_allowed(place: Node, move: str, says: str) -> None:
    """Between 1 and 3 the second can go round for ever, which the first loses; 2 is a tie."""
    graph = Graph(((1, 2), (2, 3), (), (1,)), (ONGOING, ONGOING, TIE, ONGOING))
    game = game_of(graph, "repetition=first_loses")
    oracle = Oracle(game)
    chosen = next(each for each in game.named_moves(place) if str(each) == move)
    assert explain_move(grade_move(oracle, place, chosen), oracle, ("Ann", "Bob")).text == says


def test_a_win_by_repetition_is_the_furthest_win_of_a_chart() -> None:
    values = [Value(Side.FIRST, "win", 5), Value(Side.FIRST, "win", None), Value(Side.FIRST, "win", 0)]
    far, farther, near = (find_height(value, values) for value in values)
    assert MOST == near > far > farther > 0


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (Value(None, "tie", None), "ties by repetition"),
        (Value(Side.FIRST, "win", None), "wins by repetition"),
        (Value(Side.SECOND, "win", None), "loses by repetition"),
        (Value(None, "tie", 0), "has tied"),
        (Value(Side.FIRST, "win", 0), "has won"),
    ],
)
def test_values_without_a_distance_are_told_from_ends(value: Value, words: str) -> None:
    assert value.describe_for(Side.FIRST) == words
    assert value.earlier().is_by_repetition == value.is_by_repetition == (value.distance is None)


def test_an_end_that_comes_is_liked_better_than_one_by_repetition() -> None:
    soon, late, never = (Value(Side.FIRST, "win", moves) for moves in (1, 99, None))
    assert soon.appeal(Side.FIRST) > late.appeal(Side.FIRST) > never.appeal(Side.FIRST)
    assert soon.appeal(Side.SECOND) < late.appeal(Side.SECOND) < never.appeal(Side.SECOND)
    assert Value(None, "tie", 99).appeal(Side.FIRST) > Value(None, "tie", None).appeal(Side.FIRST)
    put_off = [Value(None, "tie", moves, delayed_by=Side.SECOND) for moves in (1, 2)]
    assert put_off[0].appeal(Side.SECOND) < put_off[1].appeal(Side.SECOND)
    assert put_off[0].appeal(Side.FIRST) > put_off[1].appeal(Side.FIRST)
