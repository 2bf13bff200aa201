"""Capture Square, with tokens: its rulebook, sentence by sentence."""

import pytest

from squarely import IllegalMove, Match, Outcome, Side, UnreadableMove
from squarely.core.errors import BadOption, BadPosition
from squarely.core.match.questions import Questions
from squarely.core.rules import registry
from tests.boards import at, conversation, legal, line, played, playouts, refusal, written

CENTER = registry.load("center")
START = Match.of(CENTER)
VOICE = CENTER.words

ALL_BUT_THE_CENTER = [f"place {square}" for square in ("0 0", "0 1", "0 2", "1 0", "1 2", "2 0", "2 1", "2 2")]

A_BLOCKED = """
    A B A
    B - B
    A B A
    A
"""
B_BLOCKED = """
    B A B
    A - A
    B A B
    B
"""

# Setup


def test_the_grid_starts_empty_and_player_a_begins() -> None:
    assert written(START) == line("""
        - - -
        - - -
        - - -
        A
    """)
    assert START.mover_name == "Player A"


def test_the_players_are_player_a_and_player_b() -> None:
    assert CENTER.players == ("Player A", "Player B")


def test_cells_are_identified_by_row_and_column_from_0_0_to_2_2() -> None:
    assert legal(START) == ALL_BUT_THE_CENTER


@pytest.mark.parametrize("square", ["0 3", "3 0", "3 3", "9999 0"])
def test_there_are_no_cells_beyond_2_2(square: str) -> None:
    row, column = square.split()
    said = refusal(IllegalMove, START.play, f"place {square}")
    assert said == f"({row},{column}) is off the grid. Rows and columns go from 0 to 2."


def test_tokens_are_represented_by_the_letters_a_and_b() -> None:
    assert written(played(START, "place 0 0", "place 2 2")) == line("""
        A - -
        - - -
        - - B
        A
    """)


def test_each_player_has_four_tokens() -> None:
    match = at(
        CENTER,
        """
        A B A
        B - -
        - B A
        A
        """,
    )
    assert "place 2 0" in legal(match)
    placed = played(match, "place 2 0", "place 1 2")
    assert legal(placed) == ["pass"]


# Turns


def test_players_alternate_turns_starting_with_player_a() -> None:
    match = START
    movers = []
    for move in ("place 0 0", "place 2 2", "place 0 2", "move 2 2 2 1"):
        movers.append(match.mover_name)
        match = match.play(move)
    assert movers == ["Player A", "Player B", "Player A", "Player B"]


def test_a_turn_is_one_placing_or_one_move() -> None:
    match = at(
        CENTER,
        """
        A - -
        - - -
        - - B
        A
        """,
    )
    places = [move for move in ALL_BUT_THE_CENTER if move not in ("place 0 0", "place 2 2")]
    assert legal(match) == [*places, "move 0 0 1 0", "move 0 0 0 1"]


def test_a_token_is_placed_on_any_empty_cell_except_the_center() -> None:
    match = at(
        CENTER,
        """
        A B -
        - - -
        - - A
        B
        """,
    )
    placed = [move for move in legal(match) if move.startswith("place")]
    assert placed == ["place 0 2", "place 1 0", "place 1 2", "place 2 0", "place 2 1"]


def test_a_token_is_never_placed_on_the_center() -> None:
    said = refusal(IllegalMove, START.play, "place 1 1")
    assert said == "a token cannot be placed on the center square (1,1). Please choose another square."


@pytest.mark.parametrize("square", ["0 0", "2 2"], ids=["own", "opponent's"])
def test_a_token_is_not_placed_on_an_occupied_cell(square: str) -> None:
    match = played(START, "place 0 0", "place 2 2")
    said = refusal(IllegalMove, match.play, f"place {square}")
    assert said == f"({square.replace(' ', ',')}) is already occupied. Please choose another square."


def test_the_command_place_0_0_places_a_token_at_row_0_column_0() -> None:
    assert written(START.play("place 0 0")) == line("""
        A - -
        - - -
        - - -
        B
    """)


def test_the_command_move_0_0_0_1_moves_a_token_from_0_0_to_0_1() -> None:
    match = at(
        CENTER,
        """
        A - -
        - - -
        - - B
        A
        """,
    ).play("move 0 0 0 1")
    assert written(match) == line("""
        - A -
        - - -
        - - B
        B
    """)


