"""Capture Square, with markers: its rulebook, sentence by sentence."""

import pytest

from squarely import AmbiguousMove, Game, IllegalMove, Match, Outcome, Side, UnreadableMove
from squarely.core.errors import BadOption, BadPosition
from squarely.core.rules import registry
from tests.boards import at, conversation, legal, line, played, playouts, refusal, written

QUAD = registry.load("quad")
CONVERT = registry.load("quad", "sudden_death=convert")
NO_SUDDEN_DEATH = registry.load("quad", "sudden_death=none")
START = Match.of(QUAD)
VOICE = QUAD.words

# Full and without a square. X lacks B2 for one, O lacks C2 for one.
FULL = """
    X X O O
    X O X O
    O X O X
    X O O X
    X
"""

ONE_CELL_LEFT = """
    X X O O
    X O X X
    O X O O
    X X O .
    O
"""

# Setup


def test_initially_all_sixteen_cells_are_empty_and_player_1_takes_the_first_turn() -> None:
    assert written(START) == line("""
        . . . .
        . . . .
        . . . .
        . . . .
        X
    """)
    assert START.mover_name == "Player 1"


def test_cells_are_named_by_columns_a_to_d_from_left_and_rows_1_to_4_from_the_top() -> None:
    assert legal(START) == [f"{column}{row}" for row in "1234" for column in "ABCD"]


@pytest.mark.parametrize(
    ("cell", "drawn"),
    [
        ("A1", "X . . .\n. . . .\n. . . .\n. . . .\nO"),
        ("D1", ". . . X\n. . . .\n. . . .\n. . . .\nO"),
        ("B3", ". . . .\n. . . .\n. X . .\n. . . .\nO"),
        ("A4", ". . . .\n. . . .\n. . . .\nX . . .\nO"),
    ],
)
def test_each_cell_is_referenced_by_its_column_letter_and_row_number(cell: str, drawn: str) -> None:
    assert written(START.play(cell)) == line(drawn)


@pytest.mark.parametrize("cell", ["E1", "A5", "A0", "Z9", "D10"])
def test_there_are_no_cells_beyond_d4(cell: str) -> None:
    assert refusal(IllegalMove, START.play, cell) == f"{cell} is off the grid. Cells go from A1 to D4."


def test_player_1_uses_x_and_player_2_uses_o() -> None:
    assert QUAD.players == ("Player 1", "Player 2")
    assert written(played(START, "A1", "D4")) == line("""
        X . . .
        . . . .
        . . . .
        . . . O
        X
    """)


# Turns


def test_players_alternate_turns_and_place_one_marker_each() -> None:
    match, boards = START, []
    for cell in ("A1", "C1", "D1"):
        match = match.play(cell)
        boards.append(written(match))
    rest = "/..../..../...."
    assert boards == [f"X...{rest} O", f"X.O.{rest} X", f"X.OX{rest} O"]


def test_a_marker_is_placed_on_any_empty_cell() -> None:
    match = at(
        QUAD,
        """
        X O X .
        O X O .
        X O . X
        O X O .
        X
        """,
    )
    assert legal(match) == ["D1", "D2", "C3", "D4"]


@pytest.mark.parametrize("cell", ["B2", "A1"], ids=["own", "opponent's"])
def test_placing_a_marker_on_an_occupied_cell_is_invalid(cell: str) -> None:
    match = played(START, "B2", "A1")
    assert refusal(IllegalMove, match.play, cell) == f"{cell} is already occupied. Please choose another cell."


@pytest.mark.parametrize("said", ["swap A1 B2", "swap A1", "A1 B2"])
def test_markers_are_not_moved_before_sudden_death(said: str) -> None:
    match = played(START, "B2", "A1")
    assert refusal(IllegalMove, match.play, said) == (
        "markers are swapped in Sudden Death only, when all cells are filled. Please choose an empty cell."
    )


# Winning


def test_the_first_to_form_a_2x2_square_wins_at_once() -> None:
    match = at(
        QUAD,
        """
        O . . O
        . X X .
        . X . .
        O . . .
        X
        """,
    )
    assert match.outcome is None
    won = match.play("C3")
    assert won.outcome == Outcome(Side.FIRST, "X formed a square on B2, C2, B3 and C3")
    assert legal(won) == []
    assert refusal(IllegalMove, won.play, "A2").startswith("the match is over: X formed a square")


