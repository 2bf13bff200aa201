"""What is said of moves, on drawn boards; and every sentence of thousands of matches, proved without the solver."""

from collections import Counter

import pytest

from squarely import Game
from squarely.core.rules import registry
from squarely.core.rules.game import ONGOING, TIE, Move, Side
from squarely.review.explain import BestLine, explain_move
from squarely.review.grading import grade_match, grade_move
from squarely.solver.oracle import Oracle
from squarely.solver.values import Value
from tests.boards import at
from tests.review import matches
from tests.review.matches import ALL, LATE, NUMBERS, generated
from tests.review.reproof import NAMES, Reproof
from tests.solver.odd.graphs import Graph, Node, game_of

HOW_MANY = {NUMBERS: (30, 8), matches.CHOOSE: (3, 30), LATE: (3, 60)}
USUAL = (1, 300)

# What each game's matches must give occasion to say, so that no proof passes for want of a sentence.
FORMS = {
    matches.CENTER: {"allows", "misses", "ends", "whatever", "dawdles_at_the_end", "holds_out"},
    matches.SHOWDOWN: {"allows", "misses", "ends", "forced", "keeps_all", "keeps", "keeps_alone"},
    matches.SNATCHERS: {"allows", "misses", "ends", "keeps_all", "keeps"},
    NUMBERS: {"allows", "misses", "costs", "scores", "forced"},
    matches.CHOOSE: {"allows", "costs", "scores", "forced"},
    matches.EXCHANGE: {"allows", "misses", "ends", "wins", "whatever", "holds_out", "forced", "blocks", "overlooks"}
    | {"blocks_and_wins", "blocks_and_loses", "overlooks_lost"},
    matches.CONVERT: {"overlooks", "blocks", "allows", "misses", "ends", "wins", "holds_out", "forced"},
    LATE: {"allows", "misses", "ends", "wins", "whatever", "blocks", "dawdles", "overlooks", "overlooks_lost"},
    matches.NO_SUDDEN_DEATH: {"overlooks", "blocks", "allows", "ends", "keeps", "keeps_all", "keeps_alone", "forced"},
}


@pytest.mark.slow
@pytest.mark.parametrize("game", [*ALL, LATE], ids=",".join)
def test_every_sentence_is_true(game: tuple[str, str]) -> None:
    forms: Counter[str] = Counter()
    for plain, played in generated(*game, *HOW_MANY.get(game, USUAL)):
        oracle, seen = Oracle(plain.game), set()
        for match in played:
            for each in grade_match(match, oracle).grades:
                if (each.position, each.move) not in seen:
                    seen.add((each.position, each.move))
                    sentence = explain_move(each, oracle, NAMES).text
                    forms[Reproof(plain, each.position, str(each.move), sentence).prove()] += 1
    assert FORMS[game] <= set(forms), forms


QUAD, TIED = registry.load(*matches.EXCHANGE), registry.load(*matches.NO_SUDDEN_DEATH)
WHOLE, TOKENS, POINTS = (registry.load(name) for name in ("quad", "center", "numbers"))
EMPTY = "- - -\n- - -\n- - -\nA"
SPOKEN = [
    (QUAD, "X X O\n. X .\n. . O\nO", "C2",
     "C2 overlooks Ann's A2, which wins at once. It had to be stopped, with A2."),
    (QUAD, ". X O\nX X O\n. . .\nO", "A1",  # the move with the number 0 can be a threat, too
     "A1 blocks Ann's A1, which would win at once. It is the only one of 4 moves that does this without losing."),
    (QUAD, ". X O\nX X O\n. . .\nO", "B3",
     "B3 overlooks Ann's A1, which wins at once. It had to be stopped, with A1."),
    (TOKENS, EMPTY, "place 0 0",
     "place 0 0 allows Bob to win in 3 moves (both sides counted): Bob place 0 1, Ann place 0 2, Bob move 0 1 1 1; "
     "the end: B captured the center square."),
    (TOKENS, EMPTY, "place 0 1",
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


def said_of(game: Game, board: str, move: str, names: tuple[str, str] = NAMES) -> str:
    match, oracle = at(game, board).play(move), Oracle(game)
    return explain_move(grade_move(oracle, match.start, match.moves[0]), oracle, names).text


@pytest.mark.slow
def test_what_is_said() -> None:
    for game, board, move, sentence in SPOKEN:
        assert said_of(game, board, move) == sentence
    for names, sentence in (  # whoever reads is addressed; `you` takes the verb of the second person
        (("you", "Bob"), SPOKEN[3][3].replace("Ann", "you")),
        (("Ann", "you"), SPOKEN[3][3].replace("Bob", "you")),
    ):
        assert said_of(TOKENS, EMPTY, "place 0 0", names) == sentence
    assert said_of(TOKENS, EMPTY, "place 0 1", ("you", "Bob")) == SPOKEN[4][3].replace("Ann wins", "you win")


def test_a_long_line_is_cut_and_tells_what_ends_it() -> None:
    moves = tuple(Move(number, f"m{number}") for number in range(12))
    movers = tuple(Side(number % 2) for number in range(12))
    line = BestLine(Value(Side.FIRST, "win", 12), moves, movers, (1,), "somebody won")
    assert line.tell(NAMES) == "Ann m0 (forcing m1), Ann m2, Bob m3, 7 more moves, then Bob m11; the end: somebody won"


def test_a_pass_that_ends_the_game_is_told_by_its_reason_alone() -> None:
    match = at(registry.load("showdown", "mended"), ". x x .\n* x x .\nx x . .\nx x . .\n1 -")
    told = BestLine.of(Oracle(match.game), match.position).tell(NAMES)
    assert told == "Ann up; Player 2 has no move from (1,1) and loses"


def test_a_win_by_repetition_is_kept_missed_and_allowed() -> None:
    """Between 1 and 3 the second can go round for ever, which the first loses; 2 is a tie."""
    graph = Graph(((1, 2), (2, 3), (), (1,)), (ONGOING, ONGOING, TIE, ONGOING))
    game = game_of(graph, "repetition=first_loses")
    oracle = Oracle(game)
    for place, move, says in (
        (Node(1, 1), "2", "2 misses a win by repetition. The game ends in a tie."),
        (Node(1, 1), "3", "3 is the only one of 2 moves that keeps the result: Bob wins by repetition."),
        (Node(0, 0), "1", "1 allows Bob to win by repetition."),
        (Node(3, 0), "1", "1 is the only legal move; with it: Bob wins by repetition."),
    ):
        chosen = next(each for each in game.named_moves(place) if str(each) == move)
        assert explain_move(grade_move(oracle, place, chosen), oracle, NAMES).text == says