# Rules and mechanics


def test_once_all_four_tokens_are_placed_you_must_move_existing_tokens() -> None:
    match = at(
        CENTER,
        """
        A A A
        A - -
        B - B
        A
        """,
    )
    assert legal(match) == ["move 0 1 1 1", "move 0 2 1 2", "move 1 0 1 1"]
    said = refusal(IllegalMove, match.play, "place 1 2")
    assert said == "you have no unused tokens left. Please move one of your tokens."


def test_a_token_moves_up_down_left_or_right_to_an_adjacent_empty_cell() -> None:
    match = at(
        registry.load("center", "size=5"),
        """
        - - - - -
        - A - - -
        - - - - -
        - - - - -
        - - - - B
        A
        """,
    )
    moves = [move for move in legal(match) if move.startswith("move")]
    assert moves == ["move 1 1 0 1", "move 1 1 2 1", "move 1 1 1 0", "move 1 1 1 2"]


def test_you_cannot_move_diagonally() -> None:
    match = played(START, "place 0 0", "place 2 2")
    said = refusal(IllegalMove, match.play, "move 0 0 1 1")
    assert said == "tokens cannot move diagonally. Please move up, down, left or right."


@pytest.mark.parametrize("target", ["0 1", "1 0"], ids=["own", "opponent's"])
def test_tokens_cannot_move_into_a_cell_occupied_by_any_token(target: str) -> None:
    match = at(
        CENTER,
        """
        A A -
        B - -
        - - -
        A
        """,
    )
    said = refusal(IllegalMove, match.play, f"move 0 0 {target}")
    assert said == f"({target.replace(' ', ',')}) is already occupied. Please choose another square."


@pytest.mark.parametrize(("origin", "target"), [("0 0", "0 2"), ("0 0", "2 0"), ("0 0", "0 0"), ("0 2", "1 0")])
def test_you_may_not_jump_over_other_tokens_or_leave_out_squares(origin: str, target: str) -> None:
    match = at(
        CENTER,
        """
        A B -
        - - -
        - - -
        A
        """,
    )
    said = refusal(IllegalMove, match.play, f"move {origin} {target}")
    names = [f"({square.replace(' ', ',')})" for square in (origin, target)]
    assert said == f"{names[0]} and {names[1]} are not adjacent. Tokens move one square."


@pytest.mark.parametrize(
    ("move", "why"),
    [("move 2 2 2 1", "(2,2) is the opponent's"), ("move 0 2 0 1", "(0,2) is empty")],
)
def test_tokens_cannot_be_used_by_the_opponent(move: str, why: str) -> None:
    match = played(START, "place 0 0", "place 2 2")
    assert refusal(IllegalMove, match.play, move) == f"{why}. Please move one of your own tokens."


def test_whoever_moves_a_token_onto_the_center_wins_at_once() -> None:
    match = at(
        CENTER,
        """
        - A -
        - - B
        - - -
        B
        """,
    )
    assert match.outcome is None
    won = match.play("move 1 2 1 1")
    assert won.outcome == Outcome(Side.SECOND, "B captured the center square")
    assert legal(won) == []


def test_nothing_is_played_once_the_center_is_captured() -> None:
    won = at(
        CENTER,
        """
        - B -
        - A -
        - - -
        B
        """,
    )
    assert won.outcome == Outcome(Side.FIRST, "A captured the center square")
    assert refusal(IllegalMove, won.play, "move 0 1 0 0") == "the match is over: A captured the center square."


def test_tokens_next_to_the_center_have_not_won() -> None:
    match = at(
        CENTER,
        """
        B A B
        A - A
        B A B
        A
        """,
    )
    assert match.outcome is None


def test_there_are_no_draws_the_game_continues_until_there_is_a_winner() -> None:
    there_and_back = ("move 0 0 0 1", "move 2 2 2 1", "move 0 1 0 0", "move 2 1 2 2")
    match = played(START, "place 0 0", "place 2 2", *there_and_back * 10)
    assert match.outcome is None
    assert len(legal(match)) == 8


def test_there_is_no_point_scoring() -> None:
    assert CENTER.points(START.position) is None


# The printed example