@pytest.mark.parametrize("row", range(3))
@pytest.mark.parametrize("column", range(3))
def test_squares_can_be_formed_anywhere_on_the_grid(row: int, column: int) -> None:
    cells = [f"{'ABCD'[c]}{r + 1}" for r in (row, row + 1) for c in (column, column + 1)]
    elsewhere = [cell for cell in ("A1", "D1", "A4", "D4", "A3", "D2") if cell not in cells]
    match = START
    for mine, theirs in zip(cells, elsewhere, strict=False):
        assert match.outcome is None
        match = match.play(mine)
        if mine != cells[-1]:
            match = match.play(theirs)
    assert match.outcome == Outcome(
        Side.FIRST, f"X formed a square on {cells[0]}, {cells[1]}, {cells[2]} and {cells[3]}"
    )


def test_player_2_wins_with_a_square_of_os() -> None:
    match = at(
        QUAD,
        """
        X . X .
        . . . X
        X . O O
        . . . O
        O
        """,
    )
    assert match.play("C4").outcome == Outcome(Side.SECOND, "O formed a square on C3, D3, C4 and D4")


@pytest.mark.parametrize(
    "drawn",
    [
        "X X . .\nX O . .\n. . . .\n. O O .\nX",
        "X . . X\n. . . .\nO O O .\nX . . X\nO",
        "X X X X\nO O O .\n. . . .\n. . . O\nX",
        ". X . .\nX . X .\n. X . .\nO O O .\nO",
        "X . X .\n. . . O\nX . X .\nO O . .\nO",
    ],
    ids=["mixed", "corners", "row", "diamond", "spread"],
)
def test_four_markers_that_are_not_adjacent_in_a_square_do_not_win(drawn: str) -> None:
    assert at(QUAD, drawn).outcome is None


def test_a_row_does_not_wrap_around_into_a_square() -> None:
    match = at(
        QUAD,
        """
        . . . X
        X . . X
        X . O .
        O O . O
        X
        """,
    )
    assert match.outcome is None


# The printed example

EMPTY_BOARD = (
    "  A   B   C   D\n"
    "1 . | . | . | . \n"
    "  ---+---+---+---\n"
    "2 . | . | . | . \n"
    "  ---+---+---+---\n"
    "3 . | . | . | . \n"
    "  ---+---+---+---\n"
    "4 . | . | . | . "
)
PRINTED_TURNS = [
    (
        "B2",
        "  A   B   C   D\n"
        "1 . | . | . | . \n"
        "  ---+---+---+---\n"
        "2 . | X | . | . \n"
        "  ---+---+---+---\n"
        "3 . | . | . | . \n"
        "  ---+---+---+---\n"
        "4 . | . | . | . ",
    ),
    (
        "A1",
        "  A   B   C   D\n"
        "1 O | . | . | . \n"
        "  ---+---+---+---\n"
        "2 . | X | . | . \n"
        "  ---+---+---+---\n"
        "3 . | . | . | . \n"
        "  ---+---+---+---\n"
        "4 . | . | . | . ",
    ),
    (
        "B1",
        "  A   B   C   D\n"
        "1 O | X | . | . \n"
        "  ---+---+---+---\n"
        "2 . | X | . | . \n"
        "  ---+---+---+---\n"
        "3 . | . | . | . \n"
        "  ---+---+---+---\n"
        "4 . | . | . | . ",
    ),
    (
        "C3",
        "  A   B   C   D\n"
        "1 O | X | . | . \n"
        "  ---+---+---+---\n"
        "2 . | X | . | . \n"
        "  ---+---+---+---\n"
        "3 . | . | O | . \n"
        "  ---+---+---+---\n"
        "4 . | . | . | . ",
    ),
    (
        "A2",
        "  A   B   C   D\n"
        "1 O | X | . | . \n"
        "  ---+---+---+---\n"
        "2 X | X | . | . \n"
        "  ---+---+---+---\n"
        "3 . | . | O | . \n"
        "  ---+---+---+---\n"
        "4 . | . | . | . ",
    ),
]


def test_the_initial_grid_is_drawn_as_printed() -> None:
    assert QUAD.words.draw(START.position) == EMPTY_BOARD


