"""Capture Squares: what its rulebook says, allows, asks and refuses; restated.py has where moves lead."""

from squarely import IllegalMove, UnreadableMove
from squarely.core.board.grid import at as number_at
from squarely.core.rules import registry
from tests.boards import at, conversation, played, playouts, written
from tests.games import tables
from tests.games.tables import begin

NUMBERS = registry.load("numbers")
VOICE = NUMBERS.words
PRINTED = "538/291/647 1 0-0"
PLAYED = "2 2; 1 3; 3 3; 3 1; 1 1"


def test_numbers_are_dealt_at_random_each_way_once() -> None:
    boards = [NUMBERS.start_for(seed).board for seed in range(300)]
    assert len(set(boards)) > 290
    for square in range(9):
        assert {number_at(board, square) for board in boards} == set(range(1, 10))
    for seed in range(20):
        board, *rest = NUMBERS.write_position(NUMBERS.start_for(seed)).split()
        assert ([len(row) for row in board.split("/")], rest) == ([3, 3, 3], ["1", "0-0"])
        assert sorted(board.replace("/", "")) == list("123456789")
    assert NUMBERS.start_for(7) == NUMBERS.start_for(7) != NUMBERS.start_for(8)
    small = registry.load("numbers", "size=2")
    assert len({small.deal(number).board for number in range(small.deals())}) == small.deals() == 24
    assert NUMBERS.deals() == 362880
    assert NUMBERS.write_position(NUMBERS.deal(0)) == "123/456/789 1 0-0"
    assert NUMBERS.write_position(NUMBERS.deal(362879)) == "987/654/321 1 0-0"


def test_turns_and_scores() -> None:
    match = played(at(NUMBERS, PRINTED), *PLAYED.split("; "))
    assert [each.mover for each in match.positions] == [0, 1, 0, 1, 0, 1]
    assert [NUMBERS.points(each) for each in match.positions] == [
        (0, 0), (19, 0), (19, 8), (26, 8), (26, 14), (31, 14)
    ]  # fmt: skip
    ended = [match for match in playouts(NUMBERS) if match.outcome]
    assert [sum(NUMBERS.points(match.position) or ()) for match in ended] == [45] * 40


def test_legal_moves_in_order() -> None:
    table = {
        ("", PRINTED): "1 1, 1 2, 1 3, 2 1, 2 2, 2 3, 3 1, 3 2, 3 3",
        ("", "5.8/.../6.7 2 19-0"): "1 1, 1 3, 3 1, 3 3",
        ("size=2", "12/43 1 0-0"): "1 1, 1 2, 2 1, 2 2",
        ("capture=choose", ".3./.41/.2. 1 17-18"): "1 2, 2 2, 2 2 : 1 2, 2 2 : 2 3, 2 2 : 1 2, 2 3, 2 2 : 3 2, "
        "2 2 : 1 2, 3 2, 2 2 : 2 3, 3 2, 2 2 : 1 2, 2 3, 3 2, 2 3, 3 2",
    }
    tables.check_legal("numbers", table)


def test_where_moves_lead() -> None:
    end = "all squares are captured, {} to {}"
    table = {
        ("", PRINTED): {
            "2 2": "5.8/.../6.7 2 19-0",
            "3 1": "538/.91/..7 2 12-0",
            "1 1 : 1 2, 2 1": "..8/.91/647 2 10-0",  # exactly the smaller ones are named
            PLAYED[:-5]: "5../.../... 1 26-14",
            PLAYED: f"first: {end.format(31, 14)}",
        },
        ("", "152/697/384 1 0-0"): {"2 2": "1.2/.../3.4 2 35-0"},
        ("", "359/167/248 1 0-0"): {"1 3": "3../16./248 2 21-0"},
        ("", "987/123/456 1 0-0"): {"1 1": "..7/.23/456 2 18-0"},
        ("", "..1/.../... 1 22-22"): {"1 3": f"first: {end.format(23, 22)}"},
        ("", "..1/.../... 2 22-22"): {"1 3": f"second: {end.format(22, 23)}"},
        ("size=2", "12/43 1 0-0"): {"1 1; 2 2; 2 1": f"nobody: {end.format(5, 5)}"},
        ("size=4", "1234/5678/9ABC/DEFG 1 0-0"): {"4 4": "1234/5678/9AB./DE.. 2 43-0"},
        ("capture=choose", PRINTED): {
            "2 2": "538/2.1/647 2 9-0",
            "2 2 : 1 2, 2 1": "5.8/..1/647 2 14-0",
            "2 2 : 1 2, 2 1, 2 3, 3 2": "5.8/.../6.7 2 19-0",
        },
        ("within=6", PRINTED): {"2 2": "5.8/2.1/6.7 2 16-0"},
        **{
            (f"komi={komi}", "5../.../... 1 26-14"): {"1 1": f"{winner}: {end.format(31, 14 + komi)}"}
            for komi, winner in ((16, "first"), (17, "nobody"), (18, "second"), (45, "second"))
        },
    }
    tables.check_leads("numbers", table)
    given = begin("numbers", "komi=16", ".../.../... 2 31-14")
    assert given.game.points(given.position) == (31, 30)


