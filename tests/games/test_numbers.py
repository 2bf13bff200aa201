"""Capture Squares: its rulebook, sentence by sentence."""

from itertools import combinations

import pytest

from squarely import IllegalMove, Outcome, Side, UnreadableMove
from squarely.core.board.grid import at as number_at
from squarely.core.errors import BadOption, BadPosition
from squarely.core.rules import registry
from tests.boards import at, conversation, legal, line, played, playouts, refusal, written

NUMBERS = registry.load("numbers")
CHOOSE = registry.load("numbers", "capture=choose")
VOICE = NUMBERS.words

PRINTED = """
    5 3 8
    2 9 1
    6 4 7
    1 0-0
"""

# Setup


@pytest.mark.parametrize("seed", range(20))
def test_each_square_is_assigned_a_unique_number_from_1_to_9(seed: int) -> None:
    board, mover, score = NUMBERS.write_position(NUMBERS.start_for(seed)).split()
    assert [len(row) for row in board.split("/")] == [3, 3, 3]
    assert sorted(board.replace("/", "")) == list("123456789")
    assert (mover, score) == ("1", "0-0")


def test_the_numbers_are_randomly_distributed() -> None:
    boards = [NUMBERS.start_for(seed).board for seed in range(300)]
    assert len(set(boards)) > 290
    for square in range(9):
        assert {number_at(board, square) for board in boards} == set(range(1, 10))


def test_the_same_seed_gives_the_same_board() -> None:
    assert NUMBERS.start_for(7) == NUMBERS.start_for(7) != NUMBERS.start_for(8)


def test_every_way_to_deal_the_numbers_is_dealt_once() -> None:
    small = registry.load("numbers", "size=2")
    assert NUMBERS.deals() == 362880
    assert len({small.deal(number).board for number in range(small.deals())}) == small.deals() == 24
    assert NUMBERS.write_position(NUMBERS.deal(0)) == "123/456/789 1 0-0"
    assert NUMBERS.write_position(NUMBERS.deal(362879)) == "987/654/321 1 0-0"


def test_player_1_takes_the_first_turn_and_player_2_the_second() -> None:
    match = at(NUMBERS, PRINTED)
    assert match.mover_name == "Player 1"
    assert match.play("2 2").mover_name == "Player 2"


def test_positions_are_labeled_by_row_and_column_from_1_to_3() -> None:
    assert legal(at(NUMBERS, PRINTED)) == [f"{row} {column}" for row in "123" for column in "123"]


# Turns


def test_players_alternate_turns() -> None:
    match = played(at(NUMBERS, PRINTED), "2 2", "1 3", "3 3")
    assert [position.mover for position in match.positions] == [0, 1, 0, 1]


def test_any_one_available_square_is_selected() -> None:
    match = at(
        NUMBERS,
        """
        5 . 8
        . . .
        6 . 7
        2 19-0
        """,
    )
    assert legal(match) == ["1 1", "1 3", "3 1", "3 3"]


def test_a_captured_square_is_not_available() -> None:
    match = at(NUMBERS, PRINTED).play("2 2")
    assert refusal(IllegalMove, match.play, "1 2") == ("(1,2) is already captured. Please choose an available square.")


@pytest.mark.parametrize(("row", "column"), [(0, 1), (1, 0), (4, 1), (1, 4)])
def test_there_are_no_squares_beyond_the_grid(row: int, column: int) -> None:
    assert refusal(IllegalMove, at(NUMBERS, PRINTED).play, f"{row} {column}") == (
        f"({row},{column}) is off the grid. Rows and columns go from 1 to 3."
    )


# Capturing


def test_the_selected_square_is_captured_and_removed_from_the_grid() -> None:
    assert written(at(NUMBERS, PRINTED).play("2 3")) == line("""
        5 3 8
        2 9 .
        6 4 7
        2 1-0
    """)


def test_smaller_squares_up_down_left_and_right_are_captured_too() -> None:
    assert written(at(NUMBERS, PRINTED).play("2 2")) == line("""
        5 . 8
        . . .
        6 . 7
        2 19-0
    """)


def test_larger_squares_are_not_captured() -> None:
    assert written(at(NUMBERS, PRINTED).play("3 2")) == line("""
        5 3 8
        2 9 1
        6 . 7
        2 4-0
    """)