def test_the_printed_game_is_played_and_drawn_as_printed() -> None:
    match = START
    for turn, (cell, board) in enumerate(PRINTED_TURNS):
        assert match.mover_name == ("Player 1", "Player 2")[turn % 2]
        match = match.play(cell)
        assert str(match.moves[-1]) == cell
        assert QUAD.words.draw(match.position) == board


def test_the_win_announced_in_the_printed_game_is_none_because_a1_holds_o() -> None:
    match = played(START, *(cell for cell, _ in PRINTED_TURNS))
    assert match.outcome is None
    assert match.mover_name == "Player 2"
    assert len(legal(match)) == 11


def test_the_printed_welcome_is_spoken_as_printed() -> None:
    said = START.game.words.welcome(START)
    assert said.startswith("Welcome to Capture Square!\n\nPlayer 1 (X), you go first.\n")
    assert EMPTY_BOARD in said


@pytest.mark.parametrize(
    ("moves", "answer", "screen"),
    [
        ([], "B2", "Player 1 (X), enter your move (e.g., A1): B2\n"),
        (["B2"], "C3", "Player 2 (O), enter your move (e.g., A1): C3\n"),
    ],
)
def test_the_printed_prompts_are_spoken_as_printed(moves: list[str], answer: str, screen: str) -> None:
    assert conversation(played(START, *moves), answer) == (screen, answer)


def test_the_printed_announcement_is_spoken_as_printed() -> None:
    won = played(START, "B2", "A1", "B3", "A4", "C2", "D1", "C3")
    assert won.game.words.closing(won).startswith("Congratulations, Player 1! You've formed a square and won the game!")


# Sudden death


def test_if_all_cells_are_filled_without_a_winner_the_game_enters_sudden_death() -> None:
    match = at(
        QUAD,
        """
        X X O O
        X O X O
        O X O X
        X O . X
        O
        """,
    )
    assert legal(match) == ["C4"]
    filled = match.play("C4")
    assert written(filled) == line(FULL)
    assert filled.outcome is None
    assert "Sudden Death begins!" in filled.game.words.show_move(filled, True)


def test_every_own_marker_may_swap_with_every_marker_of_the_opponent() -> None:
    own = ["A1", "B1", "A2", "C2", "B3", "D3", "A4", "D4"]
    opponents = ["C1", "D1", "B2", "D2", "A3", "C3", "B4", "C4"]
    assert legal(at(QUAD, FULL)) == [f"swap {mine} {theirs}" for mine in own for theirs in opponents]


def test_a_swap_exchanges_the_places_of_an_own_and_an_opposing_marker() -> None:
    match = at(QUAD, FULL).play("swap D3 A3")
    assert match.outcome is None
    assert written(match) == line("""
        X X O O
        X O X O
        X X O O
        X O O X
        O
    """)


def test_players_take_turns_swapping() -> None:
    match = played(at(QUAD, FULL), "swap D3 A3", "swap D3 A3")
    assert written(match) == line(FULL)


def test_a_swap_that_forms_a_square_wins() -> None:
    won = at(QUAD, FULL).play("swap D4 B2")
    assert won.outcome == Outcome(Side.FIRST, "X formed a square on A1, B1, A2 and B2")
    assert legal(won) == []


def test_a_swap_that_completes_only_the_opponents_square_wins_for_the_opponent() -> None:
    assert at(QUAD, FULL).play("swap C2 A3").outcome == Outcome(Side.SECOND, "O formed a square on C1, D1, C2 and D2")


@pytest.mark.parametrize(
    ("mover", "swap", "winner", "reason"),
    [
        ("X", "swap C2 B2", Side.FIRST, "X formed a square on A1, B1, A2 and B2"),
        ("O", "swap B2 C2", Side.SECOND, "O formed a square on C1, D1, C2 and D2"),
    ],
)
def test_a_swap_that_completes_squares_for_both_wins_for_the_mover(
    mover: str, swap: str, winner: Side, reason: str
) -> None:
    match = Match.of(QUAD, QUAD.read_position(f"{line(FULL)[:-1]}{mover}"))
    assert match.play(swap).outcome == Outcome(winner, reason)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("swap A1 B1", "A1 and B1 are both yours."),
        ("swap B1 D3", "B1 and D3 are both yours."),
        ("swap C1 D1", "C1 and D1 are both the opponent's."),
        ("swap D2 A3", "D2 and A3 are both the opponent's."),
        ("swap A1 A1", "a marker cannot swap with itself."),
    ],
)
def test_only_an_own_and_an_opposing_marker_swap(said: str, why: str) -> None:
    assert refusal(IllegalMove, at(QUAD, FULL).play, said) == (
        f"{why} Please swap one of your markers (X) with one of the opponent's (O)."
    )


