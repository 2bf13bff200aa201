"""Somebody at the table of the full-screen app: keys, clicks, and what they see."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from textual.pilot import Pilot

from squarely.terminal.full_screen.app import SquarelyApp
from squarely.terminal.full_screen.match_screen import MatchScreen
from squarely.terminal.full_screen.places import Go
from squarely.terminal.full_screen.widgets.board import Board
from squarely.terminal.match.live_match import LiveMatch
from squarely.terminal.match.new_match import prepare_match
from tests.patience import PATIENCE
from tests.terminal.full_screen.screen_text import read_screen, read_text

SMALL, LARGE = (80, 24), (120, 40)


class Guest:
    """Whoever sits at the table."""

    def __init__(self, pilot: Pilot[Any], live: LiveMatch) -> None:
        self.pilot, self.live = pilot, live

    @property
    def screen(self) -> str:
        """What is seen."""
        return read_text(self.pilot.app)

    @property
    def words(self) -> str:
        """What is read on the screen, line after line, then once more beside the board alone."""
        lines = read_screen(self.pilot.app)
        beside = [line[side.region.x + 1 :] for side in self.pilot.app.screen.query("#side") for line in lines]
        return " ".join(" ".join([*lines, *beside]).split())

    @property
    def board(self) -> Board:
        """The board of the match."""
        return self.pilot.app.screen.query_one(Board)

    @property
    def moves(self) -> list[str]:
        """What was played."""
        return [str(move) for move in self.live.match.moves]

    async def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        await self.pilot.press(*keys)

    async def type(self, words: str) -> None:
        """Type words, and Enter."""
        await self.press(*("space" if letter == " " else letter for letter in words), "enter")

    async def choose(self, *squares: int) -> None:
        """Go to squares with the arrow keys, and Enter on each."""
        for square in squares:
            columns = self.board.shape.columns
            (row, column), (to_row, to_column) = divmod(self.board.cursor, columns), divmod(square, columns)
            down = ["down" if to_row > row else "up"] * abs(to_row - row)
            right = ["right" if to_column > column else "left"] * abs(to_column - column)
            await self.press(*down, *right, "enter")

    async def click(self, square: int) -> None:
        """Click a square."""
        width, height = self.board.size
        places = [(x, y) for y in range(height) for x in range(width) if self.board.find_square(x, y) == square]
        await self.pilot.click(self.board, offset=places[len(places) // 2])

    async def see(self, *words: str) -> str:
        """Wait until all of these words are on the screen, however they are wrapped."""
        await self.wait_until(lambda: all(word in self.words for word in words))
        return self.screen

    async def wait_until(self, has_happened: Callable[[], bool]) -> None:
        """Wait until something has happened, and is shown."""
        give_up = asyncio.get_running_loop().time() + PATIENCE
        while not has_happened():
            assert asyncio.get_running_loop().time() < give_up, f"it does not happen:\n{self.screen}"
            await self.pilot.pause(0.03)
        await self.pilot.pause()


@asynccontextmanager
async def sit_down(live: LiveMatch, size: tuple[int, int] = SMALL, toss: str = "") -> AsyncIterator[Guest]:
    """At the table of a match."""
    app = SquarelyApp(Go("match", live, toss))
    async with app.run_test(size=size) as pilot:
        guest = Guest(pilot, live)
        await guest.wait_until(lambda: isinstance(app.screen, MatchScreen) and app.screen.is_mounted)
        yield guest


def arrange(game: str, **agreed: Any) -> LiveMatch:
    """A match that nobody has begun, always the same one."""
    return prepare_match(game, seed=1, **agreed).live
