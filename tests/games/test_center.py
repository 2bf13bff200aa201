"""Capture Square, with tokens: what it refuses, reads, asks and says; restated.py has where moves lead."""

from squarely import IllegalMove, Match, UnreadableMove
from squarely.core.match.questions import Questions
from squarely.core.rules import registry
from tests.boards import at, legal, played, refusal
from tests.games import tables
from tests.games.tables import begin

CENTER = registry.load("center")
START = Match.of(CENTER)
PLACED = "A--/---/--B A"
A_BLOCKED, B_BLOCKED = "ABA/B-B/ABA A", "BAB/A-A/BAB B"
ALL_PLACED = "AAA/A-B/BB- A"
NEARER = "-----/-A---/-----/-----/----B A"
ANOTHER = "Please choose another square."


def test_why_moves_are_refused() -> None:
    yours = "Please move one of your own tokens."
    blocked = "you may not pass while you can place or move a token."
    table = {
        ("", ""): {
            "place 0 3": "(0,3) is off the grid. Rows and columns go from 0 to 2.",
            "place 9999 0": "(9999,0) is off the grid. Rows and columns go from 0 to 2.",
            "place 1 1": f"a token cannot be placed on the center square (1,1). {ANOTHER}",
            "pass": blocked,
            "place 0 0; place 0 0": f"(0,0) is already occupied. {ANOTHER}",
        },
        ("", PLACED): {
            "move 0 0 1 1": "tokens cannot move diagonally. Please move up, down, left or right.",
            "move 2 2 2 1": f"(2,2) is the opponent's. {yours}",
            "move 0 2 0 1": f"(0,2) is empty. {yours}",
        },
        ("", "AB-/---/--- A"): {
            "move 0 0 0 1": f"(0,1) is already occupied. {ANOTHER}",
            "move 0 0 0 2": "(0,0) and (0,2) are not adjacent. Tokens move one square.",
            "move 0 0 0 0": "(0,0) and (0,0) are not adjacent. Tokens move one square.",
            "move 0 2 1 0": "(0,2) and (1,0) are not adjacent. Tokens move one square.",
        },
        ("", "AAA/A--/B-B A"): {"place 1 2": "you have no unused tokens left. Please move one of your tokens."},
        ("", B_BLOCKED.replace(" B", " A")): {"pass": blocked},
        ("", "-B-/-A-/--- B"): {"move 0 1 0 0": "the match is over: A captured the center square."},
        ("beside_center=forbidden,tokens=2", ""): {
            "place 0 1": f"a token cannot be placed next to the center, on (0,1). {ANOTHER}"
        },
        ("guarded=yes", "-A-/B--/--- A"): {
            "move 0 1 1 1": "the center is guarded: you need more tokens beside it than your opponent. "
            "Please choose another move."
        },
        ("size=5,retreat=forbidden", NEARER): {
            "move 1 1 0 1": "(0,1) is no closer to the center than (1,1). Please choose a square that is."
        },
    }
    tables.check_refused("center", IllegalMove, table)
    first = START.legal_moves[0]
    assert refusal(IllegalMove, START.play(first).play, int(first)) == "move number 0 is not among the legal moves."
    for number in (-1, 9999):
        refusal(IllegalMove, START.play, number)


def test_spellings() -> None:
    spelled = {"place 0 2": "  place   0  2 |p (0, 2)|0 2", "move 0 0 0 1": "Move (0,0) (0,1)|m 0 0 0 1|0 0 0 1"}
    tables.check_read("center", {("", PLACED): spelled})
    tables.check_unreadable(
        "center",
        UnreadableMove,
        "'{}' is not a move. Please enter a command such as 'place 0 0' or 'move 0 0 0 1'.",
        "|hello|place|place 0|move 0 0|place a b|place -1 0|place ² 0|jump 0 0|pass 0 0",
    )


