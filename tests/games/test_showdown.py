"""Center Square Showdown: what its rulebook says, allows, asks and refuses; restated.py has where moves lead."""

import pytest

from squarely import IllegalMove, Match, UnreadableMove
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules import registry
from squarely.solver.oracle import Oracle
from tests.boards import at, conversation, playouts, refusal, written
from tests.games import tables
from tests.games.tables import begin, told

SHOWDOWN = registry.load("showdown")
START = Match.of(SHOWDOWN)
EMPTY = "/...../...../...../....."
SEALED = "size=4,goal=2-4,trail=closed,diagonal=allowed,start=1-2,sealed=6"
CORNERED = "*x.../xx.../...../...../..... 2 -"


def test_setup() -> None:
    assert written(START) == f"*....{EMPTY} 1 -"
    assert SHOWDOWN.players == ("Player 1", "Player 2")
    assert (START.mover_name, START.play("right").mover_name) == SHOWDOWN.players
    assert SHOWDOWN.points(START.position) is None
    assert written(begin("showdown", "first=2")) == f"*....{EMPTY} 2 -"
    assert written(begin("showdown", "start=5-2")) == "...../...../...../...../.*... 1 -"


def test_legal_moves_in_order() -> None:
    middle = "...../.*.../...../...../....."
    table = {
        ("", f"{middle} 1 -"): "up, down, left, right",
        ("", f"{middle} 1 right"): "up, down, right",
        ("", ".*.../...../...../...../..... 2 right"): "down, right",
        ("", "...../*..../...../...../..... 2 left"): "up, down",
        ("reversal=allowed", ".*.../...../...../...../..... 2 -"): "down, left, right",
        ("diagonal=allowed", f"{middle} 2 down-right"): "up, down, left, right, up-right, down-left, down-right",
        ("trail=closed,start=2-1", CORNERED): "pass",
        ("size=3,start=2-1,goal=1-2,trail=closed,sealed=3", "*../x../... 2 -"): "pass",
    }
    tables.check_legal("showdown", table)
    assert all(bool(match.legal_moves) == (match.outcome is None) for match in playouts(SHOWDOWN))


def test_how_it_ends() -> None:
    center = "the token reached the center square (3,3)"
    around = "right; down; left; up; right; down; left; up"
    table = {
        ("", ""): {"right; down; left; up": f"*....{EMPTY} 1 up", "; ".join([around] * 5): f"*....{EMPTY} 1 up"},
        ("", "...../...../.*.../...../..... 2 down"): {"right": f"second: {center}"},
        ("", "...../...../.*.../...../..... 1 down"): {"right": f"first: {center}"},
        ("", "...../...../...../..*../..... 1 left"): {"up": f"first: {center}"},
        ("", "...../..*../...../...../..... 2 left"): {"down": f"second: {center}"},
        ("first=2", ""): {"right; down; down; right": f"first: {center}"},
        ("size=3", ""): {"right; down": "second: the token reached the center square (2,2)"},
        ("goal=1-3", ""): {
            "right; right": "second: the token reached the goal square (1,3)",
            "down; right; down; right": "...../...../..*../...../..... 1 right",
        },
        ("size=4,goal=2-3", ""): {"right; right; down": "first: the token reached the goal square (2,3)"},
        ("reversal=allowed", ""): {"right; left": f"*....{EMPTY} 1 -"},
        ("repetition=draw", ""): {
            around: f"*....{EMPTY} 1 up",
            f"{around}; right": "nobody: the same position occurred three times",
        },
        ("diagonal=allowed", ""): {"down-right": "...../.*.../...../...../..... 2 down-right"},
        ("trail=closed", ""): {"right; down; left": "xx.../*x.../...../...../..... 2 -"},
        (SEALED, "xx*./xx../.x../.... 2 -"): {"right; down": "first: the token reached the goal square (2,4)"},
        ("size=3,start=2-1,goal=1-2,trail=closed,sealed=3", ""): {
            "up; pass": "first: Player 2 has no move from (1,1) and loses"
        },
    }
    tables.check_leads("showdown", table)


def test_why_moves_are_refused() -> None:
    table = {
        ("", ""): {
            "right; left": "left would take back the last move. Please choose down or right.",
            "pass": "passing is not permitted. Please choose down or right.",
            "right; down; down; right; up": "the match is over: the token reached the center square (3,3).",
        },
        ("size=3", ""): {
            "up": "up of (1,1) is off the grid. Please choose down or right.",
            "left": "left of (1,1) is off the grid. Please choose down or right.",
        },
        ("size=3", ".../.../..* 1 -"): {
            "down": "down of (3,3) is off the grid. Please choose up or left.",
            "right": "right of (3,3) is off the grid. Please choose up or left.",
        },
        ("size=3", ".../..*/... 1 -"): {"right": "right of (2,3) is off the grid. Please choose up, down or left."},
        ("size=3", ".../.../..* 1 down"): {"right": "right of (3,3) is off the grid. Please choose left."},
        ("diagonal=allowed", ""): {
            "down-right; up-left": "up-left would take back the last move. "
            "Please choose up, down, left, right, up-right, down-left or down-right."
        },
        ("trail=closed", "xx.../*x.../...../...../..... 2 -"): {
            "up": "(1,1) is closed: the token has been there. Please choose down.",
            "pass": "you may not pass while the token can move. Please choose down.",
        },
        ("trail=closed,start=2-1", CORNERED): {
            "down": "(2,1) is closed: the token has been there. Please choose pass."
        },
        (SEALED, "xx*./xx../.x../.... 2 -"): {
            "dr": "the goal square (2,4) is sealed for 1 more move. Please choose down or right."
        },
    }
    tables.check_refused("showdown", IllegalMove, table)


