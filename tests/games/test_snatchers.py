"""Grid Snatchers: what it refuses, reads and says; restated.py has where moves lead."""

import pytest

from squarely import AmbiguousMove, IllegalMove, Match, UnreadableMove
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules import registry
from squarely.core.rules.rulebook import write_rulebook
from tests.boards import conversation, played, refusal
from tests.games import tables
from tests.games.tables import begin, told

SNATCHERS = registry.load("snatchers")
START = Match.of(SNATCHERS)
CORNER = "From (1,1): up to (1,2) or (1,3), right to (2,1) or (3,1)."
SCORCHED = "#1#../#..../...../...#2/....# 2"
BURNT = "#../#2./1## 1"
PRINTED = ("up 2", "left 2", "right 2", "up 2")


def test_no_other_reading_of_up_makes_the_printed_game() -> None:
    assert told(played(START, *PRINTED)) == "second: P2 captured P1 at (3,3)"
    for up in ("screen", "cartesian"):
        with pytest.raises(IllegalMove):
            played(begin("snatchers", f"up={up}"), *PRINTED)


def test_why_moves_are_refused() -> None:
    scorched = "From (5,4): up to (5,3) or (5,2)."
    burnt = f"(4,4) is burnt: nobody may stand on it or pass over it. {scorched}"
    table = {
        ("", ""): {
            "down 1": f"down 1 from (1,1) is off the grid. {CORNER}",
            "left": f"left 1 from (1,1) is off the grid. {CORNER}",
            "pass": f"passing is not permitted. {CORNER}",
            "; ".join([*PRINTED, "up 1"]): "the match is over: P2 captured P1 at (3,3).",
        },
        ("", "...../...../.12../...../..... 1"): {
            "right 2": "the path is blocked: a token cannot pass through the other one. From (2,3): up to (2,4) or "
            "(2,5), down to (2,2) or (2,1), left to (1,3), right to (3,3)."
        },
        ("burnt=yes", SCORCHED): {
            "left 1": burnt,
            "left 2": burnt,
            "pass": f"you may not pass while your token can move. {scorched}",
        },
    }
    tables.check_refused("snatchers", IllegalMove, table)
    assert refusal(AmbiguousMove, START.play, "up") == "that could mean up 1 or up 2. Please say which."


def test_spellings() -> None:
    table = {
        ("", ""): {"up 2": "UP 2|Up  2| u 2 |up, 2|up (2)"},
        ("", "...1./...../...../...../....2 1"): {"right 1": "right"},  # where one move only is legal
        ("diagonal=allowed", ""): {"up-right 2": "up right 2"},
    }
    tables.check_read("snatchers", table)
    tables.check_unreadable(
        "snatchers",
        UnreadableMove,
        "'{}' is not a move. Please enter a direction and a number, such as up 2.",
        "|2|2 up|north 1|up 1 1|upp 1|up right 1|upleft 1",
    )
    for spaces in ("0", "3", "-1", "1.5", "left"):
        why = f"'{spaces}' is not a number of spaces. Please enter 1 or 2."
        assert refusal(UnreadableMove, START.play, f"up {spaces}") == why


def test_what_is_said_and_asked() -> None:
    assert START.game.words.announce_turn(START) == f"{CORNER}\nPlayer 1, enter your move:"
    second = START.play("right 1")
    assert second.game.words.announce_turn(second) == (
        "From (5,5): up to (5,4) or (5,3), left to (4,5) or (3,5).\nPlayer 2, enter your move:"
    )
    assert SNATCHERS.words.show_move(second, False).startswith("Player 1 moved to position (2,1).\n")
    table = {
        ("", ""): {"up 2": "Direction (up/down/left/right): up 2\nup 2"},
        ("burnt=yes,size=3", BURNT): {"pass": "Your token cannot move. Enter pass: pass\npass"},
    }
    tables.check_asked("snatchers", table)
    assert conversation(begin("snatchers", "diagonal=allowed"), "up right")[1] == "up right"
    assert refusal(UnreadableMove, conversation, START, "sideways") == (
        "'sideways' is not a move. Please enter a direction and a number, such as up 2."
    )


def test_what_the_end_looks_like() -> None:
    won = played(START, *PRINTED)
    assert won.game.words.closing(won) == "Player 2 captures Player 1's token.\nPlayer 2 wins the game."
    stuck = begin("snatchers", "burnt=yes,size=3", BURNT).play("pass")
    assert stuck.game.words.closing(stuck) == "Player 1 has no move from (1,3) and loses.\nPlayer 2 wins the game."
    moves = ["pass", "up 1", "pass", "right 1", "pass", "down 1"]
    tied = played(begin("snatchers", "burnt=yes,size=3,reach=1,stuck=passes", BURNT), *moves)
    assert told(tied) == "nobody: no token can move: every way is burnt or off the grid"
    assert tied.game.words.closing(tied) == "No token can move: the game is a tie."
    rulebook = " ".join(write_rulebook(tied.game).split())
    assert "A player who cannot move passes; if no player can move, the game is a tie." in rulebook
    scorched = begin("snatchers", "burnt=yes", SCORCHED)
    assert scorched.game.words.draw(scorched.position).splitlines()[2] == "1 | ## | P1 | ## |    |    |"
    assert Tabletop(scorched.game).squares(scorched.position)[0].text == "##"


def test_options_and_positions_that_cannot_be() -> None:
    table = {
        "reach=5": "reach=5 with size=5 makes no game: no move of 5 fits; reach is at most 4",
        "burnt=yes,size=8": "burnt=yes with size=8 makes no game: squares burn on grids up to size=7",
    }
    tables.check_no_options("snatchers", table)
    missing = "token {} is missing; only the side to move can have been captured"
    positions = {
        "size=3": {
            "1.1/.../..2 1": "there are 2 tokens 1 on the board; each player has one",
            "12./.2./..2 1": "there are 3 tokens 2 on the board; each player has one",
            "1../.../... 1": missing.format(2),
            ".../.../..2 2": missing.format(1),
        },
        "size=3,burnt=yes": {
            ".1./.../..2 2": "P1 began on (1,1), so that square is burnt once it has left",
            "#1./.../..2 1": "with 1 burnt square it cannot be Player 1's turn: every turn burns one",
            "1.#/..#/..2 1": "P1 stands where it began, but the burnt squares show that it has moved",
        },
    }
    tables.check_no_position("snatchers", positions)
