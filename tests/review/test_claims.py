"""What is said of drawn positions, and that nothing untrue is ever proved."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import pytest

from squarely import Game
from squarely.core.rules import registry
from squarely.core.rules.game import Move, Outcome, Side
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
WHOLE, TOKENS, POINTS = (registry.load(name) for name in ("quad", "center", "numbers"))
SPOKEN = [
    (QUAD, "X X O\n. X .\n. . O\nO", "C2",
     "C2 overlooks Ann's A2, which wins at once. It had to be stopped, with A2."),
    (QUAD, "X X O\n. X .\n. . O\nO", "A2",
     "A2 blocks Ann's A2, which would win at once. It is the only one of 4 moves that does this without losing."),
    (TOKENS, "- - -\n- - -\n- - -\nA", "place 0 0",
     "place 0 0 allows Bob to win in 3 moves (both sides counted): Bob place 0 1, Ann place 0 2, Bob move 0 1 1 1; "
     "the end: B captured the center square."),
    (TOKENS, "- - -\n- - -\n- - -\nA", "place 0 1",
     "place 0 1 wins: after any reply Ann wins at once, after place 0 0 with move 0 1 1 1."),
    (TOKENS, "A B -\n- - A\n- - -\nB", "place 0 2",
     "place 0 2 misses a win at once: move 0 1 1 1. Now Ann wins at once: move 1 2 1 1."),
    (TOKENS, "B A -\n- - -\n- - -\nA", "place 1 0",
     "With place 1 0 Ann still wins, but only in 3 moves (both sides counted). move 0 1 1 1 wins at once: "
     "A captured the center square."),
    (QUAD, ". . .\n. . .\n. . .\nX", "B2",
     "B2 is the only one of 9 moves that keeps the result: play can go on for ever."),
    (TIED, "X X O\nO X X\nO O .\nX", "C3", "C3 is the only legal move; with it: a tie in 1 move."),
    (POINTS, "3 8 9\n2 4 5\n1 6 7\n1 0-0", "3 3",
     "3 3 costs 8 points: Ann wins by 5, and with 1 3 by 13: "
     "Ann: 1 3 (forcing 3 3), Ann: 2 2 (forcing 1 1), Ann: 3 1."),
    (WHOLE, "X X . .\nX . . .\nO O . .\n. . . .\nO", "D1",
     "D1 overlooks Ann's B2, which wins at once. B2 stops it and lasts 12 moves (both sides counted), "
     "but Ann wins in any case."),
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
            yield fact._replace(movers=(fact.movers[0].other, *fact.movers[1:]))
            yield fact._replace(reason="because")
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


def test_a_long_line_is_cut_and_tells_what_ends_it() -> None:
    moves = tuple(Move(number, f"m{number}") for number in range(12))
    movers = tuple(Side(number % 2) for number in range(12))
    line = BestLine(None, Value(Side.FIRST, "win", 12), moves, movers, (1,), "somebody won")
    assert line.tell(NAMES) == "Ann m0 (forcing m1), Ann m2, Bob m3, 7 more moves, then Bob m11; the end: somebody won"


def test_a_pass_that_ends_the_game_is_told_by_its_reason_alone() -> None:
    match = at(registry.load("showdown", "mended"), ". x x .\n* x x .\nx x . .\nx x . .\n1 -")
    told = BestLine.of(Oracle(match.game), match.position).tell(NAMES)
    assert told == "Ann up; Player 2 has no move from (1,1) and loses"


def test_whoever_reads_is_addressed() -> None:
    """`you` takes the verb of the second person, wherever it stands."""
    oracle, told = Oracle(TOKENS), []
    for mover, move in (("A", "place 0 0"), ("A", "place 0 1")):
        match = at(TOKENS, f"- - -\n- - -\n- - -\n{mover}").play(move)
        claim = explain_move(grade_move(oracle, match.start, match.moves[0]), oracle)
        told += [claim.text(("you", "Bob")), claim.text(("Ann", "you"))]
    assert told == [
        "place 0 0 allows Bob to win in 3 moves (both sides counted): Bob place 0 1, you place 0 2, Bob move 0 1 1 1; "
        "the end: B captured the center square.",
        "place 0 0 allows you to win in 3 moves (both sides counted): you place 0 1, Ann place 0 2, you move 0 1 1 1; "
        "the end: B captured the center square.",
        "place 0 1 wins: after any reply you win at once, after place 0 0 with move 0 1 1 1.",
        "place 0 1 wins: after any reply Ann wins at once, after place 0 0 with move 0 1 1 1.",
    ]
