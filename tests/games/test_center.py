"""Capture Square, with tokens: what its rulebook says, allows, asks and refuses; restated.py has where moves lead."""

from squarely import IllegalMove, Match, Outcome, Side, UnreadableMove
from squarely.core.match.questions import Questions
from squarely.core.rules import registry
from tests.boards import at, legal, played, refusal, written
from tests.games import tables
from tests.games.tables import begin

CENTER = registry.load("center")
START = Match.of(CENTER)
PLACED = "A--/---/--B A"
A_BLOCKED, B_BLOCKED = "ABA/B-B/ABA A", "BAB/A-A/BAB B"
ALL_PLACED = "AAA/A-B/BB- A"
NEARER = "-----/-A---/-----/-----/----B A"
THERE_AND_BACK = ("move 0 0 0 1", "move 2 2 2 1", "move 0 1 0 0", "move 2 1 2 2")
ANOTHER = "Please choose another square."


def test_setup() -> None:
    assert written(START) == "---/---/--- A"
    assert CENTER.players == ("Player A", "Player B")
    assert (START.mover_name, START.play("place 0 0").mover_name) == CENTER.players
    assert CENTER.points(START.position) is None


def test_legal_moves_in_order() -> None:
    border = [f"place {row} {column}" for row in range(5) for column in range(5) if {row, column} & {0, 4}]
    table = {
        ("", ""): "place 0 0, place 0 1, place 0 2, place 1 0, place 1 2, place 2 0, place 2 1, place 2 2",
        ("", PLACED): "place 0 1, place 0 2, place 1 0, place 1 2, place 2 0, place 2 1, move 0 0 1 0, move 0 0 0 1",
        ("", "AAA/A--/B-B A"): "move 0 1 1 1, move 0 2 1 2, move 1 0 1 1",
        ("", A_BLOCKED): "pass",
        ("", B_BLOCKED): "pass",
        ("tokens=1", PLACED): "move 0 0 1 0, move 0 0 0 1",
        ("size=5,tokens=1", NEARER): "move 1 1 0 1, move 1 1 2 1, move 1 1 1 0, move 1 1 1 2",
        ("diagonal=allowed,stalemate=loses", A_BLOCKED): "move 0 0 1 1, move 0 2 1 1, move 2 0 1 1, move 2 2 1 1",
        ("beside_center=forbidden,tokens=2", ""): "place 0 0, place 0 2, place 2 0, place 2 2",
        ("beside_center=forbidden,diagonal=allowed,size=5", ""): ", ".join(border),
        ("size=5,tokens=1,retreat=forbidden", NEARER): "move 1 1 2 1, move 1 1 1 2",
        ("size=5,tokens=1,diagonal=allowed,retreat=forbidden", NEARER): "move 1 1 2 2",
    }
    tables.check_legal("center", table)


def test_how_it_ends() -> None:
    table = {
        ("", "-A-/--B/--- B"): {"move 1 2 1 1": "second: B captured the center square"},
        ("", A_BLOCKED): {"pass": "ABA/B-B/ABA B", "pass; move 0 1 1 1": "second: B captured the center square"},
        ("", B_BLOCKED): {"pass; move 0 1 1 1": "first: A captured the center square"},
        ("stalemate=loses", "ABA/B-B/AB- A"): {"place 2 2; move 0 1 1 1": "second: B captured the center square"},
        ("stalemate=loses", "ABA/B-B/-BA A"): {"place 2 0; move 1 0 1 1": "second: B captured the center square"},
        ("size=5", "-----/--A--/-----/-----/--B-- A"): {
            "move 1 2 2 2": "first: A captured the center square",
            "place 1 1": "-----/-AA--/-----/-----/--B-- B",
        },
        ("guarded=yes", "-A-/B--/--- A"): {"place 2 1; place 0 0; move 0 1 1 1": "first: A captured the center square"},
        ("guarded=yes", "AAB/B-A/AB- B"): {"place 2 2": "nobody: no player can place or move a token"},
        ("tokens=2,guarded=yes,retreat=forbidden", "-A-/B-B/A-- A"): {
            "move 2 0 2 1": "nobody: no player can place or move a token"
        },
        ("repetition=draw", ""): {
            "; ".join(["place 0 0", "place 2 2", *THERE_AND_BACK * 2]): "nobody: the same position occurred three times"
        },
    }
    tables.check_leads("center", table)
    for drawn, loser, winner in ((A_BLOCKED, "A", Side.SECOND), (B_BLOCKED, "B", Side.FIRST)):
        blocked = begin("center", "stalemate=loses", drawn)
        assert blocked.outcome == Outcome(winner, f"{loser} cannot place or move a token")
        assert blocked.game.words.closing(blocked).startswith(
            f"Congratulations, {blocked.names[winner]}! Player {loser} cannot place or move a token, and you have won"
        )
    assert played(START, "place 0 0", "place 2 2", *THERE_AND_BACK * 10).outcome is None


