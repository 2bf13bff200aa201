"""What is said of drawn positions, and that nothing untrue is ever proved."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import pytest

from squarely import Game
from squarely.core import registry
from squarely.core.game import Move, Outcome, Side
from squarely.review.best_line import BestLine
from squarely.review.claims import MoveClaim, is_proved
from squarely.review.explain import explain_move
from squarely.review.grading import grade_match, grade_move
from squarely.solver.oracle import Oracle
from squarely.solver.values import Value

from ..boards import at
from .matches import CENTER, EXCHANGE, NO_SUDDEN_DEATH, NUMBERS, generated
from .reproof import NAMES

QUAD, TIED = registry.load(*EXCHANGE), registry.load(*NO_SUDDEN_DEATH)
TOKENS, POINTS = registry.load("center"), registry.load("numbers")
SPOKEN = [
    (QUAD, "X X O\n. X .\n. . O\nO", "C2", "C2 does not stop Ann's A2, which wins at once; A2 does."),
    (TOKENS, "- - -\n- - -\n- - -\nA", "place 0 0",
     "place 0 0 allows Bob to win in 3 moves: place 0 1, place 0 2, move 0 1 1 1."),
    (TOKENS, "- - -\n- - -\n- - -\nA", "place 0 1",
     "place 0 1 wins: after any reply Ann wins at once, after place 0 0 with move 0 1 1 1."),
    (TOKENS, "A B -\n- - A\n- - -\nB", "place 0 2",
     "place 0 2 misses a win at once: move 0 1 1 1; now Ann wins at once: move 1 2 1 1."),
    (TOKENS, "B A -\n- - -\n- - -\nA", "place 1 0",
     "With place 1 0 Ann still wins, in 3 moves; move 0 1 1 1 wins at once: move 0 1 1 1."),
    (QUAD, ". . .\n. . .\n. . .\nX", "B2", "B2 is the only one of 9 moves that keeps the result: play need never end."),
    (TIED, "X X O\nO X X\nO O .\nX", "C3", "C3 is the only legal move; with it: a tie in 1 move."),
    (POINTS, "3 8 9\n2 4 5\n1 6 7\n1 0-0", "3 3",
     "3 3 costs 8 points: Ann wins by 5, and with 1 3 by 13: 1 3 (forcing 3 3), 2 2 (forcing 1 1), 3 1."),
]  # fmt: skip


@pytest.mark.parametrize(("game", "board", "move", "sentence"), SPOKEN)
def test_what_is_said(game: Game, board: str, move: str, sentence: str) -> None:
    match, oracle = at(game, board).play(move), Oracle(game)
    assert explain_move(grade_move(oracle, match.start, match.moves[0]), oracle).text(NAMES) == sentence


@pytest.mark.parametrize("game", [CENTER, EXCHANGE, NO_SUDDEN_DEATH, NUMBERS], ids=",".join)
def test_a_claim_with_anything_changed_is_not_proved(game: tuple[str, str]) -> None:
    tried: Counter[str] = Counter()
    for plain, matches in generated(*game, 1, 40):
        oracle = Oracle(plain.game)
        for match in matches:
            for each in grade_match(match, oracle).grades:
                claim = explain_move(each, oracle)
                assert is_proved(claim, oracle)
                for changed in tampered(claim, oracle):
                    tried[claim.kind] += 1
                    assert not is_proved(changed, oracle), (claim, changed)
    assert len(tried) >= 5, tried


def tampered(claim: MoveClaim, oracle: Oracle) -> Iterator[MoveClaim]:
    """The claim with one of its facts made false. A move in `move` may be as good as another, so it is left alone."""
    for field in fields(claim):
        fact = getattr(claim, field.name)
        if field.name != "move":
            for wrong in untrue(fact, oracle):
                yield replace(claim, **{field.name: wrong})


def untrue(fact: Any, oracle: Oracle) -> Iterator[Any]:
    if isinstance(fact, BestLine):
        yield fact._replace(value=next(untrue(fact.value, oracle)))
        if fact.moves:
            yield fact._replace(moves=fact.moves[:-1])
            yield fact._replace(moves=(*fact.moves[:-1], Move(fact.moves[-1], "nonsense")))
            yield fact._replace(start=oracle.game.play(fact.start, fact.moves[0]))
    elif isinstance(fact, Value):
        yield fact._replace(winner=Side.FIRST if fact.winner != Side.FIRST else Side.SECOND)
        yield fact._replace(distance=(fact.distance or 0) + 2)
    elif isinstance(fact, Outcome):
        yield fact._replace(winner=Side.FIRST if fact.winner != Side.FIRST else Side.SECOND)
        yield fact._replace(reason="because")
    elif isinstance(fact, Move):
        yield Move(fact, "nonsense")
    elif isinstance(fact, int):
        yield fact + 1
    elif isinstance(fact, tuple) and all(isinstance(each, Move) for each in fact):
        yield (*fact, Move(0, "nonsense"))


def test_a_forced_reply_is_not_believed_where_others_are_as_good() -> None:
    oracle = Oracle(TOKENS)
    line = BestLine.of(oracle, TOKENS.start())
    assert line.holds(oracle)
    assert not line._replace(forced=(1,)).holds(oracle)


def test_a_long_line_is_cut_and_counted() -> None:
    moves = tuple(Move(number, f"m{number}") for number in range(12))
    line = BestLine(None, Value(Side.FIRST, "win", 12), moves, (1,))
    assert str(line) == "m0 (forcing m1), m2, m3, m4, m5, m6, m7, m8 and so on, 12 moves"
