"""Somebody at the app: keys, and waiting for what they lead to."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from textual import events
from textual.pilot import Pilot

from squarely.terminal.full_screen.app import SquarelyApp, is_blank
from squarely.terminal.full_screen.places import Go
from tests.patience import PATIENCE

from .screen_text import read_text

Steps = Callable[[SquarelyApp, Pilot[Any]], Awaitable[None]]


def try_app(steps: Steps, size: tuple[int, int] = (80, 24), place: Go | None = None) -> SquarelyApp:
    """Open the app, do all that in it, and leave it; whatever fails in it is raised."""

    async def try_it() -> SquarelyApp:
        app = SquarelyApp(place)
        async with app.run_test(size=size, notifications=True) as pilot:
            await wait_for(pilot, lambda: not is_blank(app.screen))
            await steps(app, pilot)
        return app

    return asyncio.run(try_it())


async def wait_for(pilot: Pilot[Any], has_happened: Callable[[], bool]) -> None:
    """Return as soon as it has happened; what is on the screen is told if it never does."""
    loop = asyncio.get_running_loop()
    give_up = loop.time() + PATIENCE
    while not has_happened():
        assert loop.time() < give_up, f"it does not happen:\n{read_text(pilot.app)}"
        await pilot.pause(0.01)


async def wait_for_text(pilot: Pilot[Any], text: str) -> None:
    """Return as soon as this is on the screen."""
    await wait_for(pilot, lambda: text in read_text(pilot.app))


def screen_name(app: SquarelyApp) -> str:
    """Which screen is open."""
    return type(app.screen).__name__


async def rush_keys(pilot: Pilot[Any], *keys: str) -> None:
    """Press keys so quickly that all of them are there before the first one is handled."""
    for key in keys:
        pilot.app.post_message(events.Key(key, key if len(key) == 1 else None))
    await pilot.pause()
