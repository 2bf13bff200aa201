"""The rulebooks' own inputs, and every line the rulebooks print for them, in the printed order.

Where a rulebook prints lines together they must come together; `~` stands where it does not say what comes between.
The answers that are given are those in the transcript. `@` begins a board in short, with anything before and after it,
`=` one that stands together with its neighbours.
"""

import re

from .driving import Desk, Said

HELP = "At any question, enter help to see what else you can say."  # before the welcome, which leads to the question
_ANSWERED = re.compile(r"(?m)^(?:> |Player \d: |.*\): )(.*)$")


def follow(desk: Desk, transcript: str, *args: str) -> Said:
    said = desk.squarely("play", *args, typed=_ANSWERED.findall(transcript))
    draw = DRAW.get(args[0], str)
    drawn = re.sub(r"(?m)^=(.*)$", lambda board: draw(board[1]), re.sub(r"(?m)^@(.*)$", r"~\n=\1\n~", transcript))
    assert_printed(said.out, *(block.strip("\n") for block in drawn.split("~\n")))
    assert (said.code, said.err) == (0, "")
    return said


def assert_printed(transcript: str, *blocks: str) -> None:
    """Every block is there, its lines whole and next to each other, each block after the one before."""
    left = transcript
    for block in filter(None, blocks):
        _, found, rest = f"\n{left}\n".partition(f"\n{block}\n")
        assert found, f"not printed:\n{block}\n\nin what comes after the block before it:\n{left}"
        left = rest


# Boards in short: their rows between strokes, an empty square as the rulebook has it or as a dot.


def draw_center(rows: str) -> str:
    return "\n".join(f"   {(' ' * 10).join(row)}" for row in rows.split("/"))


def draw_quad(rows: str) -> str:
    """Each row ends in a space, as in the rulebook."""
    drawn = [f"{number} {' | '.join(row)} " for number, row in enumerate(rows.split("/"), 1)]
    return "  A   B   C   D\n" + "\n  ---+---+---+---\n".join(drawn)


def draw_numbers(rows: str) -> str:
    edge = "+---+---+---+\n"
    lines = [f"| {' | '.join(row)} |\n" for row in rows.replace(".", " ").split("/")]
    return f"{edge}{edge.join(lines)}{edge}".strip("\n")


def draw_showdown(square: str) -> str:
    """Only the square of the token is written."""
    token, edge = tuple(map(int, square.split(","))), f"  {'-' * 25}\n"
    rows = [f"{row} | " + " | ".join(" *"[(row, column) == token] for column in range(1, 6)) + " |\n"
            for row in range(1, 6)]  # fmt: skip
    return f"    1   2   3   4   5\n{edge}{edge.join(rows)}{edge}".strip("\n")


DRAW = {"center": draw_center, "quad": draw_quad, "numbers": draw_numbers, "showdown": draw_showdown}


# center

A, B = (f"It's your turn, Player {each}.\nChoose an action ('place' or 'move'):\n" for each in "AB")
CENTER = f"""\
   Column 0   Column 1   Column 2
Row 0    -          -          -
Row 1    -          -          -
Row 2    -          -          -
~
{A}> place
Enter the row and column to place your token (e.g., '0 0'):
> 0 0
@A--/---/---
{B}> place
Enter the row and column to place your token (e.g., '2 2'):
> 2 2
@A--/---/--B
{A}> move
Enter the row and column of the token to move (e.g., '0 0'):
> 0 0
Enter the row and column to move to (e.g., '0 1'):
> 0 1
@-A-/---/--B
{B}> place
~
> 1 2
@-A-/--B/--B
{A}> place
~
> 1 0
@-A-/A-B/--B
{B}> move
~
> 2 2
~
> 2 1
@-A-/A-B/-B-
{A}> move
Enter the row and column of the token to move (e.g., '1 0'):
> 1 0
Enter the row and column to move to (e.g., '1 1'):
> 1 1
Congratulations, Player A! You have captured the center square and won the game!
@-A-/-AB/-B-
"""