def test_why_moves_are_refused() -> None:
    yours = "Please move one of your own tokens."
    blocked = "you may not pass while you can place or move a token."
    far, near = "(0,0) and {} are not adjacent. Tokens move one square.", "(0,1) is already occupied. " + ANOTHER
    table = {
        ("", ""): {
            **{
                f"place {row} {column}": f"({row},{column}) is off the grid. Rows and columns go from 0 to 2."
                for row, column in ((0, 3), (3, 0), (3, 3), (9999, 0))
            },
            "place 1 1": f"a token cannot be placed on the center square (1,1). {ANOTHER}",
            "pass": blocked,
        },
        ("", PLACED): {
            "place 0 0": f"(0,0) is already occupied. {ANOTHER}",
            "place 2 2": f"(2,2) is already occupied. {ANOTHER}",
            "move 0 0 1 1": "tokens cannot move diagonally. Please move up, down, left or right.",
            "move 2 2 2 1": f"(2,2) is the opponent's. {yours}",
            "move 0 2 0 1": f"(0,2) is empty. {yours}",
        },
        ("", "AB-/---/--- A"): {
            "move 0 0 0 1": near,
            "move 0 0 0 2": far.format("(0,2)"),
            "move 0 0 2 0": far.format("(2,0)"),
            "move 0 0 0 0": far.format("(0,0)"),
            "move 0 2 1 0": "(0,2) and (1,0) are not adjacent. Tokens move one square.",
        },
        ("", "AA-/B--/--- A"): {"move 0 0 0 1": near},
        ("", "AAA/A--/B-B A"): {"place 1 2": "you have no unused tokens left. Please move one of your tokens."},
        ("", B_BLOCKED.replace(" B", " A")): {"pass": blocked},
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
        ("size=5,diagonal=allowed,retreat=forbidden", NEARER): {
            "move 1 1 1 2": "(1,2) is no closer to the center than (1,1). Please choose a square that is."
        },
    }
    tables.check_refused("center", IllegalMove, table)
    first = START.legal_moves[0]
    assert refusal(IllegalMove, START.play(first).play, first) == f"(0,0) is already occupied. {ANOTHER}"
    assert refusal(IllegalMove, START.play(first).play, int(first)) == "move number 0 is not among the legal moves."
    for number in (-1, 82, 9999):
        refusal(IllegalMove, START.play, number)
    why = "the match is over: A captured the center square."
    assert refusal(IllegalMove, at(CENTER, "-B-/-A-/--- B").play, "move 0 1 0 0") == why


def test_spellings() -> None:
    table = {
        ("", PLACED): {
            "place 0 2": "place 0 2|PLACE 0 2|  place   0  2 |place 0,2|place (0, 2)|p 0 2|0 2|(0,2)",
            "move 0 0 0 1": "move 0 0 0 1|Move (0,0) (0,1)|m 0 0 0 1|0 0 0 1",
        }
    }
    tables.check_read("center", table)
    tables.check_unreadable(
        "center",
        UnreadableMove,
        "'{}' is not a move. Please enter a command such as 'place 0 0' or 'move 0 0 0 1'.",
        "|   |hello|place|place 0|place 0 0 0|move 0 0|place a b|place -1 0|place ² 0|0|0 0 0|jump 0 0|pass 0 0"
        "|place 0 0 0 1",
    )


