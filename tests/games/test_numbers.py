"""Capture Squares: what it deals, refuses, reads and says; restated.py has where moves lead."""

from squarely import IllegalMove, UnreadableMove
from squarely.core.board.grid import at as number_at
from squarely.core.rules import registry
from tests.boards import at, played
from tests.games import tables
from tests.games.tables import begin

NUMBERS = registry.load("numbers")
PRINTED = "538/291/647 1 0-0"


def test_numbers_are_dealt_at_random_each_way_once() -> None:
    boards = [NUMBERS.start_for(seed).board for seed in range(300)]
    assert len(set(boards)) > 290
    for square in range(9):
        assert {number_at(board, square) for board in boards} == set(range(1, 10))
    board, *rest = NUMBERS.write_position(NUMBERS.start_for(7)).split()
    assert (sorted(board.replace("/", "")), rest) == ([*"123456789"], ["1", "0-0"])
    assert NUMBERS.start_for(7) == NUMBERS.start_for(7) != NUMBERS.start_for(8)
    small = registry.load("numbers", "size=2")
    assert len({small.deal(number).board for number in range(small.deals())}) == small.deals() == 24
    assert NUMBERS.deals() == 362880
    assert NUMBERS.write_position(NUMBERS.deal(0)) == "123/456/789 1 0-0"
    assert NUMBERS.write_position(NUMBERS.deal(362879)) == "987/654/321 1 0-0"


def test_who_has_more_points_with_komi_wins() -> None:
    end = "all squares are captured, {} to {}"
    table = {
        ("", "..1/.../... 2 22-22"): {"1 3": f"second: {end.format(22, 23)}"},
        ("size=2", "12/43 1 0-0"): {"1 1; 2 2; 2 1": f"nobody: {end.format(5, 5)}"},
        **{
            (f"komi={komi}", "5../.../... 1 26-14"): {"1 1": f"{winner}: {end.format(31, 14 + komi)}"}
            for komi, winner in ((16, "first"), (18, "second"))
        },
    }
    tables.check_leads("numbers", table)
    given = begin("numbers", "komi=16", ".../.../... 2 31-14")
    assert given.game.points(given.position) == (31, 30)


def test_why_moves_are_refused() -> None:
    beside = "Only neighbours are captured too."
    smaller = "Only available neighbours with smaller numbers are captured too."
    selected = "{} is captured, no other. Please enter the selected square alone."
    table = {
        ("", PRINTED): {
            "0 1": "(0,1) is off the grid. Rows and columns go from 1 to 3.",
            "1 4": "(1,4) is off the grid. Rows and columns go from 1 to 3.",
            "2 2; 1 2": "(1,2) is already captured. Please choose an available square.",
            "1 1 : 1 2": selected.format("every smaller neighbour"),
        },
        ("capture=choose", PRINTED): {
            "1 1 : 2 2": f"(2,2) is not next to (1,1). {beside}",
            "1 1 : 1 1": f"(1,1) is not next to (1,1). {beside}",
            "2 3 : 1 3": f"(1,3) is not less than 1. {smaller}",
            "1 1 : 1 2, 4 1": "(4,1) is off the grid. Rows and columns go from 1 to 3.",
            "2 2 : 1 2; 1 1 : 1 2": f"(1,2) is already captured. {smaller}",
        },
        ("within=6,capture=choose", PRINTED): {"2 2 : 2 1": f"(2,1) is less than 9 by more than 6. {smaller}"},
        ("within=6", PRINTED): {"2 2 : 2 1": selected.format("every neighbour that is smaller by at most 6")},
    }
    tables.check_refused("numbers", IllegalMove, table)