PRINTED_TURNS = [
    ("place 0 0", """
   A          -          -
   -          -          -
   -          -          -"""),
    ("place 2 2", """
   A          -          -
   -          -          -
   -          -          B"""),
    ("move 0 0 0 1", """
   -          A          -
   -          -          -
   -          -          B"""),
    ("place 1 2", """
   -          A          -
   -          -          B
   -          -          B"""),
    ("place 1 0", """
   -          A          -
   A          -          B
   -          -          B"""),
    ("move 2 2 2 1", """
   -          A          -
   A          -          B
   -          B          -"""),
    ("move 1 0 1 1", """
   -          A          -
   -          A          B
   -          B          -"""),
]  # fmt: skip


def test_the_initial_board_is_drawn_as_printed() -> None:
    assert CENTER.words.draw(START.position) == (
        "   Column 0   Column 1   Column 2\n"
        "Row 0    -          -          -\n"
        "Row 1    -          -          -\n"
        "Row 2    -          -          -"
    )


def test_the_printed_game_is_played_and_shown_as_printed() -> None:
    match = START
    for turn, (command, board) in enumerate(PRINTED_TURNS):
        assert match.outcome is None
        assert match.mover_name == ("Player A", "Player B")[turn % 2]
        assert command in legal(match)
        match = match.play(command)
        assert str(match.moves[-1]) == command
        assert board.strip("\n") in match.game.words.show_move(match, True) + (
            match.game.words.closing(match) if match.outcome else ""
        )
    assert match.outcome == Outcome(Side.FIRST, "A captured the center square")
    assert match.game.words.closing(match).startswith(
        "Congratulations, Player A! You have captured the center square and won the game!\n"
    )


@pytest.mark.parametrize(
    ("turns", "name", "screen", "command"),
    [
        (
            0,
            "Player A",
            "Choose an action ('place' or 'move'):\n> place\n"
            "Enter the row and column to place your token (e.g., '0 0'):\n> 0 0\n",
            "place 0 0",
        ),
        (
            1,
            "Player B",
            "Choose an action ('place' or 'move'):\n> place\n"
            "Enter the row and column to place your token (e.g., '2 2'):\n> 2 2\n",
            "place 2 2",
        ),
        (
            2,
            "Player A",
            "Choose an action ('place' or 'move'):\n> move\n"
            "Enter the row and column of the token to move (e.g., '0 0'):\n> 0 0\n"
            "Enter the row and column to move to (e.g., '0 1'):\n> 0 1\n",
            "move 0 0 0 1",
        ),
        (
            6,
            "Player A",
            "Choose an action ('place' or 'move'):\n> move\n"
            "Enter the row and column of the token to move (e.g., '1 0'):\n> 1 0\n"
            "Enter the row and column to move to (e.g., '1 1'):\n> 1 1\n",
            "move 1 0 1 1",
        ),
    ],
)
def test_the_printed_dialogue_is_spoken_as_printed(turns: int, name: str, screen: str, command: str) -> None:
    match = played(START, *(move for move, _ in PRINTED_TURNS[:turns]))
    answers = [spoken.removeprefix("> ") for spoken in screen.splitlines() if spoken.startswith("> ")]
    assert match.game.words.announce_turn(match) == f"It's your turn, {name}."
    assert conversation(match, *answers) == (screen, command)


def test_the_action_prompt_also_takes_the_whole_command() -> None:
    prompt = "Choose an action ('place' or 'move'):\n> "
    assert conversation(START, "place 0 0") == (f"{prompt}place 0 0\n", "place 0 0")


def test_the_prompts_refuse_what_cannot_lead_to_a_move() -> None:
    all_placed = at(
        CENTER,
        """
        A A A
        A - B
        B B -
        A
        """,
    )
    assert refusal(UnreadableMove, conversation, START, "jump") == (
        "'jump' is not an action. Please enter 'place' or 'move'."
    )
    assert refusal(IllegalMove, conversation, START, "move") == "none of your tokens can move. Please place a token."
    assert refusal(IllegalMove, conversation, all_placed, "place") == (
        "you have no unused tokens left. Please move one of your tokens."
    )
    assert refusal(IllegalMove, conversation, all_placed, "move", "0 0") == (
        "the token on (0,0) cannot move: no adjacent square is empty."
    )


