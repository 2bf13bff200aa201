"""Puzzles in the full-screen app: solved by cursor, failed by words, shown, hinted; levels, mistakes and today's."""

import asyncio
import json
from datetime import date

import pytest

from squarely.core.rules import registry
from squarely.review.daily_puzzle import find_daily_puzzle
from squarely.review.puzzle_progress import PuzzleProgress
from squarely.terminal.full_screen import places, puzzle_desk
from squarely.terminal.games import load_installed
from tests.terminal.driving import Desk

from .studying import LARGE, study

SHOWDOWN = registry.load("showdown")


@pytest.fixture(autouse=True)
def always_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_desk, "draw_seed", lambda: 7)


def test_a_puzzle_is_solved_by_cursor_and_the_next_one_failed_by_words() -> None:
    async def solve() -> None:
        async with study(places.OpenPuzzles(SHOWDOWN)) as student:
            await student.see("find a move that does not lose. 1 of 2 moves is right.", "left is forbidden.")
            assert student.lines[0] == " Puzzle: Center Square Showdown (showdown), level 2 of 5"
            await student.press("h")
            await student.see("Hint (h for more)", "With best play")
            await student.press("right", "right", "right", "enter")
            await student.see("✓ Right", "showdown: 1 solved, 0 failed so far.", "Next puzzle")
            assert "L2" in student.words, "the values stand on the board"
            await student.press("enter")
            await student.see("Hint", "find a move")
            wrong = student.place._asked.puzzle.losing[0].move  # type: ignore[attr-defined]
            await student.type_in("nowhere")
            await student.see("Sorry,")
            await student.press(*["backspace"] * len("nowhere"))
            await student.type_in(str(wrong))
            await student.see("✗ Wrong", "1 solved, 1 failed so far.", "Solved 1 of 2.")

    asyncio.run(solve())
    assert PuzzleProgress().counts("showdown") == (1, 1)


def test_a_puzzle_is_clicked_at_120x40_and_another_one_shown() -> None:
    async def solve() -> None:
        async with study(places.OpenPuzzles(SHOWDOWN), LARGE) as student:
            await student.see("1 of 2 moves is right")
            board = student.place.query_one("Board")
            await student.pilot.click(board, offset=board.locate(3))  # type: ignore[attr-defined]
            await student.see("✓ Right")
            await student.press("enter")
            await student.see("Show me")
            await student.pilot.resize_terminal(80, 24)
            await student.press("x")
            await student.see("The solution", "Best is", "Solved 1 of 2.")

    asyncio.run(solve())


def test_level_mistakes_and_the_puzzle_of_the_day() -> None:
    async def choose() -> None:
        async with study(places.OpenPuzzles(SHOWDOWN)) as student:
            await student.see("any level", "find a move")
            await student.press("v")
            await student.see("Asked: showdown, level 1.", "level 1 of 5", "find a move")
            await student.press("o")
            await student.see(
                "Sorry, there is no such mistake of yours of level 1 in your finished matches of showdown."
            )
            await student.press("t")
            await student.see(f"Puzzle of {date.today().isoformat()}", "find a move")
            assert student.place._asked.puzzle == find_daily_puzzle(date.today(), load_installed())  # type: ignore[attr-defined]

    asyncio.run(choose())


def test_a_seed_and_a_level_ask_what_they_ask_line_by_line(desk: Desk) -> None:
    line_by_line = json.loads(desk.squarely("puzzle", "showdown", "--seed", "3", "--level", "2", "--json").out)

    async def look() -> str:
        async with study(places.OpenPuzzles(SHOWDOWN, level=2, seed=3)) as student:
            await student.see("level 2", "find a move")
            puzzle = student.place._asked.puzzle  # type: ignore[attr-defined]
            return SHOWDOWN.write_position(puzzle.position)

    assert asyncio.run(look()) == line_by_line["position"]