def test_answers_at_once_and_in_parts() -> None:
    action, to = "Choose an action ('place' or 'move'):\n> ", "Enter the row and column to move to (e.g., '0 1'):\n> "
    table = {
        ("", ""): {"place 0 0": f"{action}place 0 0\nplace 0 0"},
        ("", PLACED): {"move 0 0; 1 0": f"{action}move 0 0\n{to}1 0\nmove 0 0 1 0"},
        ("", A_BLOCKED): {"pass": "You cannot place or move a token. Enter 'pass':\n> pass\npass"},
    }
    tables.check_asked("center", table)
    questions = Questions(at(CENTER, PLACED))
    assert (questions.answer("m 0 0"), questions.question) == (None, to)


def test_why_answers_are_refused() -> None:
    no_square = "'{}' is not a row and a column. Please enter two numbers, such as {}."
    table = {
        ("", ""): {
            "jump": "'jump' is not an action. Please enter 'place' or 'move'.",
            "place; here": no_square.format("here", "0 0"),
            "place; 0 0 0 1": no_square.format("0 0 0 1", "0 0"),
        },
        ("", PLACED): {"move; 0 0; 0": no_square.format("0", "0 1")},
    }
    tables.check_answer_refused("center", UnreadableMove, table)
    table = {
        ("", ""): {"move": "none of your tokens can move. Please place a token."},
        ("", ALL_PLACED): {
            "place": "you have no unused tokens left. Please move one of your tokens.",
            "move; 0 0": "the token on (0,0) cannot move: no adjacent square is empty.",
        },
        ("size=5,retreat=forbidden", "-----/-AB--/-B---/-----/--A-- A"): {
            "move; 1 1": "the token on (1,1) cannot move: no adjacent square may be moved to."
        },
    }
    tables.check_answer_refused("center", IllegalMove, table)


def test_what_is_said_of_passes_and_of_ends() -> None:
    passed = at(CENTER, A_BLOCKED).play("pass")
    assert CENTER.words.show_move(passed, True).startswith("Player A passes.\n\n   A          B")
    won = played(at(CENTER, "-A-/A-B/-B- A"), "move 1 0 1 1")
    assert won.game.words.show_move(won, True) == "", "the board is shown with the congratulations"
    blocked = "Congratulations, Player {}! Player {} cannot place or move a token, and you have won"
    for options, drawn, closing in (
        ("stalemate=loses", A_BLOCKED, blocked.format("B", "A")),
        ("stalemate=loses", B_BLOCKED, blocked.format("A", "B")),
        ("guarded=yes", "AAB/B-A/ABB A", "No player can place or move a token: the game is a tie.\n\nFinal Board"),
    ):
        ended = begin("center", options, drawn)
        assert ended.game.words.closing(ended).startswith(closing)


def test_options_and_positions_that_cannot_be() -> None:
    table = {
        "size=6": "size=6 makes no game: a 6x6 grid has no center square; size is 3, 5 or 7",
        "tokens=5": "tokens=5 with size=3 makes no game: only 8 squares can be placed on",
        "beside_center=forbidden": "tokens=4 makes no game here: only 4 squares of the 3x3 grid may be placed on",
        "beside_center=forbidden,diagonal=allowed,tokens=1": "tokens=1 makes no game here: only 0 squares of the "
        "3x3 grid may be placed on",
    }
    tables.check_no_options("center", table)
    for options in ("tokens=4", "size=5,tokens=12", "beside_center=forbidden,tokens=2"):  # as many as fit
        assert len(legal(begin("center", options))) >= 4
    turn = (
        "with {} A and {} B it cannot be {}'s turn: A begins, turns alternate and the first turn of each player is a "
        "placing"
    )
    positions = {
        "": {
            "AAA/A-A/BBB B": "A has 5 tokens on the grid; each player has 4",
            "---/---/--- B": turn.format(0, 0, "B"),
            "AA-/---/--- B": turn.format(2, 0, "B"),
            "B--/---/--- A": turn.format(0, 1, "A"),
            "A--/-A-/--B A": "A holds the center square and has won, so it cannot be A's turn",
            "---/-A-/--- B": "A cannot have moved onto the center square: it has come from nowhere",
        },
        "guarded=yes": {"---/BAB/--- B": "A cannot have moved onto the center square: B has as many tokens beside it"},
    }
    tables.check_no_position("center", positions)
