"""Frames without end: pings, pongs and fragments are counted as messages, whoever does not read is hung up on."""

import asyncio
import contextlib
import json
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import pytest
from websockets.frames import Frame, Opcode
from websockets.protocol import SERVER, Protocol

from squarely.web.http.limits import Limits
from tests.web.http.flooding import MEMORY, SOON, UPGRADE, flood, frames, peak
from tests.web.serving import PATIENCE, Served, asking, house
from tests.web.visiting import begin, connected, joined, paired, step

pytestmark = pytest.mark.anyio

PING, PONG, TEXT, MORE, LAST = 0x89, 0x8A, 0x01, 0x00, 0x80
ASKED = b'{"type":"ping"}'
FRAMES = {
    "pings": ("", frames(PING)),
    "large pings": ("", frames(PING, b"x" * 125, 100)),
    "pongs": ("", frames(PONG)),
    "empty fragments": (frames(TEXT, count=1), frames(MORE)),
    "empty messages": ("", frames(TEXT | 0x80)),
    "pings between fragments": (frames(TEXT, count=1), frames(PING, count=1) + frames(MORE, count=1)),
}


@pytest.mark.parametrize("kind", FRAMES)
async def test_frames_without_end(served: Served, kind: str) -> None:
    opening, more = FRAMES[kind]
    sent, answer = await flood(served.url, UPGRADE + opening, more)
    assert sent < SOON
    assert answer.startswith("HTTP/1.1 101 ")
    assert "too many messages: at most 100 in 20 seconds" in answer or kind == "empty messages"
    assert peak(served.process.pid) < MEMORY
    assert "Traceback" not in served.log


async def test_what_came_before_is_answered(tmp_path: Path) -> None:
    async with (
        house(f"sqlite:///{tmp_path}/matches.db", Limits(messages_per_socket=10)) as here,
        asking(here) as client,
    ):
        match = await paired(client)
        async with joined(here, match.id, [match.first]) as player:
            assert (await player.act(match.first, 1, "move", move=step(1)))["type"] == "done"
            for _ in range(8):
                await player.connection.ping()
            await player.say(type="ping")
            assert await player.closed() == (1008, "too many messages: at most 10 in 20 seconds")
            assert here.figure("sockets_dropped_total", reason="too many messages") == 1


async def test_reconnecting_does_not_renew_what_an_address_may_say(tmp_path: Path) -> None:
    limits = Limits(messages_per_socket=8, messages_per_address=30)
    async with house(f"sqlite:///{tmp_path}/matches.db", limits) as here, asking(here) as client:
        match = await paired(client)
        heard = 0
        async with joined(here, match.id, [match.first]) as quiet:
            for _ in range(12):
                with contextlib.suppress(Exception):  # it is not let in any more
                    async with joined(here, match.id) as noisy:
                        for _ in range(6):
                            await noisy.say(type="ping")
                        await noisy.closed() if heard > 30 else await noisy.until(lambda said: said["type"] == "pong")
                        heard += sum(said["type"] == "pong" for said in noisy.heard)
            assert heard < 30
            assert (await quiet.act(match.first, 1, "move", move=step(1)))["type"] == "done", "who says little stays"


async def test_who_never_joins_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("squarely.web.http.sockets._JOINING", 0.2)
    async with house(f"sqlite:///{tmp_path}/matches.db") as here, connected(here) as silent:
        assert (await silent.closed())[0] == 1008
        assert here.figure("sockets") == 0


async def test_who_reads_nothing_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is sent more than it takes, and hung up on; what was not read does not stay for ever."""
    monkeypatch.setattr("squarely.web.http.sockets._CLOSING", 0.3)
    async with house(f"sqlite:///{tmp_path}/matches.db", send_buffer=65536) as here, asking(here) as client:
        match = await begin(client, "quad", "explore", options="size=6,block=4")
        parts = urlsplit(here.url)
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port, limit=1024)
        writer.write(UPGRADE.encode())
        await reader.readuntil(b"\r\n\r\n")
        writer.write(frames(TEXT | 0x80, b'{"type":"join","match":"%s"}' % match.id.encode(), 1).encode("latin-1"))
        room = await here.app.rooms.open(match.id)
        async with asyncio.timeout(PATIENCE):
            while not here.figure("sockets_dropped_total", reason="you do not keep up; join again"):
                room.tell(0)
                await asyncio.sleep(0)
            while any(each.client == writer.get_extra_info("sockname") for each in here.connections):
                await asyncio.sleep(0.05)
        writer.close()


def sent(opcode: Opcode, message: bytes, fin: bool = True) -> bytes:
    return Frame(opcode, message, fin).serialize(mask=True)


def heard_by_the_library(data: bytes) -> list[Frame]:
    reader = Protocol(SERVER)
    reader.receive_data(data)
    return [event for event in reader.events_received() if isinstance(event, Frame)]


@pytest.mark.parametrize("seed", range(4))
async def test_however_it_is_cut_the_same_is_heard(tmp_path: Path, seed: int) -> None:
    """Messages whole, in fragments, several at once and in pieces: each is answered, in order."""
    chance = Random(seed)
    stream: list[bytes] = []
    for _ in range(30):
        at = chance.randrange(1, len(ASKED))
        fragments = sent(Opcode.TEXT, ASKED[:at], fin=False) + sent(Opcode.CONT, ASKED[at:])
        stream += chance.choice(
            (
                [sent(Opcode.TEXT, ASKED)],
                [sent(Opcode.TEXT, ASKED), sent(Opcode.PONG, b"still here")],
                [sent(Opcode.TEXT, ASKED) + sent(Opcode.TEXT, ASKED)] if seed > 1 else [],
                [fragments[: len(fragments) // 2], fragments[len(fragments) // 2 :]] if seed > 0 else [],
            )
        )
    count = sum(frame.opcode is Opcode.TEXT for frame in heard_by_the_library(b"".join(stream)))
    limits = Limits(messages_per_socket=1000)
    async with house(f"sqlite:///{tmp_path}/matches.db", limits) as here, asking(here) as client:
        match = await paired(client)
        parts = urlsplit(here.url)
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
        writer.write(UPGRADE.encode())
        await reader.readuntil(b"\r\n\r\n")
        writer.write(sent(Opcode.TEXT, json.dumps({"type": "join", "match": match.id}).encode()))
        for data in stream:
            await asyncio.sleep(0.002)  # so that most arrive apart; what is heard does not depend on it
            writer.write(data)
        said = b""
        async with asyncio.timeout(PATIENCE):
            while said.count(b'{"type":"pong"}') < count:
                more = await reader.read(65536)
                assert more, said
                said += more
        writer.close()


async def test_a_state_comes_before_the_answer_to_the_move_that_made_it(tmp_path: Path) -> None:
    async with house(f"sqlite:///{tmp_path}/matches.db") as here, asking(here) as client:
        match = await paired(client)
        async with joined(here, match.id, [match.first]) as player:
            await player.act(match.first, 1, "move", move=step(1))
            kinds = [said["type"] for said in player.heard if said["type"] == "done" or said.get("turns")]
            assert kinds == ["state", "done"]