ACTION = "Choose an action ('place' or 'move'):\n> "
PLACE = ACTION + "place\nEnter the row and column to place your token (e.g., '{}'):\n> {}\nplace {}"
MOVE = ACTION + "move\nEnter the row and column of the token to move (e.g., '{0}'):\n> {0}\n"
TARGET = "Enter the row and column to move to (e.g., '{0}'):\n> {0}\n"


def test_questions_as_printed() -> None:
    assert [each.game.words.announce_turn(each) for each in (START, START.play("place 0 0"))] == [
        "It's your turn, Player A.",
        "It's your turn, Player B.",
    ]
    table = {
        ("", ""): {"place; 0 0": PLACE.format("0 0", "0 0", "0 0"), "place 0 0": f"{ACTION}place 0 0\nplace 0 0"},
        ("", "A--/---/--- B"): {"place; 2 2": PLACE.format("2 2", "2 2", "2 2")},
        ("", PLACED): {
            "move; 0 0; 0 1": MOVE.format("0 0") + TARGET.format("0 1") + "move 0 0 0 1",
            "move 0 0; 1 0": f"{ACTION}move 0 0\n{TARGET.format('0 1')[:-4]}1 0\nmove 0 0 1 0",
        },
        ("", "-A-/A-B/-B- A"): {"move; 1 0; 1 1": MOVE.format("1 0") + TARGET.format("1 1") + "move 1 0 1 1"},
        ("", A_BLOCKED): {"pass": "You cannot place or move a token. Enter 'pass':\n> pass\npass"},
    }
    tables.check_asked("center", table)
    questions = Questions(at(CENTER, PLACED))
    assert questions.answer("m 0 0") is None
    assert questions.question == "Enter the row and column to move to (e.g., '0 1'):\n> "


