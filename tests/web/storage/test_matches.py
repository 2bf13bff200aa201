"""What is kept of a match, the same on SQLite and on PostgreSQL."""

import asyncio
from functools import partial

import pytest

from squarely.core.rules.game import Side
from squarely.play.offers import Offer
from squarely.web.storage import match_rows
from squarely.web.storage.journal import Job
from tests.web.storage.keeping import journal, match, moved

pytestmark = pytest.mark.anyio


def claim(invitation: str, claimed: str, secret: str, name: str = "Bob", at: float = 1001.0) -> Job[bool]:
    return lambda connection: match_rows.take_seat(connection, "abcdefghijkl", 1, invitation, claimed, secret, name, at)


async def test_what_was_begun_is_found_and_nothing_else(database: str) -> None:
    strange = match(first_name="Zoë 'DROP \"; -- 名", seed=2**53, options="size=7")
    async with journal(database) as kept:
        await kept.run(partial(match_rows.insert_match, row=strange))
        assert await kept.run(partial(match_rows.find_match, match="abcdefghijkl")) == (strange, [])
        assert await kept.run(partial(match_rows.find_match, match="lkjihgfedcba")) is None
    async with journal(database) as again:
        assert await again.run(partial(match_rows.find_match, match="abcdefghijkl")) == (strange, [])


async def test_the_first_to_keep_a_turn_has_it(database: str) -> None:
    async with journal(database) as kept:
        await kept.run(partial(match_rows.insert_match, row=match()))
        assert await kept.run(partial(match_rows.add_event, match="abcdefghijkl", event=moved(1)))
        other = moved(1)._replace(move="down 1")
        assert not await kept.run(partial(match_rows.add_event, match="abcdefghijkl", event=other))
        assert await kept.run(partial(match_rows.add_event, match="abcdefghijkl", event=moved(2)))
        assert await kept.run(partial(match_rows.find_match, match="abcdefghijkl")) == (match(), [moved(1), moved(2)])
        assert await kept.run(partial(match_rows.find_match, match="abcdefghijkl", after=1)) == (match(), [moved(2)])


async def test_a_turn_of_a_match_that_is_gone_is_not_kept(database: str) -> None:
    async with journal(database) as kept:
        assert not await kept.run(partial(match_rows.add_event, match="lkjihgfedcba", event=moved(1)))


async def test_of_many_who_take_a_seat_one_has_it(database: str) -> None:
    async with journal(database) as kept:
        await kept.run(partial(match_rows.insert_match, row=match()))
        tries = [kept.run(claim("hash of the invitation", f"claim {n}", f"secret {n}")) for n in range(50)]
        taken = await asyncio.gather(*tries)
        assert sum(taken) == 1
        found = await kept.run(partial(match_rows.find_match, match="abcdefghijkl"))
        assert found
        assert found[0].second_secret == f"secret {taken.index(True)}"
        assert found[0].second_name == "Bob"
        assert found[0].begun_at == 1001.0


async def test_a_wrong_invitation_takes_no_seat(database: str) -> None:
    async with journal(database) as kept:
        await kept.run(partial(match_rows.insert_match, row=match()))
        assert not await kept.run(claim("", "claim", "secret"))
        assert not await kept.run(claim("hash of another invitation", "claim", "secret"))
        assert not await kept.run(claim("hash of the first", "claim", "secret"))
        assert await kept.run(partial(match_rows.find_match, match="abcdefghijkl")) == (match(), [])


async def test_no_invitation_no_seat(database: str) -> None:
    """A match without an invitation has an empty one, which is not a key."""
    async with journal(database) as kept:
        await kept.run(partial(match_rows.insert_match, row=match(invitation="")))
        assert not await kept.run(claim("", "", "secret"))


async def test_whoever_took_the_seat_may_ask_again_and_nobody_else(database: str) -> None:
    async with journal(database) as kept:
        await kept.run(partial(match_rows.insert_match, row=match()))
        assert await kept.run(claim("hash of the invitation", "their claim", "secret 1"))
        assert not await kept.run(claim("hash of the invitation", "another claim", "secret 2"))
        assert await kept.run(claim("hash of the invitation", "their claim", "secret 3", at=2000.0))
        found = await kept.run(partial(match_rows.find_match, match="abcdefghijkl"))
        assert found
        assert found[0].second_secret == "secret 3"
        assert found[0].begun_at == 1001.0, "asking again must not set the clock back"


