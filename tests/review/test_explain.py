"""What is said of moves, on drawn boards, and where repetition ends a match; every sentence of thousands is proved."""

import re
from collections import Counter
from random import Random

import pytest

from squarely import Game, Match
from squarely.core.rules import registry
from squarely.core.rules.game import ONGOING, TIE, Move, Side
from squarely.review.explain import BestLine, explain_match, explain_move
from squarely.review.grading import grade_match, grade_move
from squarely.review.hints import STEPS, give_hint, write_move_values
from squarely.review.page import MOST, find_height
from squarely.review.puzzles import make_puzzle
from squarely.review.report import write_long, write_short
from squarely.solver.oracle import Oracle
from squarely.solver.values import Value
from tests.boards import at
from tests.review import matches
from tests.review.matches import ALL, LATE, NUMBERS, generated
from tests.review.reproof import NAMES, Reproof
from tests.solver.odd.graphs import Graph, Node, game_of
from tests.thorough import many

pytestmark = pytest.mark.xdist_group("brute force")

HOW_MANY = {NUMBERS: (many(100), 4), LATE: (many(8), 60)}
USUAL = (1, many(320))

# What each game's matches must give occasion to say, so that no proof passes for want of a sentence.
FORMS = {
    matches.CENTER: {"allows", "misses", "ends", "whatever", "dawdles_at_the_end", "holds_out"},
    matches.SHOWDOWN: {"allows", "misses", "ends", "forced", "keeps_all", "keeps", "keeps_alone"},
    matches.SNATCHERS: {"allows", "misses", "ends", "keeps_all", "keeps"},
    NUMBERS: {"allows", "misses", "costs", "scores", "forced"},
    matches.EXCHANGE: {"allows", "misses", "ends", "wins", "whatever", "holds_out", "forced", "blocks", "overlooks"}
    | {"blocks_and_wins", "blocks_and_loses", "overlooks_lost"},
    LATE: {"allows", "misses", "ends", "wins", "whatever", "dawdles", "overlooks", "overlooks_lost"},
    matches.NO_SUDDEN_DEATH: {"overlooks", "blocks", "allows", "ends", "keeps", "keeps_all", "keeps_alone", "forced"},
}


@pytest.mark.slow
@pytest.mark.thorough
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


def said_of(game: Game, board: str, move: str, names: tuple[str, str] = NAMES) -> str:
    match, oracle = at(game, board).play(move), Oracle(game)
    return explain_move(grade_move(oracle, match.start, match.moves[0]), oracle, names).text


@pytest.mark.slow
def test_what_is_said_and_whoever_reads_is_addressed() -> None:
    quad, center, empty = registry.load(*matches.EXCHANGE), registry.load("center"), "- - -\n- - -\n- - -\nA"
    assert said_of(quad, ". X O\nX X O\n. . .\nO", "A1") == (  # the move with the number 0 can be a threat, too
        "A1 blocks Ann's A1, which would win at once. It is the only one of 4 moves that does this without losing."
    )
    allows = (
        "place 0 0 allows Bob to win in 3 moves (both sides counted): Bob place 0 1, Ann place 0 2, Bob move 0 1 1 1; "
        "the end: B captured the center square."
    )
    for names in (NAMES, ("you", "Bob"), ("Ann", "you")):
        told = allows.replace("Ann", names[0]).replace("Bob", names[1])
        assert said_of(center, empty, "place 0 0", names) == told
    wins = "place 0 1 wins: after any reply {} at once, after place 0 0 with move 0 1 1 1."  # `you` takes its own verb
    assert said_of(center, empty, "place 0 1") == wins.format("Ann wins")
    assert said_of(center, empty, "place 0 1", ("you", "Bob")) == wins.format("you win")


def test_a_long_line_is_cut_and_tells_what_ends_it_and_a_pass_that_does_is_told_by_its_reason_alone() -> None:
    moves = tuple(Move(number, f"m{number}") for number in range(12))
    movers = tuple(Side(number % 2) for number in range(12))
    line = BestLine(Value(Side.FIRST, "win", 12), moves, movers, (1,), "somebody won")
    assert line.tell(NAMES) == "Ann m0 (forcing m1), Ann m2, Bob m3, 7 more moves, then Bob m11; the end: somebody won"
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


NONSENSE = re.compile(r"None|for ever|never ends|\b0 moves|  :|: \.")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["showdown", "snatchers"])
def test_every_word_makes_sense_where_repetition_ends_a_match(name: str) -> None:
    for reading in ("draw", "first_loses", "second_loses"):
        game, random, said = registry.load(name, f"repetition={reading}"), Random(reading), list[str]()
        oracle = Oracle(game)
        oracle.value(game.start())
        for _ in range(2):
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
