"""Grid Snatchers: its rulebook, sentence by sentence."""

import pytest

from squarely import AmbiguousMove, IllegalMove, Match, Outcome, Side, UnreadableMove
from squarely.core.errors import BadOption, BadPosition
from squarely.core.rules import registry
from tests.boards import at, conversation, legal, line, played, playouts, refusal, written

SNATCHERS = registry.load("snatchers")
START = Match.of(SNATCHERS)
VOICE = SNATCHERS.words

# Setup


def test_player_1_starts_top_left_at_1_1_and_player_2_bottom_right_at_5_5() -> None:
    assert written(START) == line("""
        1 . . . .
        . . . . .
        . . . . .
        . . . . .
        . . . . 2
        1
    """)


def test_tokens_are_drawn_as_p1_and_p2() -> None:
    assert SNATCHERS.words.draw(START.position) == (
        "x    1    2    3    4    5\n"
        "y +----+----+----+----+----+\n"
        "1 | P1 |    |    |    |    |\n"
        "  +----+----+----+----+----+\n"
        "2 |    |    |    |    |    |\n"
        "  +----+----+----+----+----+\n"
        "3 |    |    |    |    |    |\n"
        "  +----+----+----+----+----+\n"
        "4 |    |    |    |    |    |\n"
        "  +----+----+----+----+----+\n"
        "5 |    |    |    |    | P2 |\n"
        "  +----+----+----+----+----+"
    )


# Turns and movement


def test_players_alternate_turns_starting_with_player_1() -> None:
    assert START.mover_name == "Player 1"
    match = played(START, "up 1", "up 1", "up 1")
    assert [position.mover for position in match.positions] == [0, 1, 0, 1]


def test_a_token_moves_one_or_two_spaces_up_down_left_or_right() -> None:
    match = at(
        SNATCHERS,
        """
        . . . . .
        . . . . .
        . . 1 . .
        . . . . .
        . . . . 2
        1
        """,
    )
    assert legal(match) == ["up 1", "up 2", "down 1", "down 2", "left 1", "left 2", "right 1", "right 2"]


@pytest.mark.parametrize(
    ("move", "drawn"),
    [
        ("right 1", ". . . . .\n. . . . .\n. . . 1 .\n. . . . .\n. . . . 2\n2"),
        ("right 2", ". . . . .\n. . . . .\n. . . . 1\n. . . . .\n. . . . 2\n2"),
        ("left 1", ". . . . .\n. . . . .\n. 1 . . .\n. . . . .\n. . . . 2\n2"),
        ("left 2", ". . . . .\n. . . . .\n1 . . . .\n. . . . .\n. . . . 2\n2"),
        ("up 1", ". . . . .\n. . . . .\n. . . . .\n. . 1 . .\n. . . . 2\n2"),
        ("up 2", ". . . . .\n. . . . .\n. . . . .\n. . . . .\n. . 1 . 2\n2"),
        ("down 1", ". . . . .\n. . 1 . .\n. . . . .\n. . . . .\n. . . . 2\n2"),
        ("down 2", ". . 1 . .\n. . . . .\n. . . . .\n. . . . .\n. . . . 2\n2"),
    ],
)
def test_moves_are_in_a_straight_line_along_a_row_or_column(move: str, drawn: str) -> None:
    match = at(SNATCHERS, ". . . . .\n. . . . .\n. . 1 . .\n. . . . .\n. . . . 2\n1")
    assert written(match.play(move)) == line(drawn)


@pytest.mark.parametrize("said", ["up left", "up right 1", "diagonal 1", "upleft 1"])
def test_diagonal_moves_are_not_allowed(said: str) -> None:
    refusal(UnreadableMove, START.play, said)


@pytest.mark.parametrize("move", ["down 1", "down 2", "left 1", "left 2"])
def test_the_token_cannot_move_outside_the_grid(move: str) -> None:
    assert move not in legal(START)
    assert refusal(IllegalMove, START.play, move) == (
        f"{move} from (1,1) is off the grid. From (1,1): up to (1,2) or (1,3), right to (2,1) or (3,1)."
    )


def test_a_second_space_may_be_off_the_grid_where_the_first_is_not() -> None:
    match = at(SNATCHERS, ". . . 1 .\n. . . . .\n. . . . .\n. . . . .\n. . . . 2\n1")
    assert legal(match) == ["up 1", "up 2", "left 1", "left 2", "right 1"]