def test_only_the_smaller_neighbours_are_captured() -> None:
    assert written(at(NUMBERS, PRINTED).play("3 1")) == line("""
        5 3 8
        . 9 1
        . . 7
        2 12-0
    """)


def test_diagonal_neighbours_are_not_captured() -> None:
    match = at(
        NUMBERS,
        """
        1 5 2
        6 9 7
        3 8 4
        1 0-0
        """,
    )
    assert written(match.play("2 2")) == line("""
        1 . 2
        . . .
        3 . 4
        2 35-0
    """)


def test_neighbours_do_not_wrap_around_the_edge() -> None:
    match = at(
        NUMBERS,
        """
        3 5 9
        1 6 7
        2 4 8
        1 0-0
        """,
    )
    assert written(match.play("1 3")) == line("""
        3 . .
        1 6 .
        2 4 8
        2 21-0
    """)


def test_captures_do_not_go_on_from_a_captured_square() -> None:
    match = at(
        NUMBERS,
        """
        9 8 7
        1 2 3
        4 5 6
        1 0-0
        """,
    )
    assert written(match.play("1 1")) == line("""
        . . 7
        . 2 3
        4 5 6
        2 18-0
    """)


# Scoring and winning


def test_the_captured_numbers_are_added_to_the_movers_total() -> None:
    match = played(at(NUMBERS, PRINTED), "2 2", "1 3", "3 3", "3 1")
    assert [NUMBERS.points(position) for position in match.positions] == [(0, 0), (19, 0), (19, 8), (26, 8), (26, 14)]


def test_the_game_continues_until_all_squares_have_been_captured() -> None:
    match = played(at(NUMBERS, PRINTED), "2 2", "1 3", "3 3", "3 1")
    assert match.outcome is None
    assert match.play("1 1").outcome is not None


@pytest.mark.parametrize(
    ("drawn", "winner", "reason"),
    [
        (". . .\n. . .\n. . .\n2 31-14", Side.FIRST, "all squares are captured, 31 to 14"),
        (". . .\n. . .\n. . .\n1 22-23", Side.SECOND, "all squares are captured, 22 to 23"),
        (". . .\n. . .\n. . .\n2 23-22", Side.FIRST, "all squares are captured, 23 to 22"),
    ],
)
def test_the_player_with_the_higher_total_score_wins(drawn: str, winner: Side, reason: str) -> None:
    match = at(NUMBERS, drawn)
    assert match.outcome == Outcome(winner, reason)
    assert legal(match) == []


def test_there_are_45_points_available_and_ties_are_impossible() -> None:
    ended = [match for match in playouts(NUMBERS, matches=100) if match.outcome]
    assert len(ended) == 100
    for match in ended:
        first, second = NUMBERS.points(match.position) or (0, 0)
        assert first + second == 45
        assert match.outcome is not None
        assert match.outcome.winner is (Side.FIRST if first > second else Side.SECOND)


# The printed example

PRINTED_GRID = """\
+---+---+---+
| 5 | 3 | 8 |
+---+---+---+
| 2 | 9 | 1 |
+---+---+---+
| 6 | 4 | 7 |
+---+---+---+"""
PRINTED_TURNS = [
    ("2 2", 19, """\
+---+---+---+
| 5 |   | 8 |
+---+---+---+
|   |   |   |
+---+---+---+
| 6 |   | 7 |
+---+---+---+"""),
    ("1 3", 8, """\
+---+---+---+
| 5 |   |   |
+---+---+---+
|   |   |   |
+---+---+---+
| 6 |   | 7 |
+---+---+---+"""),
    ("3 3", 7, """\
+---+---+---+
| 5 |   |   |
+---+---+---+
|   |   |   |
+---+---+---+
| 6 |   |   |
+---+---+---+"""),
    ("3 1", 6, """\
+---+---+---+
| 5 |   |   |
+---+---+---+
|   |   |   |
+---+---+---+
|   |   |   |
+---+---+---+"""),
    ("1 1", 5, """\
+---+---+---+
|   |   |   |
+---+---+---+
|   |   |   |
+---+---+---+
|   |   |   |
+---+---+---+"""),
]  # fmt: skip


def test_the_example_grid_is_drawn_as_printed() -> None:
    assert NUMBERS.words.draw(NUMBERS.read_position(line(PRINTED))) == PRINTED_GRID


