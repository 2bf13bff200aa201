"""Center Square Showdown: what it refuses, reads and says; restated.py has where moves lead."""

from squarely import IllegalMove, Match, UnreadableMove
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules import registry
from tests.boards import at, refusal, written
from tests.games import tables
from tests.games.tables import begin, told

START = Match.of(registry.load("showdown"))
SEALED = "size=4,goal=2-4,trail=closed,diagonal=allowed,start=1-2,sealed=6"
CORNERED = "*x.../xx.../...../...../..... 2 -"


def test_who_begins_and_where_and_how_it_ends() -> None:
    """Of repetition and of goals elsewhere; the printed end is in its page."""
    assert written(begin("showdown", "first=2,start=5-2")) == "...../...../...../...../.*... 2 -"
    around = "right; down; left; up; right; down; left; up"
    table = {
        ("", ""): {around: "*..../...../...../...../..... 1 up"},
        ("repetition=draw", ""): {f"{around}; right": "nobody: the same position occurred three times"},
        ("size=3", ""): {"right; down": "second: the token reached the center square (2,2)"},
        ("goal=1-3", ""): {"right; right": "second: the token reached the goal square (1,3)"},
    }
    tables.check_leads("showdown", table)


def test_why_moves_are_refused() -> None:
    table = {
        ("", ""): {
            "right; left": "left would take back the last move. Please choose down or right.",
            "pass": "passing is not permitted. Please choose down or right.",
            "right; down; down; right; up": "the match is over: the token reached the center square (3,3).",
        },
        ("size=3", ""): {"up": "up of (1,1) is off the grid. Please choose down or right."},
        ("size=3", ".../..*/... 1 -"): {"right": "right of (2,3) is off the grid. Please choose up, down or left."},
        ("size=3", ".../.../..* 1 down"): {"right": "right of (3,3) is off the grid. Please choose left."},
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
        ("", ""): {"right": "right|R| Right |rig|(right)"},
        ("diagonal=allowed", ""): {"down": "d", "down-right": "down-right|DOWN RIGHT|downright|dr|down-r"},
    }
    tables.check_read("showdown", table)
    four, eight = "up, down, left or right", "up, down, left, right, up-left, up-right, down-left or down-right"
    for said in ("up left", "upleft", "down-right", "right 2", "skip", "rightt", "1 2", ""):
        why = f"'{said}' is not a direction. Please enter {four}."
        assert refusal(UnreadableMove, START.play, said) == why
    for said in ("x" * 100, "up\x00"):
        assert f"is not a direction. Please enter {four}." in refusal(UnreadableMove, START.play, said)
    assert refusal(UnreadableMove, begin("showdown", "diagonal=allowed").play, "away") == (
        f"'away' is not a direction. Please enter {eight}."
    )


def test_what_is_said_of_dials() -> None:
    aslant = begin("showdown", "diagonal=allowed").play("down-right")
    (below,) = aslant.game.words.beside(aslant.position, aslant.names)
    assert below == "The last step was down-right: up-left is forbidden."
    trail = begin("showdown", "trail=closed", "xx.../*x.../...../...../..... 2 -")
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
    asked = {"pass": "The token cannot move. Enter pass: pass\npass"}
    tables.check_asked("showdown", {("trail=closed,start=2-1", CORNERED): asked})


def test_options_and_positions_that_cannot_be() -> None:
    square = "a square as row-column, such as 1-2"
    table = {
        "size=4": "size=4 makes no game: a 4x4 grid has no center square; give goal=ROW-COLUMN too",
        "start=center": f"start=center is not possible: start is 1-1 or {square}",
        "goal=A1": f"goal=A1 is not possible: goal is center or {square}",
        "start=6-1": "start=6-1 is off the 5x5 grid",
        "goal=0-1": "goal=0-1 is off the 5x5 grid",
        "start=3-3": "start=3-3 with goal=center makes no game: the goal is the start",
        "trail=closed,size=9": "trail=closed with size=9 makes no game: trails are kept on grids up to size=7",
        "sealed=2": "sealed with trail=open makes no game: only a closed trail tells how many moves were made",
        "trail=closed,size=3,sealed=8": "sealed=8 with size=3 makes no game: the goal would open after the last move",
    }
    tables.check_no_options("showdown", table)
    positions = {
        "size=3": {
            "*../.../... 1": "'*../.../... 1' has 2 parts; a position is BOARD MOVER LAST",
            ".../.../... 1 -": "there are 0 tokens on the board; there is one, *",
            "*.*/.../... 1 -": "there are 2 tokens on the board; there is one, *",
            "*../.../... 1 jump": "the last step is up, down, left, right or -, not 'jump'",
            ".../.*./... 1 -": "the token is on the center square (2,2), so the last step cannot be -",
            "*../.../... 1 right": "a step right cannot lead to (1,1): it would start off the grid",
            ".*./.../... 1 up": "a step up to (1,2) starts on the goal, where the game had ended",
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
    tables.check_no_position("showdown", positions)
    line = "...../...../...../...../....* 2 right"  # in a corner that play comes to
    assert written(at(START.game, line)) == line