async def test_a_seat_is_renewed_and_an_offer_is_kept(database: str) -> None:
    async with journal(database) as kept:
        await kept.run(partial(match_rows.insert_match, row=match()))
        await kept.run(partial(match_rows.insert_match, row=match("lkjihgfedcba")))
        await kept.run(partial(match_rows.renew_seat, match="abcdefghijkl", side=0, secret="anew"))
        await kept.run(partial(match_rows.set_offer, match="abcdefghijkl", offer="draw 0 0"))
        changed = match(first_secret="anew", offer="draw 0 0")
        assert await kept.run(partial(match_rows.find_match, match="abcdefghijkl")) == (changed, [])
        assert await kept.run(partial(match_rows.find_match, match="lkjihgfedcba")) == (match("lkjihgfedcba"), [])


async def test_of_many_rematches_one_is_begun(database: str) -> None:
    async with journal(database) as kept:
        await kept.run(partial(match_rows.insert_match, row=match()))
        names = [f"rematch-{n:04}" for n in range(20)]
        tries = [
            kept.run(partial(match_rows.begin_rematch, match="abcdefghijkl", following=match(name))) for name in names
        ]
        (told,) = set(await asyncio.gather(*tries))
        found = [name for name in names if await kept.run(partial(match_rows.find_match, match=name))]
        assert found == [told]


async def test_many_expire_a_few_at_a_time(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_rows, "_BATCH", 2)
    async with journal(database) as kept:
        for number in range(5):
            await kept.run(partial(match_rows.insert_match, row=match(f"match-{number}", made_at=10.0)))
        gone = [await kept.run(partial(match_rows.expire, before=1500.0)) for _ in range(4)]
    assert gone == [2, 2, 1, 0]


async def test_a_try_leaves_nothing_behind(database: str) -> None:
    async with journal(database) as kept:
        await kept.run(match_rows.try_to_keep)
        assert await kept.run(lambda connection: connection.execute("SELECT id FROM matches")) == []


async def test_idle_matches_expire_with_their_turns(database: str) -> None:
    played = {
        "made-lately0": match("made-lately0", made_at=2000.0),
        "played-now00": match("played-now00", made_at=10.0),
        "joined-now00": match("joined-now00", made_at=10.0, begun_at=2000.0),
        "played-once0": match("played-once0", made_at=10.0, begun_at=11.0),
        "never-joined": match("never-joined", made_at=10.0),
    }
    async with journal(database) as kept:
        for each in played.values():
            await kept.run(partial(match_rows.insert_match, row=each))
        await kept.run(partial(match_rows.add_event, match="played-once0", event=moved(1, at=12.0)))
        await kept.run(partial(match_rows.add_event, match="played-now00", event=moved(1, at=12.0)))
        await kept.run(partial(match_rows.add_event, match="played-now00", event=moved(2, at=1999.0)))
        assert await kept.run(partial(match_rows.expire, before=1500.0)) == 2
        left = [name for name in played if await kept.run(partial(match_rows.find_match, match=name))]
        assert left == ["made-lately0", "played-now00", "joined-now00"]
        turns = await kept.run(lambda connection: connection.execute("SELECT DISTINCT match FROM turns"))
        assert turns == [("played-now00",)], "turns go with their match"
        assert await kept.run(partial(match_rows.expire, before=1500.0)) == 0


@pytest.mark.parametrize(
    ("offer", "text"),
    [
        (Offer("draw", Side.FIRST, 0), "draw 0 0"),
        (Offer("rematch", Side.SECOND, 12), "rematch 1 12"),
        (Offer("undo", Side.SECOND, 3, asked_at=1700000000.25), "undo 1 3 1700000000.25 0.0"),
        (Offer("draw", Side.FIRST, 3, 1700000000.25, 7.5), "draw 0 3 1700000000.25 7.5"),
        (Offer("draw", Side.FIRST, 3, waited=7.5, is_open=False), "draw 0 3 0.0 7.5 closed"),
        (Offer("draw", Side.FIRST, 3, is_open=False), "draw 0 3 0.0 0.0 closed"),
        (Offer("draw", Side.FIRST, 3, before=(("undo", Side.SECOND),)), "draw 0 3 0.0 0.0 undo:1"),
        (
            Offer("undo", Side.SECOND, 3, 0.0, 1.5, False, (("undo", Side.FIRST), ("draw", Side.SECOND))),
            "undo 1 3 0.0 1.5 closed undo:0 draw:1",
        ),
    ],
)
def test_offers_are_kept_as_text(offer: Offer, text: str) -> None:
    assert match_rows.write_offer(offer) == text
    assert match_rows.read_offer(text) == offer


def test_no_offer() -> None:
    assert match_rows.read_offer("") is None
