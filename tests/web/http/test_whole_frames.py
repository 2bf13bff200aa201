"""Messages in one frame are read here; held against the library, which reads everything that is unusual."""

import asyncio
import json
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import pytest
from websockets.frames import Frame, Opcode
from websockets.protocol import SERVER, Protocol

from squarely.web.http.limits import Limits
from squarely.web.http.whole_frames import WholeFrame, make_head
from tests.web.http.flooding import UPGRADE
from tests.web.serving import PATIENCE, asking, house
from tests.web.visiting import joined, paired, step

pytestmark = pytest.mark.anyio

PING = b'{"type":"ping"}'


def sent(opcode: Opcode, message: bytes, fin: bool = True) -> bytes:
    return Frame(opcode, message, fin).serialize(mask=True)


def heard_by_the_library(data: bytes) -> list[Frame]:
    reader = Protocol(SERVER)
    reader.receive_data(data)
    return [event for event in reader.events_received() if isinstance(event, Frame)]


def test_what_is_one_frame_is_read_as_the_library_reads_it() -> None:
    chance = Random(5)
    for size in (0, 1, 5, 125, 126, 127, 128, 500, 1000):
        message = chance.randbytes(size)
        for opcode in (Opcode.TEXT, Opcode.PONG, Opcode.PING) if size < 126 else (Opcode.TEXT,):
            data = sent(opcode, message)
            (frame,) = heard_by_the_library(data)
            assert WholeFrame.read(data) == (frame.opcode is Opcode.TEXT, frame.data)
            for cut in {1, 2, 5, size, len(data) - 1} - {0, len(data)}:
                assert WholeFrame.read(data[:cut]) is None
            assert WholeFrame.read(data * 2) is None


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65535, 65536, 200_000])
def test_what_is_written_is_what_the_library_writes(size: int) -> None:
    assert make_head(size) + b"x" * size == Frame(Opcode.TEXT, b"x" * size).serialize(mask=False)


def test_what_is_unusual_is_left_to_the_library() -> None:
    for data in (
        sent(Opcode.TEXT, PING, fin=False),
        sent(Opcode.CONT, PING),
        sent(Opcode.BINARY, PING),
        Frame(Opcode.TEXT, PING).serialize(mask=False),
        b"\xc1" + sent(Opcode.TEXT, PING)[1:],
        bytes([0x81, 0xFF]) + (5).to_bytes(8) + b"mask" + b"hello",
    ):
        assert WholeFrame.read(data) is None


@pytest.mark.parametrize("seed", range(4))
async def test_however_it_is_cut_the_same_is_heard(tmp_path: Path, seed: int) -> None:
    """Messages whole, in fragments, several at once and in pieces: each is answered, in order."""
    chance, count = Random(seed), 0
    stream: list[bytes] = []
    for _ in range(30):
        at = chance.randrange(1, len(PING))
        fragments = sent(Opcode.TEXT, PING[:at], fin=False) + sent(Opcode.CONT, PING[at:])
        stream += chance.choice(
            (
                [sent(Opcode.TEXT, PING)],
                [sent(Opcode.TEXT, PING), sent(Opcode.PONG, b"still here")],
                [sent(Opcode.TEXT, PING) + sent(Opcode.TEXT, PING)] if seed > 1 else [],
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
