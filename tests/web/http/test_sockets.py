"""Sockets: whoever says too much, nothing, nonsense or more than fits is hung up on, and the honest play on."""

import asyncio
import contextlib
import json
import re
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from squarely.web.http.limits import Limits
from tests.patience import wait_beside
from tests.web.http.flooding import MEMORY, SOON, UPGRADE, Kind, flood, frame, peak, upgrade
from tests.web.serving import PATIENCE, House, Json, Served, asking, house
from tests.web.visiting import Begun, asked_until, connected, joined, paired, state, step

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

ASKED = b'{"type":"ping"}'
STRANGE: list[Any] = [
    *(None, True, -1, 10**6 + 1, -(2**64), 10**300, 0.5, "", "\x00", "join", "x" * 300),
    *("\u202e\U0001f600é", "<script>alert(1)</script>", [[[]]], {"type": "act"}, [0] * 9, [-1]),
]


async def test_frames_without_end(served: Served) -> None:
    kinds = [
        (b"", frame(kind=Kind.PING)),
        (b"", frame(kind=Kind.PONG)),
        (frame(kind=Kind.BEGIN), frame(kind=Kind.MORE)),
        (b"", frame()),  # which is no message, either
    ]
    floods = await asyncio.gather(*(flood(served.url, UPGRADE + opening, more * 1000) for opening, more in kinds))
    for (_, more), (sent, answer) in zip(kinds, floods, strict=True):
        assert sent < SOON
        assert answer.startswith("HTTP/1.1 101 ")
        assert "too many messages: at most 100 in 20 seconds" in answer or more == frame()
    assert peak(served.process.pid) < MEMORY
    assert "Traceback" not in served.log


