"""Grid Snatchers: what its rulebook says, allows, asks and refuses; restated.py has where moves lead."""

import pytest

from squarely import AmbiguousMove, IllegalMove, Match, UnreadableMove
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules import registry
from squarely.solver.oracle import Oracle
from tests.boards import at, conversation, legal, played, refusal, written
from tests.games import tables
from tests.games.tables import begin, told

SNATCHERS = registry.load("snatchers")
START = Match.of(SNATCHERS)
CORNER = "From (1,1): up to (1,2) or (1,3), right to (2,1) or (3,1)."
SCORCHED = "#1#../#..../...../...#2/....# 2"
BURNT = "#../#2./1## 1"
STUCK = "pass; up 1; pass; right 1; pass; down 1"
PRINTED = ("up 2", "left 2", "right 2", "up 2")


def test_setup() -> None:
    assert written(START) == "1..../...../...../...../....2 1"
    assert written(begin("snatchers", "size=3")) == "1../.../..2 1"
    assert (START.mover_name, START.play("up 1").mover_name) == SNATCHERS.players == ("Player 1", "Player 2")


def test_legal_moves_in_order() -> None:
    table = {
        ("", "...../...../..1../...../....2 1"): "up 1, up 2, down 1, down 2, left 1, left 2, right 1, right 2",
        ("", "...1./...../...../...../....2 1"): "up 1, up 2, left 1, left 2, right 1",
        ("", "...../...../.12../...../..... 1"): "up 1, up 2, down 1, down 2, left 1, right 1",
        ("", "...../..2../.1.../...../..... 1"): "up 1, up 2, down 1, down 2, left 1, right 1, right 2",
        ("reach=4", ""): "up 1, up 2, up 3, up 4, right 1, right 2, right 3, right 4",
        ("reach=4", "1.2../...../...../...../..... 1"): "up 1, up 2, up 3, up 4, right 1, right 2",
        ("reach=1", ""): "up 1, right 1",
        ("diagonal=allowed", ""): "up 1, up 2, right 1, right 2, up-right 1, up-right 2",
        ("burnt=yes,size=3", BURNT): "pass",
    }
    tables.check_legal("snatchers", table)


def test_where_moves_lead() -> None:
    middle = "...../...../..1../...../....2 1"
    table = {
        ("", ""): {
            "up 2; left 2": "...../...../1..../...../..2.. 1",
            "; ".join(PRINTED): "second: P2 captured P1 at (3,3)",
            "; ".join(["up 1; up 1; down 1; down 1"] * 10): written(START),
        },
        ("", middle): {
            "right 1": "...../...../...1./...../....2 2",
            "left 2": "...../...../1..../...../....2 2",
            "up 1": "...../...../...../..1../....2 2",
            "down 2": "..1../...../...../...../....2 2",
        },
        ("", "...../...../.12../...../..... 1"): {"right 1": "first: P1 captured P2 at (3,3)"},
        ("", "...../...../.1.2./...../..... 1"): {"right 2": "first: P1 captured P2 at (4,3)"},
        ("", "...../..1../..2../...../..... 2"): {"up 1": "second: P2 captured P1 at (3,2)"},
        ("", "...../..2../...../..1../..... 2"): {"down 2": "second: P2 captured P1 at (3,4)"},
        ("repetition=draw", ""): {
            "up 1; up 1; down 1; down 1; up 1; up 1; down 1": "1..../...../...../....2/..... 2",
            "; ".join(["up 1; up 1; down 1; down 1"] * 2): "nobody: the same position occurred three times",
        },
        ("diagonal=allowed", ""): {"up right 2": "...../...../..1../...../....2 2"},
        ("burnt=yes", SCORCHED): {"up 1": "#1#../#..../....2/...##/....# 1"},
        ("burnt=yes,size=3", BURNT): {"pass": "second: P1 has no move from (1,3) and loses"},
        ("burnt=yes,size=3,reach=1,misere=yes", BURNT): {"pass": "first: P1 has no move from (1,3) and wins"},
        ("burnt=yes,size=3,reach=1,stuck=passes", BURNT): {
            "pass": "#../#2./1## 2",
            STUCK: "nobody: no token can move: every way is burnt or off the grid",
        },
    }
    tables.check_leads("snatchers", table)
    for up in ("screen", "cartesian"):  # no other reading makes the printed game
        with pytest.raises(IllegalMove):
            played(begin("snatchers", f"up={up}"), *PRINTED)