def test_no_marker_is_placed_in_sudden_death() -> None:
    assert refusal(IllegalMove, at(QUAD, FULL).play, "A1") == (
        "A1 is already occupied. All cells are filled: please enter a swap such as swap A1 C1."
    )


def test_a_swap_that_names_one_marker_only_is_ambiguous() -> None:
    said = refusal(AmbiguousMove, at(QUAD, FULL).play, "swap C3")
    listed = "swap A1 C3, swap B1 C3, swap A2 C3, swap C2 C3, swap B3 C3, swap D3 C3 or 2 more"
    assert said == f"that could mean {listed}. Please say which."


@pytest.mark.parametrize(
    "said",
    ["swap D4 B2", "swap B2 D4", "SWAP d4 b2", "swap D4 with B2", "swap d4, b2", "D4 B2", " swap  D4  and  B2 "],
)
def test_forgiven_spellings_of_a_swap(said: str) -> None:
    assert str(at(QUAD, FULL).play(said).moves[-1]) == "swap D4 B2"


def test_a_board_filled_with_a_square_is_won_and_does_not_enter_sudden_death() -> None:
    won = at(QUAD, ONE_CELL_LEFT).play("D4")
    assert won.outcome == Outcome(Side.SECOND, "O formed a square on C3, D3, C4 and D4")
    assert legal(won) == []


def test_a_match_that_begins_in_sudden_death_says_so() -> None:
    assert "Sudden Death begins!" in VOICE.welcome(at(QUAD, FULL))


@pytest.mark.parametrize(
    ("game", "text"), [(NO_SUDDEN_DEATH, line(FULL)), (QUAD, "XXOO/XXOO/OXOX/XOOX O")], ids=["tied", "won"]
)
def test_a_match_that_begins_on_a_full_board_where_it_has_ended_is_welcomed_too(game: Game, text: str) -> None:
    match = Match.of(game, game.read_position(text))
    assert match.outcome is not None
    assert match.game.words.welcome(match).startswith("Welcome to Capture Square!")
    assert "Sudden Death" not in match.game.words.welcome(match)


# Rulings and dials


def test_with_sudden_death_convert_one_opposing_marker_becomes_the_movers() -> None:
    match = at(CONVERT, FULL)
    assert legal(match) == [f"swap {cell}" for cell in ("C1", "D1", "B2", "D2", "A3", "C3", "B4", "C4")]
    assert written(match.play("swap A3")) == line("""
        X X O O
        X O X O
        X X O X
        X O O X
        O
    """)


def test_with_sudden_death_convert_a_square_wins() -> None:
    assert at(CONVERT, FULL).play("swap B2").outcome == Outcome(Side.FIRST, "X formed a square on A1, B1, A2 and B2")
    assert played(at(CONVERT, FULL), "swap A3", "swap C2").outcome == Outcome(
        Side.SECOND, "O formed a square on C1, D1, C2 and D2"
    )


@pytest.mark.parametrize("said", ["swap B2", "b2", "SWAP b2"])
def test_with_sudden_death_convert_forgiven_spellings(said: str) -> None:
    assert str(at(CONVERT, FULL).play(said).moves[-1]) == "swap B2"


def test_with_sudden_death_convert_own_markers_are_not_swapped() -> None:
    assert refusal(IllegalMove, at(CONVERT, FULL).play, "swap A1") == (
        "A1 is yours already. Please swap one of the opponent's markers (O)."
    )
    assert refusal(UnreadableMove, at(CONVERT, FULL).play, "swap A1 C3") == (
        "'swap A1 C3' is not a move. Please enter a swap such as swap C1."
    )


def test_with_sudden_death_convert_nothing_is_swapped_early() -> None:
    assert refusal(IllegalMove, Match.of(CONVERT).play("A1").play, "swap A1").startswith(
        "markers are swapped in Sudden Death only"
    )


