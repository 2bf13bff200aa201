"""Keys that come all at once: each does what it does alone."""

import asyncio

from textual import events

from tests.terminal.full_screen.at_table import arrange, sit_down

KEYS = {" ": "space", "\r": "enter", ">": "right"}


# All keys of a line are sent before the first of them has done anything, as by a program or a fast hand.
AT_ONCE = [
    ("quad", "b2\r", ["B2"]),
    ("quad", "b2\rc3\ra1\r", ["B2", "C3", "A1"]),
    ("center", "place 0 1\r", ["place 0 1"]),
    ("snatchers", "up 2\r", ["up 2"]),
    ("quad", "\r\r", ["A1", "B1"]),  # the cursor goes on to the next square before the second Enter
    ("quad", ">\r>>\r", ["B1", "C1"]),
    ("center", "\r\ru", ["place 0 0"]),  # two are placed, one is taken back
    ("quad", "xyn", []),  # resign, yes, new match
]


def test_keys_that_come_at_once_do_what_they_do_apart() -> None:
    async def play(game: str, keys: str) -> list[str]:
        async with sit_down(arrange(game)) as guest:
            for key in keys:
                name = KEYS.get(key, key)
                guest.pilot.app.post_message(events.Key(name, key if len(name) == 1 or key == " " else None))
            for _ in range(4):
                await guest.pilot.pause(0.05)
            if keys == "xyn":
                await guest.see("New match")
            return guest.moves

    for game, keys, moves in AT_ONCE:
        assert asyncio.run(play(game, keys)) == moves, keys
