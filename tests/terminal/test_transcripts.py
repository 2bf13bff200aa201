"""The rulebooks' own inputs, and every line the rulebooks print for them, in the printed order.

Where a rulebook prints lines together they must come together; `~` stands where it does not say what comes between.
"""

import re
from collections.abc import Callable

import pytest

from squarely.core.text.wrapping import WIDTH, wrap

from .driving import Desk, Said, Step, assert_printed

Play = Callable[[tuple[str, ...], list[Step]], Said]
_REFUSAL_IN_TWO_LINES = re.compile(r"(?m)^(Sorry, .*[^.\n])\n")  # a terminal breaks long ones between words
HELP = "At any question, enter help to see what else you can say."  # before the welcome, which leads to the question


@pytest.fixture(params=["pipe", "terminal"])
def play(request: pytest.FixtureRequest, desk: Desk) -> Play:
    """Plays through a pipe or on a terminal; what is printed must be the same."""

    def through_a_pipe(args: tuple[str, ...], steps: list[Step]) -> Said:
        said = desk.squarely(*args, typed=[answer for _, answer in steps])
        assert said.err == ""
        return said

    def on_a_terminal(args: tuple[str, ...], steps: list[Step]) -> Said:
        terminal = desk.terminal(*args)
        for prompt, answer in steps:
            terminal.answer(prompt, answer)
        said = terminal.left()
        return said._replace(out=_REFUSAL_IN_TWO_LINES.sub(r"\1 ", said.out))

    return through_a_pipe if request.param == "pipe" else on_a_terminal


def printed_in_order(said: Said, *transcripts: str) -> None:
    blocks = [_as_wrapped(block.strip("\n"), said.out) for text in transcripts for block in text.split("~\n")]
    assert_printed(said.out, *blocks)


def _as_wrapped(block: str, transcript: str) -> str:
    """The block with its refusals, which are our words and not the rulebook's, as a terminal wraps them."""
    return "\n".join(
        wrapped if line.startswith("Sorry, ") and (wrapped := wrap(line, WIDTH)) in transcript else line
        for line in block.splitlines()
    )


# center

CENTER_START = """\
   Column 0   Column 1   Column 2
Row 0    -          -          -
Row 1    -          -          -
Row 2    -          -          -
~
"""
CENTER_DIALOGUES = """\
It's your turn, Player A.
Choose an action ('place' or 'move'):
> place
Enter the row and column to place your token (e.g., '0 0'):
> 0 0
~
   A          -          -
   -          -          -
   -          -          -
~
It's your turn, Player B.
Choose an action ('place' or 'move'):
> place
Enter the row and column to place your token (e.g., '2 2'):
> 2 2
~
   A          -          -
   -          -          -
   -          -          B
~
It's your turn, Player A.
Choose an action ('place' or 'move'):
> move
Enter the row and column of the token to move (e.g., '0 0'):
> 0 0
Enter the row and column to move to (e.g., '0 1'):
> 0 1
~
   -          A          -
   -          -          -
   -          -          B
~
It's your turn, Player B.
Choose an action ('place' or 'move'):
> place
~
> 1 2
~
   -          A          -
   -          -          B
   -          -          B
~
It's your turn, Player A.
Choose an action ('place' or 'move'):
> place
~
> 1 0
~
   -          A          -
   A          -          B
   -          -          B
~
It's your turn, Player B.
Choose an action ('place' or 'move'):
> move
~
> 2 2
~
> 2 1
~
   -          A          -
   A          -          B
   -          B          -
~
It's your turn, Player A.
Choose an action ('place' or 'move'):
> move
Enter the row and column of the token to move (e.g., '1 0'):
> 1 0
Enter the row and column to move to (e.g., '1 1'):
> 1 1
Congratulations, Player A! You have captured the center square and won the game!
~
   -          A          -
   -          A          B
   -          B          -
"""
CENTER_COMMANDS = """\
It's your turn, Player A.
Choose an action ('place' or 'move'):
> place 0 0
~
   A          -          -
   -          -          -
   -          -          -
~
It's your turn, Player B.
Choose an action ('place' or 'move'):
> place 2 2
~
   A          -          -
   -          -          -
   -          -          B
~
> move 0 0 0 1
~
   -          A          -
   -          -          -
   -          -          B
~
> place 1 2
~
   -          A          -
   -          -          B
   -          -          B
~
> place 1 0
~
   -          A          -
   A          -          B
   -          -          B
~
> move 2 2 2 1
~
   -          A          -
   A          -          B
   -          B          -
~
> move 1 0 1 1
Congratulations, Player A! You have captured the center square and won the game!
~
   -          A          -
   -          A          B
   -          B          -
"""


