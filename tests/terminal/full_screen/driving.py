"""A person at the full-screen app in a test: keys, clicks, and what they see."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

from textual import events
from textual.pilot import Pilot
from textual.screen import Screen

from squarely import Match
from squarely.core.match.record import Record
from squarely.core.rules import registry
from squarely.terminal.full_screen.app import SquarelyApp, is_blank
from squarely.terminal.full_screen.match_screen import MatchScreen
from squarely.terminal.full_screen.places import Go
from squarely.terminal.full_screen.widgets.board import Board
from squarely.terminal.match.live_match import LiveMatch
from squarely.terminal.match.new_match import prepare_match
from tests.boards import played
from tests.patience import PATIENCE

SMALL, LARGE = (80, 24), (120, 40)
Words: TypeAlias = str | tuple[str, ...]  # all of which are to be seen
WON_BY_MISTAKE = ("place 1 0", "place 0 2", "place 0 1", "move 0 2 1 2", "move 0 1 0 0", "move 1 2 1 1")


class User:
    def __init__(self, app: SquarelyApp, pilot: Pilot[Any]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def place(self) -> Screen[Any]:
        return self.app.screen

    @property
    def lines(self) -> list[str]:
        """Every line of the screen, without the blanks at its end; an empty one while nothing has been laid out."""
        return [strip.text.rstrip() for strip in self.place._compositor.render_strips()] or [""]

    @property
    def screen(self) -> str:
        return "\n".join(self.lines)

    @property
    def words(self) -> str:
        return " ".join(self.screen.split())

    @property
    def text(self) -> str:
        """The screen as one line, and again what stands in panels of its own, whose lines are broken by themselves."""
        lines, panels = self.lines, [panel.region for panel in self.place.query("#side, Words, Toast")]
        inside = [
            [line[area.x : area.right].strip("│▌▁▂▃▄▅▆▇█ ") for line in lines[area.y : area.bottom]] for area in panels
        ]
        return " ".join([self.words, *(" ".join(" ".join(panel).split()) for panel in inside)])

    @property
    def board(self) -> Board:
        return self.place.query_one(Board)

    @property
    def live(self) -> LiveMatch:
        assert self.app.live is not None
        return self.app.live

    @property
    def moves(self) -> list[str]:
        return [str(move) for move in self.live.match.moves]

    async def press(self, *keys: str, sees: Words = (), opens: str = "") -> None:
        await self.pilot.press(*keys)
        if opens:
            await self.arrive(opens)
        await self._look(sees)

    async def rush(self, *keys: str) -> None:
        """Press keys so quickly that all of them are there before the first one is handled."""
        for key in keys:
            self.app.post_message(events.Key(key, " " if key == "space" else key if len(key) == 1 else None))
        await self.pilot.pause()

    async def type(self, words: str, sees: Words = ()) -> None:
        await self.press(*("space" if letter == " " else letter for letter in words), "enter", sees=sees)

    async def choose(self, *squares: int, sees: Words = ()) -> None:
        for square in squares:
            columns = self.board.shape.columns
            (row, column), (to_row, to_column) = divmod(self.board.cursor, columns), divmod(square, columns)
            down = ["down" if to_row > row else "up"] * abs(to_row - row)
            right = ["right" if to_column > column else "left"] * abs(to_column - column)
            await self.press(*down, *right, "enter")
        await self._look(sees)

    async def click(self, square: int, sees: Words = ()) -> None:
        width, height = self.board.size
        places = [(x, y) for y in range(height) for x in range(width) if self.board.find_square(x, y) == square]
        await self.pilot.click(self.board, offset=places[len(places) // 2])
        await self._look(sees)

    async def _look(self, sees: Words) -> None:
        if sees:
            await self.see(*([sees] if isinstance(sees, str) else sees))

    async def see(self, *words: str) -> str:
        await self.wait_until(lambda: all(word in self.text for word in words), f"{words}")
        return self.screen

    async def wait_until(self, has_happened: Callable[[], bool], what: str = "it") -> None:
        """Wait until something has happened, and is shown."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not has_happened():
                    await self.pilot.pause(0.04)
        except TimeoutError:
            raise AssertionError(f"{what} does not happen:\n{self.text}\n{self.screen}") from None
        await self.pilot.pause()

    async def have_played(self, *moves: str) -> None:
        """Wait until these are the moves of the match, and stay so when all is quiet."""
        await self.wait_until(lambda: self.moves == [*moves], f"{moves}")
        assert self.moves == [*moves]

    async def arrive(self, screen: str) -> None:
        await self.wait_until(lambda: type(self.place).__name__ == screen and self.place.is_mounted, screen)

    async def go(self, place: str, *given: Any, sees: Words = ()) -> None:
        before = self.place
        self.app.post_message(Go(place, *given))
        await self.wait_until(lambda: self.place is not before and self.place.is_mounted, place)
        await self._look(sees)

    async def sit_down(self, live: LiveMatch, sees: Words = ()) -> None:
        self.app.post_message(Go("match", live))
        await self.wait_until(lambda: isinstance(self.place, MatchScreen) and self.place.live is live)
        await self._look(sees)

    async def resize(self, columns: int, rows: int, sees: Words = ()) -> None:
        await self.pilot.resize_terminal(columns, rows)
        await self.pilot.pause()
        await self._look(sees)


@asynccontextmanager
async def open_app(place: Go | None = None, size: tuple[int, int] = SMALL) -> AsyncIterator[User]:
    """At this place of the app, at home without one; whatever fails in the app is raised."""
    app = SquarelyApp(place)
    async with app.run_test(size=size, notifications=True) as pilot:
        user = User(app, pilot)
        await user.wait_until(lambda: not is_blank(app.screen) and app.screen.is_mounted)
        yield user


@asynccontextmanager
async def sit_down(live: LiveMatch, size: tuple[int, int] = SMALL, toss: str = "") -> AsyncIterator[User]:
    async with open_app(Go("match", live, toss), size) as user:
        await user.arrive(MatchScreen.__name__)
        yield user


def arrange(game: str, *moves: str, **agreed: Any) -> LiveMatch:
    """A match with these moves, always the same one."""
    live = prepare_match(game, seed=1, **agreed).live
    for move in moves:
        live.play(live.match.read(move))
    return live


def record_of(game: str, *moves: str, **notes: str) -> Record:
    return Record(played(Match.of(registry.load(game), names=("Ann", "Bob")), *moves), "2026-11-16", notes)