def test_a_wrong_answer_is_refused_in_the_terms_of_its_question() -> None:
    placed = START.play("place 0 0").play("place 2 2")
    wanted = "is not a row and a column. Please enter two numbers, such as"
    for match, answers, example in (
        (START, ("place", "here"), "0 0"),
        (START, ("place", "0"), "0 0"),
        (START, ("place", "0 0 0 1"), "0 0"),
        (placed, ("move", "there"), "0 0"),
        (placed, ("move", "0 0", "0"), "0 1"),
        (placed, ("move 0 0", "x y"), "0 1"),
    ):
        assert refusal(UnreadableMove, conversation, match, *answers) == f"'{answers[-1]}' {wanted} {example}."


def test_half_a_command_is_asked_for_the_rest() -> None:
    placed = START.play("place 0 0").play("place 2 2")
    prompt = "Choose an action ('place' or 'move'):\n> "
    target = "Enter the row and column to move to (e.g., '0 1'):\n> "
    assert conversation(placed, "move 0 0", "1 0") == (f"{prompt}move 0 0\n{target}1 0\n", "move 0 0 1 0")
    questions = Questions(placed)
    assert questions.answer("m 0 0") is None
    assert questions.question == target


# Rulings and dials


@pytest.mark.parametrize(("drawn", "after"), [(A_BLOCKED, "B"), (B_BLOCKED, "A")])
def test_a_player_who_can_neither_place_nor_move_passes(drawn: str, after: str) -> None:
    match = at(CENTER, drawn)
    assert match.outcome is None
    assert legal(match) == ["pass"]
    passed = match.play("pass")
    assert written(passed) == f"{line(drawn)[:-2]} {after}"
    assert passed.play("move 0 1 1 1").outcome == Outcome(passed.mover, f"{after} captured the center square")


def test_passing_is_spoken_of() -> None:
    match = at(CENTER, A_BLOCKED)
    screen, move = conversation(match, "pass")
    assert (screen, move) == ("You cannot place or move a token. Enter 'pass':\n> pass\n", "pass")
    assert VOICE.show_move(match.play(move), True).startswith("Player A passes.\n\n   A          B")


@pytest.mark.parametrize("drawn", ["A B A\nB - B\nA B A\nB", "- - -\n- - -\n- - -\nA"], ids=["can move", "can place"])
def test_nobody_passes_who_can_place_or_move(drawn: str) -> None:
    said = refusal(IllegalMove, at(CENTER, drawn).play, "pass")
    assert said == "you may not pass while you can place or move a token."


@pytest.mark.parametrize(("drawn", "loser", "winner"), [(A_BLOCKED, "A", Side.SECOND), (B_BLOCKED, "B", Side.FIRST)])
def test_with_stalemate_loses_a_blocked_player_loses(drawn: str, loser: str, winner: Side) -> None:
    match = at(registry.load("center", "stalemate=loses"), drawn)
    assert match.outcome == Outcome(winner, f"{loser} cannot place or move a token")
    assert legal(match) == []
    assert match.game.words.closing(match).startswith(
        f"Congratulations, {match.names[winner]}! Player {loser} cannot place or move a token, and you have won"
    )


def test_with_diagonal_allowed_tokens_also_move_diagonally() -> None:
    match = at(
        registry.load("center", "diagonal=allowed"),
        """
        A B -
        - - -
        - - B
        A
        """,
    )
    assert [move for move in legal(match) if move.startswith("move")] == ["move 0 0 1 0", "move 0 0 1 1"]
    assert match.play("move 0 0 1 1").outcome == Outcome(Side.FIRST, "A captured the center square")


def test_with_diagonal_allowed_a_player_blocked_on_four_sides_still_moves() -> None:
    match = at(registry.load("center", "diagonal=allowed,stalemate=loses"), A_BLOCKED)
    assert match.outcome is None
    assert legal(match) == ["move 0 0 1 1", "move 0 2 1 1", "move 2 0 1 1", "move 2 2 1 1"]


def test_with_beside_center_forbidden_no_token_is_placed_where_it_could_move_to_the_center() -> None:
    match = Match.of(registry.load("center", "beside_center=forbidden,tokens=2"))
    assert legal(match) == ["place 0 0", "place 0 2", "place 2 0", "place 2 2"]
    assert refusal(IllegalMove, match.play, "place 0 1") == (
        "a token cannot be placed next to the center, on (0,1). Please choose another square."
    )