def at_the_arrow(*answers: str) -> list[Step]:
    return [("> ", answer) for answer in answers]


def test_center_by_questions(play: Play) -> None:
    answers = at_the_arrow(
        *("place", "0 0"),
        *("place", "2 2"),
        *("move", "0 0", "0 1"),
        *("place", "1 2"),
        *("place", "1 0"),
        *("move", "2 2", "2 1"),
        *("move", "1 0", "1 1"),
    )
    said = play(("play", "center"), answers)
    printed_in_order(said, CENTER_START, CENTER_DIALOGUES)
    assert said.code == 0


def test_center_by_commands(play: Play) -> None:
    answers = at_the_arrow(
        "place 0 0", "place 2 2", "move 0 0 0 1", "place 1 2", "place 1 0", "move 2 2 2 1", "move 1 0 1 1"
    )
    said = play(("play", "center"), answers)
    printed_in_order(said, CENTER_START, CENTER_COMMANDS)
    assert said.code == 0


# quad

RULE = "  ---+---+---+---"


def quad_grid(first: str, second: str, third: str, fourth: str) -> str:
    """The grid as printed; each row ends in a space, as in the rulebook."""
    return "\n".join(["  A   B   C   D", first, RULE, second, RULE, third, RULE, fourth])


QUAD_EMPTY = quad_grid("1 . | . | . | . ", "2 . | . | . | . ", "3 . | . | . | . ", "4 . | . | . | . ")
QUAD_GRIDS = {
    "B2": quad_grid("1 . | . | . | . ", "2 . | X | . | . ", "3 . | . | . | . ", "4 . | . | . | . "),
    "A1": quad_grid("1 O | . | . | . ", "2 . | X | . | . ", "3 . | . | . | . ", "4 . | . | . | . "),
    "B1": quad_grid("1 O | X | . | . ", "2 . | X | . | . ", "3 . | . | . | . ", "4 . | . | . | . "),
    "C3": quad_grid("1 O | X | . | . ", "2 . | X | . | . ", "3 . | . | O | . ", "4 . | . | . | . "),
    "A2": quad_grid("1 O | X | . | . ", "2 X | X | . | . ", "3 . | . | O | . ", "4 . | . | . | . "),
}


def quad_steps(*cells: str) -> list[Step]:
    """Cells for the two players in turn, each asked for in the rulebook's words."""
    prompts = ("Player 1 (X), enter your move (e.g., A1): ", "Player 2 (O), enter your move (e.g., A1): ")
    return [(prompts[turn % 2], cell) for turn, cell in enumerate(cells)]


def test_quad_begins_as_printed(play: Play) -> None:
    said = play(("play", "quad"), [*quad_steps("B2"), ("Player 2 (O), enter your move (e.g., A1): ", "quit")])
    lines = ["Welcome to Capture Square!", "", "Player 1 (X), you go first.", "", *QUAD_EMPTY.splitlines()]
    assert said.out.splitlines()[: len(lines) + 2] == [HELP, "", *lines]
    printed_in_order(said, "Player 1 (X), enter your move (e.g., A1): B2", QUAD_GRIDS["B2"])


def test_the_five_printed_moves_of_quad_are_accepted_and_the_game_goes_on(play: Play) -> None:
    """The rulebook announces a win, but A1 is O's."""
    steps = [*quad_steps("B2", "A1", "B1", "C3", "A2"), ("Player 2 (O), enter your move (e.g., A1): ", "quit")]
    said = play(("play", "quad"), steps)
    blocks = [QUAD_EMPTY]
    for (prompt, cell), grid in zip(steps, QUAD_GRIDS.values(), strict=False):
        blocks += [f"{prompt}{cell}", grid]
    printed_in_order(said, *blocks, "Player 2 (O), enter your move (e.g., A1): quit")
    assert "Congratulations" not in said.out


