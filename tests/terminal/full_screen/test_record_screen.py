"""A record in the full-screen app: walked, reviewed at its turning points by keys and mouse, and played on."""

import os

import pytest

from squarely import Match
from squarely.core.match.record import Record
from squarely.core.rules import registry
from squarely.core.text.wrapping import GLUE
from squarely.files.saved_matches import MatchSaver
from squarely.solver import oracle
from squarely.solver.oracle import Oracle
from squarely.terminal.full_screen.places import Go
from squarely.terminal.full_screen.record_screen import ReviewScreen

from .driving import LARGE, SMALL, WON_BY_MISTAKE, User, open_app, record_of

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


async def test_a_record_is_walked_to_its_result_and_review_and_one_unfinished_is_played_on_where_it_stopped() -> None:
    record = record_of("center", *WON_BY_MISTAKE[:3])
    saver = MatchSaver("center")
    saver.save(record)
    async with open_app(Go("replay", record_of("center", *WON_BY_MISTAKE, Event="Cup"))) as user:
        await user.see("Replay: Capture Square (center), Ann against Bob")
        assert user.lines[1] == " Result: 0-1   Date: 2026-11-16   Event: Cup"
        await user.press("right", "down", "left", sees=("1. Ann: place 1 0.", "Ann has 3 tokens in hand"))
        assert "accuracy" not in user.words, "nothing is judged"
        await user.press("end", sees="Congratulations, Bob! You have captured the center square and won the game!")
        await user.press("e", opens="ReviewScreen")
        await user.press("escape", opens="ReplayScreen")
        await user.press("p", sees="Sorry, it is over here")
        await user.go("replay", record)
        await user.press("end", sees="Unfinished; Bob is to move.")
        await user.press("p", sees=f"process {os.getpid()}")
        saver.release()
        await user.press("p", opens="MatchScreen")
        assert len(user.live.match.moves) == 3


LOST_CENTER = record_of("center", *WON_BY_MISTAKE, SecondPlayer="level:3")
TURNS = ("up 2", "left 1", "up 1", "left 2", "right 1", "left 1", "up 1")  # of snatchers; the last three are mistakes


def opened(user: User) -> ReviewScreen:
    assert isinstance(user.place, ReviewScreen)
    return user.place


async def test_a_review_at_80x24_is_walked_to_its_turning_point_and_played_on() -> None:
    async with open_app(Go("review", LOST_CENTER)) as user:
        about = "Ann: accuracy 35% in 3 choices Bob: accuracy unknown (1 choice)"
        await user.see("Ann (you) against Bob (level:3)", about, "Congratulations, Bob! You have captured the center")
        assert (opened(user).marks["won"], opened(user).marks["lit"]) == ((4,), ())
        await user.press("t")
        study = opened(user)
        assert (study.signs, study.marks["lit"]) == (["", "", "", "", "", "!", ""], (5, 4)), "Bob's token, the center"
        assert f"move{GLUE}0{GLUE}1{GLUE}1{GLUE}1" in study.paragraphs[2][0], "no move is broken in two"
        beside = [line[41:].rstrip(" ▁▂▃▄▅▆▇█").strip() for line in user.lines[2:16]]
        assert beside == [
            "5. Ann: move 0 1 0 0.",
            "! Turning point; better: move 0 1 1 1",
            "or move 1 0 1 1.",
            "move 0 1 0 0 misses a win at once:",
            "move 0 1 1 1. Now Bob wins at once:",
            "move 1 2 1 1.",
            "After it: Bob wins in 1 move.",
            "Best now: move 1 2 1 1.",
            "─" * 39,
            "2  B  place 0 2",
            "3  A  place 0 1",
            "4  B  move 0 2 1 2",
            "!   5  A  move 0 1 0 0",
            "6  B  move 1 2 1 1",
        ]
        assert user.lines[16] == " ↑ Ann wins   ↓ Bob wins   ! turning point"
        assert user.lines[18] == " ███████████ ██████████ ██████████ ██████████ ██████████"
        assert user.lines[22] == " " * 62 + "◆"
        await user.press("left", "p", opens="MatchScreen")
        assert user.live.match.start == LOST_CENTER.match.positions[4]
        assert user.live.settings.seats.computers == (None, "level:3")


async def test_chart_and_moves_are_clicked_and_resizing_keeps_the_step() -> None:
    async with open_app(Go("review", LOST_CENTER), LARGE) as user:
        await user.see("accuracy 35%")
        await user.pilot.click("ValueChart", offset=(40, 4))
        await user.see("2. Bob: place 0 2.")
        await user.pilot.click("MoveList", offset=(3, 4))
        await user.see("4. Bob: move 0 2 1 2.")
        assert sum("█" in line for line in user.lines) > 6, "a higher screen has a higher chart"
        await user.resize(*SMALL, sees="4. Bob: move 0 2 1 2.")
        assert user.lines[22].index("▲") == user.lines[22].rindex("▲")
        assert all(len(line) <= 80 for line in user.lines)
        await user.press("home", "right", "T", sees="5. Ann: move 0 1 0 0.")


async def test_rules_are_solved_beside_the_screen_and_what_cannot_be_is_judged_by_belief(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(oracle, "QUICK", 50)
    large = Record(Match.of(registry.load("quad", "size=6"), names=("Ann", "Bob")).play("A1").play("B2"))
    async with open_app(Go("review", record_of("snatchers", "up 2", "up 1"))) as user:
        await user.see("Ann: no accuracy", "play can go on for ever")
        await user.go(
            "review", large, sees=("Not solved: a search", "After it: ", "no accuracy: too", "↑ better for Ann")
        )
        assert "!" not in user.text, "what is believed is no turning point"
        await user.press("t", sees="No move changed the result.")
        await user.press("left", sees=("1. Ann: A1.", "Looks best now: "))
        large_one = user.place
        await user.press("escape")
        await user.wait_until(lambda: user.place is not large_one)


async def test_signs_are_never_cut_turning_points_come_round_again_and_it_is_told_what_a_move_cost() -> None:
    async with open_app(Go("review", record_of("snatchers", *TURNS))) as user:
        for size in (SMALL, LARGE, (200, 60)):
            await user.resize(*size, sees="turning point")
            assert any("!   7  Ann" in line for line in user.lines), user.screen
            assert "…" not in "\n".join(user.lines[2:])
        assert opened(user).turning_points == [5, 6, 7]
        for key, step in (("t", 5), ("t", 6), ("t", 7), ("t", 5), ("T", 7), ("T", 6), ("T", 5), ("home", 0), ("t", 5)):
            await user.press(key)
            assert opened(user).step == step
        match = record_of("numbers").match
        worst = Oracle(match.game).value_moves(match.start)[-1].move
        await user.go("review", record_of("numbers", str(worst)), sees=("1. Ann: ", "points", "accuracy"))
        study = opened(user)
        assert study.review
        cost = study.review.grades[0].cost
        assert cost > 0
        assert study.signs[1] == ("!" if study.turning_points else f"-{cost}")
