"""What is kept of a match, the same on SQLite and on PostgreSQL, alone and together with others in one commit."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial

import pytest

from squarely.core.rules.game import Side
from squarely.play.offers import Offer
from squarely.web.storage import match_rows
from squarely.web.storage.database import StorageTrouble
from squarely.web.storage.journal import Job, Journal
from tests.web.storage.keeping import add, find, insert, journal, match, moved

pytestmark = pytest.mark.anyio

NAME, OTHER = "abcdefghijkl", "lkjihgfedcba"


@pytest.fixture
async def kept(database: str) -> AsyncIterator[Journal]:
    async with journal(database) as opened:
        await insert(opened, match())
        yield opened


async def test_what_was_begun_is_found_and_nothing_else(database: str) -> None:
    strange = match(first_name="Zoë 'DROP \"; -- 名", seed=2**53, options="size=7")
    async with journal(database) as kept:
        await insert(kept, strange)
        assert await find(kept) == (strange, [])
        assert await find(kept, OTHER) is None
        assert not await add(kept, moved(1), OTHER), "nor is a turn of a match that is gone kept"
    async with journal(database) as again:
        assert await find(again) == (strange, [])


async def test_the_first_to_keep_a_turn_has_it_and_events_are_kept_as_they_were_given(kept: Journal) -> None:
    """Of many matches in one commit; one that is there already spoils nothing for the others."""
    await insert(kept, match(OTHER))
    assert await add(kept, moved(1), OTHER)
    assert not await add(kept, moved(1)._replace(move="down 1"), OTHER)
    events = [moved(number, at=1763300000.123456 + number / 7) for number in range(1, 101)]
    wanted = [(event, name) for event in events for name in (NAME, OTHER, "no-such-game")]
    answers = await asyncio.gather(*(kept.run(partial(match_rows.add_event, match=n, event=e), n) for e, n in wanted))
    assert answers == [True, False, False, *[True, True, False] * 99]
    assert await find(kept) == (match(), events)
    assert await find(kept, after=98) == (match(), events[98:])
    assert await find(kept, OTHER) == (match(OTHER), [moved(1), *events[1:]])


async def test_a_seat_is_taken_once_with_its_invitation_and_again_with_its_claim(kept: Journal) -> None:
    def claim(claimed: str, secret: str, invitation: str = "hash of the invitation", at: float = 1001.0) -> Job[bool]:
        return lambda connection: match_rows.take_seat(connection, NAME, 1, invitation, claimed, secret, "Bob", at)

    async def read_seat() -> tuple[str, str, float]:
        row, _ = await find(kept) or (match(), [])
        return row.second_secret, row.second_name, row.begun_at

    for wrong in ("", "hash of another invitation", "hash of the first"):
        assert not await kept.run(claim("claim", "secret", wrong)), wrong
    assert await find(kept) == (match(), [])
    taken = await asyncio.gather(*(kept.run(claim(f"claim {each}", f"secret {each}")) for each in range(20)))
    assert sum(taken) == 1
    winner = taken.index(True)
    assert await read_seat() == (f"secret {winner}", "Bob", 1001.0)
    assert not await kept.run(claim("another claim", "secret"))
    assert await kept.run(claim(f"claim {winner}", "anew", at=2000.0))
    assert await read_seat() == ("anew", "Bob", 1001.0), "asking again must not set the clock back"
    await kept.run(lambda connection: connection.execute("UPDATE matches SET invitation = '', second_secret = ''"))
    assert not await kept.run(claim("", "secret", "")), "an empty invitation is not a key"


async def test_a_seat_is_renewed_an_offer_and_one_rematch_of_many_are_kept_and_a_try_is_not(kept: Journal) -> None:
    await insert(kept, match(OTHER))
    await kept.run(partial(match_rows.renew_seat, match=NAME, side=0, secret="anew"))
    await kept.run(partial(match_rows.set_offer, match=NAME, offer="draw 0 0"))
    await kept.run(match_rows.try_to_keep)
    assert await find(kept) == (match(first_secret="anew", offer="draw 0 0"), [])
    assert await find(kept, OTHER) == (match(OTHER), [])
    assert await kept.run(lambda connection: connection.execute("SELECT COUNT(*) FROM matches")) == [(2,)]
    names = [f"rematch-{number:04}" for number in range(20)]
    tries = [kept.run(partial(match_rows.begin_rematch, match=NAME, following=match(name))) for name in names]
    (told,) = set(await asyncio.gather(*tries))
    assert [name for name in names if await find(kept, name)] == [told]


async def test_idle_matches_expire_with_their_turns(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few at a time."""
    played = {
        "made-lately0": match("made-lately0", made_at=2000.0),
        "played-now00": match("played-now00", made_at=10.0),
        "joined-now00": match("joined-now00", made_at=10.0, begun_at=2000.0),
        "played-once0": match("played-once0", made_at=10.0, begun_at=11.0),
        **{f"never-join-{number}": match(f"never-join-{number}", made_at=10.0) for number in range(4)},
    }
    monkeypatch.setattr(match_rows, "_BATCH", 2)
    async with journal(database) as kept:
        for each in played.values():
            await insert(kept, each)
        await add(kept, moved(1, at=12.0), "played-once0")
        await add(kept, moved(1, at=12.0), "played-now00")
        await add(kept, moved(2, at=1999.0), "played-now00")
        assert [await kept.run(partial(match_rows.expire, before=1500.0)) for _ in range(4)] == [2, 2, 1, 0]
        assert [name for name in played if await find(kept, name)] == ["made-lately0", "played-now00", "joined-now00"]
        turns = await kept.run(lambda connection: connection.execute("SELECT DISTINCT match FROM turns"))
        assert turns == [("played-now00",)], "turns go with their match"


async def test_a_full_disk_is_named_before_there_is_no_room_for_a_match(file: str) -> None:
    async with journal(file) as kept:
        await insert(kept, match())
        await kept.run(lambda connection: connection.execute("PRAGMA max_page_count=1"))  # no more than there are
        with pytest.raises(StorageTrouble, match=r"the disk cannot be written to \(database or disk is full\)"):
            await kept.run(match_rows.try_to_keep)
        assert await add(kept, moved(1)), "for that there is room"


def test_offers_are_kept_as_text() -> None:
    for offer, text in [
        (Offer("draw", Side.FIRST, 0), "draw 0 0"),
        (Offer("rematch", Side.SECOND, 12), "rematch 1 12"),
        (Offer("draw", Side.FIRST, 3, 1700000000.25, 7.5), "draw 0 3 1700000000.25 7.5"),
        (Offer("draw", Side.FIRST, 3, is_open=False), "draw 0 3 0.0 0.0 closed"),
        (Offer("draw", Side.FIRST, 3, before=(("undo", Side.SECOND),)), "draw 0 3 0.0 0.0 undo:1"),
        (
            Offer("undo", Side.SECOND, 3, 0.0, 1.5, False, (("undo", Side.FIRST), ("draw", Side.SECOND))),
            "undo 1 3 0.0 1.5 closed undo:0 draw:1",
        ),
    ]:
        assert match_rows.write_offer(offer) == text
        assert match_rows.read_offer(text) == offer
    assert match_rows.read_offer("") is None