def test_spellings() -> None:
    table = {
        ("", ""): {"right": "right|r|R|RIGHT| Right |rig|(right)"},
        ("reversal=allowed", "...../.*.../...../...../..... 1 -"): {"up": "u", "down": "d", "left": "l"},
        ("diagonal=allowed", ""): {"down-right": "down-right|DOWN RIGHT|downright|dr|down-r"},
    }
    tables.check_read("showdown", table)
    four, eight = "up, down, left or right", "up, down, left, right, up-left, up-right, down-left or down-right"
    for said in ("up left", "upleft", "down-right", "diagonal", "right 2", "skip", "north", "rightt", "1 2", "", "  "):
        why = f"'{said.strip()}' is not a direction. Please enter {four}."
        assert refusal(UnreadableMove, START.play, said) == why
    for said in ("x" * 100, "up\x00"):
        assert f"is not a direction. Please enter {four}." in refusal(UnreadableMove, START.play, said)
    assert refusal(UnreadableMove, begin("showdown", "diagonal=allowed").play, "away") == (
        f"'away' is not a direction. Please enter {eight}."
    )


def draw(row: int, column: int) -> str:
    """The grid as printed, the token on this square."""
    lines = ["    1   2   3   4   5", "  -------------------------"]
    for number in range(1, 6):
        squares = " | ".join("*" if (number, at) == (row, column) else " " for at in range(1, 6))
        lines += [f"{number} | {squares} |", "  -------------------------"]
    return "\n".join(lines)


def test_the_printed_game() -> None:
    match = START
    assert f"Current Grid Position:\n{draw(1, 1)}\n" in match.game.words.welcome(match)
    steps = (("right", 1, 2), ("down", 2, 2), ("down", 3, 2), ("right", 3, 3))
    for turn, (direction, row, column) in enumerate(steps):
        assert match.game.words.announce_turn(match) == f"{('Player 1', 'Player 2')[turn % 2]}'s Turn."
        assert conversation(match, direction) == (f"Enter move (up/down/left/right): {direction}\n", direction)
        match = match.play(direction)
        assert f"Token moved to position ({row},{column}).\n" in match.game.words.show_move(match, True)
        assert match.game.words.draw(match.position) == draw(row, column)
    assert told(match) == "second: the token reached the center square (3,3)"
    assert "Player 2 wins by moving the token to the center square (3,3)." in match.game.words.closing(match)


def test_what_is_said_of_dials() -> None:
    aslant = begin("showdown", "diagonal=allowed").play("down-right")
    (below,) = aslant.game.words.beside(aslant.position, aslant.names)
    assert below == "The last step was down-right: up-left is forbidden."
    trail = at(registry.load("showdown", "trail=closed"), "xx.../*x.../...../...../..... 2 -")
    drawn = trail.game.words.draw(trail.position).splitlines()
    assert drawn[2:5:2] == ["1 | x | x |   |   |   |", "2 | * | x |   |   |   |"]
    assert Tabletop(trail.game).squares(trail.position)[0].text == "×"
    sealed = begin("showdown", SEALED, "xx*./xx../.x../.... 2 -")
    words, opened = sealed.game.words, sealed.play("right")
    assert words.beside(sealed.position, sealed.names) == ("The goal square (2,4) is sealed for 1 more move.",)
    assert "Token moved to position (1,4).\nThe goal square (2,4) is open now.\n" in words.show_move(opened, True)
    assert words.beside(opened.position, opened.names) == ()


def test_whoever_cannot_move_passes() -> None:
    for stuck, winner, closing in (
        ("loses", "first", " and loses.\nWinner: Player 1."),
        ("wins", "second", " and wins.\nWinner: Player 2."),
        ("ties", "nobody", ", and the game is a tie.\nWinner: nobody."),
    ):
        match = begin("showdown", f"trail=closed,start=2-1,stuck={stuck}", CORNERED)
        table, ended = Tabletop(match.game), match.play("pass")
        assert table.read_touch(match.position, table.touched_squares(match.position, match.legal_moves[0])) == "pass"
        no_move = f"Player 2 has no move from (1,1){closing}"
        assert told(ended) == f"{winner}: {no_move.partition('.')[0]}"
        assert ended.game.words.closing(ended) == no_move
        assert "The token cannot move: Player 2 passes." in ended.game.words.show_move(ended, True)
    tables.check_asked(
        "showdown", {("trail=closed,start=2-1", CORNERED): {"pass": "The token cannot move. Enter pass: pass\npass"}}
    )


