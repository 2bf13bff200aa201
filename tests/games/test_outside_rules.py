"""Hop and Drop: rules from outside, and what is derived from them, on a board that is not square too."""

import numpy as np
import pytest

from squarely import Game, Match
from squarely.core.errors import BadPosition, IllegalMove, UnreadableMove
from squarely.core.match.tabletop import Tabletop
from squarely.environments.encoding import Encoding
from squarely.players.perfect import Perfect
from squarely.review.grading import grade_match
from squarely.solver.large import solve
from squarely.solver.oracle import Oracle
from squarely.solver.solution import SmallSolution, Solution
from squarely.testing import LAWS, find_reachable
from tests.boards import at, legal, played, refusal, written
from tests.games.outside_games import DROP, HOP, Drop, Hop
from tests.games.tables import told
from tests.solver import plain

SMALL_HOP, SMALL_DROP = Hop("size=3"), Drop("columns=3")


@pytest.mark.slow
def test_laws_hold_in_every_position_of_the_small_boards() -> None:
    for game, count in ((SMALL_HOP, 238), (SMALL_DROP, 694)):
        found = find_reachable(game)
        assert len(found) == count
        for law in LAWS:
            for position in found:
                law(game, position)


def test_moves_and_ends_and_the_usual_words() -> None:
    assert ", ".join(legal(at(HOP, "..DD/DD../.L../LL.L L"))) == (
        "B3 B1, B3 A3, B3 C3, A4 A3, B4 C4, D4 D3, D4 C4"  # steps and hops
    )
    won = played(Match.of(HOP), "A4 A3", "A1 A2", "a3 a1")
    assert (HOP.words.draw(won.position), told(won)) == (
        "  A B C D\n1 L D D D\n2 D . . .\n3 . . . .\n4 . L L L",
        "first: Light reached the far row",
    )
    stuck = at(HOP, "..DD/.DLL/D.LL/.... D").play("A3 B3")
    assert (written(stuck), told(stuck)) == ("..DD/.DLL/.DLL/.... L", "second: Light cannot move")
    assert told(played(Match.of(DROP), "A3", "A2", "B3", "B2", "C3")) == "first: Red has three in a line"
    match = Match.of(HOP)
    assert next(HOP.words.ask(match)) == "Light, enter your move (e.g., A4 A3): "
    assert "'A4' is not a move" in refusal(UnreadableMove, match.play, "A4")
    assert refusal(IllegalMove, match.play, "A4 Z9") == "Z9 is off the grid. Squares go from A1 to D4."
    for words in ("A1 A2", "A4 B4"):
        why = f"{words} is not allowed here. Please choose A4 A3, B4 B3, C4 C3 or D4 D3."
        assert refusal(IllegalMove, match.play, words) == why
    for game, line, why in (
        (HOP, "DDDD/..../..../LLL. L", "each side has 4 pieces"),
        (HOP, "LDDD/D.../..../.LLL L", "L has reached the far row and has won: it cannot be its turn"),
        (HOP, "DDDD/..../..../LLLL X", "the side to move is L or D, not 'X'"),
        (DROP, "..../.Y.. R", "the board has 2 rows; it needs 3, joined by /"),
        (DROP, ".../.Y./.R. R", "row 1 has 3 squares; it needs 4"),
        (DROP, "..../.Y../.R.X R", "row 3 has 'X'; a square is one of R Y ."),
        (DROP, "..../.Y../.R.. X", "the side to move is R or Y, not 'X'"),
    ):
        assert refusal(BadPosition, game.read_position, line) == why


def test_a_board_that_is_not_square_is_drawn_named_touched_and_seen() -> None:
    match = played(Match.of(DROP), "B3", "b 2")
    assert DROP.words.draw(match.position) == "  A B C D\n1 . . . .\n2 . Y . .\n3 . R . ."
    assert written(match) == "..../.Y../.R.. R"
    assert DROP.read_position(written(match)) == match.position
    table, encoding = Tabletop(DROP), Encoding(DROP)
    assert table.labels() == (["A", "B", "C", "D"], ["1", "2", "3"])
    assert [table.touched_squares(match.position, move) for move in match.legal_moves] == [(1,), (8,), (10,), (11,)]
    assert table.read_touch(match.position, [8]) == "A3"
    assert (encoding.planes, encoding.shape) == (("R", "Y", "Y's turn"), (3, 3, 4))
    assert [np.argwhere(plane).tolist() for plane in encoding.observe(match.position)] == [[[2, 1]], [[1, 1]], []]


@pytest.mark.slow
def test_the_small_boards_are_solved_interpreted_and_compiled_played_perfectly_and_reviewed() -> None:
    truths = {game: plain.solve(game, game.start()) for game in (SMALL_HOP, SMALL_DROP)}
    small = SmallSolution(SMALL_HOP, [SMALL_HOP.start()])
    assert len(small.graph.nodes) < 0.6 * len(small.graph.index)  # by its symmetry
    solved: list[tuple[Solution, Game]] = [
        *((small, SMALL_HOP), (SmallSolution(SMALL_DROP, [SMALL_DROP.start()]), SMALL_DROP)),
        (solve(SMALL_DROP, SMALL_DROP.start()), SMALL_DROP),
    ]
    for solution, game in solved:
        assert plain.verdicts(solution, truths[game]) == truths[game]
        assert solution.summary().positions == len(truths[game])
    match = Match.of(SMALL_HOP)
    while not match.outcome and len(match.moves) < 40:
        match = match.play(Perfect(match.mover).choose(match))
    review = grade_match(match, Oracle(SMALL_HOP))
    assert review.mistakes == ()
    assert len(review.grades) == len(match.moves) > 0