def test_an_occupied_cell_of_quad_is_refused_as_printed(play: Play) -> None:
    second = "Player 2 (O), enter your move (e.g., A1): "
    said = play(("play", "quad"), [*quad_steps("B2", "B2"), (second, "C3"), (quad_steps("")[0][0], "quit")])
    printed_in_order(
        said,
        "Player 1 (X), enter your move (e.g., A1): B2",
        QUAD_GRIDS["B2"],
        "Player 2 (O), enter your move (e.g., A1): B2\nSorry, B2 is already occupied. Please choose another cell.\n"
        "Player 2 (O), enter your move (e.g., A1): C3",
        quad_grid("1 . | . | . | . ", "2 . | X | . | . ", "3 . | . | O | . ", "4 . | . | . | . "),
    )


def test_a_won_game_of_quad(play: Play) -> None:
    """The rulebook's example of a winning square: B2, B3, C2 and C3."""
    said = play(("play", "quad"), quad_steps("B2", "A1", "B3", "A2", "C2", "A4", "C3"))
    printed_in_order(
        said,
        "Player 1 (X), enter your move (e.g., A1): C3",
        quad_grid("1 O | . | . | . ", "2 O | X | X | . ", "3 . | X | X | . ", "4 O | . | . | . "),
        "Congratulations, Player 1! You've formed a square and won the game!",
    )
    assert said.match.endswith("won the game!\n")
    assert said.code == 0


FULL_BOARD = ["A1", "B1", "C1", "D1", "A2", "B2", "C2", "D2", "B3", "A3", "D3", "C3", "B4", "A4", "D4", "C4"]
FULL_GRID = quad_grid("1 X | O | X | O ", "2 X | O | X | O ", "3 O | X | O | X ", "4 O | X | O | X ")


def test_sudden_death_by_exchange(play: Play) -> None:
    first, second = ("Player 1 (X), enter your swap (e.g., ", "Player 2 (O), enter your swap (e.g., ")
    said = play(
        ("play", "quad"),
        [
            *quad_steps("swap A1 B1"),
            *quad_steps(*FULL_BOARD),
            (first, "B2"),
            (first, "swap A1 C1"),
            (first, "swap B1 D1"),
            (first, "swap A1 A1"),
            (first, "swap A1"),
            (first, "swap A1 E1"),
            (first, "swap"),
            (first, "swap C1 B1"),
            (second, "A3 D4"),
            (first, "swap B2 with B4"),
        ],
    )
    printed_in_order(
        said,
        "Player 1 (X), enter your move (e.g., A1): swap A1 B1\n"
        "Sorry, markers are swapped in Sudden Death only, when all cells are filled. Please choose an empty cell.",
        FULL_GRID,
        "All cells are filled without a winner: Sudden Death begins!\n"
        "On your turn, make a swap: one of your markers and one of your opponent's exchange places (e.g., swap A1 B1)."
        "\nSwaps continue until a player forms a square and wins.",
        "Player 1 (X), enter your swap (e.g., swap A1 B1): B2\n"
        "Sorry, B2 is already occupied. All cells are filled: please enter a swap such as swap A1 B1.",
        "Player 1 (X), enter your swap (e.g., swap A1 B1): swap A1 C1\n"
        "Sorry, A1 and C1 are both yours. Please swap one of your markers (X) with one of the opponent's (O).",
        "Player 1 (X), enter your swap (e.g., swap A1 B1): swap B1 D1\n"
        "Sorry, B1 and D1 are both the opponent's. Please swap one of your markers (X) with one of the opponent's (O).",
        "Player 1 (X), enter your swap (e.g., swap A1 B1): swap A1 A1\n"
        "Sorry, a marker cannot swap with itself. Please swap one of your markers (X) with one of the opponent's (O).",
        "Player 1 (X), enter your swap (e.g., swap A1 B1): swap A1\n"
        "Sorry, that could mean swap A1 B1, swap A1 D1, swap A1 B2, swap A1 D2, swap A1 A3, swap A1 C3 or 2 more. "
        "Please say which.",
        "Player 1 (X), enter your swap (e.g., swap A1 B1): swap A1 E1\n"
        "Sorry, E1 is off the grid. Cells go from A1 to D4.",
        "Player 1 (X), enter your swap (e.g., swap A1 B1): swap\n"
        "Sorry, 'swap' is not a move. Please enter a swap such as swap A1 B1.",
        "Player 1 (X), enter your swap (e.g., swap A1 B1): swap C1 B1",
        quad_grid("1 X | X | O | O ", "2 X | O | X | O ", "3 O | X | O | X ", "4 O | X | O | X "),
        "Player 2 (O), enter your swap (e.g., swap C1 A1): A3 D4",
        quad_grid("1 X | X | O | O ", "2 X | O | X | O ", "3 X | X | O | X ", "4 O | X | O | O "),
        "Player 1 (X), enter your swap (e.g., swap A1 C1): swap B2 with B4",
        quad_grid("1 X | X | O | O ", "2 X | X | X | O ", "3 X | X | O | X ", "4 O | O | O | O "),
        "Congratulations, Player 1! You've formed a square and won the game!",
    )
    assert said.out.count("Sudden Death begins!") == 1
    assert said.code == 0