def test_why_answers_are_refused() -> None:
    no_square = "'{}' is not a row and a column. Please enter two numbers, such as {}."
    table = {
        ("", ""): {
            "jump": "'jump' is not an action. Please enter 'place' or 'move'.",
            "place; here": no_square.format("here", "0 0"),
            "place; 0": no_square.format("0", "0 0"),
            "place; 0 0 0 1": no_square.format("0 0 0 1", "0 0"),
        },
        ("", PLACED): {
            "move; there": no_square.format("there", "0 0"),
            "move; 0 0; 0": no_square.format("0", "0 1"),
            "move 0 0; x y": no_square.format("x y", "0 1"),
        },
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


def test_boards_as_printed() -> None:
    row = "   {}          {}          {}"
    numbered = [f"Row {number}    -          -          -" for number in range(3)]
    assert CENTER.words.draw(START.position) == "\n".join(["   Column 0   Column 1   Column 2", *numbered])
    match = played(START, "place 0 0", "place 2 2", "move 0 0 0 1", "place 1 2", "place 1 0", "move 2 2 2 1")
    shown = "\n".join([row.format(*"-A-"), row.format(*"A-B"), row.format(*"-B-")])
    assert match.game.words.show_move(match, True) == f"\n{shown}\n"
    won = match.play("move 1 0 1 1")
    assert [won.game.words.show_move(won, True), won.game.words.closing(won)] == [
        "",
        "Congratulations, Player A! You have captured the center square and won the game!\n\nFinal Board State:\n"
        + "\n".join([row.format(*"-A-"), row.format(*"-AB"), row.format(*"-B-")]),
    ]
    passed = at(CENTER, A_BLOCKED).play("pass")
    assert CENTER.words.show_move(passed, True).startswith("Player A passes.\n\n   A          B")
    tied = begin("center", "guarded=yes", "AAB/B-A/ABB A")
    assert tied.game.words.closing(tied).startswith(
        "No player can place or move a token: the game is a tie.\n\nFinal Board State:\n   A "
    )
    drawn = played(begin("center", "repetition=draw"), "place 0 0", "place 2 2", *THERE_AND_BACK * 2)
    assert "   A          -          -\n" in drawn.game.words.show_move(drawn, True)


def test_options_that_make_no_game() -> None:
    table = {
        "tokns=3": "there is no option 'tokns'; did you mean tokens?",
        "gravity=1": "there is no option 'gravity'; there are size, tokens, stalemate, diagonal, beside_center, "
        "retreat, guarded, repetition, misere, turn_limit, double_moves, pie, forbidden_first, opening",
        "size": "'size' is not an option; options are written name=value, such as size=3",
        **{
            f"size={size}": f"size={size} is not possible: size is a whole number from 3 to 7" for size in (2, 9, "big")
        },
        **{f"tokens={n}": f"tokens={n} is not possible: tokens is a whole number from 1 to 12" for n in (0, -1)},
        "stalemate=draw": "stalemate=draw is not possible: stalemate is pass or loses",
        "diagonal=yes": "diagonal=yes is not possible: diagonal is forbidden or allowed",
        "beside_center=no": "beside_center=no is not possible: beside_center is allowed or forbidden",
        "size=4": "size=4 makes no game: a 4x4 grid has no center square; size is 3, 5 or 7",
        "size=6": "size=6 makes no game: a 6x6 grid has no center square; size is 3, 5 or 7",
        "tokens=5": "tokens=5 with size=3 makes no game: only 8 squares can be placed on",
        "beside_center=forbidden": "tokens=4 makes no game here: only 4 squares of the 3x3 grid may be placed on",
        "beside_center=forbidden,diagonal=allowed,tokens=1": "tokens=1 makes no game here: only 0 squares of the "
        "3x3 grid may be placed on",
    }
    tables.check_no_options("center", table)
    for options in ("tokens=4", "size=5,tokens=12", "beside_center=forbidden,tokens=2"):  # as many as fit
        assert len(legal(begin("center", options))) >= 4


def test_positions_that_cannot_be() -> None:
    turn = (
        "with {} A and {} B it cannot be {}'s turn: A begins, turns alternate and the first turn of each player is a "
    )
    table = {
        "": {
            "---/--- A": "the board has 2 rows; it needs 3, joined by /",
            "---/--/--- A": "row 2 has 2 squares; it needs 3",
            "---/---/--X A": "row 3 has 'X'; a square is one of A B -",
            "---/---/--a A": "row 3 has 'a'; a square is one of A B -",
            "---/---/--- X": "the side to move is A or B, not 'X'",
            "---/---/--- A 0-0": "'---/---/--- A 0-0' has 3 parts; a position is BOARD MOVER",
            "---/---/---": "'---/---/---' has 1 part; a position is BOARD MOVER",
            "AAA/A-A/BBB B": "A has 5 tokens on the grid; each player has 4",
            "BBB/B-B/AAA A": "B has 5 tokens on the grid; each player has 4",
            "---/---/--- B": turn.format(0, 0, "B") + "placing",
            "A--/---/--- A": turn.format(1, 0, "A") + "placing",
            "AA-/---/--- B": turn.format(2, 0, "B") + "placing",
            "B--/---/--- A": turn.format(0, 1, "A") + "placing",
            "A--/-A-/--B A": "A holds the center square and has won, so it cannot be A's turn",
            "A--/-B-/--B B": "B holds the center square and has won, so it cannot be B's turn",
            "---/-A-/--- B": "A cannot have moved onto the center square: it has come from nowhere",
            "-B-/AAA/-B- B": "A cannot have moved onto the center square: it has come from nowhere",
        },
        "guarded=yes": {"---/BAB/--- B": "A cannot have moved onto the center square: B has as many tokens beside it"},
    }
    tables.check_no_position("center", table)
    # A placed four times while B moved, B ahead, four to one, won, blocked, both beside the center
    for line in "AAA/A--/--B B", "A--/---/-BB A", "A--/B-B/-BB B", "-A-/-A-/-B- B", A_BLOCKED, "BAB/A-A/BAB A":
        assert written(at(CENTER, line)) == line