def test_with_beside_center_forbidden_a_token_may_still_move_beside_the_center() -> None:
    match = Match.of(registry.load("center", "beside_center=forbidden,tokens=2"))
    assert "move 0 0 0 1" in legal(played(match, "place 0 0", "place 2 2"))


def test_with_diagonal_moves_all_eight_squares_around_the_center_are_beside_it() -> None:
    match = Match.of(registry.load("center", "beside_center=forbidden,diagonal=allowed,size=5"))
    border = [f"place {row} {column}" for row in range(5) for column in range(5) if {row, column} & {0, 4}]
    assert legal(match) == border


def test_the_size_dial_moves_the_center() -> None:
    match = at(
        registry.load("center", "size=5"),
        """
        - - - - -
        - - A - -
        - - - - -
        - - - - -
        - - B - -
        A
        """,
    )
    assert "place 1 1" in legal(match)
    assert "place 2 2" not in legal(match)
    assert match.play("move 1 2 2 2").outcome == Outcome(Side.FIRST, "A captured the center square")


def test_the_tokens_dial_says_how_many_tokens_each_player_has() -> None:
    match = played(Match.of(registry.load("center", "tokens=1")), "place 0 0", "place 2 2")
    assert legal(match) == ["move 0 0 1 0", "move 0 0 0 1"]


def test_with_repetition_draw_the_third_occurrence_of_a_position_ends_the_match() -> None:
    there_and_back = ("move 0 0 0 1", "move 2 2 2 1", "move 0 1 0 0", "move 2 1 2 2")
    start = Match.of(registry.load("center", "repetition=draw"))
    match = played(start, "place 0 0", "place 2 2", *there_and_back, *there_and_back[:3])
    assert match.outcome is None
    drawn = match.play(there_and_back[3])
    assert drawn.outcome == Outcome(None, "the same position occurred three times")
    assert legal(drawn) == []


def test_a_match_drawn_by_repetition_still_shows_its_last_board() -> None:
    there_and_back = ("move 0 0 0 1", "move 2 2 2 1", "move 0 1 0 0", "move 2 1 2 2")
    drawn = played(Match.of(registry.load("center", "repetition=draw")), "place 0 0", "place 2 2", *there_and_back * 2)
    assert drawn.outcome is not None
    assert "   A          -          -\n" in drawn.game.words.show_move(drawn, True)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ("tokns=3", "there is no option 'tokns'; did you mean tokens?"),
        (
            "gravity=1",
            "there is no option 'gravity'; there are size, tokens, stalemate, diagonal, beside_center, retreat, "
            "guarded, repetition, misere, turn_limit, double_moves, pie, forbidden_first, opening",
        ),
        ("size", "'size' is not an option; options are written name=value, such as size=3"),
        ("size=2", "size=2 is not possible: size is a whole number from 3 to 7"),
        ("size=9", "size=9 is not possible: size is a whole number from 3 to 7"),
        ("size=big", "size=big is not possible: size is a whole number from 3 to 7"),
        ("tokens=0", "tokens=0 is not possible: tokens is a whole number from 1 to 12"),
        ("tokens=-1", "tokens=-1 is not possible: tokens is a whole number from 1 to 12"),
        ("stalemate=draw", "stalemate=draw is not possible: stalemate is pass or loses"),
        ("diagonal=yes", "diagonal=yes is not possible: diagonal is forbidden or allowed"),
        ("beside_center=no", "beside_center=no is not possible: beside_center is allowed or forbidden"),
        ("size=4", "size=4 makes no game: a 4x4 grid has no center square; size is 3, 5 or 7"),
        ("size=6", "size=6 makes no game: a 6x6 grid has no center square; size is 3, 5 or 7"),
        ("tokens=5", "tokens=5 with size=3 makes no game: only 8 squares can be placed on"),
        (
            "beside_center=forbidden",
            "tokens=4 makes no game here: only 4 squares of the 3x3 grid may be placed on",
        ),
        (
            "beside_center=forbidden,diagonal=allowed,tokens=1",
            "tokens=1 makes no game here: only 0 squares of the 3x3 grid may be placed on",
        ),
    ],
)
def test_options_that_make_no_game_are_refused(options: str, why: str) -> None:
    assert refusal(BadOption, registry.load, "center", options) == why


