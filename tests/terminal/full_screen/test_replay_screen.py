"""A record in the full-screen app: walked, reviewed, and played on where it stopped."""

import asyncio
import os

from squarely.files.saved_matches import MatchSaver
from squarely.terminal.full_screen.match_screen import MatchScreen
from squarely.terminal.full_screen.places import Go
from squarely.terminal.full_screen.record_screen import ReplayScreen, ReviewScreen

from .studying import WON_BY_MISTAKE, record_of, study


def test_a_record_is_walked_to_its_result_and_leads_to_its_review() -> None:
    async def walk() -> None:
        async with study(Go("replay", record_of("center", *WON_BY_MISTAKE, Event="Cup"))) as student:
            await student.see("Replay: Capture Square (center), Ann against Bob")
            assert student.lines[1] == " Result: 0-1   Date: 2026-11-16   Event: Cup"
            await student.press("right", "down", "left")
            await student.see("1. Ann: place 1 0.")
            assert "accuracy" not in student.words, "nothing is judged"
            await student.press("end")
            await student.see("Congratulations, Bob! You have captured the center square and won the game!")
            await student.press("e")
            await student.wait_until(lambda: isinstance(student.place, ReviewScreen))
            await student.press("escape")
            await student.wait_until(lambda: isinstance(student.place, ReplayScreen))
            await student.press("p")
            await student.see("Sorry, it is over here")

    asyncio.run(walk())


def test_an_unfinished_record_is_played_on_where_it_stopped() -> None:
    record = record_of("center", *WON_BY_MISTAKE[:3])
    saver = MatchSaver("center")
    saver.save(record)

    async def walk() -> None:
        async with study(Go("replay", record)) as student:
            await student.press("end")
            await student.see("Unfinished; Bob is to move.")
            await student.press("p")
            await student.see(f"process {os.getpid()}")
            saver.release()
            await student.press("p")
            await student.wait_until(lambda: isinstance(student.place, MatchScreen))
            assert len(student.pilot.app.live.match.moves) == 3  # type: ignore[attr-defined]

    asyncio.run(walk())