def test_tokens_cannot_pass_through_the_opponents_token() -> None:
    match = at(
        SNATCHERS,
        """
        . . . . .
        . . . . .
        . 1 2 . .
        . . . . .
        . . . . .
        1
        """,
    )
    assert legal(match) == ["up 1", "up 2", "down 1", "down 2", "left 1", "right 1"]
    assert refusal(IllegalMove, match.play, "right 2").startswith(
        "the path is blocked: a token cannot pass through the other one. From (2,3): "
    )


def test_tokens_move_freely_where_the_opponents_token_does_not_block_the_path() -> None:
    match = at(
        SNATCHERS,
        """
        . . . . .
        . . 2 . .
        . 1 . . .
        . . . . .
        . . . . .
        1
        """,
    )
    assert legal(match) == ["up 1", "up 2", "down 1", "down 2", "left 1", "right 1", "right 2"]


# Capturing


@pytest.mark.parametrize(
    ("drawn", "move", "winner", "reason"),
    [
        (". . . . .\n. . . . .\n. 1 2 . .\n. . . . .\n. . . . .\n1", "right 1", Side.FIRST, "P1 captured P2 at (3,3)"),
        (". . . . .\n. . . . .\n. 1 . 2 .\n. . . . .\n. . . . .\n1", "right 2", Side.FIRST, "P1 captured P2 at (4,3)"),
        (". . . . .\n. . 1 . .\n. . 2 . .\n. . . . .\n. . . . .\n2", "up 1", Side.SECOND, "P2 captured P1 at (3,2)"),
        (". . . . .\n. . 2 . .\n. . . . .\n. . 1 . .\n. . . . .\n2", "down 2", Side.SECOND, "P2 captured P1 at (3,4)"),
    ],
)
def test_whoever_moves_onto_the_opponents_token_captures_it_and_wins_at_once(
    drawn: str, move: str, winner: Side, reason: str
) -> None:
    match = at(SNATCHERS, drawn)
    assert match.outcome is None
    won = match.play(move)
    assert won.outcome == Outcome(winner, reason)
    assert legal(won) == []
    assert refusal(IllegalMove, won.play, "up 1") == f"the match is over: {reason}."


def test_after_a_capture_only_the_capturing_token_is_left() -> None:
    won = at(SNATCHERS, ". . . . .\n. . . . .\n. 1 2 . .\n. . . . .\n. . . . .\n1").play("right 1")
    assert written(won) == line(". . . . .\n. . . . .\n. . 1 . .\n. . . . .\n. . . . .\n2")
    drawn = SNATCHERS.words.draw(won.position)
    assert "3 |    |    | P1 |    |    |" in drawn
    assert "P2" not in drawn


def test_the_game_continues_until_one_player_wins_there_are_no_draw_conditions() -> None:
    match = played(START, *("up 1", "up 1", "down 1", "down 1") * 10)
    assert match.outcome is None


# The printed example

PRINTED_TURNS = [
    ("Player 1", "up 2", (1, 1), (1, 3), ". . . . .\n. . . . .\n1 . . . .\n. . . . .\n. . . . 2\n2"),
    ("Player 2", "left 2", (5, 5), (3, 5), ". . . . .\n. . . . .\n1 . . . .\n. . . . .\n. . 2 . .\n1"),
    ("Player 1", "right 2", (1, 3), (3, 3), ". . . . .\n. . . . .\n. . 1 . .\n. . . . .\n. . 2 . .\n2"),
    ("Player 2", "up 2", (3, 5), (3, 3), ". . . . .\n. . . . .\n. . 2 . .\n. . . . .\n. . . . .\n1"),
]


def where(text: str, token: str) -> tuple[int, int]:
    """The coordinates (x, y) of a token on a written board."""
    rows = text.split(maxsplit=1)[0].split("/")
    return next((row.index(token) + 1, y) for y, row in enumerate(rows, 1) if token in row)


