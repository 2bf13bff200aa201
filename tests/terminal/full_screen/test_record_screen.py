"""A record in the full-screen app: walked, reviewed at its turning points by keys and mouse, and played on."""

import os

import pytest

from squarely import Match
from squarely.core.match.record import Record
from squarely.core.rules import registry
from squarely.core.text.wrapping import GLUE
from squarely.files.saved_matches import MatchSaver
from squarely.review.explain import explain_match
from squarely.review.grading import grade_match
from squarely.solver import oracle
from squarely.solver.oracle import Oracle
from squarely.terminal.full_screen.match_screen import MatchScreen
from squarely.terminal.full_screen.places import Go
from squarely.terminal.full_screen.record_screen import ReplayScreen, ReviewScreen

from .driving import LARGE, SMALL, WON_BY_MISTAKE, User, open_app, record_of

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


async def test_a_record_is_walked_to_its_result_and_leads_to_its_review() -> None:
    async with open_app(Go("replay", record_of("center", *WON_BY_MISTAKE, Event="Cup"))) as user:
        await user.see("Replay: Capture Square (center), Ann against Bob")
        assert user.lines[1] == " Result: 0-1   Date: 2026-11-16   Event: Cup"
        await user.press("right", "down", "left")
        await user.see("1. Ann: place 1 0.")
        assert "accuracy" not in user.words, "nothing is judged"
        await user.press("end")
        await user.see("Congratulations, Bob! You have captured the center square and won the game!")
        await user.press("e")
        await user.wait_until(lambda: isinstance(user.place, ReviewScreen))
        await user.press("escape")
        await user.wait_until(lambda: isinstance(user.place, ReplayScreen))
        await user.press("p")
        await user.see("Sorry, it is over here")


async def test_an_unfinished_record_is_played_on_where_it_stopped() -> None:
    record = record_of("center", *WON_BY_MISTAKE[:3])
    saver = MatchSaver("center")
    saver.save(record)

    async with open_app(Go("replay", record)) as user:
        await user.press("end")
        await user.see("Unfinished; Bob is to move.")
        await user.press("p")
        await user.see(f"process {os.getpid()}")
        saver.release()
        await user.press("p")
        await user.wait_until(lambda: isinstance(user.place, MatchScreen))
        assert len(user.live.match.moves) == 3


# The review


def lost_center() -> Record:
    return record_of("center", *WON_BY_MISTAKE, SecondPlayer="level:3")


def words_of(user: User, column: int = 41) -> list[str]:
    """What stands right of the board."""
    return [line[column:].rstrip(" ▁▂▃▄▅▆▇█").strip() for line in user.lines[2:16]]


async def test_a_review_at_80x24_is_walked_to_its_turning_point_and_played_on() -> None:
    async with open_app(Go("review", lost_center())) as user:
        await user.see("Ann: accuracy 35%", "Congratulations, Bob!")
        await user.press("t")
        assert words_of(user) == [
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
        assert user.lines[16:23] == [
            " ↑ Ann wins   ↓ Bob wins   ! turning point",
            "             ▄▄▄▄▄▄▄▄▄▄ ▄▄▄▄▄▄▄▄▄▄ ▄▄▄▄▄▄▄▄▄▄ ▄▄▄▄▄▄▄▄▄▄",
            " ███████████ ██████████ ██████████ ██████████ ██████████",
            " " + "─" * 78,
            " " * 57 + "██████████ ██████████",
            " " * 57 + "▀▀▀▀▀▀▀▀▀▀ ██████████",
            " " * 62 + "◆",
        ]
        await user.press("left", "p")
        await user.wait_until(lambda: isinstance(user.place, MatchScreen))
        live = user.live
        assert live.match.start == lost_center().match.positions[4]
        assert live.settings.seats.computers == (None, "level:3")


async def test_chart_and_moves_are_clicked_and_resizing_keeps_the_step() -> None:
    async with open_app(Go("review", lost_center()), LARGE) as user:
        await user.see("accuracy 35%")
        await user.pilot.click("ValueChart", offset=(40, 4))
        await user.see("2. Bob: place 0 2.")
        await user.pilot.click("MoveList", offset=(3, 4))
        await user.see("4. Bob: move 0 2 1 2.")
        assert sum("█" in line for line in user.lines) > 6, "a higher screen has a higher chart"
        await user.pilot.resize_terminal(*SMALL)
        await user.see("4. Bob: move 0 2 1 2.")
        assert user.lines[22].index("▲") == user.lines[22].rindex("▲")
        assert all(len(line) <= 80 for line in user.lines)
        await user.press("home", "right", "T")
        await user.see("5. Ann: move 0 1 0 0.")


async def test_rules_that_are_not_solved_yet_are_solved_beside_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oracle, "QUICK", 50)

    async with open_app(Go("review", record_of("snatchers", "up 2", "up 1"))) as user:
        await user.see("Ann: no accuracy", "play can go on for ever")


