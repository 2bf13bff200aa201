"""Somebody who studies in the full-screen app: keys, clicks, and what they see."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from textual.pilot import Pilot
from textual.screen import Screen

from squarely import Match
from squarely.core.match.record import Record
from squarely.core.rules import registry
from squarely.terminal.full_screen.app import SquarelyApp
from squarely.terminal.full_screen.places import Go
from tests.patience import PATIENCE
from tests.terminal.full_screen.screen_text import read_screen

SMALL, LARGE = (80, 24), (120, 40)
WON_BY_MISTAKE = ("place 1 0", "place 0 2", "place 0 1", "move 0 2 1 2", "move 0 1 0 0", "move 1 2 1 1")


class Student:
    """Whoever looks at a screen."""

    def __init__(self, pilot: Pilot[Any]) -> None:
        self.pilot = pilot

    @property
    def place(self) -> Screen[Any]:
        """The screen that is open."""
        return self.pilot.app.screen

    @property
    def lines(self) -> list[str]:
        """What is seen, line by line."""
        return read_screen(self.pilot.app)

    @property
    def words(self) -> str:
        """All that is seen, as one line."""
        return " ".join(" ".join(self.lines).split())

    async def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        await self.pilot.press(*keys)

    async def type_in(self, words: str) -> None:
        """Type words, and Enter."""
        await self.press(*("space" if letter == " " else letter for letter in words), "enter")

    async def click(self, selector: str, x: int, y: int) -> None:
        """Click at a place of a widget."""
        await self.pilot.click(selector, offset=(x, y))

    async def see(self, *texts: str) -> None:
        """Wait until all of this is on the screen, wherever lines are broken."""
        await self.wait_until(lambda: all(text in self._text for text in texts), f"{texts} in\n{self._text}")

    async def wait_until(self, has_happened: Callable[[], bool], what: str = "it") -> None:
        """Wait until something has happened, and is shown."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not has_happened():
                    await self.pilot.pause(0.01)
        except TimeoutError:
            raise AssertionError(f"{what} does not happen:\n" + "\n".join(self.lines)) from None
        await self.pilot.pause()

    @property
    def _text(self) -> str:
        """The screen as one line, and again what stands in panels of its own, whose lines are broken by themselves."""
        lines = self.lines
        panels = [
            [line[area.x : area.right].strip("│▌▁▂▃▄▅▆▇█ ") for line in lines[area.y : area.bottom]]
            for area in (panel.region for panel in self.place.query("Words, Toast"))
        ]
        return " ".join([self.words, *(" ".join(" ".join(panel).split()) for panel in panels)])


@asynccontextmanager
async def study(place: Go, size: tuple[int, int] = SMALL) -> AsyncIterator[Student]:
    """At this place of the app."""
    app = SquarelyApp(place)
    async with app.run_test(size=size, notifications=True) as pilot:
        student = Student(pilot)
        await student.wait_until(lambda: len(app.screen_stack) > 1)
        yield student


def record_of(game: str, *moves: str, **notes: str) -> Record:
    """A match of Ann against Bob with these moves."""
    match = Match.of(registry.load(game), names=("Ann", "Bob"))
    for move in moves:
        match = match.play(move)
    return Record(match, "2026-11-16", notes)