def test_the_printed_game_is_played_as_printed_and_player_2_wins() -> None:
    match = START
    for player, move, origin, landed, drawn in PRINTED_TURNS:
        assert match.outcome is None
        assert match.mover_name == player
        assert where(written(match), player[-1]) == origin
        match = match.play(move)
        assert str(match.moves[-1]) == move
        assert where(written(match), player[-1]) == landed
        assert written(match) == line(drawn)
    assert match.outcome == Outcome(Side.SECOND, "P2 captured P1 at (3,3)")
    assert "Player 2 captures Player 1's token." in match.game.words.closing(match)
    assert "Player 2 wins the game." in match.game.words.closing(match)


@pytest.mark.parametrize(
    ("moves", "name", "direction", "landed"), [([], "Player 1", "up", "(1,3)"), (["up 2"], "Player 2", "left", "(3,5)")]
)
def test_the_printed_dialogue_is_spoken_as_printed(moves: list[str], name: str, direction: str, landed: str) -> None:
    match = played(START, *moves)
    assert match.game.words.announce_turn(match).endswith(f"{name}, enter your move:")
    screen, move = conversation(match, direction, "2")
    assert screen == f"Direction (up/down/left/right): {direction}\nNumber of spaces (1 or 2): 2\n"
    assert VOICE.show_move(match.play(move), True).startswith(f"You moved to position {landed}.\n")
    assert VOICE.show_move(match.play(move), False).startswith(f"{name} moved to position {landed}.\n")


def test_the_prompt_also_takes_direction_and_number_at_once() -> None:
    assert conversation(START, "up 2") == ("Direction (up/down/left/right): up 2\n", "up 2")


def test_the_prompt_shows_where_each_direction_leads() -> None:
    assert "From (1,1): up to (1,2) or (1,3), right to (2,1) or (3,1)." in START.game.words.announce_turn(START)
    assert "From (5,5): up to (5,4) or (5,3), left to (4,5) or (3,5)." in VOICE.announce_turn(START.play("right 1"))


def test_the_prompt_refuses_what_is_no_direction_before_it_asks_for_spaces() -> None:
    assert refusal(UnreadableMove, conversation, START, "sideways") == (
        "'sideways' is not a move. Please enter a direction and a number, such as up 2."
    )


# Rulings and dials


@pytest.mark.parametrize(
    ("options", "first_up", "first_down", "second_up", "second_down"),
    [
        ("", (2, 3), (2, 1), (4, 3), (4, 5)),
        ("up=forward", (2, 3), (2, 1), (4, 3), (4, 5)),
        ("up=screen", (2, 1), (2, 3), (4, 3), (4, 5)),
        ("up=cartesian", (2, 3), (2, 1), (4, 5), (4, 3)),
    ],
)
def test_where_up_and_down_lead(
    options: str,
    first_up: tuple[int, int],
    first_down: tuple[int, int],
    second_up: tuple[int, int],
    second_down: tuple[int, int],
) -> None:
    game = registry.load("snatchers", options)
    landed = []
    for side in "12":
        match = at(game, f". . . . .\n. 1 . . .\n. . . . .\n. . . 2 .\n. . . . .\n{side}")
        landed += [where(written(match.play(move)), side) for move in ("up 1", "down 1")]
    assert landed == [first_up, first_down, second_up, second_down]


@pytest.mark.parametrize("up", ["forward", "screen", "cartesian"])
def test_left_is_minus_x_and_right_is_plus_x_for_both_in_every_reading(up: str) -> None:
    game = registry.load("snatchers", {"up": up})
    landed = []
    for side in "12":
        match = at(game, f". . . . .\n. 1 . . .\n. . . . .\n. . . 2 .\n. . . . .\n{side}")
        landed += [where(written(match.play(move)), side) for move in ("left 1", "right 1")]
    assert landed == [(1, 2), (3, 2), (3, 4), (5, 4)]


@pytest.mark.parametrize("up", ["screen", "cartesian"])
def test_no_other_reading_of_up_reproduces_the_printed_game(up: str) -> None:
    match = Match.of(registry.load("snatchers", {"up": up}))
    moves = [move for _, move, *_ in PRINTED_TURNS]
    with pytest.raises(IllegalMove):
        played(match, *moves)


def test_the_size_dial_moves_player_2s_corner() -> None:
    assert written(Match.of(registry.load("snatchers", "size=3"))) == line("""
        1 . .
        . . .
        . . 2
        1
    """)