def test_options_that_make_no_game() -> None:
    square = "a square as row-column, such as 1-2"
    table = {
        "reversals=allowed": "there is no option 'reversals'; did you mean reversal?",
        "komi=1": "there is no option 'komi'; there are first, size, reversal, start, goal, diagonal, trail, "
        "stuck, sealed, repetition, misere, turn_limit, double_moves, pie, forbidden_first, opening",
        "first=3": "first=3 is not possible: first is 1 or 2",
        "reversal=maybe": "reversal=maybe is not possible: reversal is forbidden or allowed",
        "size=2": "size=2 is not possible: size is a whole number from 3 to 9",
        "size=10": "size=10 is not possible: size is a whole number from 3 to 9",
        "size=4": "size=4 makes no game: a 4x4 grid has no center square; give goal=ROW-COLUMN too",
        "start=1": f"start=1 is not possible: start is 1-1 or {square}",
        "start=center": f"start=center is not possible: start is 1-1 or {square}",
        "goal=A1": f"goal=A1 is not possible: goal is center or {square}",
        "goal=middle": f"goal=middle is not possible: goal is center or {square}",
        "start=6-1": "start=6-1 is off the 5x5 grid",
        "start=0-1": "start=0-1 is off the 5x5 grid",
        "goal=1-6": "goal=1-6 is off the 5x5 grid",
        "start=3-3": "start=3-3 with goal=center makes no game: the goal is the start",
        "goal=1-1": "start=1-1 with goal=1-1 makes no game: the goal is the start",
        "size=4,start=2-2,goal=2-2": "start=2-2 with goal=2-2 makes no game: the goal is the start",
        "trail=closed,size=9": "trail=closed with size=9 makes no game: trails are kept on grids up to size=7",
        "sealed=2": "sealed with trail=open makes no game: only a closed trail tells how many moves were made",
        "trail=closed,size=3,sealed=8": "sealed=8 with size=3 makes no game: the goal would open after the last move",
    }
    tables.check_no_options("showdown", table)


def test_positions_that_cannot_be() -> None:
    off = "a step {} cannot lead to {}: it would start off the grid"
    table = {
        "size=3": {
            "*../... 1 -": "the board has 2 rows; it needs 3, joined by /",
            "*../../... 1 -": "row 2 has 2 squares; it needs 3",
            "X../.../... 1 -": "row 1 has 'X'; a square is one of * .",
            "*../.../... A -": "the side to move is 1 or 2, not 'A'",
            "*../.../... 1": "'*../.../... 1' has 2 parts; a position is BOARD MOVER LAST",
            ".../.../... 1 -": "there are 0 tokens on the board; there is one, *",
            "*.*/.../... 1 -": "there are 2 tokens on the board; there is one, *",
            "*../.../... 1 jump": "the last step is up, down, left, right or -, not 'jump'",
            ".../.*./... 1 -": "the token is on the center square (2,2), so the last step cannot be -",
            "*../.../... 1 right": off.format("right", "(1,1)"),
            "*../.../... 1 down": off.format("down", "(1,1)"),
            ".../.../..* 1 up": off.format("up", "(3,3)"),
            ".*./.../... 1 up": "a step up to (1,2) starts on the goal, where the game had ended",
            ".../..*/... 1 right": "a step right to (2,3) starts on the goal, where the game had ended",
        },
        "reversal=allowed": {
            "...../...../.*.../...../..... 2 down": "where reversals are allowed the last step does not matter; "
            "write - for it"
        },
        "size=3,goal=3-3,trail=closed": {
            ".*./.../... 2 -": "the token began on (1,1), so that square is closed once it has left",
            "x.*/.../... 2 -": "no path of steps joins the closed square (1,1) to the token",
            "x*./.../... 1 -": "with 1 closed square it cannot be Player 1's turn: every turn closes one",
            "x*./.../... 2 right": "where the trail is closed the last step does not matter; write - for it",
            "xx*/.../..x 2 -": "the goal square (3,3) is closed; the game ends there",
        },
        "size=3,goal=3-3,diagonal=allowed,trail=closed,sealed=2": {
            "x../.x./..* 1 -": "the token is on the goal square (3,3) after 2 moves; that is sealed for the first 2"
        },
    }
    tables.check_no_position("showdown", table)
    # Under way, begun elsewhere, the other player's turn, won
    for line in (
        "...../...../.*.../...../..... 2 down",
        "...../...../...../...../...*. 1 -",
        "...../...../...../...../....* 2 right",
        "...../...../..*../...../..... 1 right",
    ):
        assert written(at(SHOWDOWN, line)) == line


@pytest.mark.slow
def test_a_closed_trail_is_won_by_the_second_in_7_and_takes_14_at_most() -> None:
    oracle = Oracle(registry.load("showdown", "trail=closed"), patient=True)
    value = oracle.value(oracle.game.start())
    assert (str(value.winner), value.distance) == ("second", 7)
    assert oracle.solution(oracle.game.start()).summary().longest_win == 14