def test_the_printed_game_is_played_and_drawn_as_printed_and_ends_31_to_14() -> None:
    match = at(NUMBERS, PRINTED)
    for turn, (selected, gain, grid) in enumerate(PRINTED_TURNS):
        mover = turn % 2
        assert match.outcome is None
        assert match.mover_name == ("Player 1", "Player 2")[mover]
        before = NUMBERS.points(match.position) or (0, 0)
        match = match.play(selected)
        after = NUMBERS.points(match.position) or (0, 0)
        assert str(match.moves[-1]) == selected
        assert (after[mover] - before[mover], after[1 - mover] - before[1 - mover]) == (gain, 0)
        assert NUMBERS.words.draw(match.position) == grid
    assert written(match) == ".../.../... 2 31-14"
    assert match.outcome == Outcome(Side.FIRST, "all squares are captured, 31 to 14")


def test_the_printed_start_is_spoken_as_printed() -> None:
    match = at(NUMBERS, PRINTED)
    assert match.game.words.welcome(match) == f"Welcome to Capture Squares!\n\nInitial Grid:\n{PRINTED_GRID}\n"
    assert match.game.words.announce_turn(match) == "Player 1, it's your turn."
    assert conversation(match, "2 2") == (
        "Please enter the position of the square you want to capture (e.g., 2 2 for row 2, column 2):\nPlayer 1: 2 2\n",
        "2 2",
    )


def test_the_printed_capture_is_told_as_printed() -> None:
    match = at(NUMBERS, PRINTED).play("2 2")
    told = match.game.words.show_move(match, True)
    assert (
        "You have selected number 9 at position (2,2).\n"
        "Captured squares: (2,2)=9, (1,2)=3, (2,1)=2, (2,3)=1, (3,2)=4\n"
        "Your turn score: 19\n"
    ) in told
    assert f"Updated Grid:\n{PRINTED_TURNS[0][2]}\n" in told
    assert match.game.words.announce_turn(match) == "Player 2, it's your turn."
    assert conversation(match, "1 3") == (
        "Please enter the position of the square you want to capture:\nPlayer 2: 1 3\n",
        "1 3",
    )


def test_the_opponent_is_told_whose_capture_it_was() -> None:
    told = VOICE.show_move(at(NUMBERS, PRINTED).play("2 2"), False)
    assert "Player 1 has selected number 9 at position (2,2).\n" in told
    assert "Player 1's turn score: 19\n" in told


def test_the_printed_final_scores_are_spoken_as_printed() -> None:
    closing = VOICE.closing(played(at(NUMBERS, PRINTED), "2 2", "1 3", "3 3", "3 1", "1 1"))
    assert "Final Scores\n" in closing
    assert "Player 1 Total Score: 19 + 7 + 5 = 31\n" in closing
    assert "Player 2 Total Score: 8 + 6 = 14\n" in closing
    assert "Winner: Player 1" in closing


# Rulings and dials


def test_with_capture_choose_the_mover_chooses_among_the_smaller_neighbours() -> None:
    match = at(
        CHOOSE,
        """
        5 3 8
        9 4 1
        6 2 7
        1 0-0
        """,
    )
    assert [move for move in legal(match) if move.startswith("2 2")] == [
        "2 2",
        "2 2 : 1 2",
        "2 2 : 2 3",
        "2 2 : 1 2, 2 3",
        "2 2 : 3 2",
        "2 2 : 1 2, 3 2",
        "2 2 : 2 3, 3 2",
        "2 2 : 1 2, 2 3, 3 2",
    ]


@pytest.mark.parametrize(
    ("said", "move", "drawn"),
    [
        ("2 2", "2 2", "5 3 8\n2 . 1\n6 4 7\n2 9-0"),
        ("2 2 : 1 2, 2 1", "2 2 : 1 2, 2 1", "5 . 8\n. . 1\n6 4 7\n2 14-0"),
        ("2 2 : 2 1, 1 2", "2 2 : 1 2, 2 1", "5 . 8\n. . 1\n6 4 7\n2 14-0"),
        ("2 2: (3,2) (2,3)", "2 2 : 2 3, 3 2", "5 3 8\n2 . .\n6 . 7\n2 14-0"),
        ("2 2 : 1 2, 2 1, 2 3, 3 2", "2 2 : 1 2, 2 1, 2 3, 3 2", "5 . 8\n. . .\n6 . 7\n2 19-0"),
    ],
)
def test_with_capture_choose_the_captured_neighbours_follow_a_colon(said: str, move: str, drawn: str) -> None:
    match = at(CHOOSE, PRINTED).play(said)
    assert str(match.moves[-1]) == move
    assert written(match) == line(drawn)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("1 1 : 2 2", "(2,2) is not next to (1,1). Only neighbours are captured too."),
        ("1 1 : 1 1", "(1,1) is not next to (1,1). Only neighbours are captured too."),
        ("2 3 : 1 3", "(1,3) is not less than 1. Only available neighbours with smaller numbers are captured too."),
        ("1 1 : 1 2, 4 1", "(4,1) is off the grid. Rows and columns go from 1 to 3."),
    ],
)
def test_with_capture_choose_only_smaller_neighbours_may_follow(said: str, why: str) -> None:
    assert refusal(IllegalMove, at(CHOOSE, PRINTED).play, said) == why