async def test_a_socket_says_so_many_messages_and_an_address_no_more_by_reconnecting(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To join is one, so is a ping of the protocol; what came before is answered, and who says little stays."""
    monkeypatch.setattr("squarely.web.http.sockets._FAREWELL", 0.1)
    async with house(file, Limits(messages_per_socket=8, messages_per_address=30)) as here, asking(here) as client:
        match, heard = await paired(client), 0
        async with joined(here, match.id, [match.first]) as quiet:
            async with joined(here, match.id, local_addr=("127.0.0.2", 0)) as noisy:
                for _ in range(3):
                    await noisy.connection.ping()
                for _ in range(5):
                    await noisy.say(type="ping")
                assert await noisy.closed() == (1008, "too many messages: at most 8 in 20 seconds")
                assert sum(said["type"] == "pong" for said in noisy.heard) == 4
                assert here.figure("sockets_dropped_total", reason="too many messages") == 1
            for number in range(6):
                async with joined(here, match.id) as noisy:
                    for _ in range(6):
                        await noisy.say(type="ping")
                    if number < 4:
                        await noisy.until(lambda said: said["type"] == "pong")
                    else:
                        assert await noisy.closed() == (1008, "too many messages from your address: at most 30")
                    heard += sum(said["type"] == "pong" for said in noisy.heard)
            assert heard < 30
            await quiet.move(match, 1)


async def test_so_many_sockets_of_an_address_and_spectators_of_a_match(file: str) -> None:
    async with house(file, Limits(sockets_per_address=3, spectators_per_match=2)) as here, asking(here) as client:
        match = await paired(client)
        async with joined(here, match.id), joined(here, match.id):
            async with connected(here) as third:
                await third.say(type="join", match=match.id)
                assert await third.closed() == (1008, "2 people watch this match already; no more can")
            await wait_beside((), lambda: here.figure("sockets") == 2)  # it has left; that is noticed in a moment
            async with joined(here, match.id, [match.first]) as player, connected(here) as fourth:
                assert player.heard[-1]["you"] == ["first"], "whoever has a seat comes in"
                says = "too many connections from your address; close some and try again"
                assert await fourth.closed() == (1008, says)


async def test_who_never_joins_is_not_waited_for(here: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("squarely.web.http.sockets._JOINING", 0.2)
    async with connected(here) as silent:
        assert await silent.closed() == (1008, "the first message on a socket is join, within 0 seconds")
        assert here.figure("sockets") == 0


async def test_who_reads_nothing_is_dropped_and_nobody_waits_for_it(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The others play on, its place becomes free, and it is cut off: what it does not read does not stay for ever."""
    monkeypatch.setattr("squarely.web.http.sockets._CLOSING", 0.3)
    async with house(file, send_buffer=65536) as here, asking(here) as client:
        match = await paired(client, "quad", options="size=6,block=4")
        _, slow = await upgrade(here.url)
        slow.write(frame(json.dumps({"type": "join", "match": match.id}).encode()))
        async with joined(here, match.id, [match.first]) as player, asyncio.timeout(PATIENCE):
            room = await here.app.rooms.open(match.id)
            told, dropped = 0, {"reason": "you do not keep up; join again"}
            while not here.figure("sockets_dropped_total", **dropped):
                room.tell(0)
                told += len(json.dumps(await player.hear()))
            assert told > 256 * 1024, "so much may wait for it"
            await asked_until(lambda: state(client, match.id), lambda told: not told["watching"])
            await wait_beside((), lambda: here.figure("sockets") == 1)
            address = slow.get_extra_info("sockname")
            await wait_beside((), lambda: address not in [each.client for each in here.connections])
            assert (await player.act(match.first, 1, "move", move="A1"))["type"] == "done"
        slow.close()


async def test_what_is_heard(here: House, pair: Begun) -> None:
    """A state comes before the answer to the move that made it."""
    async with joined(here, pair.id, [pair.first]) as player:
        await player.act(pair.first, 1, "move", move=step(1))
        kinds = [said["type"] for said in player.heard if said["type"] == "done" or said.get("turns")]
        assert kinds == ["state", "done"]
        await player.connection.send(ASKED.decode().ljust(4096))
        await player.until(lambda said: said["type"] == "pong")
        await player.connection.send([ASKED[:9].decode(), ASKED[9:].decode()])  # in fragments
        await player.until(lambda said: said["type"] == "pong")
    cases: list[tuple[Any, int, str]] = [
        (ASKED.decode().ljust(4097), 1009, ""),
        ([" " * 1000] * 5, 1009, ""),
        (b"{}", 1008, "messages are text"),
        ("{}", 1008, "that is no message: type is missing"),
    ]
    for message, code, reason in cases:
        async with joined(here, pair.id) as visitor:
            with contextlib.suppress(ConnectionClosed):
                await visitor.connection.send(message)
            closed = await visitor.closed()
            assert (closed[0], closed[1] if reason else "") == (code, reason)


async def test_strange_messages_and_an_honest_match(served: Served, remote: httpx.AsyncClient) -> None:
    """Every field of every message lost, misspelt or strange: refused, or closed as no message, and nothing breaks."""
    match, target, before = await paired(remote), await paired(remote), len(served.lines)
    join = {"type": "join", "match": target.id, "seats": [], "since": 0}
    act = {"type": "act", "seat": target.second, "turn": 1, "act": "move"}
    honest: list[Json] = [join, act | {"move": "up 1"}, act | {"squares": [24, 19]}, act | {"offer": "undo"}]
    strange = [b"[" * 4000, b'{"type":' * 500, b"1" * 4000, b'{"type":"join","match":"\\ud800"}', b"\xef\xbb\xbf{}"]
    for message in honest:
        for field in (*message, "extra"):
            changed = [message | {field: value} for value in STRANGE]
            changed += [{key: value for key, value in message.items() if key != field}, message | {f"{field}s": 1}]
            strange += [json.dumps(each).encode() for each in changed]
    nonsense = [frame(b"\xff"), frame(b"{}", masked=False), frame(b"{}", 0x83), frame(b"x" * 126, Kind.PING), b"\1\2"]
    noise = [frame(each) + frame(kind=Kind.CLOSE) for each in strange] + nonsense

    async def throw() -> None:
        while noise:
            thrown = (frame(json.dumps(join).encode()) if len(noise) % 4 else b"") + noise.pop()
            reader, writer = await upgrade(served.url)
            writer.write(thrown)
            with contextlib.suppress(ConnectionError):
                writer.write_eof()  # for what is only half a frame
                await asyncio.wait_for(reader.read(-1), PATIENCE)
            writer.close()

    async with joined(served, match.id, [match.first, match.second]) as player:
        throwing, turn = [asyncio.create_task(throw()) for _ in range(10)], 0
        while noise:
            turn += 1
            await player.move(match, turn)
        await asyncio.gather(*throwing)
    after = await state(remote, target.id)
    assert (after["moves"], after["ending"]) == (0, None)
    refused = re.search(r'dropped_total\{reason="that is no message"\} (\d+)', (await remote.get("/metrics")).text)
    assert refused
    assert int(refused[1]) > len(strange) // 2
    assert {line["level"] for line in served.lines[before:]} == {"info"}, "strangers do not fill the log with warnings"
