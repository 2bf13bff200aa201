"""What the dials of our games allow, refuse and end, with the sentences that are said; drawn as boards."""

import pytest

from squarely import IllegalMove, Match, Outcome, Side
from squarely.core.errors import BadOption, BadPosition, UnreadableMove
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules import registry
from squarely.core.rules.rulebook import write_goal, write_rulebook, write_subtitle
from tests.boards import at, conversation, legal, line, refusal, written

CORNERED = """
    * x . . .
    x x . . .
    . . . . .
    . . . . .
    . . . . .
    2 -
"""
NEARER = """
    - - - - -
    - A - - -
    - - - - -
    - - - - -
    - - - - B
    A
"""
BURNT = """
    # . .
    # 2 .
    1 # #
    1
"""


def load(name: str, options: str) -> Match:
    return Match.of(registry.load(name, options))


# Showdown


def test_showdown_diagonal_steps_are_drawn_and_may_not_be_taken_back() -> None:
    match = load("showdown", "diagonal=allowed").play("down-right")
    assert written(match) == line("""
        . . . . .
        . * . . .
        . . . . .
        . . . . .
        . . . . .
        2 down-right
    """)
    assert legal(match) == ["up", "down", "left", "right", "up-right", "down-left", "down-right"]
    assert refusal(IllegalMove, match.play, "up-left") == (
        "up-left would take back the last move. Please choose up, down, left, right, up-right, down-left or down-right."
    )
    (below,) = match.game.words.beside(match.position, match.names)
    assert below == "The last step was down-right: up-left is forbidden."
    assert refusal(UnreadableMove, match.play, "away") == (
        "'away' is not a direction. Please enter up, down, left, right, up-left, up-right, down-left or down-right."
    )


@pytest.mark.parametrize("said", ["down-right", "DOWN RIGHT", "downright", "dr", "down-r"])
def test_showdown_forgives_how_a_diagonal_is_spelt(said: str) -> None:
    assert str(load("showdown", "diagonal=allowed").play(said).moves[-1]) == "down-right"


def test_showdown_with_a_closed_trail_no_square_is_entered_twice_and_the_trail_is_drawn() -> None:
    match = load("showdown", "trail=closed").play("right").play("down").play("left")
    drawn = match.game.words.draw(match.position).splitlines()
    assert drawn[2:5:2] == ["1 | x | x |   |   |   |", "2 | * | x |   |   |   |"]
    assert Tabletop(match.game).squares(match.position)[0].text == "×"
    assert refusal(IllegalMove, match.play, "up") == "(1,1) is closed: the token has been there. Please choose down."
    assert refusal(IllegalMove, match.play, "pass") == "you may not pass while the token can move. Please choose down."


@pytest.mark.parametrize(
    ("stuck", "winner", "closing"),
    [
        ("loses", Side.FIRST, " and loses.\nWinner: Player 1."),
        ("wins", Side.SECOND, " and wins.\nWinner: Player 2."),
        ("ties", None, ", and the game is a tie.\nWinner: nobody."),
    ],
)
def test_showdown_whoever_cannot_move_passes(stuck: str, winner: Side | None, closing: str) -> None:
    match = at(registry.load("showdown", f"trail=closed,start=2-1,stuck={stuck}"), CORNERED)
    assert legal(match) == ["pass"]
    assert conversation(match, "pass") == ("The token cannot move. Enter pass: pass\n", "pass")
    table = Tabletop(match.game)
    assert table.read_touch(match.position, table.touched_squares(match.position, match.legal_moves[0])) == "pass"
    assert refusal(IllegalMove, match.play, "down") == "(2,1) is closed: the token has been there. Please choose pass."
    ended = match.play("pass")
    no_move = f"Player 2 has no move from (1,1){closing}"
    assert ended.outcome == Outcome(winner, no_move.partition(".")[0])
    assert ended.game.words.closing(ended) == no_move
    assert "The token cannot move: Player 2 passes." in ended.game.words.show_move(ended, True)


