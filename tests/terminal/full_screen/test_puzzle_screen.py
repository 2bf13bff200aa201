"""Puzzles in the full-screen app: solved by cursor, failed by words, shown, hinted; levels, mistakes and today's."""

import json
from datetime import date

import pytest

from squarely.core.rules import registry
from squarely.files import my_results
from squarely.review.puzzle_session import PuzzleProgress
from squarely.review.puzzles import Puzzle, find_daily_puzzle
from squarely.terminal.full_screen.places import Go
from squarely.terminal.full_screen.puzzle_screen import PuzzleScreen
from squarely.terminal.rules import load_installed
from tests.terminal.driving import Desk

from .driving import LARGE, User, open_app

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

SHOWDOWN = registry.load("showdown")


def asked(user: User) -> Puzzle:
    assert isinstance(user.place, PuzzleScreen)
    assert user.place.puzzle is not None
    return user.place.puzzle


async def test_a_puzzle_is_solved_by_cursor_and_the_next_one_failed_by_words(desk: Desk) -> None:
    """Asked are the same ones as line by line."""
    line_by_line = json.loads(desk.squarely("puzzle", "showdown", "--seed", "3", "--level", "2", "--json").out)
    async with open_app(Go("puzzles", SHOWDOWN, None, 7)) as user:
        await user.see("One of the 2 moves loses. Find the other.", "left is forbidden.")
        assert user.lines[0] == " Puzzle: Center Square Showdown (showdown), level 2 of 5"
        for _ in range(5):
            await user.press("h")
        await user.see("That was the last hint.")
        assert f"Try {asked(user).keeping[0].move}" not in user.words
        await user.press("right", "right", "right", "enter")
        await user.see("✓ Right", "showdown: 1 solved, 0 failed so far.", "Next puzzle")
        assert "L2" in user.words, "the values stand on the board"
        await user.press("enter", sees=("Hint", "Find"))
        wrong = asked(user).losing[0].move
        await user.press(*"nowhere", "enter", sees="Sorry,")
        await user.press("escape")
        await user.rush(*str(wrong), "enter")
        await user.see("✗ Wrong", "1 solved, 1 failed so far.", "Solved 1 of 2.")
        assert PuzzleProgress().counts("showdown") == (1, 1)
        await user.go("puzzles", SHOWDOWN, 2, 3, sees=("level 2", "Find"))
        assert SHOWDOWN.write_position(asked(user).position) == line_by_line["position"]


async def test_a_puzzle_is_clicked_and_another_shown_level_mistakes_and_the_daily_one_which_makes_a_streak() -> None:
    today = date.today()
    async with open_app(Go("puzzles", SHOWDOWN, None, 7), LARGE) as user:
        await user.see("One of the 2 moves loses")
        await user.click(3, sees="✓ Right")
        await user.press("enter", sees="Show me")
        await user.resize(80, 24)
        await user.press("x", sees=("The answer", "Best is", "Solved 1 of 2."))
        await user.go("puzzles", SHOWDOWN, sees=("any level", "Find"))
        await user.press("v", sees=("Asked: showdown, level 1.", "level 1 of 5", "Find"))
        await user.press("o")
        await user.see("Sorry, there is no such mistake of yours of level 1 in your finished matches of showdown.")
        await user.go("daily", sees=(f"Puzzle of {today.isoformat()}", "Find"))
        assert asked(user) == find_daily_puzzle(today, load_installed())
        await user.press(*str(asked(user).keeping[0].move), "enter", sees="✓ Right")
    assert my_results.load_results().streak(today) == 1