def test_with_sudden_death_none_a_full_board_is_a_tie() -> None:
    match = at(NO_SUDDEN_DEATH, FULL)
    assert match.outcome == Outcome(None, "all cells are filled and nobody formed a square")
    assert legal(match) == []
    assert match.game.words.closing(match).startswith(
        "All cells are filled and nobody formed a square: the game is a tie."
    )


def test_with_sudden_death_none_the_last_marker_can_still_win() -> None:
    won = at(NO_SUDDEN_DEATH, ONE_CELL_LEFT).play("D4")
    assert won.outcome == Outcome(Side.SECOND, "O formed a square on C3, D3, C4 and D4")


def test_the_size_dial_makes_a_larger_grid() -> None:
    match = Match.of(registry.load("quad", "size=5"))
    assert legal(match)[4:6] == ["E1", "A2"]
    assert len(legal(match)) == 25
    won = played(match, "D4", "A1", "E4", "B1", "D5", "A3", "E5")
    assert won.outcome == Outcome(Side.FIRST, "X formed a square on D4, E4, D5 and E5")


def test_the_block_dial_makes_a_larger_square() -> None:
    match = at(
        registry.load("quad", "size=5,block=3"),
        """
        X X X . O
        X X X O .
        X X . . O
        . O . O .
        O . O . O
        X
        """,
    )
    assert match.outcome is None
    assert match.play("C3").outcome == Outcome(Side.FIRST, "X formed a square on A1, B1, C1, A2, B2, C2, A3, B3 and C3")


def test_with_repetition_draw_the_third_occurrence_of_a_position_ends_the_match() -> None:
    match = played(at(registry.load("quad", "repetition=draw"), FULL), *["swap D3 A3"] * 3)
    assert match.outcome is None
    assert match.play("swap D3 A3").outcome == Outcome(None, "the same position occurred three times")
    assert played(at(QUAD, FULL), *["swap D3 A3"] * 20).outcome is None


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ("sudden_deth=none", "there is no option 'sudden_deth'; did you mean sudden_death?"),
        (
            "komi=1",
            "there is no option 'komi'; there are size, block, sudden_death, begins_sudden_death, shape, gravity, "
            "repetition, misere, turn_limit, double_moves, pie, forbidden_first, opening",
        ),
        (
            "sudden_death=tie",
            "sudden_death=tie is not possible: sudden_death is exchange, convert or none",
        ),
        ("size=2", "size=2 is not possible: size is a whole number from 3 to 6"),
        ("size=7", "size=7 is not possible: size is a whole number from 3 to 6"),
        ("block=1", "block=1 is not possible: block is a whole number from 2 to 4"),
        ("block=5", "block=5 is not possible: block is a whole number from 2 to 4"),
        ("block=2.5", "block=2.5 is not possible: block is a whole number from 2 to 4"),
        (
            "repetition=never",
            "repetition=never is not possible: repetition is play_on, draw, first_loses or second_loses",
        ),
        (
            "block=3",
            "block=3 with size=4 makes no game: a square of 9 markers cannot be formed, nobody ever has more than 8",
        ),
        (
            "block=3,size=3",
            "block=3 with size=3 makes no game: a square of 9 markers cannot be formed, nobody ever has more than 5",
        ),
        (
            "block=3,sudden_death=none",
            "block=3 with size=4 makes no game: a square of 9 markers cannot be formed, nobody ever has more than 8",
        ),
        (
            "block=4,size=5,sudden_death=convert",
            "block=4 with size=5 makes no game: a square of 16 markers cannot be formed, nobody ever has more than 13",
        ),
    ],
)
def test_options_that_make_no_game_are_refused(options: str, why: str) -> None:
    assert refusal(BadOption, registry.load, "quad", options) == why


def test_block_3_can_be_formed_on_4x4_by_a_conversion_and_then_makes_a_game() -> None:
    match = at(
        registry.load("quad", "block=3,sudden_death=convert"),
        """
        X X X O
        X X X O
        X X O O
        O O O O
        X
        """,
    )
    assert match.outcome is None
    won = match.play("swap C3").outcome
    assert won is not None
    assert won.winner is Side.FIRST


# Positions