@pytest.mark.parametrize(
    ("drawn", "why"),
    [
        (". * .\n. . .\n. . .\n2 -", "the token began on (1,1), so that square is closed once it has left"),
        ("x . *\n. . .\n. . .\n2 -", "no path of steps joins the closed square (1,1) to the token"),
        ("x * .\n. . .\n. . .\n1 -", "with 1 closed square it cannot be Player 1's turn: every turn closes one"),
        ("x * .\n. . .\n. . .\n2 right", "where the trail is closed the last step does not matter; write - for it"),
        ("x x *\n. . .\n. . x\n2 -", "the goal square (3,3) is closed; the game ends there"),
    ],
)
def test_showdown_a_trail_that_cannot_be_is_refused(drawn: str, why: str) -> None:
    game = registry.load("showdown", "size=3,goal=3-3,trail=closed")
    assert refusal(BadPosition, game.read_position, line(drawn)) == why


def test_showdown_a_sealed_goal_is_not_entered_and_the_player_is_told_how_long() -> None:
    game = registry.load("showdown", "size=4,goal=2-4,trail=closed,diagonal=allowed,start=1-2,sealed=6")
    match = at(game, "x x * .\nx x . .\n. x . .\n. . . .\n2 -")
    assert refusal(IllegalMove, match.play, "dr") == (
        "the goal square (2,4) is sealed for 1 more move. Please choose down or right."
    )
    assert game.words.beside(match.position, match.names) == ("The goal square (2,4) is sealed for 1 more move.",)
    opened = match.play("right")
    assert "Token moved to position (1,4).\nThe goal square (2,4) is open now.\n" in game.words.show_move(opened, True)
    assert game.words.beside(opened.position, opened.names) == ()
    assert opened.play("down").outcome == Outcome(Side.FIRST, "the token reached the goal square (2,4)")


def test_showdown_whoever_has_no_way_but_to_a_sealed_goal_is_stuck() -> None:
    game = registry.load("showdown", "size=3,start=2-1,goal=1-2,trail=closed,sealed=3")
    match = Match.of(game).play("up")
    assert legal(match) == ["pass"]
    assert match.play("pass").outcome == Outcome(Side.FIRST, "Player 2 has no move from (1,1) and loses")


def test_showdown_a_goal_that_was_sealed_has_not_been_reached() -> None:
    game = registry.load("showdown", "size=3,goal=3-3,diagonal=allowed,trail=closed,sealed=2")
    assert refusal(BadPosition, game.read_position, line("x . .\n. x .\n. . *\n1 -")) == (
        "the token is on the goal square (3,3) after 2 moves; that is sealed for the first 2"
    )


# Snatchers


def test_snatchers_burnt_squares_are_neither_entered_nor_passed_and_are_drawn() -> None:
    match = at(
        registry.load("snatchers", "burnt=yes"),
        """
        # 1 # . .
        # . . . .
        . . . . .
        . . . # 2
        . . . . #
        2
        """,
    )
    assert refusal(IllegalMove, match.play, "left 1") == (
        "(4,4) is burnt: nobody may stand on it or pass over it. From (5,4): up to (5,3) or (5,2)."
    )
    assert refusal(IllegalMove, match.play, "left 2").startswith("(4,4) is burnt")
    assert refusal(IllegalMove, match.play, "pass") == (
        "you may not pass while your token can move. From (5,4): up to (5,3) or (5,2)."
    )
    assert match.game.words.draw(match.position).splitlines()[2] == "1 | ## | P1 | ## |    |    |"
    assert Tabletop(match.game).squares(match.position)[0].text == "##"
    assert written(match.play("up 1")) == line("""
        # 1 # . .
        # . . . .
        . . . . 2
        . . . # #
        . . . . #
        1
    """)