def test_with_capture_choose_captured_neighbours_may_not_follow() -> None:
    match = at(CHOOSE, PRINTED).play("2 2 : 1 2")
    assert refusal(IllegalMove, match.play, "1 1 : 1 2") == (
        "(1,2) is already captured. Only available neighbours with smaller numbers are captured too."
    )


@pytest.mark.parametrize(
    ("answer", "move"),
    [("all", "2 2 : 1 2, 2 1, 2 3, 3 2"), ("none", "2 2"), ("", "2 2"), ("1 2, 3 2", "2 2 : 1 2, 3 2")],
)
def test_with_capture_choose_the_mover_is_asked_which_to_capture(answer: str, move: str) -> None:
    match = at(CHOOSE, PRINTED)
    screen, said = conversation(match, "2 2", answer)
    assert screen.endswith(
        "Player 1: 2 2\n"
        f"Which adjacent squares do you also capture: all, none, or some of 1 2, 2 1, 2 3, 3 2? {answer}\n"
    )
    assert str(match.play(said).moves[-1]) == move
    for wrong in ("some", "1"):
        assert refusal(UnreadableMove, conversation, match, "2 2", wrong) == (
            f"'{wrong}' is not clear. Please enter all, none, or some of 1 2, 2 1, 2 3, 3 2."
        )


def test_with_capture_choose_nobody_is_asked_where_there_is_no_choice() -> None:
    screen, said = conversation(at(CHOOSE, PRINTED), "2 3")
    assert screen.endswith("Player 1: 2 3\n")
    assert said == "2 3"


def test_with_capture_all_exactly_the_smaller_neighbours_may_be_named() -> None:
    match = at(NUMBERS, PRINTED)
    assert match.play("1 1 : 1 2, 2 1") == match.play("1 1")
    assert refusal(IllegalMove, match.play, "1 1 : 1 2") == (
        "every smaller neighbour is captured, no other. Please enter the selected square alone."
    )


@pytest.mark.parametrize(
    ("komi", "winner", "points"),
    [(16, Side.FIRST, (31, 30)), (17, None, (31, 31)), (18, Side.SECOND, (31, 32)), (45, Side.SECOND, (31, 59))],
)
def test_komi_is_given_to_player_2_at_the_end(komi: int, winner: Side | None, points: tuple[int, int]) -> None:
    game = registry.load("numbers", {"komi": komi})
    match = at(game, ". . .\n. . .\n. . .\n2 31-14")
    assert game.points(match.position) == points
    assert match.outcome == Outcome(winner, f"all squares are captured, {points[0]} to {points[1]}")


def test_komi_and_ties_are_spoken_of() -> None:
    tied = played(at(registry.load("numbers", "komi=17"), PRINTED), "2 2", "1 3", "3 3", "3 1", "1 1")
    closing = tied.game.words.closing(tied)
    assert "Player 2 Total Score: 8 + 6 + 17 (komi) = 31\n" in closing
    assert "Winner: nobody, the scores are equal" in closing


def test_the_size_dial_makes_a_2x2_grid_of_10_points_where_ties_are_possible() -> None:
    match = at(registry.load("numbers", "size=2"), "1 2\n4 3\n1 0-0")
    assert legal(match) == ["1 1", "1 2", "2 1", "2 2"]
    tied = played(match, "1 1", "2 2", "2 1")
    assert written(tied) == "../.. 2 5-5"
    assert tied.outcome == Outcome(None, "all squares are captured, 5 to 5")