def test_the_reach_dial_says_how_far_a_token_moves() -> None:
    match = Match.of(registry.load("snatchers", "reach=4"))
    assert legal(match) == ["up 1", "up 2", "up 3", "up 4", "right 1", "right 2", "right 3", "right 4"]
    assert legal(Match.of(registry.load("snatchers", "reach=1"))) == ["up 1", "right 1"]


def test_a_long_path_is_blocked_anywhere_before_its_end() -> None:
    match = at(registry.load("snatchers", "reach=4"), "1 . 2 . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .\n1")
    assert legal(match) == ["up 1", "up 2", "up 3", "up 4", "right 1", "right 2"]


def test_with_repetition_draw_the_third_occurrence_of_a_position_ends_the_match() -> None:
    there_and_back = ("up 1", "up 1", "down 1", "down 1")
    match = played(Match.of(registry.load("snatchers", "repetition=draw")), *there_and_back, *there_and_back[:3])
    assert match.outcome is None
    drawn = match.play(there_and_back[3])
    assert drawn.outcome == Outcome(None, "the same position occurred three times")
    assert legal(drawn) == []


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ("reech=2", "there is no option 'reech'; did you mean reach?"),
        (
            "komi=1",
            "there is no option 'komi'; there are size, reach, up, diagonal, burnt, stuck, repetition, misere, "
            "turn_limit, double_moves, pie, forbidden_first, opening",
        ),
        ("up=north", "up=north is not possible: up is forward, screen or cartesian"),
        ("size=1", "size=1 is not possible: size is a whole number from 2 to 9"),
        ("size=10", "size=10 is not possible: size is a whole number from 2 to 9"),
        ("reach=0", "reach=0 is not possible: reach is a whole number from 1 to 8"),
        ("reach=9", "reach=9 is not possible: reach is a whole number from 1 to 8"),
        ("reach=5", "reach=5 with size=5 makes no game: no move of 5 fits; reach is at most 4"),
        ("size=2", "reach=2 with size=2 makes no game: no move of 2 fits; reach is at most 1"),
    ],
)
def test_options_that_make_no_game_are_refused(options: str, why: str) -> None:
    assert refusal(BadOption, registry.load, "snatchers", options) == why


# Positions


