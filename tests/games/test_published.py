"""Games with published results, written as outside packages: they agree with what is known, each in a short file.

Where nothing published was found, a second version in `plain_classics` says what is right: it shares no code with ours.
"""

from collections import Counter
from functools import reduce
from operator import xor
from random import Random
from typing import Any

import pytest

from squarely import Game, Match, Oracle, Side
from squarely.solver.large import solve
from squarely.solver.solution import SmallSolution, Summary
from squarely.solver.values import Value
from squarely.testing import LAWS
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


@pytest.mark.parametrize("name", [file.stem for file in FILES])
def test_laws_hold_in_random_play(name: str) -> None:
    game, random = classic(name), Random(7)
    for _ in range(3):
        match = Match.of(game)
        while not match.outcome and len(match.moves) < 12:
            match = match.play(random.choice(match.legal_moves))
        for position in match.positions:
            for law in LAWS:
                law(game, position)


# Tic-tac-toe: 5,478 positions (Wikipedia, Game complexity), 958 ends of which X wins 626, O wins 316 and 16 are draws
# (the UCI data set of tic-tac-toe endgames).
def test_tic_tac_toe() -> None:
    value, summary = solved(classic("tictactoe"))
    assert (str(value), summary.positions) == ("a tie in 9 moves", 5_478)
    game = classic("tictactoe")
    ends = [position for position, after in plain.reachable(game, game.start()).items() if not after]
    winners = [game.outcome(position) for position in ends]
    assert [winners.count(result) for result in (1, 2, 3)] == [626, 316, 16]


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
TROMP = {(4, 4): 161_029, (5, 4): 1_706_255, (4, 5): 3_945_711}  # rows, columns; all three are ties


def assert_kirlin(board: tuple[int, int, int]) -> None:
    value, summary = solved(classic("connect_four", "rows={},columns={},line={}".format(*board)))
    assert (summary.positions, value.winner) == KIRLIN[board], board
    assert board != (3, 4, 3) or value.distance == 9


def test_connect_four_on_small_boards() -> None:
    for board in (board for board in KIRLIN if KIRLIN[board][0] < 10_000):
        assert_kirlin(board)


@SOAK
@pytest.mark.parametrize("board", [board for board in KIRLIN if KIRLIN[board][0] > 10_000])
def test_connect_four_on_larger_boards(board: tuple[int, int, int]) -> None:
    assert_kirlin(board)


@pytest.mark.parametrize("board", [board if board == (4, 4) else pytest.param(board, marks=SOAK) for board in TROMP])
def test_connect_four(board: tuple[int, int]) -> None:
    game = classic("connect_four", "rows={},columns={}".format(*board))
    solution = solve(game, game.start())
    assert str(solution.value(game.start())) == f"a tie in {board[0] * board[1]} moves"
    assert solution.summary().positions == TROMP[board]


# Hex: the first side wins on every board (Nash); on 3x3 by any hexagon of the short diagonal, with the third stone, and
# not by an acute corner; on 4x4 with the fifth stone (mazeworks.com/hex7, Basic Strategy II).
def test_hex_on_3x3() -> None:
    game = classic("hex", "size=3")
    value, summary = solved(game)
    assert str(value) == "first wins in 5 moves"
    oracle = Oracle(game)
    openings = {str(judged.move): judged.value.winner for judged in oracle.value_moves(game.start())}
    assert [openings[move] for move in ("C1", "B2", "A3", "A1", "C3")] == [0, 0, 0, 1, 1]
    after, result = plain_classics.hex_board(3)
    truth = plain.solve_graph(after, result)
    assert (summary.positions, summary.counts) == (5_514, count_winners(truth))


@SOAK
def test_hex_on_4x4() -> None:
    game = classic("hex")
    solution = solve(game, game.start())
    assert str(solution.value(game.start())) == "first wins in 9 moves"
    assert solution.summary().positions == 9_386_235
    after = {move: solution.value(game.play(game.start(), move)) for move in game.named_moves(game.start())}
    openings = {str(move): value.winner for move, value in after.items() if value}
    assert [openings[move] for move in ("D1", "C2", "B3", "A4", "A1", "D4")] == [0, 0, 0, 0, 1, 1]


# Dodgem: the first side wins on 3x3 (Berlekamp, Conway and Guy, Winning Ways, chapter 22), and play never ends on 4x4
# (David des Jardins, rec.games.abstract, 1996).
def test_dodgem() -> None:
    value, summary = solved(classic("dodgem"))
    after, result = plain_classics.dodgem()
    truth = plain.solve_graph(after, result)
    assert (str(value), next(iter(truth.values()))) == ("first wins in 20 moves", ("first", "win", 20, None))
    assert summary.counts == count_winners(truth)


@SOAK
def test_dodgem_on_4x4() -> None:
    game = classic("dodgem", "size=4")
    assert str(solve(game, game.start()).value(game.start())) == "play can go on for ever"


# Konane: nothing published was found for 4x4 with both openings; the plain version says what is right.
@pytest.mark.parametrize("size", [3, 4])
def test_konane(size: int) -> None:
    value, summary = solved(classic("konane", f"rows={size},columns={size}"))
    after, result = plain_classics.konane(size)
    truth = plain.solve_graph(after, result)
    assert (str(value.winner), value.distance) == truth[next(iter(after))][::2]
    assert summary.counts == count_winners(truth)
    assert size == 3 or str(value) == "second wins in 6 moves"


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


# Three Men's Morris: with steps across and down the first side wins from the center; with that opening barred, and with
# jumps to any point, neither does (Martin Gardner, Mathematical Puzzles and Diversions, 1959, chapter 4, Ticktacktoe).
def test_three_men_s_morris() -> None:
    for options, value in (
        ("", "first wins in 9 moves"),
        ("center=barred", "play can go on for ever"),
        ("steps=jump", "play can go on for ever"),
    ):
        assert str(solved(classic("morris", options))[0]) == value, options
    game = classic("morris")
    best = Oracle(game).value_moves(game.start())[0]
    assert (str(best.move), best.value.winner) == ("B2", 0)


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


# Pong Hau K'i: with best play it never ends (Philip Straffin, Position graphs for Pong Hau K'i and Mu Torere, 1995).
def test_pong_hau_k_i() -> None:
    game = classic("pong")
    value, summary = solved(game)
    assert str(value) == "play can go on for ever"
    assert summary.longest_win == 1
    assert summary.counts == count_winners(plain.solve(game, game.start()))


# Reversi on 4x4: the second side wins, 11 to 3 (Wikipedia, Computer Othello).
def test_reversi_on_4x4() -> None:
    value, _ = solved(classic("reversi"))
    assert str(value) == "second wins by 8 points in 10 moves"


# Hare and Hounds: the hounds win (Berlekamp, Conway and Guy, Winning Ways, The French Military Hunt).
def test_hare_and_hounds() -> None:
    game = classic("hare")
    value, summary = solved(game)
    assert (str(value), summary.positions) == ("first wins in 23 moves", 2_116)
    assert plain.solve(game, game.start())[game.start()][0] == "first"
