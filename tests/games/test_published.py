"""Games with published results, written as outside packages: they agree with what is known, each in a short file.

Where nothing published was found, a second version in `plain_classics` says what is right: it shares no code with ours.
"""

from collections import Counter
from functools import reduce
from operator import xor
from typing import Any

import pytest

from squarely import Game, Oracle, Side
from squarely.solver.large import solve
from squarely.solver.solution import SmallSolution, Summary
from squarely.solver.values import Value
from tests.games import plain_classics
from tests.games.classics import FILES, classic
from tests.solver import plain

SOAK, pytestmark = pytest.mark.soak, pytest.mark.slow


def solved(game: Game) -> tuple[Value, Summary]:
    solution = SmallSolution(game, [game.start()])
    value = solution.value(game.start())
    assert value is not None
    return value, solution.summary()


def count_winners(truth: dict[Any, plain.Verdict]) -> dict[str, int]:
    """Of how many positions each side is the winner, or nobody in which way."""
    return dict(Counter(verdict[0] or verdict[1] for verdict in truth.values()))


def test_a_whole_game_is_short() -> None:
    for file in FILES:
        assert len([line for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]) < 90, file


def test_what_is_published_of_whole_games() -> None:
    """Tic-tac-toe: Wikipedia, Game complexity. Three Men's Morris: with steps across and down the first side wins from
    the center; with that opening barred, and with jumps to any point, neither does (Martin Gardner, Mathematical
    Puzzles and Diversions, 1959, chapter 4). Pong Hau K'i: Philip Straffin, Position graphs for Pong Hau K'i and Mu
    Torere, 1995. Reversi: 11 to 3 (Wikipedia, Computer Othello). Hare and Hounds: Berlekamp, Conway and Guy, Winning
    Ways, The French Military Hunt; Dodgem: chapter 22.
    """
    for name, options, value, positions in (
        ("tictactoe", "", "a tie in 9 moves", 5_478),
        ("morris", "", "first wins in 9 moves", None),
        ("morris", "center=barred", "play can go on for ever", None),
        ("morris", "steps=jump", "play can go on for ever", None),
        ("pong", "", "play can go on for ever", None),
        ("reversi", "", "second wins by 8 points in 10 moves", None),
        ("hare", "", "first wins in 23 moves", 2_116),
        ("hex", "size=3", "first wins in 5 moves", 5_514),
        ("dodgem", "", "first wins in 20 moves", None),
    ):
        found, summary = solved(classic(name, options))
        assert (str(found), positions or summary.positions) == (value, summary.positions), (name, options)


def test_what_follows_from_the_start_of_small_games() -> None:
    game = classic("tictactoe")  # 626 ends that X wins, 316 that O wins and 16 draws: the UCI data set of its endgames
    winners = [game.outcome(position) for position, after in plain.reachable(game, game.start()).items() if not after]
    assert [winners.count(result) for result in (1, 2, 3)] == [626, 316, 16]
    _, summary = solved(game := classic("pong"))
    assert summary.longest_win == 1
    assert summary.counts == count_winners(plain.solve(game, game.start()))
    game = classic("hare")
    assert plain.solve(game, game.start())[game.start()][0] == "first"


# Connect Four: John Tromp's table of board sizes (tromp.github.io/c4/c4.html): the numbers of positions, and who wins;
# lines of three and the smallest boards as in Phillip Kirlin's table (Rhodes College, AI, project 2, 2014).
KIRLIN = {  # rows, columns, line: positions, whether the first side wins or it is a tie
    (3, 4, 4): (12_031, None),
    (4, 3, 4): (6_000, None),
    (5, 3, 4): (38_310, None),
    (3, 3, 3): (694, None),
    (3, 4, 3): (7_157, 0),
    (4, 3, 3): (2_715, None),
    (4, 4, 3): (41_750, 0),
}


@pytest.mark.parametrize(
    "board", [board if KIRLIN[board][0] < 10_000 else pytest.param(board, marks=SOAK) for board in KIRLIN]
)
def test_connect_four_on_small_boards(board: tuple[int, int, int]) -> None:
    value, summary = solved(classic("connect_four", "rows={},columns={},line={}".format(*board)))
    assert (summary.positions, value.winner) == KIRLIN[board]
    assert board != (3, 4, 3) or value.distance == 9


