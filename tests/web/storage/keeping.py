"""Matches to keep, and a journal to keep them in."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from squarely.core.rules.game import Side
from squarely.play.events import Event
from squarely.web.storage import match_rows, open_journal
from squarely.web.storage.journal import Journal
from squarely.web.storage.match_rows import MatchRow

NAME = "abcdefghijkl"


@asynccontextmanager
async def journal(url: str) -> AsyncIterator[Journal]:
    opening = open_journal(url)
    try:
        opening.open(lambda _match, _turn: None)
        yield opening
    finally:
        opening.close()


def match(name: str = NAME, /, **changed: object) -> MatchRow:
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
        invitation="hash of the invitation",
        invited=1,
        seed=7,
        made_at=1000.0,
    )
    return row._replace(**changed)  # type: ignore[arg-type]


def moved(number: int, at: float = 0.0) -> Event:
    return Event(number, Side((number - 1) % 2), "move", "up 1", at=at)


async def insert(kept: Journal, row: MatchRow) -> None:
    await kept.run(partial(match_rows.insert_match, row=row))


async def add(kept: Journal, event: Event, name: str = NAME) -> bool:
    return await kept.run(partial(match_rows.add_event, match=name, event=event), name)


async def find(kept: Journal, name: str = NAME, after: int = 0) -> tuple[MatchRow, list[Event]] | None:
    return await kept.run(partial(match_rows.find_match, match=name, after=after))