@pytest.mark.parametrize("options", ["tokens=4", "size=5,tokens=12", "beside_center=forbidden,tokens=2"])
def test_as_many_tokens_as_fit_make_a_game(options: str) -> None:
    assert len(legal(Match.of(registry.load("center", options)))) >= 4


# Positions


@pytest.mark.parametrize(
    ("drawn", "why"),
    [
        ("- - -\n- - -\nA", "the board has 2 rows; it needs 3, joined by /"),
        ("- - -\n- -\n- - -\nA", "row 2 has 2 squares; it needs 3"),
        ("- - -\n- - -\n- - X\nA", "row 3 has 'X'; a square is one of A B -"),
        ("- - -\n- - -\n- - a\nA", "row 3 has 'a'; a square is one of A B -"),
        ("- - -\n- - -\n- - -\nX", "the side to move is A or B, not 'X'"),
        ("- - -\n- - -\n- - -\nA 0-0", "'---/---/--- A 0-0' has 3 parts; a position is BOARD MOVER"),
        ("A A A\nA - A\nB B B\nB", "A has 5 tokens on the grid; each player has 4"),
        ("B B B\nB - B\nA A A\nA", "B has 5 tokens on the grid; each player has 4"),
        ("- - -\n- - -\n- - -\nB", "with 0 A and 0 B it cannot be B's turn"),
        ("A - -\n- - -\n- - -\nA", "with 1 A and 0 B it cannot be A's turn"),
        ("A A -\n- - -\n- - -\nB", "with 2 A and 0 B it cannot be B's turn"),
        ("B - -\n- - -\n- - -\nA", "with 0 A and 1 B it cannot be A's turn"),
        ("A - -\n- A -\n- - B\nA", "A holds the center square and has won, so it cannot be A's turn"),
        ("A - -\n- B -\n- - B\nB", "B holds the center square and has won, so it cannot be B's turn"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_the_reason(drawn: str, why: str) -> None:
    assert refusal(BadPosition, CENTER.read_position, line(drawn)).startswith(why)


def test_a_position_without_a_side_to_move_is_refused() -> None:
    assert refusal(BadPosition, CENTER.read_position, "---/---/---") == (
        "'---/---/---' has 1 part; a position is BOARD MOVER"
    )


def test_a_center_captured_in_the_first_turn_is_refused_because_the_first_turn_is_a_placing() -> None:
    only_a_on_the_center = line("""
        - - -
        - A -
        - - -
        B
    """)
    assert "center" in refusal(BadPosition, CENTER.read_position, only_a_on_the_center)


def test_a_center_that_no_adjacent_empty_cell_leads_to_is_refused() -> None:
    nowhere_to_come_from = line("""
        - B -
        A A A
        - B -
        B
    """)
    assert "center" in refusal(BadPosition, CENTER.read_position, nowhere_to_come_from)


@pytest.mark.parametrize(
    "drawn",
    [
        "A A A\nA - -\n- - B\nB",
        "A - -\n- - -\n- B B\nA",
        "A - -\nB - B\n- B B\nB",
        "- A -\n- A -\n- B -\nB",
        A_BLOCKED,
    ],
    ids=["A placed four times while B moved", "B ahead", "four to one", "won", "blocked"],
)
def test_a_well_formed_position_is_accepted_and_written_back(drawn: str) -> None:
    assert written(at(CENTER, drawn)) == line(drawn)


# Moves


@pytest.mark.parametrize(
    ("said", "move"),
    [
        ("place 0 2", "place 0 2"),
        ("PLACE 0 2", "place 0 2"),
        ("  place   0  2 ", "place 0 2"),
        ("place 0,2", "place 0 2"),
        ("place (0, 2)", "place 0 2"),
        ("p 0 2", "place 0 2"),
        ("0 2", "place 0 2"),
        ("(0,2)", "place 0 2"),
        ("move 0 0 0 1", "move 0 0 0 1"),
        ("Move (0,0) (0,1)", "move 0 0 0 1"),
        ("m 0 0 0 1", "move 0 0 0 1"),
        ("0 0 0 1", "move 0 0 0 1"),
    ],
)
def test_forgiven_spellings(said: str, move: str) -> None:
    match = played(START, "place 0 0", "place 2 2")
    assert str(match.play(said).moves[-1]) == move


NO_MOVES = ["", "   ", "hello", "place", "place 0", "place 0 0 0", "move 0 0", "place a b", "place -1 0", "place ² 0"]


@pytest.mark.parametrize("said", [*NO_MOVES, "0", "0 0 0", "jump 0 0", "pass 0 0", "place 0 0 0 1"])
def test_words_that_are_no_move_are_unreadable(said: str) -> None:
    assert refusal(UnreadableMove, START.play, said) == (
        f"'{said.strip()}' is not a move. Please enter a command such as 'place 0 0' or 'move 0 0 0 1'."
    )


@pytest.mark.parametrize("number", [-1, 82, 9999])
def test_a_number_that_is_no_move_is_refused(number: int) -> None:
    refusal(IllegalMove, START.play, number)


def test_the_number_of_a_move_is_refused_where_it_is_not_legal() -> None:
    first = START.legal_moves[0]
    said = refusal(IllegalMove, START.play(first).play, first)
    assert said == "(0,0) is already occupied. Please choose another square."
    said = refusal(IllegalMove, START.play(first).play, int(first))
    assert said == "move number 0 is not among the legal moves."


def test_a_refused_move_leaves_the_match_as_it_was() -> None:
    match = START.play("place 0 0")
    refusal(IllegalMove, match.play, "place 0 0")
    assert match == START.play("place 0 0")


# The rules restated, without a line of ours

ORTHOGONAL = [(-1, 0), (1, 0), (0, -1), (0, 1)]
DIAGONAL = [(-1, -1), (-1, 1), (1, -1), (1, 1)]


def cells_of(text: str) -> dict[tuple[int, int], str]:
    return {(r, c): cell for r, row in enumerate(text[:-2].split("/")) for c, cell in enumerate(row)}


def moves_by_the_book(text: str, tokens: int, diagonal: bool, beside: bool) -> set[str]:
    cells, mover = cells_of(text), text.split()[1]
    middle = max(cells)[0] // 2
    steps = ORTHOGONAL + DIAGONAL * diagonal
    if cells[middle, middle] != "-":
        return set()
    closed = {(middle, middle)} | {(middle + r, middle + c) for r, c in steps if not beside}
    unused = tokens - list(cells.values()).count(mover)
    empty = {square for square, cell in cells.items() if cell == "-"}
    places = {f"place {r} {c}" for r, c in empty - closed if unused}
    moves = {
        f"move {r} {c} {r + dr} {c + dc}"
        for (r, c), cell in cells.items()
        for dr, dc in steps
        if cell == mover and (r + dr, c + dc) in empty
    }
    return places | moves or {"pass"}


def after_by_the_book(text: str, move: str) -> str:
    cells, mover = cells_of(text), text.split()[1]
    numbers = [int(word) for word in move.split() if word.isdigit()]
    if len(numbers) == 4:
        cells[numbers[0], numbers[1]] = "-"
    if numbers:
        cells[numbers[-2], numbers[-1]] = mover
    size = max(cells)[0] + 1
    rows = ["".join(cells[row, column] for column in range(size)) for row in range(size)]
    return f"{'/'.join(rows)} {'B' if mover == 'A' else 'A'}"


@pytest.mark.parametrize(
    ("options", "tokens", "diagonal", "beside"),
    [
        ("", 4, False, True),
        ("tokens=3,diagonal=allowed", 3, True, True),
        ("tokens=2,beside_center=forbidden", 2, False, False),
        ("size=5,tokens=6,diagonal=allowed,beside_center=forbidden", 6, True, False),
    ],
)
def test_random_games_follow_the_rules_restated(options: str, tokens: int, diagonal: bool, beside: bool) -> None:
    game = registry.load("center", options)
    for match in playouts(game):
        text = written(match)
        assert set(legal(match)) == moves_by_the_book(text, tokens, diagonal, beside)
        assert game.read_position(text) == match.position
        if match.moves:
            assert text == after_by_the_book(written(match.undo()), str(match.moves[-1]))
        in_the_center = cells_of(text)[game.shape.rows // 2, game.shape.rows // 2]
        winner = {"A": Side.FIRST, "B": Side.SECOND, "-": None}[in_the_center]
        assert (match.outcome.winner if match.outcome else None) == winner