def test_sudden_death_by_conversion(play: Play) -> None:
    first, second = ("Player 1 (X), enter your swap (e.g., ", "Player 2 (O), enter your swap (e.g., ")
    said = play(
        ("play", "quad", "--option", "sudden_death=convert"),
        [
            *quad_steps(*FULL_BOARD),
            (first, "swap A1"),
            (first, "swap A1 B1"),
            (first, "swap B1"),
            (second, "d3"),
            (first, "swap b2"),
        ],
    )
    printed_in_order(
        said,
        FULL_GRID,
        "All cells are filled without a winner: Sudden Death begins!\n"
        "On your turn, make a swap: one of your opponent's markers becomes yours (e.g., swap B1).\n"
        "Swaps continue until a player forms a square and wins.",
        "Player 1 (X), enter your swap (e.g., swap B1): swap A1\n"
        "Sorry, A1 is yours already. Please swap one of the opponent's markers (O).",
        "Player 1 (X), enter your swap (e.g., swap B1): swap A1 B1\n"
        "Sorry, 'swap A1 B1' is not a move. Please enter a swap such as swap B1.",
        "Player 1 (X), enter your swap (e.g., swap B1): swap B1",
        quad_grid("1 X | X | X | O ", "2 X | O | X | O ", "3 O | X | O | X ", "4 O | X | O | X "),
        "Player 2 (O), enter your swap (e.g., swap A1): d3",
        quad_grid("1 X | X | X | O ", "2 X | O | X | O ", "3 O | X | O | O ", "4 O | X | O | X "),
        "Player 1 (X), enter your swap (e.g., swap D1): swap b2",
        "Congratulations, Player 1! You've formed a square and won the game!",
    )
    assert said.code == 0


def test_without_sudden_death_a_full_board_is_a_tie(play: Play) -> None:
    said = play(("play", "quad", "--option", "sudden_death=none"), quad_steps(*FULL_BOARD))
    printed_in_order(said, FULL_GRID, "All cells are filled and nobody formed a square: the game is a tie.")
    assert "Sudden Death" not in said.out
    assert said.code == 0


@pytest.mark.parametrize(
    ("option", "position", "ending"),
    [
        ("none", "XOXO/XOXO/OXOX/OXOX X", "All cells are filled and nobody formed a square: the game is a tie."),
        (
            "exchange",
            "XXOO/XXOX/OOXO/OXXO X",
            "Congratulations, Player 1! You've formed a square and won the game!",
        ),
    ],
    ids=["tied", "won"],
)
def test_a_full_board_on_which_the_game_is_over_already(play: Play, option: str, position: str, ending: str) -> None:
    said = play(("play", "quad", "--option", f"sudden_death={option}", "--position", position), [])
    assert said.match.endswith(f"{ending}\n")
    assert "Sudden Death" not in said.out
    assert said.code == 0