def test_why_moves_are_refused() -> None:
    beside, smaller = (
        "Only neighbours are captured too.",
        "Only available neighbours with smaller numbers are captured too.",
    )
    selected = "{} is captured, no other. Please enter the selected square alone."
    table = {
        ("", PRINTED): {
            **{
                f"{row} {column}": f"({row},{column}) is off the grid. Rows and columns go from 1 to 3."
                for row, column in ((0, 1), (1, 0), (4, 1), (1, 4))
            },
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
        ("", PRINTED): {"2 2": "2 2|2,2|(2, 2)|(2,2)|  2   2 |2\t2|02 2", "1 1": "1 1 : 1 2, 2 1"},
        ("capture=choose", PRINTED): {
            "2 2": "2 2",
            "2 2 : 1 2, 2 1": "2 2 : 1 2, 2 1|2 2 : 2 1, 1 2",
            "2 2 : 2 3, 3 2": "2 2: (3,2) (2,3)",
        },
    }
    tables.check_read("numbers", table)
    tables.check_unreadable(
        "numbers",
        UnreadableMove,
        "'{}' is not a position. Please enter a row and a column, such as 2 2.",
        "| |nine|2|2 2 2|2 two|B2|-1 2|2 ²|2.5 1|2 2 :|2 2 : 1|2 2 : up|: 1 2",
    )


def test_what_is_printed() -> None:
    match = at(NUMBERS, PRINTED)
    answered = match.play("2 2")
    grid = "+---+---+---+\n| 5 | 3 | 8 |\n+---+---+---+\n| 2 | 9 | 1 |\n+---+---+---+\n| 6 | 4 | 7 |\n+---+---+---+"
    assert VOICE.welcome(match) == f"Welcome to Capture Squares!\n\nInitial Grid:\n{grid}\n"
    assert [VOICE.announce_turn(each) for each in (match, answered)] == [
        "Player 1, it's your turn.",
        "Player 2, it's your turn.",
    ]
    told = VOICE.show_move(answered, True)
    assert (
        "You have selected number 9 at position (2,2).\n"
        "Captured squares: (2,2)=9, (1,2)=3, (2,1)=2, (2,3)=1, (3,2)=4\nYour turn score: 19\n"
    ) in told
    assert f"Updated Grid:\n{grid.translate(str.maketrans('32914', ' ' * 5))}\n" in told
    told = VOICE.show_move(answered, False)
    assert "Player 1 has selected number 9 at position (2,2).\n" in told
    assert "Player 1's turn score: 19\n" in told
    for options, theirs, winner in (
        ("", "8 + 6 = 14", "Player 1"),
        ("komi=17", "8 + 6 + 17 (komi) = 31", "nobody, the scores are equal"),
    ):
        ended = played(begin("numbers", options, PRINTED), *PLAYED.split("; "))
        assert ended.game.words.closing(ended) == (
            f"Final Scores\nPlayer 1 Total Score: 19 + 7 + 5 = 31\nPlayer 2 Total Score: {theirs}\nWinner: {winner}"
        )
    wide = begin("numbers", "size=4", "1234/5678/9AB./DE.. 2 43-0")
    rule, rows = "+----+----+----+----+", ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, ""), (13, 14, "", ""))
    lines = [rule, *[line for row in rows for line in ("| {:>2} | {:>2} | {:>2} | {:>2} |".format(*row), rule)]]
    assert wide.game.words.draw(wide.position) == "\n".join(lines)


