"""The review in the full-screen app: walked by keys and mouse to its turning point, and played on from there."""

import asyncio

import pytest

from squarely import Match
from squarely.core.match.record import Record
from squarely.core.rules import registry
from squarely.solver import oracle
from squarely.terminal.full_screen.match_screen import MatchScreen
from squarely.terminal.full_screen.places import Go
from squarely.terminal.full_screen.record_screen import ReviewScreen

from .studying import LARGE, SMALL, WON_BY_MISTAKE, Student, record_of, study


def lost_center() -> Record:
    return record_of("center", *WON_BY_MISTAKE, SecondPlayer="level:3")


def words_of(student: Student, column: int = 41) -> list[str]:
    """What stands right of the board."""
    return [line[column:].rstrip(" ▁▂▃▄▅▆▇█").strip() for line in student.lines[2:16]]


def test_a_review_at_80x24_is_walked_to_its_turning_point_and_played_on() -> None:
    async def walk() -> None:
        async with study(Go("review", lost_center())) as student:
            await student.see("Ann: accuracy 35%", "Congratulations, Bob!")
            await student.press("t")
            assert words_of(student) == [
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
            assert student.lines[16:23] == [
                " ↑ Ann wins   ↓ Bob wins   ! turning point",
                "             ▄▄▄▄▄▄▄▄▄▄ ▄▄▄▄▄▄▄▄▄▄ ▄▄▄▄▄▄▄▄▄▄ ▄▄▄▄▄▄▄▄▄▄",
                " ███████████ ██████████ ██████████ ██████████ ██████████",
                " " + "─" * 78,
                " " * 57 + "██████████ ██████████",
                " " * 57 + "▀▀▀▀▀▀▀▀▀▀ ██████████",
                " " * 62 + "◆",
            ]
            await student.press("left", "p")
            await student.wait_until(lambda: isinstance(student.place, MatchScreen))
            live = student.pilot.app.live  # type: ignore[attr-defined]
            assert live.match.start == lost_center().match.positions[4]
            assert live.settings.seats.computers == (None, "level:3")

    asyncio.run(walk())


def test_chart_and_moves_are_clicked_and_resizing_keeps_the_step() -> None:
    async def walk() -> None:
        async with study(Go("review", lost_center()), LARGE) as student:
            await student.see("accuracy 35%")
            await student.click("ValueChart", 40, 4)
            await student.see("2. Bob: place 0 2.")
            await student.click("MoveList", 3, 4)
            await student.see("4. Bob: move 0 2 1 2.")
            assert sum("█" in line for line in student.lines) > 6, "a higher screen has a higher chart"
            await student.pilot.resize_terminal(*SMALL)
            await student.see("4. Bob: move 0 2 1 2.")
            assert student.lines[22].index("▲") == student.lines[22].rindex("▲")
            assert all(len(line) <= 80 for line in student.lines)
            await student.press("home", "right", "T")
            await student.see("5. Ann: move 0 1 0 0.")

    asyncio.run(walk())


def test_rules_that_are_not_solved_yet_are_solved_beside_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oracle, "QUICK", 50)

    async def walk() -> None:
        async with study(Go("review", record_of("snatchers", "up 2", "up 1"))) as student:
            await student.see("Ann: no accuracy", "play can go on for ever")

    asyncio.run(walk())


def test_what_cannot_be_solved_says_so_and_is_walked_all_the_same() -> None:
    large = Record(Match.of(registry.load("quad", "size=6"), names=("Ann", "Bob")).play("A1").play("B2"))

    async def walk() -> None:
        async with study(Go("review", large)) as student:
            await student.see("There is no review: this game is too large", "squarely solve quad")
            await student.press("t")
            await student.wait_until(lambda: student.words.count("There is no review: this game is too") == 2)
            await student.press("left")
            await student.see("1. Ann: A1.")
            await student.press("escape")
            await student.wait_until(lambda: not isinstance(student.place, ReviewScreen))

    asyncio.run(walk())


def test_the_signs_of_the_moves_are_never_cut() -> None:
    moves = ("up 2", "left 1", "up 1", "left 2", "right 1", "left 1", "up 1")

    async def look() -> None:
        for size in (SMALL, LARGE, (200, 60)):
            async with study(Go("review", record_of("snatchers", *moves)), size) as student:
                await student.see("turning point")
                listed = [line for line in student.lines if line.endswith(moves[-1]) or f"{moves[-1]} " in line]
                assert any("!   7  Bob" in line or "!   7  Ann" in line for line in student.lines), listed
                assert "…" not in "\n".join(student.lines[2:])

    asyncio.run(look())
