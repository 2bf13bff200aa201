"""Center Square Showdown: its rulebook, sentence by sentence."""

import pytest

from squarely import IllegalMove, Match, Outcome, Side, UnreadableMove
from squarely.core.errors import BadOption, BadPosition
from squarely.core.rules import registry
from tests.boards import at, conversation, legal, line, played, playouts, refusal, written

SHOWDOWN = registry.load("showdown")
REVERSIBLE = registry.load("showdown", "reversal=allowed")
START = Match.of(SHOWDOWN)

BESIDE_THE_CENTER = """
    . . . . .
    . . . . .
    . * . . .
    . . . . .
    . . . . .
    2 down
"""

# Setup


def test_the_token_starts_at_the_top_left_corner_of_a_5x5_grid() -> None:
    assert written(START) == line("""
        * . . . .
        . . . . .
        . . . . .
        . . . . .
        . . . . .
        1 -
    """)


def test_the_two_players_are_player_1_and_player_2_and_player_1_begins() -> None:
    assert SHOWDOWN.players == ("Player 1", "Player 2")
    assert START.mover_name == "Player 1"


def test_who_takes_the_first_turn_can_be_agreed() -> None:
    match = Match.of(registry.load("showdown", "first=2"))
    assert match.mover is Side.SECOND
    assert written(match).endswith(" 2 -")
    assert match.play("right").mover is Side.FIRST


# Turns and movement


def test_players_alternate_turns() -> None:
    match = played(START, "right", "right", "down", "down")
    assert [position.mover for position in match.positions] == [0, 1, 0, 1, 0]


@pytest.mark.parametrize(
    ("direction", "drawn"),
    [
        ("up", ". * . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .\n2 up"),
        ("down", ". . . . .\n. . . . .\n. * . . .\n. . . . .\n. . . . .\n2 down"),
        ("left", ". . . . .\n* . . . .\n. . . . .\n. . . . .\n. . . . .\n2 left"),
        ("right", ". . . . .\n. . * . .\n. . . . .\n. . . . .\n. . . . .\n2 right"),
    ],
)
def test_the_token_moves_one_square_up_down_left_or_right(direction: str, drawn: str) -> None:
    match = at(
        SHOWDOWN,
        """
        . . . . .
        . * . . .
        . . . . .
        . . . . .
        . . . . .
        1 -
        """,
    )
    assert legal(match) == ["up", "down", "left", "right"]
    assert written(match.play(direction)) == line(drawn)


@pytest.mark.parametrize("said", ["up left", "upleft", "down-right", "diagonal", "right 2"])
def test_diagonal_moves_and_longer_moves_are_not_allowed(said: str) -> None:
    assert refusal(UnreadableMove, START.play, said) == (
        f"'{said}' is not a direction. Please enter up, down, left or right."
    )


@pytest.mark.parametrize(
    ("drawn", "direction", "why"),
    [
        ("* . .\n. . .\n. . .\n1 -", "up", "up of (1,1) is off the grid. Please choose down or right."),
        ("* . .\n. . .\n. . .\n1 -", "left", "left of (1,1) is off the grid. Please choose down or right."),
        (". . .\n. . .\n. . *\n1 -", "down", "down of (3,3) is off the grid. Please choose up or left."),
        (". . .\n. . .\n. . *\n1 -", "right", "right of (3,3) is off the grid. Please choose up or left."),
        (". . .\n. . *\n. . .\n1 -", "right", "right of (2,3) is off the grid. Please choose up, down or left."),
        (". . .\n. . .\n. . *\n1 down", "right", "right of (3,3) is off the grid. Please choose left."),
    ],
)
def test_the_token_cannot_move_off_the_grid(drawn: str, direction: str, why: str) -> None:
    match = at(registry.load("showdown", "size=3"), drawn)
    assert direction not in legal(match)
    assert refusal(IllegalMove, match.play, direction) == why


def test_player_2_cannot_move_the_token_back_from_1_2_to_1_1() -> None:
    match = START.play("right")
    assert legal(match) == ["down", "right"]
    assert refusal(IllegalMove, match.play, "left") == (
        "left would take back the last move. Please choose down or right."
    )


