"""Every game from the first move to the last in the full-screen app, by keys alone and by mouse; screens as text."""

import asyncio
from pathlib import Path

import pytest

from tests.terminal.full_screen.at_table import LARGE, SMALL, arrange, sit_down

SCREENS = Path(__file__).parent / "screens"

# The squares that are chosen one after the other, numbered row by row.
WHOLE = {
    "center": ((1, 8, 1, 4), "Player A"),
    "numbers": ((4, 8, 6, 2, 3, 7), "Player 2"),
    "quad": ((0, 10, 1, 11, 4, 14, 5), "Player 1"),
    "showdown": ((1, 2, 7, 12), "Player 2"),
    "snatchers": ((2, 22, 12, 12), "Player 2"),
}


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])
@pytest.mark.parametrize("game", WHOLE)
def test_a_whole_match_by_keys_alone(game: str, size: tuple[int, int]) -> None:
    squares, winner = WHOLE[game]

    async def play() -> str:
        async with sit_down(arrange(game), size) as guest:
            await guest.choose(*squares)
            await guest.see(f"{winner} wins in", "v Review", "accuracy")
            return guest.screen

    expected = SCREENS / f"{game}-{size[0]}x{size[1]}.txt"
    assert asyncio.run(play()) + "\n" == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])
def test_a_whole_match_by_mouse(size: tuple[int, int]) -> None:
    async def play() -> list[str]:
        async with sit_down(arrange("center"), size) as guest:
            for square in (1, 8, 1, 4):
                await guest.click(square)
            await guest.see("Player A wins")
            return guest.moves

    assert asyncio.run(play()) == ["place 0 1", "place 2 2", "move 0 1 1 1"]
