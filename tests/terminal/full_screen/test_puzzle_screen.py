"""Puzzles in the full-screen app: solved by cursor, failed by words, shown, hinted; levels, mistakes and today's."""

import asyncio
import json
from datetime import date

from squarely.core.rules import registry
from squarely.files import my_results
from squarely.review.puzzle_session import PuzzleProgress
from squarely.review.puzzles import Puzzle, find_daily_puzzle
from squarely.terminal.full_screen.places import Go
from squarely.terminal.full_screen.puzzle_screen import PuzzleScreen
from squarely.terminal.full_screen.widgets.board import Board
from squarely.terminal.rules import load_installed
from tests.terminal.driving import Desk
from tests.terminal.full_screen.piloting import rush_keys

from .studying import LARGE, Student, study

SHOWDOWN = registry.load("showdown")


def asked(student: Student) -> Puzzle:
    assert isinstance(student.place, PuzzleScreen)
    assert student.place.puzzle is not None
    return student.place.puzzle


def test_a_puzzle_is_solved_by_cursor_and_the_next_one_failed_by_words() -> None:
    async def solve() -> None:
        async with study(Go("puzzles", SHOWDOWN, None, 7)) as student:
            await student.see("One of the 2 moves loses. Find the other.", "left is forbidden.")
            assert student.lines[0] == " Puzzle: Center Square Showdown (showdown), level 2 of 5"
            for _ in range(5):
                await student.press("h")
            await student.see("That was the last hint.")
            assert f"Try {asked(student).keeping[0].move}" not in student.words
            await student.press("right", "right", "right", "enter")
            await student.see("✓ Right", "showdown: 1 solved, 0 failed so far.", "Next puzzle")
            assert "L2" in student.words, "the values stand on the board"
            await student.press("enter")
            await student.see("Hint", "Find")
            wrong = asked(student).losing[0].move
            await student.press(*"nowhere", "enter")
            await student.see("Sorry,")
            await student.press("escape")
            await rush_keys(student.pilot, *str(wrong), "enter")
            await student.see("✗ Wrong", "1 solved, 1 failed so far.", "Solved 1 of 2.")

    asyncio.run(solve())
    assert PuzzleProgress().counts("showdown") == (1, 1)


def test_a_puzzle_is_clicked_at_120x40_and_another_one_shown() -> None:
    async def solve() -> None:
        async with study(Go("puzzles", SHOWDOWN, None, 7), LARGE) as student:
            await student.see("One of the 2 moves loses")
            board = student.place.query_one(Board)
            spot = next((x, y) for y in range(40) for x in range(120) if board.find_square(x, y) == 3)
            await student.pilot.click(board, offset=spot)
            await student.see("✓ Right")
            await student.press("enter")
            await student.see("Show me")
            await student.pilot.resize_terminal(80, 24)
            await student.press("x")
            await student.see("The answer", "Best is", "Solved 1 of 2.")

    asyncio.run(solve())


def test_level_mistakes_and_the_puzzle_of_the_day_which_makes_a_streak() -> None:
    today = date.today()

    async def choose() -> None:
        async with study(Go("puzzles", SHOWDOWN)) as student:
            await student.see("any level", "Find")
            await student.press("v")
            await student.see("Asked: showdown, level 1.", "level 1 of 5", "Find")
            await student.press("o")
            await student.see(
                "Sorry, there is no such mistake of yours of level 1 in your finished matches of showdown."
            )
            await student.press("escape")
        async with study(Go("daily")) as student:
            await student.see(f"Puzzle of {today.isoformat()}", "Find")
            assert asked(student) == find_daily_puzzle(today, load_installed())
            await student.press(*str(asked(student).keeping[0].move), "enter")
            await student.see("✓ Right")

    asyncio.run(choose())
    assert my_results.load_results().streak(today) == 1


def test_a_seed_and_a_level_ask_what_they_ask_line_by_line(desk: Desk) -> None:
    line_by_line = json.loads(desk.squarely("puzzle", "showdown", "--seed", "3", "--level", "2", "--json").out)

    async def look() -> str:
        async with study(Go("puzzles", SHOWDOWN, 2, 3)) as student:
            await student.see("level 2", "Find")
            return SHOWDOWN.write_position(asked(student).position)

    assert asyncio.run(look()) == line_by_line["position"]