@pytest.mark.parametrize(
    ("last", "forbidden"), [("up", "down"), ("down", "up"), ("left", "right"), ("right", "left"), ("-", None)]
)
def test_the_opponents_last_move_cannot_be_reversed(last: str, forbidden: str | None) -> None:
    match = at(
        SHOWDOWN,
        f"""
        . . . . .
        . * . . .
        . . . . .
        . . . . .
        . . . . .
        1 {last}
        """,
    )
    assert legal(match) == [way for way in ("up", "down", "left", "right") if way != forbidden]


def test_a_move_may_be_taken_back_later() -> None:
    match = played(START, "right", "down", "left")
    assert legal(match) == ["up", "down"]
    assert written(match.play("up")) == line("""
        * . . . .
        . . . . .
        . . . . .
        . . . . .
        . . . . .
        1 up
    """)


def test_passing_is_not_permitted() -> None:
    assert refusal(IllegalMove, START.play, "pass") == "passing is not permitted. Please choose down or right."
    for said in ("skip", ""):
        assert refusal(UnreadableMove, START.play, said).startswith(f"'{said}' is not a direction.")


def test_there_is_always_a_move_to_make_until_the_end() -> None:
    assert all(bool(match.legal_moves) == (match.outcome is None) for match in playouts(SHOWDOWN))


# Winning


@pytest.mark.parametrize(
    ("drawn", "direction", "winner"),
    [
        (BESIDE_THE_CENTER, "right", Side.SECOND),
        (BESIDE_THE_CENTER.replace("2 down", "1 down"), "right", Side.FIRST),
        (". . . . .\n. . . . .\n. . . . .\n. . * . .\n. . . . .\n1 left", "up", Side.FIRST),
        (". . . . .\n. . * . .\n. . . . .\n. . . . .\n. . . . .\n2 left", "down", Side.SECOND),
    ],
)
def test_whoever_moves_the_token_onto_the_center_square_wins_at_once(drawn: str, direction: str, winner: Side) -> None:
    match = at(SHOWDOWN, drawn)
    assert match.outcome is None
    won = match.play(direction)
    assert won.outcome == Outcome(winner, "the token reached the center square (3,3)")
    assert legal(won) == []
    assert refusal(IllegalMove, won.play, "up") == "the match is over: the token reached the center square (3,3)."


def test_there_are_no_draws_and_play_goes_on_until_somebody_wins() -> None:
    match = played(START, *("right", "down", "left", "up") * 10)
    assert match.outcome is None


def test_there_is_no_point_scoring() -> None:
    assert SHOWDOWN.points(START.position) is None


# The printed example

PRINTED_BOARDS = [
    """\
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
  -------------------------""",
    """\
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
  -------------------------""",
    """\
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
  -------------------------""",
    """\
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
  -------------------------""",
    """\
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
  -------------------------""",
]


def test_the_printed_game_is_played_and_drawn_as_printed_and_player_2_wins() -> None:
    match = START
    assert SHOWDOWN.words.draw(match.position) == PRINTED_BOARDS[0]
    for turn, (direction, board) in enumerate(zip(("right", "down", "down", "right"), PRINTED_BOARDS[1:], strict=True)):
        assert match.outcome is None
        assert match.mover_name == ("Player 1", "Player 2")[turn % 2]
        match = match.play(direction)
        assert str(match.moves[-1]) == direction
        assert SHOWDOWN.words.draw(match.position) == board
    assert match.outcome == Outcome(Side.SECOND, "the token reached the center square (3,3)")
    assert "Player 2 wins by moving the token to the center square (3,3)." in match.game.words.closing(match)


def test_the_printed_turns_are_spoken_as_printed() -> None:
    match = START
    assert f"Current Grid Position:\n{PRINTED_BOARDS[0]}\n" in match.game.words.welcome(match)
    for name, direction, where in (("Player 1", "right", "(1,2)"), ("Player 2", "down", "(2,2)")):
        assert match.game.words.announce_turn(match) == f"{name}'s Turn."
        assert conversation(match, direction) == (f"Enter move (up/down/left/right): {direction}\n", direction)
        match = match.play(direction)
        assert f"Token moved to position {where}.\n" in match.game.words.show_move(match, True)


# Rulings and dials


def test_with_reversal_allowed_the_last_move_may_be_taken_back() -> None:
    match = Match.of(REVERSIBLE).play("right")
    assert legal(match) == ["down", "left", "right"]
    assert written(match.play("left")) == written(Match.of(REVERSIBLE))


def test_with_first_2_the_printed_game_is_won_by_player_1() -> None:
    match = played(Match.of(registry.load("showdown", "first=2")), "right", "down", "down", "right")
    assert match.outcome == Outcome(Side.FIRST, "the token reached the center square (3,3)")