def test_on_a_4x4_grid_the_numbers_above_9_are_written_as_letters_and_drawn_as_numbers() -> None:
    match = at(
        registry.load("numbers", "size=4"),
        """
        1 2 3 4
        5 6 7 8
        9 A B C
        D E F G
        1 0-0
        """,
    ).play("4 4")
    assert written(match) == line("""
        1 2 3 4
        5 6 7 8
        9 A B .
        D E . .
        2 43-0
    """)
    assert match.game.words.draw(match.position) == (
        "+----+----+----+----+\n"
        "|  1 |  2 |  3 |  4 |\n"
        "+----+----+----+----+\n"
        "|  5 |  6 |  7 |  8 |\n"
        "+----+----+----+----+\n"
        "|  9 | 10 | 11 |    |\n"
        "+----+----+----+----+\n"
        "| 13 | 14 |    |    |\n"
        "+----+----+----+----+"
    )


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ("captures=all", "there is no option 'captures'; did you mean capture?"),
        (
            "block=2",
            "there is no option 'block'; there are size, capture, within, komi, repetition, misere, turn_limit, "
            "double_moves, pie, forbidden_first, opening",
        ),
        ("capture=none", "capture=none is not possible: capture is all or choose"),
        ("size=1", "size=1 is not possible: size is a whole number from 2 to 4"),
        ("size=5", "size=5 is not possible: size is a whole number from 2 to 4"),
        ("komi=-1", "komi=-1 is not possible: komi is a whole number from 0 to 45"),
        ("komi=46", "komi=46 is not possible: komi is a whole number from 0 to 45"),
        ("komi=0.5", "komi=0.5 is not possible: komi is a whole number from 0 to 45"),
    ],
)
def test_options_that_make_no_game_are_refused(options: str, why: str) -> None:
    assert refusal(BadOption, registry.load, "numbers", options) == why


# Positions


