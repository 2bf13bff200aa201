"""What is said of drawn positions, and to whom."""

import pytest

from squarely import Game
from squarely.core.rules import registry
from squarely.core.rules.game import Move, Side
from squarely.review.explain import BestLine, explain_move
from squarely.review.grading import grade_move
from squarely.solver.oracle import Oracle
from squarely.solver.values import Value

from ..boards import at
from .matches import EXCHANGE, NO_SUDDEN_DEATH
from .reproof import NAMES

QUAD, TIED = registry.load(*EXCHANGE), registry.load(*NO_SUDDEN_DEATH)
WHOLE, TOKENS, POINTS = (registry.load(name) for name in ("quad", "center", "numbers"))
SPOKEN = [
    (QUAD, "X X O\n. X .\n. . O\nO", "C2",
     "C2 overlooks Ann's A2, which wins at once. It had to be stopped, with A2."),
    (QUAD, "X X O\n. X .\n. . O\nO", "A2",
     "A2 blocks Ann's A2, which would win at once. It is the only one of 4 moves that does this without losing."),
    (QUAD, ". X O\nX X O\n. . .\nO", "A1",  # the move with the number 0 can be a threat, too
     "A1 blocks Ann's A1, which would win at once. It is the only one of 4 moves that does this without losing."),
    (QUAD, ". X O\nX X O\n. . .\nO", "B3",
     "B3 overlooks Ann's A1, which wins at once. It had to be stopped, with A1."),
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
    (POINTS, "3 8 9\n2 4 5\n1 6 7\n1 0-0", "1 3",
     "1 3 is the only one of 9 moves that costs no points: Ann wins by 13 points; "
     "then Bob: 3 3, Ann: 2 2 (forcing 1 1), Ann: 3 1."),
    (WHOLE, "X X . .\nX . . .\nO O . .\n. . . .\nO", "D1",
     "D1 overlooks Ann's B2, which wins at once. B2 stops it and lasts 12 moves (both sides counted), "
     "but Ann wins in any case."),
]  # fmt: skip


@pytest.mark.parametrize(("game", "board", "move", "sentence"), SPOKEN)
def test_what_is_said(game: Game, board: str, move: str, sentence: str) -> None:
    match, oracle = at(game, board).play(move), Oracle(game)
    assert explain_move(grade_move(oracle, match.start, match.moves[0]), oracle, NAMES).text == sentence


def test_a_long_line_is_cut_and_tells_what_ends_it() -> None:
    moves = tuple(Move(number, f"m{number}") for number in range(12))
    movers = tuple(Side(number % 2) for number in range(12))
    line = BestLine(Value(Side.FIRST, "win", 12), moves, movers, (1,), "somebody won")
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
        grade = grade_move(oracle, match.start, match.moves[0])
        told += [explain_move(grade, oracle, names).text for names in (("you", "Bob"), ("Ann", "you"))]
    assert told == [
        "place 0 0 allows Bob to win in 3 moves (both sides counted): Bob place 0 1, you place 0 2, Bob move 0 1 1 1; "
        "the end: B captured the center square.",
        "place 0 0 allows you to win in 3 moves (both sides counted): you place 0 1, Ann place 0 2, you move 0 1 1 1; "
        "the end: B captured the center square.",
        "place 0 1 wins: after any reply you win at once, after place 0 0 with move 0 1 1 1.",
        "place 0 1 wins: after any reply Ann wins at once, after place 0 0 with move 0 1 1 1.",
    ]