@pytest.mark.parametrize(
    ("drawn", "why"),
    [
        ("1 . .\n. . 2\n1", "the board has 2 rows; it needs 3, joined by /"),
        ("1 . .\n. . . .\n. . 2\n1", "row 2 has 4 squares; it needs 3"),
        ("1 . .\n. * .\n. . 2\n1", "row 2 has '*'; a square is one of 1 2 ."),
        ("1 . .\n. . .\n. . 2\n3", "the side to move is 1 or 2, not '3'"),
        ("1 . .\n. . .\n. . 2\n1 -", "'1../.../..2 1 -' has 3 parts; a position is BOARD MOVER"),
        ("1 . 1\n. . .\n. . 2\n1", "there are 2 tokens 1 on the board; each player has one"),
        ("1 2 .\n. 2 .\n. . 2\n1", "there are 3 tokens 2 on the board; each player has one"),
        ("1 . .\n. . .\n. . .\n1", "token 2 is missing; only the side to move can have been captured"),
        (". . .\n. . .\n. . 2\n2", "token 1 is missing; only the side to move can have been captured"),
        (". . .\n. . .\n. . .\n1", "token 2 is missing; only the side to move can have been captured"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_the_reason(drawn: str, why: str) -> None:
    assert refusal(BadPosition, registry.load("snatchers", "size=3").read_position, line(drawn)) == why


@pytest.mark.parametrize(
    ("drawn", "winner"),
    [
        (". . . . .\n. . . . .\n. . 2 . .\n. 1 . . .\n. . . . .\n2", None),
        (". . . . 1\n. . . . .\n. . . . .\n. . . . .\n2 . . . .\n1", None),
        (". . . . .\n. . . . .\n. . 2 . .\n. . . . .\n. . . . .\n1", Side.SECOND),
        (". . . . .\n. . . . .\n. . 1 . .\n. . . . .\n. . . . .\n2", Side.FIRST),
    ],
    ids=["under way", "after more moves than were made", "P1 captured", "P2 captured"],
)
def test_a_well_formed_position_is_accepted_and_written_back(drawn: str, winner: Side | None) -> None:
    match = at(SNATCHERS, drawn)
    assert written(match) == line(drawn)
    assert (match.outcome.winner if match.outcome else None) is winner


# Moves


@pytest.mark.parametrize("said", ["up 2", "UP 2", "u 2", "Up  2", " up 2 ", "up, 2", "up (2)"])
def test_forgiven_spellings(said: str) -> None:
    assert str(START.play(said).moves[-1]) == "up 2"


def test_a_direction_without_a_number_is_ambiguous() -> None:
    assert refusal(AmbiguousMove, START.play, "up") == "that could mean up 1 or up 2. Please say which."


def test_a_direction_without_a_number_is_enough_where_only_one_move_is_legal() -> None:
    match = at(SNATCHERS, ". . . 1 .\n. . . . .\n. . . . .\n. . . . .\n. . . . 2\n1")
    assert str(match.play("right").moves[-1]) == "right 1"


def test_a_direction_without_a_number_that_leads_nowhere_is_illegal() -> None:
    assert refusal(IllegalMove, START.play, "left").startswith("left 1 from (1,1) is off the grid.")


@pytest.mark.parametrize("spaces", ["0", "3", "-1", "two", "1.5"])
def test_a_number_of_spaces_that_no_token_moves_is_unreadable(spaces: str) -> None:
    assert refusal(UnreadableMove, START.play, f"up {spaces}") == (
        f"'{spaces}' is not a number of spaces. Please enter 1 or 2."
    )


@pytest.mark.parametrize("said", ["", " ", "2", "2 up", "north 1", "up 1 1", "upp 1"])
def test_words_that_are_no_move_are_unreadable(said: str) -> None:
    assert refusal(UnreadableMove, START.play, said) == (
        f"'{said.strip()}' is not a move. Please enter a direction and a number, such as up 2."
    )


def test_passing_is_not_permitted() -> None:
    choices = "From (1,1): up to (1,2) or (1,3), right to (2,1) or (3,1)."
    assert refusal(IllegalMove, START.play, "pass") == f"passing is not permitted. {choices}"


@pytest.mark.parametrize("number", [-1, 8, 9999])
def test_a_number_that_is_no_move_is_refused(number: int) -> None:
    refusal(IllegalMove, START.play, number)


# The rules restated, without a line of ours

UP_IS = {"forward": {"1": 1, "2": -1}, "screen": {"1": -1, "2": -1}, "cartesian": {"1": 1, "2": 1}}


def moves_by_the_book(text: str, up: str, reach: int) -> dict[str, tuple[int, int]]:
    """Every legal move, and where it leads."""
    mover = text[-1]
    size = len(text.split("/", maxsplit=1)[0])
    (x, y), other = where(text, mover), where(text, "2" if mover == "1" else "1")
    dy = UP_IS[up][mover]
    moves = {}
    for name, (right, down) in {"up": (0, dy), "down": (0, -dy), "left": (-1, 0), "right": (1, 0)}.items():
        for spaces in range(1, reach + 1):
            landed = (x + right * spaces, y + down * spaces)
            if not all(1 <= coordinate <= size for coordinate in landed):
                break
            moves[f"{name} {spaces}"] = landed
            if landed == other:
                break
    return moves


@pytest.mark.parametrize(
    ("options", "up", "reach"),
    [
        ("", "forward", 2),
        ("up=screen", "screen", 2),
        ("up=cartesian,size=4,reach=3", "cartesian", 3),
        ("size=3,reach=1", "forward", 1),
    ],
)
def test_random_games_follow_the_rules_restated(options: str, up: str, reach: int) -> None:
    game = registry.load("snatchers", options)
    for match in playouts(game):
        text = written(match)
        assert game.read_position(text) == match.position
        if match.moves:
            before = written(match.undo())
            mover, other = before[-1], text[-1]
            assert where(text, mover) == moves_by_the_book(before, up, reach)[str(match.moves[-1])]
            captured = where(text, mover) == where(before, other)
            assert (match.outcome is not None) == captured
            if match.outcome:
                assert match.outcome.winner is Side(int(mover) - 1)
                assert legal(match) == []
                continue
            assert where(text, other) == where(before, other)
        assert legal(match) == list(moves_by_the_book(text, up, reach))