def test_center_by_questions(desk: Desk) -> None:
    follow(desk, CENTER, "center")


# quad


def quad_turns(*cells: str) -> str:
    """Cells for the two players in turn, each asked for in the rulebook's words."""
    prompts = ("Player 1 (X), enter your move (e.g., A1): ", "Player 2 (O), enter your move (e.g., A1): ")
    return "".join(f"{prompts[turn % 2]}{cell}\n~\n" for turn, cell in enumerate(cells))


def test_an_occupied_cell_of_quad_is_refused_and_its_square_wins_as_printed(desk: Desk) -> None:
    """The rulebook's example of a winning square: B2, B3, C2 and C3."""
    welcome = f"{HELP}\n\nWelcome to Capture Square!\n\nPlayer 1 (X), you go first.\n\n=..../..../..../....\n~\n"
    first, second = quad_turns("B2", "B2").split("~\n")[:2]
    refused = f"{first}@..../.X../..../....\n{second}Sorry, B2 is already occupied. Please choose another cell.\n"
    rest = quad_turns("B2", "A1", "B3", "A2", "C2", "A4", "C3").partition("~\n")[2]
    said = follow(desk, f"{welcome}{refused}{rest}@O.../OXX./.XX./O...\n{WON}\n", "quad")
    assert said.match.endswith(f"{WON}\n")


FULL_BOARD = quad_turns(
    *("A1", "B1", "C1", "D1", "A2", "B2", "C2", "D2", "B3", "A3", "D3", "C3", "B4", "A4", "D4", "C4")
)
WON = "Congratulations, Player 1! You've formed a square and won the game!"
TIE = "All cells are filled and nobody formed a square: the game is a tie."
EXCHANGE = """\
@XOXO/XOXO/OXOX/OXOX
All cells are filled without a winner: Sudden Death begins!
On your turn, make a swap: one of your markers and one of your opponent's exchange places (e.g., swap A1 B1).
Swaps continue until a player forms a square and wins.
~
Player 1 (X), enter your swap (e.g., swap A1 B1): swap
Sorry, 'swap' is not a move. Please enter a swap such as swap A1 B1.
Player 1 (X), enter your swap (e.g., swap A1 B1): swap C1 B1
@XXOO/XOXO/OXOX/OXOX
Player 2 (O), enter your swap (e.g., swap C1 A1): A3 D4
@XXOO/XOXO/XXOX/OXOO
Player 1 (X), enter your swap (e.g., swap A1 C1): swap B2 with B4
@XXOO/XXXO/XXOX/OOOO
Congratulations, Player 1! You've formed a square and won the game!
"""
CONVERT = """\
@XOXO/XOXO/OXOX/OXOX
All cells are filled without a winner: Sudden Death begins!
On your turn, make a swap: one of your opponent's markers becomes yours (e.g., swap B1).
Swaps continue until a player forms a square and wins.
~
Player 1 (X), enter your swap (e.g., swap B1): swap A1 B1
Sorry, 'swap A1 B1' is not a move. Please enter a swap such as swap B1.
Player 1 (X), enter your swap (e.g., swap B1): swap B1
@XXXO/XOXO/OXOX/OXOX
Player 2 (O), enter your swap (e.g., swap A1): quit
"""


def test_sudden_death(desk: Desk) -> None:
    said = follow(desk, FULL_BOARD + EXCHANGE, "quad")
    assert said.out.count("Sudden Death begins!") == 1
    follow(desk, FULL_BOARD + CONVERT, "quad", "--option", "sudden_death=convert")