def test_snatchers_whoever_is_stuck_passes_and_has_lost() -> None:
    match = at(registry.load("snatchers", "burnt=yes,size=3"), BURNT)
    assert legal(match) == ["pass"]
    assert conversation(match, "pass") == ("Your token cannot move. Enter pass: pass\n", "pass")
    ended = match.play("pass")
    assert ended.outcome == Outcome(Side.SECOND, "P1 has no move from (1,3) and loses")
    assert ended.game.words.closing(ended) == "Player 1 has no move from (1,3) and loses.\nPlayer 2 wins the game."
    turned = at(registry.load("snatchers", "burnt=yes,size=3,reach=1,misere=yes"), BURNT).play("pass")
    assert turned.outcome == Outcome(Side.FIRST, "P1 has no move from (1,3) and wins")


def test_snatchers_stuck_may_pass_until_neither_token_can_move() -> None:
    match = at(registry.load("snatchers", "burnt=yes,size=3,reach=1,stuck=passes"), BURNT).play("pass")
    assert match.outcome is None
    assert legal(match) == ["up 1", "right 1"]
    match = match.play("up 1").play("pass").play("right 1").play("pass").play("down 1")
    assert match.outcome == Outcome(None, "no token can move: every way is burnt or off the grid")
    assert match.game.words.closing(match) == "No token can move: the game is a tie."


def test_snatchers_moves_diagonally_forward() -> None:
    match = load("snatchers", "diagonal=allowed")
    assert legal(match) == ["up 1", "up 2", "right 1", "right 2", "up-right 1", "up-right 2"]
    assert conversation(match, "up right")[1] == "up right"
    assert written(match.play("up right 2")).startswith("...../...../..1../")


@pytest.mark.parametrize(
    ("options", "drawn", "why"),
    [
        ("burnt=yes", ". 1 .\n. . .\n. . 2\n2", "P1 began on (1,1), so that square is burnt once it has left"),
        (
            "burnt=yes",
            "# 1 .\n. . .\n. . 2\n1",
            "with 1 burnt square it cannot be Player 1's turn: every turn burns one",
        ),
        (
            "burnt=yes",
            "1 . #\n. . #\n. . 2\n1",
            "P1 stands where it began, but the burnt squares show that it has moved",
        ),
    ],
)
def test_snatchers_positions_that_cannot_be_are_refused(options: str, drawn: str, why: str) -> None:
    assert refusal(BadPosition, registry.load("snatchers", f"size=3,{options}").read_position, line(drawn)) == why


# Quad


def test_quad_corners_of_a_square_win_where_that_is_the_shape() -> None:
    drawn = """
        . X . .
        X . X .
        O . O .
        O . . .
        X
    """
    match = at(registry.load("quad", "shape=tilted"), drawn).play("B3")
    assert match.outcome == Outcome(Side.FIRST, "X formed a square on B1, A2, C2 and B3")
    assert at(registry.load("quad", "shape=corners"), drawn).play("B3").outcome is None


def test_quad_a_line_is_as_long_as_the_block() -> None:
    match = at(registry.load("quad", "shape=line,block=3"), "X O . .\nO X . .\n. . . .\n. . . .\nX")
    won = match.play("C3")
    assert won.outcome == Outcome(Side.FIRST, "X formed a line on A1, B2 and C3")
    assert "You've formed a line and won the game!" in won.game.words.closing(won)


def test_quad_player_2_may_begin_sudden_death() -> None:
    match = at(registry.load("quad", "begins_sudden_death=second"), "O X O O\nX X O X\nO X O .\nX O X X\nO")
    after = match.play("D3")
    assert after.mover is Side.SECOND
    assert legal(after)[0].startswith("swap")


