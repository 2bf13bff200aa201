"""A move that is typed in the app, however quickly."""

import asyncio

import pytest
from textual import events

from tests.terminal.full_screen.at_table import arrange, sit_down

KEYS = {" ": "space", "\r": "enter"}


@pytest.mark.parametrize(("game", "words"), [("quad", "b2"), ("center", "place 0 1"), ("snatchers", "up 2")])
def test_what_is_typed_all_at_once_is_one_move(game: str, words: str) -> None:
    """As a program sends it, or somebody who types ahead: no key waits until the one before has been shown."""

    async def play() -> None:
        async with sit_down(arrange(game)) as guest:
            for letter in f"{words}\r":
                guest.pilot.app.post_message(events.Key(KEYS.get(letter, letter), letter))
            await guest.wait_until(lambda: bool(guest.moves))
            assert [move.lower() for move in guest.moves] == [words]

    asyncio.run(play())