def test_sudden_death_from_the_first_turn(play: Play) -> None:
    steps = [("Player 1 (X), enter your swap (e.g., swap A1 B1): ", "quit")]
    said = play(("play", "quad", "--position", "XOXO/XOXO/OXOX/OXOX X"), steps)
    printed_in_order(said, FULL_GRID, "All cells are filled without a winner: Sudden Death begins!")


# numbers

NUMBERS = """\
Welcome to Capture Squares!

Initial Grid:
+---+---+---+
| 5 | 3 | 8 |
+---+---+---+
| 2 | 9 | 1 |
+---+---+---+
| 6 | 4 | 7 |
+---+---+---+

Player 1, it's your turn.
Please enter the position of the square you want to capture (e.g., 2 2 for row 2, column 2):
~
Player 1: 2 2

You have selected number 9 at position (2,2).
Captured squares: (2,2)=9, (1,2)=3, (2,1)=2, (2,3)=1, (3,2)=4
Your turn score: 19
~
Updated Grid:
+---+---+---+
| 5 |   | 8 |
+---+---+---+
|   |   |   |
+---+---+---+
| 6 |   | 7 |
+---+---+---+

Player 2, it's your turn.
Please enter the position of the square you want to capture:
~
Player 2: 1 3

You have selected number 8 at position (1,3).
Captured squares: (1,3)=8
Your turn score: 8
~
Updated Grid:
+---+---+---+
| 5 |   |   |
+---+---+---+
|   |   |   |
+---+---+---+
| 6 |   | 7 |
+---+---+---+

Player 1, it's your turn.
Please enter the position of the square you want to capture:
~
Player 1: 3 3

You have selected number 7 at position (3,3).
Captured squares: (3,3)=7
Your turn score: 7
~
Updated Grid:
+---+---+---+
| 5 |   |   |
+---+---+---+
|   |   |   |
+---+---+---+
| 6 |   |   |
+---+---+---+

Player 2, it's your turn.
Please enter the position of the square you want to capture:
~
Player 2: 3 1

You have selected number 6 at position (3,1).
Captured squares: (3,1)=6
Your turn score: 6
~
Updated Grid:
+---+---+---+
| 5 |   |   |
+---+---+---+
|   |   |   |
+---+---+---+
|   |   |   |
+---+---+---+

Player 1, it's your turn.
Please enter the position of the square you want to capture:
~
Player 1: 1 1

You have selected number 5 at position (1,1).
Captured squares: (1,1)=5
Your turn score: 5
~
Updated Grid:
+---+---+---+
|   |   |   |
+---+---+---+
|   |   |   |
+---+---+---+
|   |   |   |
+---+---+---+
~
Final Scores
~
Player 1 Total Score: 19 + 7 + 5 = 31
Player 2 Total Score: 8 + 6 = 14
~
Winner: Player 1
"""


def test_numbers(play: Play) -> None:
    said = play(
        ("play", "numbers", "--position", "538/291/647 1 0-0"),
        [
            ("Player 1: ", "2 2"),
            ("Player 2: ", "1 3"),
            ("Player 1: ", "3 3"),
            ("Player 2: ", "3 1"),
            ("Player 1: ", "1 1"),
        ],
    )
    printed_in_order(said, NUMBERS)
    assert said.out.startswith(f"{HELP}\n\nWelcome to Capture Squares!\n")
    assert said.match.endswith("Winner: Player 1\n")
    assert said.code == 0


# showdown