@pytest.mark.parametrize(
    ("drawn", "why"),
    [
        ("5 3 8\n2 9 1\n1 0-0", "the board has 2 rows; it needs 3, joined by /"),
        ("5 3 8\n2 9\n6 4 7\n1 0-0", "row 2 has 2 squares; it needs 3"),
        ("5 3 8\n2 9 0\n6 4 7\n1 0-0", "row 2 has '0'; a square is one of . 1 2 3 4 5 6 7 8 9"),
        ("5 3 8\n2 9 A\n6 4 7\n1 0-0", "row 2 has 'A'; a square is one of . 1 2 3 4 5 6 7 8 9"),
        ("5 3 8\n2 9 1\n6 4 7\nX 0-0", "the side to move is 1 or 2, not 'X'"),
        ("5 3 8\n2 9 1\n6 4 7\n1", "'538/291/647 1' has 2 parts; a position is BOARD MOVER SCORE"),
        ("5 3 8\n2 9 5\n6 4 7\n1 0-0", "the number 5 is on the grid 2 times; each number is there once"),
        ("5 3 8\n2 9 1\n6 4 7\n1 0:0", "the score is written like 19-0, not '0:0'"),
        ("5 3 8\n2 9 1\n6 4 7\n1 0-0-0", "the score is written like 19-0, not '0-0-0'"),
        ("5 3 8\n2 9 1\n6 4 7\n1 a-b", "the score is written like 19-0, not 'a-b'"),
        ("5 . 8\n. . .\n6 . 7\n2 18-0", "the scores add up to 18, the captured squares to 19"),
        ("5 3 8\n2 9 1\n6 4 7\n1 1-0", "the scores add up to 1, the captured squares to 0"),
        ("5 3 .\n2 . 1\n6 4 7\n1 10-7", "the captured numbers cannot be shared out 10 to 7"),
        ("5 3 8\n2 9 1\n6 4 7\n2 0-0", "with 0 to 0 points it cannot be Player 2's turn"),
        ("5 3 8\n2 . 1\n6 4 7\n1 9-0", "with 9 to 0 points it cannot be Player 1's turn"),
        ("5 3 8\n2 . 1\n6 4 7\n2 0-9", "with 0 to 9 points it cannot be Player 2's turn"),
        ("5 3 8\n2 . 1\n6 4 7\n1 0-9", "with 0 to 9 points it cannot be Player 1's turn"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_the_reason(drawn: str, why: str) -> None:
    assert refusal(BadPosition, NUMBERS.read_position, line(drawn)).startswith(why)


def test_two_captured_squares_one_for_each_player_are_refused_on_player_2s_turn() -> None:
    """Player 1 has had two turns, and every turn captures a square."""
    two_captures_in_three_turns = line("""
        5 3 .
        2 9 1
        . 4 7
        2 8-6
    """)
    assert "it cannot be Player 2's turn" in refusal(BadPosition, NUMBERS.read_position, two_captures_in_three_turns)


@pytest.mark.parametrize(
    "drawn",
    [
        PRINTED,
        "5 . 8\n. . .\n6 . 7\n2 19-0",
        "5 3 .\n2 . 1\n6 4 7\n1 9-8",
        ". . .\n. . .\n. . .\n2 31-14",
    ],
    ids=["start", "one turn", "a 9 that left its neighbours", "end"],
)
def test_a_well_formed_position_is_accepted_and_written_back(drawn: str) -> None:
    assert written(at(NUMBERS, drawn)) == line(drawn)


# Moves


@pytest.mark.parametrize("said", ["2 2", "2,2", "(2, 2)", "(2,2)", "  2   2 ", "2\t2", "02 2"])
def test_forgiven_spellings(said: str) -> None:
    assert str(at(NUMBERS, PRINTED).play(said).moves[-1]) == "2 2"


NO_MOVES = ["", " ", "nine", "2", "2 2 2", "2 two", "B2", "-1 2", "2 ²", "2.5 1"]


@pytest.mark.parametrize("said", [*NO_MOVES, "2 2 :", "2 2 : 1", "2 2 : up", ": 1 2"])
def test_words_that_are_no_move_are_unreadable(said: str) -> None:
    assert refusal(UnreadableMove, at(NUMBERS, PRINTED).play, said) == (
        f"'{said.strip()}' is not a position. Please enter a row and a column, such as 2 2."
    )


@pytest.mark.parametrize("number", [-1, 144, 9999])
def test_a_number_that_is_no_move_is_refused(number: int) -> None:
    refusal(IllegalMove, at(NUMBERS, PRINTED).play, number)


# The rules restated, without a line of ours


def cells_of(text: str) -> dict[tuple[int, int], int]:
    rows = text.split(maxsplit=1)[0].split("/")
    glyphs = ".123456789ABCDEFG"
    return {(r, c): glyphs.index(g) for r, row in enumerate(rows, 1) for c, g in enumerate(row, 1)}


def smaller_neighbours_by_the_book(text: str, row: int, column: int) -> list[tuple[int, int]]:
    cells = cells_of(text)
    around = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
    return [square for square in around if 0 < cells.get(square, 0) < cells[row, column]]


def moves_by_the_book(text: str, choose: bool) -> set[str]:
    moves = set()
    for (row, column), number in cells_of(text).items():
        also = smaller_neighbours_by_the_book(text, row, column)
        for count in range(len(also) + 1) if number else ():
            for taken in combinations(also, count):
                named = " : " + ", ".join(f"{r} {c}" for r, c in taken) if taken and choose else ""
                moves.add(f"{row} {column}{named}")
    return moves


def after_by_the_book(text: str, move: str, choose: bool) -> str:
    cells = cells_of(text)
    _, mover, score = text.split()
    scores = [int(points) for points in score.split("-")]
    typed = [int(word) for word in move.replace(",", " ").replace(":", " ").split()]
    captured = list(zip(typed[::2], typed[1::2], strict=True))
    if not choose:
        captured += smaller_neighbours_by_the_book(text, *captured[0])
    scores[int(mover) - 1] += sum(cells[square] for square in captured)
    cells.update(dict.fromkeys(captured, 0))
    size = max(cells)[0]
    glyphs = ["".join(".123456789ABCDEFG"[cells[r, c]] for c in range(1, size + 1)) for r in range(1, size + 1)]
    return f"{'/'.join(glyphs)} {3 - int(mover)} {scores[0]}-{scores[1]}"


@pytest.mark.parametrize(
    ("options", "choose"),
    [("", False), ("capture=choose", True), ("size=2", False), ("size=4", False), ("size=4,capture=choose", True)],
)
def test_random_games_follow_the_rules_restated(options: str, choose: bool) -> None:
    game = registry.load("numbers", options)
    for match in playouts(game):
        text = written(match)
        assert game.read_position(text) == match.position
        assert set(legal(match)) == moves_by_the_book(text, choose)
        assert (match.outcome is None) == any(cells_of(text).values())
        if match.moves:
            assert text == after_by_the_book(written(match.undo()), str(match.moves[-1]), choose)