@pytest.mark.parametrize(
    ("drawn", "why"),
    [
        (". . . .\n. . . .\n. . . .\nX", "the board has 3 rows; it needs 4, joined by /"),
        (". . . .\n. . . . .\n. . . .\n. . . .\nX", "row 2 has 5 squares; it needs 4"),
        (". . . .\n. . . .\n. - . .\n. . . .\nX", "row 3 has '-'; a square is one of X O ."),
        ("x . . .\n. . . .\n. . . .\n. . . .\nO", "row 1 has 'x'; a square is one of X O ."),
        (". . . .\n. . . .\n. . . .\n. . . .\nA", "the side to move is X or O, not 'A'"),
        (". . . .\n. . . .\n. . . .\n. . . .\nX 1", "'..../..../..../.... X 1' has 3 parts"),
        (". . . .\n. . . .\n. . . .\n. . . .\nO", "with 0 X and 0 O it cannot be O's turn"),
        ("X . . .\n. . . .\n. . . .\n. . . .\nX", "with 1 X and 0 O it cannot be X's turn"),
        ("X . X .\n. . . .\n. . . .\n. . . .\nX", "with 2 X and 0 O it cannot be X's turn"),
        ("O . . .\n. . . .\n. . . .\n. . . .\nX", "with 0 X and 1 O it cannot be X's turn"),
        ("X X O O\nX O X O\nO X O X\nX O X X\nX", "with 9 X and 7 O it cannot be X's turn"),
        ("X X . .\nX X . .\nO . O .\nO . O .\nX", "X had won before the last move"),
        ("O O . .\nO O . .\nX . X .\nX . X X\nO", "O had won before the last move"),
        ("X X . .\nX X . .\n. . O O\n. . O O\nX", "both sides have won"),
        ("X X . .\nX X . X\n. . O O\n. . O O\nO", "both sides have won"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_the_reason(drawn: str, why: str) -> None:
    assert refusal(BadPosition, QUAD.read_position, line(drawn)).startswith(why)


def test_two_squares_that_no_one_move_completes_are_refused() -> None:
    apart = """
        X X . X X
        X X . X X
        O . O . O
        . O . O .
        O . O . .
        O
    """
    assert refusal(BadPosition, registry.load("quad", "size=5").read_position, line(apart)) == (
        "X had won before the last move, so that move cannot have been made"
    )


@pytest.mark.parametrize(
    ("options", "xs", "mover", "possible"),
    [
        ("sudden_death=exchange", 8, "X", True),
        ("sudden_death=exchange", 8, "O", True),
        ("sudden_death=exchange", 9, "O", False),
        ("sudden_death=convert", 8, "X", True),
        ("sudden_death=convert", 8, "O", False),
        ("sudden_death=convert", 9, "O", True),
        ("sudden_death=convert", 9, "X", False),
        ("sudden_death=none", 8, "X", True),
        ("sudden_death=none", 8, "O", False),
    ],
)
def test_the_markers_on_a_full_board_depend_on_the_sudden_death(
    options: str, xs: int, mover: str, possible: bool
) -> None:
    game = registry.load("quad", options)
    text = f"{line(FULL)[:-1]}{mover}"
    if xs == 9:
        text = text.replace("/OXOX/", "/XXOX/")
    if possible:
        assert game.write_position(game.read_position(text)) == text
    else:
        said = refusal(BadPosition, game.read_position, text)
        assert said.startswith(f"with {xs} X and {16 - xs} O it cannot be {mover}'s turn")


@pytest.mark.parametrize(("mover", "winner"), [("O", Side.FIRST), ("X", Side.SECOND)])
def test_squares_of_both_after_a_swap_are_accepted_and_won_by_the_one_who_swapped(mover: str, winner: Side) -> None:
    both = at(
        QUAD,
        f"""
        X X O O
        X X O O
        O X O X
        X O O X
        {mover}
        """,
    )
    assert both.outcome is not None
    assert both.outcome.winner is winner


def test_squares_of_both_are_refused_where_nothing_can_be_exchanged() -> None:
    both = "XXOO/XXOO/OXOX/XOOX X"
    assert refusal(BadPosition, NO_SUDDEN_DEATH.read_position, both).startswith("both sides have won")
    assert refusal(BadPosition, CONVERT.read_position, both).startswith("both sides have won")


@pytest.mark.parametrize(
    "drawn",
    [
        "X . . .\n. . . .\n. . . .\n. . . .\nO",
        "X X O O\nX X X O\nO X X O\nO . . .\nO",
        FULL,
    ],
    ids=["one marker", "one move completed two squares", "full"],
)
def test_a_well_formed_position_is_accepted_and_written_back(drawn: str) -> None:
    assert written(at(QUAD, drawn)) == line(drawn)


# Moves


@pytest.mark.parametrize("said", ["B2", "b2", "B 2", "b 2", "  B2  ", "(B2)", "B,2"])
def test_forgiven_spellings(said: str) -> None:
    assert str(START.play(said).moves[-1]) == "B2"


@pytest.mark.parametrize("said", ["", " ", "hello", "2B", "B", "2", "22", "AA1", "B2 C", "place B2 now", "É1", "B²"])
def test_words_that_are_no_move_are_unreadable(said: str) -> None:
    assert refusal(UnreadableMove, START.play, said).startswith(f"'{said.strip()}' is not a move. Please enter ")


@pytest.mark.parametrize("number", [-1, 272, 9999])
def test_a_number_that_is_no_move_is_refused(number: int) -> None:
    refusal(IllegalMove, START.play, number)


# The rules restated, without a line of ours


def cells_of(text: str) -> dict[str, str]:
    rows = text[:-2].split("/")
    return {f"{chr(65 + c)}{r + 1}": cell for r, row in enumerate(rows) for c, cell in enumerate(row)}


def moves_by_the_book(text: str, sudden_death: str) -> set[str]:
    cells, mover = cells_of(text), text[-1]
    empty = {cell for cell, mark in cells.items() if mark == "."}
    own = {cell for cell, mark in cells.items() if mark == mover}
    opponents = set(cells) - empty - own
    if empty:
        return empty
    if sudden_death == "convert":
        return {f"swap {cell}" for cell in opponents}
    return {f"swap {mine} {theirs}" for mine in own for theirs in opponents} if sudden_death == "exchange" else set()


def after_by_the_book(text: str, move: str) -> str:
    cells, mover = cells_of(text), text[-1]
    other = "O" if mover == "X" else "X"
    match move.split():
        case ["swap", mine, theirs]:
            cells[mine], cells[theirs] = other, mover
        case [*_, cell]:
            cells[cell] = mover
    size = len(text.split("/", maxsplit=1)[0])
    marks = "".join(cells.values())
    return "/".join(marks[n : n + size] for n in range(0, size * size, size)) + f" {other}"


def squares_by_the_book(text: str, mark: str, block: int) -> bool:
    rows = text[:-2].split("/")
    places = range(len(rows) - block + 1)
    return any(
        all(row[left : left + block] == mark * block for row in rows[top : top + block])
        for top in places
        for left in places
    )


@pytest.mark.parametrize(
    ("options", "sudden_death", "block"),
    [
        ("", "exchange", 2),
        ("sudden_death=convert", "convert", 2),
        ("sudden_death=none", "none", 2),
        ("size=3", "exchange", 2),
        ("size=3,sudden_death=convert", "convert", 2),
        ("size=5,block=3", "exchange", 3),
        ("size=5,block=3,sudden_death=convert", "convert", 3),
        ("size=6,block=4,sudden_death=none", "none", 4),
    ],
)
def test_random_games_follow_the_rules_restated(options: str, sudden_death: str, block: int) -> None:
    game = registry.load("quad", options)
    for match in playouts(game, matches=25, turns=30):
        text = written(match)
        assert game.read_position(text) == match.position
        if match.moves:
            assert text == after_by_the_book(written(match.undo()), str(match.moves[-1]))
        winners = [mark for mark in "XO" if squares_by_the_book(text, mark, block)]
        if len(winners) == 2:
            winners = ["O" if text.endswith("X") else "X"]
        ended = bool(winners) or (sudden_death == "none" and "." not in text)
        assert (match.outcome is not None) == ended
        assert set(legal(match)) == (set() if ended else moves_by_the_book(text, sudden_death))
        if match.outcome and winners:
            assert match.outcome.winner is {"X": Side.FIRST, "O": Side.SECOND}[winners[0]]