def test_quad_markers_fall_where_there_is_gravity() -> None:
    match = load("quad", "gravity=yes")
    assert legal(match) == ["A4", "B4", "C4", "D4"]
    for said in ("b", "B1", "b2", "B 4"):
        assert str(match.play(said).moves[-1]) == "B4"
    assert [str(match.play("B2").play(said).moves[-1]) for said in ("B1", "B4")] == ["B3", "B3"]
    table = Tabletop(match.game)
    assert str(match.play(table.read_touch(match.position, (1,))).moves[-1]) == "B4"
    full = match.play("B").play("B").play("B").play("B")
    assert legal(full) == ["A4", "C4", "D4"]
    for said in ("B", "B3"):
        assert refusal(IllegalMove, full.play, said) == "column B is full. Please choose A4, C4 or D4."
    assert conversation(full, "a")[0] == "Player 1 (X), enter your move (e.g., A4): a\n"


@pytest.mark.parametrize(
    ("drawn", "why"),
    [
        (". . .\n. . X\n. . .\nO", "the marker on C2 would have fallen: C3 below it is empty"),
        ("O O .\nX X .\nX X O\nO", "X had won before the last move, so that move cannot have been made"),
    ],
)
def test_quad_markers_that_cannot_have_fallen_so_are_refused(drawn: str, why: str) -> None:
    game = registry.load("quad", "size=3,gravity=yes")
    assert refusal(BadPosition, game.read_position, line(drawn)) == why


# Center


def test_center_a_guarded_center_needs_more_tokens_beside_it() -> None:
    match = at(registry.load("center", "guarded=yes"), "- A -\nB - -\n- - -\nA")
    assert refusal(IllegalMove, match.play, "move 0 1 1 1") == (
        "the center is guarded: you need more tokens beside it than your opponent. Please choose another move."
    )
    more = match.play("place 2 1").play("place 0 0").play("move 0 1 1 1")
    assert more.outcome == Outcome(Side.FIRST, "A captured the center square")


def test_center_both_blocked_is_a_tie() -> None:
    match = at(registry.load("center", "guarded=yes"), "A A B\nB - A\nA B -\nB").play("place 2 2")
    assert match.outcome == Outcome(None, "no player can place or move a token")
    closing = match.game.words.closing(match)
    assert closing.startswith("No player can place or move a token: the game is a tie.\n\nFinal Board State:\n   A ")


def test_center_where_retreat_is_forbidden_every_move_comes_nearer() -> None:
    match = at(registry.load("center", "size=5,retreat=forbidden"), NEARER)
    assert [move for move in legal(match) if move.startswith("move")] == ["move 1 1 2 1", "move 1 1 1 2"]
    assert refusal(IllegalMove, match.play, "move 1 1 0 1") == (
        "(0,1) is no closer to the center than (1,1). Please choose a square that is."
    )
    aslant = at(registry.load("center", "size=5,diagonal=allowed,retreat=forbidden"), NEARER)
    assert [move for move in legal(aslant) if move.startswith("move")] == ["move 1 1 2 2"]
    assert refusal(IllegalMove, aslant.play, "move 1 1 1 2") == (
        "(1,2) is no closer to the center than (1,1). Please choose a square that is."
    )


def test_center_without_retreat_a_token_can_be_blocked_although_squares_beside_it_are_empty() -> None:
    shut = "- - - - -\n- A B - -\n- B - - -\n- - - - -\n- - A - -\nA"
    match = at(registry.load("center", "size=5,retreat=forbidden"), shut)
    assert refusal(IllegalMove, conversation, match, "move", "1 1") == (
        "the token on (1,1) cannot move: no adjacent square may be moved to."
    )


def test_center_without_retreat_tokens_beside_a_guarded_center_stand_still() -> None:
    match = at(registry.load("center", "tokens=2,guarded=yes,retreat=forbidden"), "- A -\nB - B\nA - -\nA")
    assert match.play("move 2 0 2 1").outcome == Outcome(None, "no player can place or move a token")


