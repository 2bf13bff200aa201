"""Oversized and malformed frames, thousands of them: the server hangs up, stays well, and the honest play on."""

import asyncio
import contextlib
import json
import re
from collections.abc import Iterator
from random import Random
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.thorough import many
from tests.web.http.frame_noise import BINARY, CLOSE, frame, mutated, nonsense
from tests.web.serving import PATIENCE, Json, Served, asking
from tests.web.visiting import Begun, Visitor, connected, joined, paired, state, step

pytestmark = pytest.mark.anyio

NONSENSE, MUTATED = many(4_000), many(6_500)
AT_ONCE = 20


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that does not mind how much is said."""
    limits = ("messages_per_socket=1000000", "sockets_per_address=1000", "matches_per_address=1000")
    with Served(tmp_path_factory.mktemp("patient"), *(f"--limit={each}" for each in limits)) as server:
        yield server


async def thrown(server: Served, given: bytes) -> None:
    """Open a socket by hand, throw this at it, and wait until the server hangs up."""
    parts = urlsplit(server.url)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    writer.write(
        f"GET /api/socket HTTP/1.1\r\nHost: {parts.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    assert b" 101 " in await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
    writer.write(given)
    with contextlib.suppress(ConnectionError):
        writer.write_eof()  # for what is only half a frame
        await asyncio.wait_for(reader.read(), PATIENCE)
    writer.close()


def almost(random: Random, match: Begun) -> bytes:
    """A frame that is almost a message of a client, usually of one that has joined."""
    join = {"type": "join", "match": match.id, "seats": [], "since": 0}
    honest: list[Json] = [
        join,
        {"type": "act", "seat": "A" * 43, "turn": 1, "act": "move", "move": "up 1"},
        {"type": "act", "seat": match.second, "turn": 1, "act": "move", "squares": [24, 19]},
        {"type": "act", "seat": match.second, "turn": 1, "act": "offer", "offer": "undo"},
        {"type": "ping"},
    ]
    first = frame(json.dumps(join).encode()) if random.random() < 0.9 else b""
    said = mutated(random, random.choice(honest)).encode("utf-8", "surrogatepass")
    return first + frame(said) + frame(b"", CLOSE)


async def test_thousands_of_frames_and_an_honest_match(patient: Served) -> None:
    random = Random("frames")
    async with asking(patient) as client:
        match, target = await paired(client), await paired(client)
        frames = [nonsense(random) for _ in range(NONSENSE)] + [almost(random, target) for _ in range(MUTATED)]
        async with (
            joined(patient, match.id, [match.first]) as first,
            joined(patient, match.id, [match.second]) as second,
        ):

            async def throw_all() -> None:
                while frames:
                    await thrown(patient, frames.pop())

            await asyncio.gather(
                play(match, first, second, while_there_are=frames), *(throw_all() for _ in range(AT_ONCE))
            )
            played = [turn["turn"] for turn in (await client.get(f"/api/matches/{match.id}")).json()["turns"]]
            assert len(played) > 20
            last = played[-1]
            for each in (first, second):
                if last not in each.turns:
                    await each.turn(last)
                assert each.turns == played == list(range(1, last + 1))
        after = await state(client, target.id)
        assert (after["moves"], after["ending"]) == (0, None)
        assert (await client.get("/healthz")).status_code == 200
        async with asyncio.timeout(PATIENCE):
            while "squarely_sockets 0.0\n" not in (figures := (await client.get("/metrics")).text):
                await asyncio.sleep(0.05)
        refused = re.search(r'dropped_total\{reason="that is no message"\} (\d+)', figures)
        assert refused
        assert int(refused[1]) > (NONSENSE + MUTATED) * 2 // 7, "most of it was heard and was no message"
    assert "traceback" not in patient.log.lower()
    assert {line["level"] for line in patient.lines} == {"info"}, "strangers do not fill the log with warnings"


async def play(match: Begun, first: Visitor, second: Visitor, while_there_are: list[bytes]) -> None:
    """Play on and on, while there are frames to be thrown."""
    turn = 0
    while while_there_are:
        turn += 1
        actor, secret = (first, match.first) if turn % 2 else (second, match.second)
        assert (await actor.act(secret, turn, "move", move=step(turn)))["type"] == "done"
        await asyncio.sleep(0.02)


@pytest.mark.parametrize("size", [4097, 5000, 100_000])
async def test_an_oversized_message_is_hung_up_on(patient: Served, size: int) -> None:
    async with asking(patient) as client:
        match = await paired(client)
        async with joined(patient, match.id) as visitor:
            with contextlib.suppress(ConnectionClosed):
                await visitor.connection.send(json.dumps({"type": "ping"}).ljust(size))
            assert (await visitor.closed())[0] == 1009


async def test_in_fragments_it_is_as_large(patient: Served) -> None:
    async with connected(patient) as visitor:
        with contextlib.suppress(ConnectionClosed):
            await visitor.connection.send([" " * 1000] * 5)
        assert (await visitor.closed())[0] == 1009


async def test_a_message_of_the_full_size_is_heard(patient: Served) -> None:
    async with asking(patient) as client:
        match = await paired(client)
        async with joined(patient, match.id) as visitor:
            await visitor.connection.send('{"type":"ping"}'.ljust(4096))
            await visitor.until(lambda message: message["type"] == "pong")


async def test_bytes_that_are_no_text_are_told_so(patient: Served) -> None:
    async with connected(patient) as visitor:
        await visitor.connection.send(b"{}")
        assert await visitor.closed() == (1008, "messages are text")
    await thrown(patient, frame(b"{}", BINARY))


async def test_a_body_that_is_too_large_is_not_read_to_its_end(patient: Served) -> None:
    async with asking(patient) as client:
        whole = json.dumps({"game": "quad", "opponent": "here"})
        assert (await posted(client, whole.ljust(64 * 1024))).status_code == 201
        for size in (64 * 1024 + 1, 10**7):
            answer = await posted(client, whole.ljust(size))
            assert answer.status_code == 413
            assert answer.json()["error"] == "a request has at most 65536 bytes"


async def posted(client: httpx.AsyncClient, content: str) -> httpx.Response:
    return await client.post("/api/matches", content=content, headers={"Content-Type": "application/json"})