def test_why_moves_are_refused() -> None:
    scorched = "From (5,4): up to (5,3) or (5,2)."
    burnt = f"(4,4) is burnt: nobody may stand on it or pass over it. {scorched}"
    table = {
        ("", ""): {
            **{
                move: f"{move} from (1,1) is off the grid. {CORNER}"
                for move in ("down 1", "down 2", "left 1", "left 2")
            },
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
        ("", ""): {"up 2": "up 2|UP 2|u 2|Up  2| up 2 |up, 2|up (2)"},
        ("", "...1./...../...../...../....2 1"): {"right 1": "right"},  # where one move only is legal
    }
    tables.check_read("snatchers", table)
    tables.check_unreadable(
        "snatchers",
        UnreadableMove,
        "'{}' is not a move. Please enter a direction and a number, such as up 2.",
        "| |2|2 up|north 1|up 1 1|upp 1|up right 1|diagonal 1|upleft 1",
    )
    for spaces in ("0", "3", "-1", "two", "1.5", "left"):
        why = f"'{spaces}' is not a number of spaces. Please enter 1 or 2."
        assert refusal(UnreadableMove, START.play, f"up {spaces}") == why


def test_what_is_drawn_and_asked() -> None:
    rule = "  +----+----+----+----+----+"
    row = "{} | {} |    |    |    | {} |"
    lines = ["x    1    2    3    4    5", f"y {rule.strip()}"]
    for number in range(1, 6):
        lines += [row.format(number, "P1" if number == 1 else "  ", "P2" if number == 5 else "  "), rule]
    assert SNATCHERS.words.draw(START.position) == "\n".join(lines)
    assert START.game.words.announce_turn(START) == f"{CORNER}\nPlayer 1, enter your move:"
    second = START.play("right 1")
    assert second.game.words.announce_turn(second) == (
        "From (5,5): up to (5,4) or (5,3), left to (4,5) or (3,5).\nPlayer 2, enter your move:"
    )
    table = {
        ("", ""): {
            "up; 2": "Direction (up/down/left/right): up\nNumber of spaces (1 or 2): 2\nup 2",
            "up 2": "Direction (up/down/left/right): up 2\nup 2",
        },
        ("burnt=yes,size=3", BURNT): {"pass": "Your token cannot move. Enter pass: pass\npass"},
    }
    tables.check_asked("snatchers", table)
    assert conversation(begin("snatchers", "diagonal=allowed"), "up right")[1] == "up right"
    assert refusal(UnreadableMove, conversation, START, "sideways") == (
        "'sideways' is not a move. Please enter a direction and a number, such as up 2."
    )
    landed, answered = START.play("up 2"), played(START, "up 2", "left 2")
    assert SNATCHERS.words.show_move(landed, True).startswith("You moved to position (1,3).\n")
    assert SNATCHERS.words.show_move(answered, False).startswith("Player 2 moved to position (3,5).\n")


def test_what_the_end_looks_like() -> None:
    won = played(START, *PRINTED)
    assert written(won) == "...../...../..2../...../..... 1"
    assert won.game.words.closing(won) == "Player 2 captures Player 1's token.\nPlayer 2 wins the game."
    drawn = SNATCHERS.words.draw(won.position)
    assert "3 |    |    | P2 |    |    |" in drawn
    assert "P1" not in drawn
    for options, moves, closing in (
        ("", "pass", "Player 1 has no move from (1,3) and loses.\nPlayer 2 wins the game."),
        (",reach=1,stuck=passes", STUCK, "No token can move: the game is a tie."),
    ):
        stuck = played(begin("snatchers", f"burnt=yes,size=3{options}", BURNT), *moves.split("; "))
        assert stuck.game.words.closing(stuck) == closing
    scorched = begin("snatchers", "burnt=yes", SCORCHED)
    assert scorched.game.words.draw(scorched.position).splitlines()[2] == "1 | ## | P1 | ## |    |    |"
    assert Tabletop(scorched.game).squares(scorched.position)[0].text == "##"


def test_options_that_make_no_game() -> None:
    table = {
        "reech=2": "there is no option 'reech'; did you mean reach?",
        "komi=1": "there is no option 'komi'; there are size, reach, up, diagonal, burnt, stuck, repetition, "
        "misere, turn_limit, double_moves, pie, forbidden_first, opening",
        "up=north": "up=north is not possible: up is forward, screen or cartesian",
        **{f"size={n}": f"size={n} is not possible: size is a whole number from 2 to 9" for n in (1, 10)},
        **{f"reach={n}": f"reach={n} is not possible: reach is a whole number from 1 to 8" for n in (0, 9)},
        "reach=5": "reach=5 with size=5 makes no game: no move of 5 fits; reach is at most 4",
        "size=2": "reach=2 with size=2 makes no game: no move of 2 fits; reach is at most 1",
        "burnt=yes,size=8": "burnt=yes with size=8 makes no game: squares burn on grids up to size=7",
    }
    tables.check_no_options("snatchers", table)


def test_positions_that_cannot_be() -> None:
    missing = "token {} is missing; only the side to move can have been captured"
    table = {
        "size=3": {
            "1../..2 1": "the board has 2 rows; it needs 3, joined by /",
            "1../..../..2 1": "row 2 has 4 squares; it needs 3",
            "1../.*./..2 1": "row 2 has '*'; a square is one of 1 2 .",
            "1../.../..2 3": "the side to move is 1 or 2, not '3'",
            "1../.../..2 1 -": "'1../.../..2 1 -' has 3 parts; a position is BOARD MOVER",
            "1.1/.../..2 1": "there are 2 tokens 1 on the board; each player has one",
            "12./.2./..2 1": "there are 3 tokens 2 on the board; each player has one",
            "1../.../... 1": missing.format(2),
            ".../.../..2 2": missing.format(1),
            ".../.../... 1": missing.format(2),
        },
        "size=3,burnt=yes": {
            ".1./.../..2 2": "P1 began on (1,1), so that square is burnt once it has left",
            "#1./.../..2 1": "with 1 burnt square it cannot be Player 1's turn: every turn burns one",
            "1.#/..#/..2 1": "P1 stands where it began, but the burnt squares show that it has moved",
        },
    }
    tables.check_no_position("snatchers", table)
    for line, winner in (
        ("...../...../..2../.1.../..... 2", ""),
        ("....1/...../...../...../2.... 1", ""),  # after more moves than were made
        ("...../...../..2../...../..... 1", "second: P2 captured P1 at (3,3)"),
        ("...../...../..1../...../..... 2", "first: P1 captured P2 at (3,3)"),
    ):
        match = at(SNATCHERS, line)
        assert (written(match), told(match)) == (line, winner or line)
        assert bool(legal(match)) == (not winner)


def test_reach_1_is_a_forced_win_of_the_second() -> None:
    for size, distance in ((3, 6), (4, 10), (5, 14)):
        game = registry.load("snatchers", f"reach=1,size={size}")
        value = Oracle(game).value(game.start())
        assert (str(value.winner), value.distance) == ("second", distance)