SHOWDOWN = """\
Current Grid Position:
    1   2   3   4   5
  -------------------------
1 | * |   |   |   |   |
  -------------------------
2 |   |   |   |   |   |
  -------------------------
3 |   |   |   |   |   |
  -------------------------
4 |   |   |   |   |   |
  -------------------------
5 |   |   |   |   |   |
~
Player 1's Turn.
Enter move (up/down/left/right): right
~
Token moved to position (1,2).
~
    1   2   3   4   5
  -------------------------
1 |   | * |   |   |   |
  -------------------------
2 |   |   |   |   |   |
  -------------------------
3 |   |   |   |   |   |
  -------------------------
4 |   |   |   |   |   |
  -------------------------
5 |   |   |   |   |   |
  -------------------------
~
Player 2's Turn.
Enter move (up/down/left/right): down
~
Token moved to position (2,2).
~
    1   2   3   4   5
  -------------------------
1 |   |   |   |   |   |
  -------------------------
2 |   | * |   |   |   |
  -------------------------
3 |   |   |   |   |   |
  -------------------------
4 |   |   |   |   |   |
  -------------------------
5 |   |   |   |   |   |
  -------------------------
~
Player 1's Turn.
Enter move (up/down/left/right): down
~
Token moved to position (3,2).
~
    1   2   3   4   5
  -------------------------
1 |   |   |   |   |   |
  -------------------------
2 |   |   |   |   |   |
  -------------------------
3 |   | * |   |   |   |
  -------------------------
4 |   |   |   |   |   |
  -------------------------
5 |   |   |   |   |   |
  -------------------------
~
Player 2's Turn.
Enter move (up/down/left/right): right
~
Token moved to position (3,3).
~
    1   2   3   4   5
  -------------------------
1 |   |   |   |   |   |
  -------------------------
2 |   |   |   |   |   |
  -------------------------
3 |   |   | * |   |   |
  -------------------------
4 |   |   |   |   |   |
  -------------------------
5 |   |   |   |   |   |
  -------------------------
~
Winner: Player 2 wins by moving the token to the center square (3,3).
"""
SHOWDOWN_REVERSAL = """\
Enter move (up/down/left/right): right
~
Token moved to position (1,2).
~
Player 2's Turn.
Enter move (up/down/left/right): left
Sorry, left would take back the last move. Please choose down or right.
Enter move (up/down/left/right): up
Sorry, up of (1,2) is off the grid. Please choose down or right.
Enter move (up/down/left/right): down
~
Token moved to position (2,2).
"""


def test_showdown(play: Play) -> None:
    said = play(
        ("play", "showdown"),
        [("Enter move (up/down/left/right): ", answer) for answer in ("right", "down", "down", "right")],
    )
    printed_in_order(said, SHOWDOWN)
    assert said.code == 0


def test_showdown_forbids_to_take_back_as_its_rulebook_says(play: Play) -> None:
    """The rulebook's example: after (1,1) to (1,2) the other player cannot move it back."""
    answers = ("right", "left", "up", "down", "quit")
    said = play(("play", "showdown"), [("Enter move (up/down/left/right): ", answer) for answer in answers])
    printed_in_order(said, SHOWDOWN_REVERSAL)


# snatchers

SNATCHERS = """\
Player 1, enter your move:
Direction (up/down/left/right): up
Number of spaces (1 or 2): 2
You moved to position (1,3).
~
Player 2, enter your move:
Direction (up/down/left/right): left
Number of spaces (1 or 2): 2
You moved to position (3,5).
~
Player 1, enter your move:
Direction (up/down/left/right): right
Number of spaces (1 or 2): 2
You moved to position (3,3).
~
Player 2, enter your move:
Direction (up/down/left/right): up
Number of spaces (1 or 2): 2
You moved to position (3,3).
~
Player 2 wins the game.
"""


def test_snatchers(play: Play) -> None:
    directions = ("up", "left", "right", "up")
    asked = ("Direction (up/down/left/right): ", "Number of spaces (1 or 2): ")
    steps = [step for way in directions for step in zip(asked, (way, "2"), strict=True)]
    said = play(("play", "snatchers"), steps)
    printed_in_order(said, SNATCHERS)
    assert said.match.endswith("Player 2 wins the game.\n")
    assert said.code == 0


def test_snatchers_shows_both_tokens_and_the_coordinates(play: Play) -> None:
    steps = [("Direction (up/down/left/right): ", "up 2"), ("Direction (up/down/left/right): ", "quit")]
    said = play(("play", "snatchers"), steps)
    lines = said.out.splitlines()
    rows = [line for line in lines if line[:3] in ("1 |", "2 |", "3 |", "4 |", "5 |")]
    before, after = rows[:5], rows[5:]
    assert [("P1" in row, "P2" in row) for row in before] == [(True, False), *[(False, False)] * 3, (False, True)]
    assert before[0].index("P1") < before[4].index("P2")
    assert [row[0] for row in after if "P1" in row] == ["3"]
    assert sum(line.split() == ["x", "1", "2", "3", "4", "5"] for line in lines) == 2
