"""Matches to keep, and a journal to keep them in."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from squarely.core.rules.game import Side
from squarely.play.events import Event
from squarely.web.storage import open_journal
from squarely.web.storage.journal import Journal
from squarely.web.storage.match_rows import MatchRow


@asynccontextmanager
async def journal(url: str) -> AsyncIterator[Journal]:
    """A journal that is open."""
    opening = open_journal(url)
    opening.open(lambda _match, _turn: None)
    try:
        yield opening
    finally:
        opening.close()


def match(name: str = "abcdefghijkl", /, **changed: object) -> MatchRow:
    """A match by link that waits for its second player."""
    row = MatchRow(
        id=name,
        kind="link",
        game="snatchers",
        options="",
        start="1..../...../...../...../....2 1",
        first_name="Ann",
        second_name="Player 2",
        first_player="person",
        second_player="person",
        first_secret="hash of the first",
        second_secret="",
        invitation="hash of the invitation",
        invited=1,
        seconds=0,
        seed=7,
        offer="",
        rematch="",
        made_at=1000.0,
        begun_at=0.0,
    )
    return row._replace(**changed)  # type: ignore[arg-type]


def moved(number: int, at: float = 0.0) -> Event:
    return Event(number, Side((number - 1) % 2), "move", "up 1", at=at)