# Hex: the first side wins on every board (Nash); on 3x3 by any hexagon of the short diagonal, with the third stone, and
# not by an acute corner; on 4x4 with the fifth stone (mazeworks.com/hex7, Basic Strategy II).
def test_what_the_openings_of_hex_and_morris_are_worth() -> None:
    for name, options, wanted in (
        ("hex", "size=3", {"C1": 0, "B2": 0, "A3": 0, "A1": 1, "C3": 1}),
        ("morris", "", {"B2": 0}),
    ):
        game = classic(name, options)
        judged = {str(each.move): each.value.winner for each in Oracle(game).value_moves(game.start())}
        assert judged | wanted == judged, name
    assert next(iter(judged)) == "B2", "the best"


@SOAK
def test_on_larger_boards() -> None:
    for name, options, value, positions in (
        ("connect_four", "rows=4,columns=4", "a tie in 16 moves", 161_029),
        ("connect_four", "rows=5,columns=4", "a tie in 20 moves", 1_706_255),
        ("connect_four", "rows=4,columns=5", "a tie in 20 moves", 3_945_711),
        ("dodgem", "size=4", "play can go on for ever", None),  # David des Jardins, rec.games.abstract, 1996
        ("hex", "", "first wins in 9 moves", 9_386_235),
    ):
        game = classic(name, options)
        solution = solve(game, game.start())
        assert str(solution.value(game.start())) == value, (name, options)
        assert positions in (None, solution.summary().positions), (name, options)
    after = {move: solution.value(game.play(game.start(), move)) for move in game.named_moves(game.start())}
    openings = {str(move): value.winner for move, value in after.items() if value}
    assert [openings[move] for move in ("D1", "C2", "B3", "A4", "A1", "D4")] == [0, 0, 0, 0, 1, 1]


# Nothing published was found for 4x4 with both openings.
def test_konane_is_worth_what_the_plain_version_says() -> None:
    found, summary = solved(classic("konane", "rows=4,columns=4"))
    after, result = plain_classics.konane(4)
    truth = plain.solve_graph(after, result)
    assert (str(found.winner), found.distance) == truth[next(iter(after))][::2]
    assert (str(found), summary.counts) == ("second wins in 6 moves", count_winners(truth))


# Dots and Boxes: on 2x2 the first side wins, and must begin with a line of the border (Winning Ways, chapter 16; the
# same at puzzling.stackexchange.com, Optimal Play for 2 by 2 Dots and Boxes); by how many, the plain version says.
def test_dots_and_boxes() -> None:
    for height, width in ((1, 1), (1, 2), (1, 3), (2, 2)):
        game = classic("boxes", f"height={height},width={width}")
        lead, openings = plain_classics.most_boxes(height, width)
        oracle = Oracle(game)
        value, judged = oracle.value(game.start()), oracle.value_moves(game.start())
        assert (value.lead(Side.FIRST), value.winner) == (lead, None if lead == 0 else 0 if lead > 0 else 1)
        assert sorted(openings.values()) == sorted(each.value.lead(Side.FIRST) for each in judged)
    assert str(value) == "first wins by 2 points in 12 moves"
    winning = {str(each.move) for each in judged if each.value.winner == 0}
    assert winning == {"B1", "D1", "A2", "E2", "A4", "E4", "B5", "D5"}  # the border


# Nim: whoever leaves heaps whose sizes sum to 0 without carrying wins; so, too, where the last match loses, unless no
# heap has more than one (Charles Bouton, Nim, a game with a complete mathematical theory, 1901).
def test_nim_in_every_position() -> None:
    for last in ("wins", "loses"):
        game = classic("nim", f"last={last}")
        oracle = Oracle(game)
        for position in plain.reachable(game, game.start()):
            mover_wins = reduce(xor, position.heaps) != 0
            if last == "loses" and max(position.heaps) < 2:
                mover_wins = sum(position.heaps) % 2 == 0
            assert oracle.value(position).winner == (position.mover if mover_wins else 1 - position.mover), position