def test_what_is_asked() -> None:
    first = "Please enter the position of the square you want to capture (e.g., 2 2 for row 2, column 2):\nPlayer 1: "
    which = "Which adjacent squares do you also capture: all, none, or some of 1 2, 2 1, 2 3, 3 2? "
    every = "2 2 : 1 2, 2 1, 2 3, 3 2"
    table = {
        ("", PRINTED): {"2 2": f"{first}2 2\n2 2"},
        ("capture=choose", PRINTED): {
            "2 3": f"{first}2 3\n2 3",  # where there is no choice
            "2 2; all": f"{first}2 2\n{which}all\n{every}",
            "2 2; none": f"{first}2 2\n{which}none\n2 2",
            "2 2; ": f"{first}2 2\n{which}\n2 2",
            "2 2; 1 2, 3 2": f"{first}2 2\n{which}1 2, 3 2\n2 2 : 1 2, 3 2",
        },
    }
    tables.check_asked("numbers", table)
    assert conversation(at(NUMBERS, PRINTED).play("2 2"), "1 3") == (
        "Please enter the position of the square you want to capture:\nPlayer 2: 1 3\n",
        "1 3",
    )
    unclear = "'{}' is not clear. Please enter all, none, or some of 1 2, 2 1, 2 3, 3 2."
    tables.check_answer_refused(
        "numbers",
        UnreadableMove,
        {("capture=choose", PRINTED): {f"2 2; {said}": unclear.format(said) for said in ("some", "1")}},
    )


def test_options_that_make_no_game() -> None:
    table = {
        "captures=all": "there is no option 'captures'; did you mean capture?",
        "block=2": "there is no option 'block'; there are size, capture, within, komi, repetition, misere, "
        "turn_limit, double_moves, pie, forbidden_first, opening",
        "capture=none": "capture=none is not possible: capture is all or choose",
        **{f"size={n}": f"size={n} is not possible: size is a whole number from 2 to 4" for n in (1, 5)},
        **{f"komi={n}": f"komi={n} is not possible: komi is a whole number from 0 to 45" for n in (-1, 46, 0.5)},
        "within=8": "within=8 with size=3 makes no game of its own: no two numbers differ by more than 8",
    }
    tables.check_no_options("numbers", table)


def test_positions_that_cannot_be() -> None:
    turn = "with {} to {} points it cannot be Player {}'s turn: Player 1 begins, turns alternate and every turn scores"
    table = {
        "": {
            "538/291 1 0-0": "the board has 2 rows; it needs 3, joined by /",
            "538/29/647 1 0-0": "row 2 has 2 squares; it needs 3",
            "538/290/647 1 0-0": "row 2 has '0'; a square is one of . 1 2 3 4 5 6 7 8 9",
            "538/29A/647 1 0-0": "row 2 has 'A'; a square is one of . 1 2 3 4 5 6 7 8 9",
            "538/291/647 X 0-0": "the side to move is 1 or 2, not 'X'",
            "538/291/647 1": "'538/291/647 1' has 2 parts; a position is BOARD MOVER SCORE",
            "538/295/647 1 0-0": "the number 5 is on the grid 2 times; each number is there once",
            **{
                f"538/291/647 1 {score}": f"the score is written like 19-0, not '{score}'"
                for score in ("0:0", "0-0-0", "a-b")
            },
            "5.8/.../6.7 2 18-0": "the scores add up to 18, the captured squares to 19",
            "538/291/647 1 1-0": "the scores add up to 1, the captured squares to 0",
            "53./2.1/647 1 10-7": "the captured numbers cannot be shared out 10 to 7",
            "538/291/647 2 0-0": turn.format(0, 0, 2),
            "538/2.1/647 1 9-0": turn.format(9, 0, 1),
            "538/2.1/647 2 0-9": turn.format(0, 9, 2),
            "538/2.1/647 1 0-9": turn.format(0, 9, 1),
            "53./291/.47 2 8-6": turn.format(8, 6, 2),  # Player 1 has had two turns, and captured one square
        }
    }
    tables.check_no_position("numbers", table)
    # Start, one turn, a 9 that left its neighbours, end
    for line in PRINTED, "5.8/.../6.7 2 19-0", "53./2.1/647 1 9-8", ".../.../... 2 31-14":
        assert written(at(NUMBERS, line)) == line