def test_spellings() -> None:
    table = {
        ("", PRINTED): {"2 2": "(2, 2)|  2   2 |2\t2|02 2", "1 1": "1 1 : 1 2, 2 1"},  # exactly what is captured
        ("capture=choose", PRINTED): {"2 2": "2 2", "2 2 : 1 2, 2 1": "2 2 : 2 1, 1 2", "2 2 : 2 3": "2 2: (2,3)"},
    }
    tables.check_read("numbers", table)
    tables.check_unreadable(
        "numbers",
        UnreadableMove,
        "'{}' is not a position. Please enter a row and a column, such as 2 2.",
        "|nine|2|2 2 2|2 two|B2|-1 2|2 ²|2.5 1|2 2 :|2 2 : 1|2 2 : up|: 1 2",
    )


def test_what_is_said_and_drawn() -> None:
    told = NUMBERS.words.show_move(at(NUMBERS, PRINTED).play("2 2"), False)
    assert "Player 1 has selected number 9 at position (2,2).\n" in told
    assert "Player 1's turn score: 19\n" in told
    ended = played(begin("numbers", "komi=17", PRINTED), "2 2", "1 3", "3 3", "3 1", "1 1")
    assert ended.game.words.closing(ended) == (
        "Final Scores\nPlayer 1 Total Score: 19 + 7 + 5 = 31\nPlayer 2 Total Score: 8 + 6 + 17 (komi) = 31\n"
        "Winner: nobody, the scores are equal"
    )
    wide = begin("numbers", "size=4", "1234/5678/9AB./DE.. 2 43-0")
    assert wide.game.words.draw(wide.position).splitlines()[:6:5] == ["+----+----+----+----+", "|  9 | 10 | 11 |    |"]


def test_what_is_asked_where_one_chooses() -> None:
    first = "Please enter the position of the square you want to capture (e.g., 2 2 for row 2, column 2):\nPlayer 1: "
    which = "Which adjacent squares do you also capture: all, none, or some of 1 2, 2 1, 2 3, 3 2? "
    chosen = {
        "2 3": f"{first}2 3\n2 3",  # where there is no choice
        "2 2; all": f"{first}2 2\n{which}all\n2 2 : 1 2, 2 1, 2 3, 3 2",
        "2 2; none": f"{first}2 2\n{which}none\n2 2",
        "2 2; ": f"{first}2 2\n{which}\n2 2",
        "2 2; 1 2, 3 2": f"{first}2 2\n{which}1 2, 3 2\n2 2 : 1 2, 3 2",
    }
    tables.check_asked("numbers", {("capture=choose", PRINTED): chosen})
    unclear = {"2 2; some": "'some' is not clear. Please enter all, none, or some of 1 2, 2 1, 2 3, 3 2."}
    tables.check_answer_refused("numbers", UnreadableMove, {("capture=choose", PRINTED): unclear})


def test_options_and_positions_that_cannot_be() -> None:
    within = "within=8 with size=3 makes no game of its own: no two numbers differ by more than 8"
    tables.check_no_options("numbers", {"within=8": within})
    turn = "with {} to {} points it cannot be Player {}'s turn: Player 1 begins, turns alternate and every turn scores"
    table = {
        "538/290/647 1 0-0": "row 2 has '0'; a square is one of . 1 2 3 4 5 6 7 8 9",
        "538/291/647 1": "'538/291/647 1' has 2 parts; a position is BOARD MOVER SCORE",
        "538/295/647 1 0-0": "the number 5 is on the grid 2 times; each number is there once",
        "538/291/647 1 0:0": "the score is written like 19-0, not '0:0'",
        "538/291/647 1 0-0-0": "the score is written like 19-0, not '0-0-0'",
        "5.8/.../6.7 2 18-0": "the scores add up to 18, the captured squares to 19",
        "53./2.1/647 1 10-7": "the captured numbers cannot be shared out 10 to 7",
        "538/291/647 2 0-0": turn.format(0, 0, 2),
        "538/2.1/647 1 9-0": turn.format(9, 0, 1),
        "538/2.1/647 1 0-9": turn.format(0, 9, 1),
        "53./291/.47 2 8-6": turn.format(8, 6, 2),  # Player 1 has had two turns, and captured one square
    }
    tables.check_no_position("numbers", {"": table})