def test_the_size_dial_moves_the_center() -> None:
    match = played(Match.of(registry.load("showdown", "size=3")), "right", "down")
    assert match.outcome == Outcome(Side.SECOND, "the token reached the center square (2,2)")


def test_the_start_dial_says_where_the_token_begins() -> None:
    assert written(Match.of(registry.load("showdown", "start=5-2"))) == line("""
        . . . . .
        . . . . .
        . . . . .
        . . . . .
        . * . . .
        1 -
    """)


def test_the_goal_dial_says_which_square_wins() -> None:
    match = played(Match.of(registry.load("showdown", "goal=1-3")), "right", "right")
    assert match.outcome == Outcome(Side.SECOND, "the token reached the goal square (1,3)")
    through_the_center = played(Match.of(match.game), "down", "right", "down", "right")
    assert through_the_center.outcome is None


def test_an_even_grid_is_played_with_a_goal() -> None:
    match = Match.of(registry.load("showdown", "size=4,goal=2-3"))
    assert played(match, "right", "right", "down").outcome == Outcome(
        Side.FIRST, "the token reached the goal square (2,3)"
    )


def test_with_repetition_draw_the_third_occurrence_of_a_position_ends_the_match() -> None:
    around = ("right", "down", "left", "up")
    match = played(Match.of(registry.load("showdown", "repetition=draw")), *around * 2)
    assert match.outcome is None
    drawn = match.play("right")
    assert drawn.outcome == Outcome(None, "the same position occurred three times")
    assert legal(drawn) == []


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ("reversals=allowed", "there is no option 'reversals'; did you mean reversal?"),
        (
            "komi=1",
            "there is no option 'komi'; there are first, size, reversal, start, goal, diagonal, trail, stuck, "
            "sealed, repetition, misere, turn_limit, double_moves, pie, forbidden_first, opening",
        ),
        ("first=3", "first=3 is not possible: first is 1 or 2"),
        ("reversal=maybe", "reversal=maybe is not possible: reversal is forbidden or allowed"),
        ("size=2", "size=2 is not possible: size is a whole number from 3 to 9"),
        ("size=10", "size=10 is not possible: size is a whole number from 3 to 9"),
        ("size=4", "size=4 makes no game: a 4x4 grid has no center square; give goal=ROW-COLUMN too"),
        ("start=1", "start=1 is not possible: start is 1-1 or a square as row-column, such as 1-2"),
        ("start=center", "start=center is not possible: start is 1-1 or a square as row-column, such as 1-2"),
        ("goal=A1", "goal=A1 is not possible: goal is center or a square as row-column, such as 1-2"),
        ("goal=middle", "goal=middle is not possible: goal is center or a square as row-column, such as 1-2"),
        ("start=6-1", "start=6-1 is off the 5x5 grid"),
        ("start=0-1", "start=0-1 is off the 5x5 grid"),
        ("goal=1-6", "goal=1-6 is off the 5x5 grid"),
        ("start=3-3", "start=3-3 with goal=center makes no game: the goal is the start"),
        ("goal=1-1", "start=1-1 with goal=1-1 makes no game: the goal is the start"),
        ("size=4,start=2-2,goal=2-2", "start=2-2 with goal=2-2 makes no game: the goal is the start"),
    ],
)
def test_options_that_make_no_game_are_refused(options: str, why: str) -> None:
    assert refusal(BadOption, registry.load, "showdown", options) == why


# Positions