def test_a_match_that_begins_with_a_full_board_or_nearly_one(desk: Desk) -> None:
    last = "Player 2 (O), enter your move (e.g., A1): C4\n@XOXO/XOXO/OXOX/OXOX\n"
    for option, position, transcript, end in (
        ("none", "XOXO/XOXO/OXOX/OX.X O", last, TIE),
        ("none", "XOXO/XOXO/OXOX/OXOX X", "", TIE),
        ("exchange", "XXOO/XXOX/OOXO/OXXO X", "", WON),
    ):
        said = follow(
            desk, f"{transcript}{end}\n", "quad", "--option", f"sudden_death={option}", "--position", position
        )
        assert said.match.endswith(f"{end}\n")
        assert "Sudden Death" not in said.out


# numbers


def capture(player: int, cell: str, number: int, captured: str, score: int, board: str) -> str:
    """A turn as it is printed, the board after it, and who is asked next, if anybody is."""
    turn = f"\nPlayer {3 - player}, it's your turn.\nPlease enter the position of the square you want to capture:"
    return f"""\
Player {player}: {cell}

You have selected number {number} at position ({cell.replace(" ", ",")}).
Captured squares: {captured}
Your turn score: {score}
~
Updated Grid:
={board}
{turn if board != ".../.../..." else ""}
~
"""


NUMBERS = (
    f"""\
{HELP}

Welcome to Capture Squares!

Initial Grid:
=538/291/647

Player 1, it's your turn.
Please enter the position of the square you want to capture (e.g., 2 2 for row 2, column 2):
~
"""
    + capture(1, "2 2", 9, "(2,2)=9, (1,2)=3, (2,1)=2, (2,3)=1, (3,2)=4", 19, "5.8/.../6.7")
    + capture(2, "1 3", 8, "(1,3)=8", 8, "5../.../6.7")
    + capture(1, "3 3", 7, "(3,3)=7", 7, "5../.../6..")
    + capture(2, "3 1", 6, "(3,1)=6", 6, "5../.../...")
    + capture(1, "1 1", 5, "(1,1)=5", 5, ".../.../...")
    + """\
Final Scores
~
Player 1 Total Score: 19 + 7 + 5 = 31
Player 2 Total Score: 8 + 6 = 14
~
Winner: Player 1
"""
)


def test_numbers(desk: Desk) -> None:
    said = follow(desk, NUMBERS, "numbers", "--position", "538/291/647 1 0-0")
    assert said.match.endswith("Winner: Player 1\n")


# showdown

SHOWDOWN = (("1", "right", "1,2"), ("2", "down", "2,2"), ("1", "down", "3,2"), ("2", "right", "3,3"))


def test_showdown(desk: Desk) -> None:
    """Its rulebook's example: after (1,1) to (1,2) the other player cannot move the token back."""
    turns = "".join(
        f"Player {player}'s Turn.\nEnter move (up/down/left/right): {way}\n~\n"
        f"Token moved to position ({square}).\n@{square}\n"
        for player, way, square in SHOWDOWN
    )
    won = "Winner: Player 2 wins by moving the token to the center square (3,3).\n"
    follow(desk, f"Current Grid Position:\n=1,1\n~\n{turns}{won}", "showdown")
    asked = "Enter move (up/down/left/right): "
    refused = f"{asked}left\nSorry, left would take back the last move. Please choose down or right.\n"
    follow(desk, f"{asked}right\n~\nPlayer 2's Turn.\n{refused}{asked}quit\n", "showdown")


# snatchers


def test_snatchers(desk: Desk) -> None:
    turns = ((1, "up", "(1,3)"), (2, "left", "(3,5)"), (1, "right", "(3,3)"), (2, "up", "(3,3)"))
    asked = [
        f"Player {player}, enter your move:\nDirection (up/down/left/right): {way}\n"
        f"Number of spaces (1 or 2): 2\nYou moved to position {square}.\n~\n"
        for player, way, square in turns
    ]
    said = follow(desk, "".join([*asked, "Player 2 wins the game.\n"]), "snatchers")
    assert said.match.endswith("Player 2 wins the game.\n")