async def test_what_cannot_be_solved_says_so_and_is_walked_all_the_same() -> None:
    large = Record(Match.of(registry.load("quad", "size=6"), names=("Ann", "Bob")).play("A1").play("B2"))

    async with open_app(Go("review", large)) as user:
        await user.see("There is no review: this game is too large", "squarely solve quad")
        await user.press("t")
        await user.wait_until(lambda: user.words.count("There is no review: this game is too") == 2)
        await user.press("left")
        await user.see("1. Ann: A1.")
        await user.press("escape")
        await user.wait_until(lambda: not isinstance(user.place, ReviewScreen))


async def test_the_signs_of_the_moves_are_never_cut() -> None:
    moves = ("up 2", "left 1", "up 1", "left 2", "right 1", "left 1", "up 1")

    for size in (SMALL, LARGE, (200, 60)):
        async with open_app(Go("review", record_of("snatchers", *moves)), size) as user:
            await user.see("turning point")
            listed = [line for line in user.lines if line.endswith(moves[-1]) or f"{moves[-1]} " in line]
            assert any("!   7  Bob" in line or "!   7  Ann" in line for line in user.lines), listed
            assert "…" not in "\n".join(user.lines[2:])


# What each step shows, before and after the truth is known


def judged(record: Record) -> ReviewScreen:
    """The match with the truth."""
    study, oracle = ReviewScreen(record), Oracle(record.match.game)
    review = grade_match(record.match, oracle)
    study.judge(review, explain_match(review, oracle))
    return study


def said(study: ReviewScreen, step: int) -> list[str]:
    study.step = step
    return [text.replace(GLUE, " ") for text, _ in study.paragraphs]


def walk(study: ReviewScreen, step: int, before: bool = False) -> int:
    study.step = step
    study.action_turning_point(before)
    return study.step


def test_before_the_truth_is_known_it_is_a_replay() -> None:
    study = ReviewScreen(record_of("center", *WON_BY_MISTAKE))
    assert study.signs == [""] * 7
    assert study.turning_points == []
    assert said(study, 4) == ["4. Bob: move 0 2 1 2.", "Ann has 2 tokens in hand, Bob has 3 tokens in hand."]
    assert (study.marks["last"], study.marks["lit"]) == ((2, 5), ())


def test_the_truth_is_told_in_the_words_of_the_review() -> None:
    study = judged(record_of("center", *WON_BY_MISTAKE))
    assert study.review is not None
    claims = explain_match(study.review, Oracle(study.match.game))
    heading, verdict, why, *_ = said(study, 5)
    assert (heading, verdict) == ("5. Ann: move 0 1 0 0.", "! Turning point; better: move 0 1 1 1 or move 1 0 1 1.")
    assert why == claims[4].text
    assert f"move{GLUE}0{GLUE}1{GLUE}1{GLUE}1" in study.paragraphs[2][0], "no move is broken in two"
    assert study.marks["lit"] == (5, 4), "Bob's token, then the center"
    assert study.signs == ["", "", "", "", "", "!", ""]
    assert study.about == "Ann: accuracy 35% in 3 choices   Bob: accuracy unknown (1 choice)"


def test_the_last_step_tells_the_result_and_where_it_is_seen() -> None:
    study = judged(record_of("center", *WON_BY_MISTAKE))
    assert said(study, 6)[-1] == "Congratulations, Bob! You have captured the center square and won the game!"
    assert (study.marks["won"], study.marks["lit"]) == ((4,), ())


def test_turning_points_come_round_again() -> None:
    moves = ("up 2", "left 1", "up 1", "left 2", "right 1", "left 1", "up 1")
    study = judged(record_of("snatchers", *moves))
    assert study.turning_points == [5, 6, 7]
    study.show_step = lambda: None  # type: ignore[method-assign]
    assert [walk(study, step) for step in (0, 5, 6, 7)] == [5, 6, 7, 5]
    assert [walk(study, step, before=True) for step in (7, 6, 5)] == [6, 5, 7]


def test_who_is_who() -> None:
    study = ReviewScreen(record_of("center", *WON_BY_MISTAKE[:2], SecondPlayer="level:3"))
    assert study.players == "Ann (you) against Bob (level:3)"
    assert ReviewScreen(record_of("center")).players == "Ann against Bob"


def test_points_are_told_and_so_is_what_a_move_cost() -> None:
    worst = Oracle(record_of("numbers").match.game).value_moves(record_of("numbers").match.start)[-1].move
    study = judged(record_of("numbers", str(worst)))
    assert study.review is not None
    [grade] = study.review.grades
    assert grade.cost > 0
    assert study.signs[1] == ("!" if study.turning_points else f"-{grade.cost}")
    assert any("points" in told for told in said(study, 1))