@pytest.mark.parametrize(
    ("drawn", "why"),
    [
        ("* . .\n. . .\n1 -", "the board has 2 rows; it needs 3, joined by /"),
        ("* . .\n. .\n. . .\n1 -", "row 2 has 2 squares; it needs 3"),
        ("X . .\n. . .\n. . .\n1 -", "row 1 has 'X'; a square is one of * ."),
        ("* . .\n. . .\n. . .\nA -", "the side to move is 1 or 2, not 'A'"),
        ("* . .\n. . .\n. . .\n1", "'*../.../... 1' has 2 parts; a position is BOARD MOVER LAST"),
        (". . .\n. . .\n. . .\n1 -", "there are 0 tokens on the board; there is one, *"),
        ("* . *\n. . .\n. . .\n1 -", "there are 2 tokens on the board; there is one, *"),
        ("* . .\n. . .\n. . .\n1 jump", "the last step is up, down, left, right or -, not 'jump'"),
        (". . .\n. * .\n. . .\n1 -", "the token is on the center square (2,2), so the last step cannot be -"),
        ("* . .\n. . .\n. . .\n1 right", "a step right cannot lead to (1,1): it would start off the grid"),
        ("* . .\n. . .\n. . .\n1 down", "a step down cannot lead to (1,1): it would start off the grid"),
        (". . .\n. . .\n. . *\n1 up", "a step up cannot lead to (3,3): it would start off the grid"),
        (". * .\n. . .\n. . .\n1 up", "a step up to (1,2) starts on the goal, where the game had ended"),
        (". . .\n. . *\n. . .\n1 right", "a step right to (2,3) starts on the goal, where the game had ended"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_the_reason(drawn: str, why: str) -> None:
    assert refusal(BadPosition, registry.load("showdown", "size=3").read_position, line(drawn)) == why


def test_where_reversals_are_allowed_a_last_step_is_refused() -> None:
    assert refusal(BadPosition, REVERSIBLE.read_position, line(BESIDE_THE_CENTER)) == (
        "where reversals are allowed the last step does not matter; write - for it"
    )


@pytest.mark.parametrize(
    "drawn",
    [
        BESIDE_THE_CENTER,
        ". . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . * .\n1 -",
        ". . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . *\n2 right",
        ". . . . .\n. . . . .\n. . * . .\n. . . . .\n. . . . .\n1 right",
    ],
    ids=["under way", "begun elsewhere", "the other player's turn", "won"],
)
def test_a_well_formed_position_is_accepted_and_written_back(drawn: str) -> None:
    assert written(at(SHOWDOWN, drawn)) == line(drawn)


# Moves


@pytest.mark.parametrize("said", ["right", "r", "R", "RIGHT", " Right ", "rig", "(right)"])
def test_forgiven_spellings(said: str) -> None:
    assert str(START.play(said).moves[-1]) == "right"


@pytest.mark.parametrize(("said", "move"), [("u", "up"), ("d", "down"), ("l", "left"), ("r", "right")])
def test_the_first_letter_is_enough(said: str, move: str) -> None:
    match = at(REVERSIBLE, ". . . . .\n. * . . .\n. . . . .\n. . . . .\n. . . . .\n1 -")
    assert str(match.play(said).moves[-1]) == move


@pytest.mark.parametrize("said", ["", "  ", "north", "rightt", "1 2", "x" * 100, "up\x00"])
def test_words_that_are_no_move_are_unreadable(said: str) -> None:
    assert "is not a direction. Please enter up, down, left or right." in refusal(UnreadableMove, START.play, said)


@pytest.mark.parametrize("number", [-1, 4, 9999])
def test_a_number_that_is_no_move_is_refused(number: int) -> None:
    refusal(IllegalMove, START.play, number)


# The rules restated, without a line of ours

STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
BACK = {"up": "down", "down": "up", "left": "right", "right": "left"}


def token_of(text: str) -> tuple[int, int]:
    rows = text.split(maxsplit=1)[0].split("/")
    return next((r, row.index("*") + 1) for r, row in enumerate(rows, 1) if "*" in row)


@pytest.mark.parametrize(
    ("options", "size", "goal", "reversal"),
    [
        ("", 5, (3, 3), False),
        ("reversal=allowed,first=2", 5, (3, 3), True),
        ("size=3", 3, (2, 2), False),
        ("size=6,start=2-2,goal=4-5", 6, (4, 5), False),
    ],
)
def test_random_games_follow_the_rules_restated(options: str, size: int, goal: tuple[int, int], reversal: bool) -> None:
    game = registry.load("showdown", options)
    for match in playouts(game):
        text = written(match)
        assert game.read_position(text) == match.position
        row, column = token_of(text)
        said = [str(move) for move in match.moves]
        if said:
            before = token_of(written(match.undo()))
            assert (row - before[0], column - before[1]) == STEPS[said[-1]]
        possible = [
            way
            for way, (down, right) in STEPS.items()
            if 1 <= row + down <= size and 1 <= column + right <= size
            if reversal or not said or way != BACK[said[-1]]
        ]
        if (row, column) == goal:
            last_mover = Side(1 - match.mover)
            assert match.outcome is not None
            assert match.outcome.winner is last_mover
            assert legal(match) == []
        else:
            assert match.outcome is None
            assert legal(match) == possible