@pytest.mark.parametrize(
    ("options", "drawn", "why"),
    [
        (
            "guarded=yes",
            "- - -\nB A B\n- - -\nB",
            "A cannot have moved onto the center square: B has as many tokens beside it",
        ),
    ],
)
def test_center_positions_that_cannot_be_are_refused(options: str, drawn: str, why: str) -> None:
    assert refusal(BadPosition, registry.load("center", options).read_position, line(drawn)) == why


# Numbers


def test_numbers_within_captures_only_neighbours_that_are_near() -> None:
    match = at(registry.load("numbers", "within=6,capture=choose"), "5 3 8\n2 9 1\n6 4 7\n1 0-0")
    assert refusal(IllegalMove, match.play, "2 2 : 2 1") == (
        "(2,1) is less than 9 by more than 6. Only available neighbours with smaller numbers are captured too."
    )
    everything = at(registry.load("numbers", "within=6"), "5 3 8\n2 9 1\n6 4 7\n1 0-0")
    assert written(everything.play("2 2")) == line("5 . 8\n2 . 1\n6 . 7\n2 16-0")
    assert refusal(IllegalMove, everything.play, "2 2 : 2 1") == (
        "every neighbour that is smaller by at most 6 is captured, no other. Please enter the selected square alone."
    )


# All of them


@pytest.mark.parametrize(
    ("name", "options", "why"),
    [
        (
            "showdown",
            "trail=closed,size=9",
            "trail=closed with size=9 makes no game: trails are kept on grids up to size=7",
        ),
        (
            "showdown",
            "sealed=2",
            "sealed with trail=open makes no game: only a closed trail tells how many moves were made",
        ),
        (
            "showdown",
            "trail=closed,size=3,sealed=8",
            "sealed=8 with size=3 makes no game: the goal would open after the last move",
        ),
        ("snatchers", "burnt=yes,size=8", "burnt=yes with size=8 makes no game: squares burn on grids up to size=7"),
        ("numbers", "within=8", "within=8 with size=3 makes no game of its own: no two numbers differ by more than 8"),
    ],
)
def test_dials_that_make_no_game_are_refused(name: str, options: str, why: str) -> None:
    assert refusal(BadOption, registry.load, name, options) == why


@pytest.mark.parametrize(
    ("name", "options", "says"),
    [
        ("showdown", "diagonal=allowed", "one square up, down, left, right or diagonally, never off the grid"),
        ("showdown", "trail=closed", "never onto a square that it has left. A player who cannot move loses."),
        ("showdown", "trail=closed,sealed=4", "token onto the center square, which opens after 4 moves."),
        (
            "showdown",
            "trail=closed,sealed=4",
            "The center is sealed for the first 4 moves: the token may not enter it. A player who cannot move",
        ),
        (
            "snatchers",
            "diagonal=allowed",
            "one or two spaces in a straight line, up, down, left, right or diagonally.",
        ),
        (
            "snatchers",
            "burnt=yes,stuck=passes",
            "A player who cannot move passes; if no player can move, the game is a tie.",
        ),
        ("quad", "shape=tilted", "Be the first to form the four corners of any square with your markers."),
        ("quad", "shape=line,block=3", "until a swap completes a line."),
        ("quad", "begins_sudden_death=second", "until a swap completes a square. Player 2 begins them."),
        ("quad", "gravity=yes", "Place your marker in any column that is not full: it falls to the lowest empty cell."),
        ("center", "guarded=yes", "only if you have more tokens beside the center than your opponent."),
        (
            "center",
            "retreat=forbidden",
            "an empty square. A token may only move closer to the center.",
        ),
        ("numbers", "within=3", "whose number is less than the selected one by at most 3."),
    ],
)
def test_the_rulebook_says_the_rules_in_force(name: str, options: str, says: str) -> None:
    game = registry.load(name, options)
    assert says in " ".join(write_rulebook(game).split())
    assert write_goal(game)
    assert write_subtitle(game)
