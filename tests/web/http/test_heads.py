"""Connections: heads without end, half requests, unread answers, all attacks. The server hangs up and stays small."""

import asyncio
import json
import signal
import subprocess
from pathlib import Path

import pytest

from squarely.serving import connections
from squarely.serving.connections import HEAD
from squarely.web.http.limits import Limits
from tests.patience import wait_beside
from tests.web.http.attack_soak import serve, watch
from tests.web.http.attackers import ATTACKS
from tests.web.http.flooding import GET, HEADS, HEALTH, MEMORY, POST, SOON, UPGRADE, dial, flood, peak, send
from tests.web.serving import COMMAND, PATIENCE, House, Served, house
from tests.web.visiting import asked_until

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

HALF = POST + b"Content-Length: 9\r\n\r\n{"
ENDLESS = json.dumps({"error": "A request's head has at most 32768 bytes.", "code": "too_large"})
NO_HTTP = json.dumps({"error": "This is not HTTP that can be read.", "code": "invalid"})


async def test_a_head_without_end(served: Served) -> None:
    floods = await asyncio.gather(*(flood(served.url, *head) for head in HEADS.values()))
    for kind, (sent, answer) in zip(HEADS, floods, strict=True):
        assert sent < SOON, kind
        assert answer.endswith(NO_HTTP if kind == "empty lines" else ENDLESS), kind
        assert answer.startswith("HTTP/1.1 400 " if kind == "empty lines" else "HTTP/1.1 431 "), kind
    assert peak(served.process.pid) < MEMORY
    assert "Traceback" not in served.log


async def test_the_same_for_language_models() -> None:
    """It stops with half a request open, too."""
    command = [COMMAND, "mcp", "--http", "--port=0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stderr
        url = process.stdout.readline().split()[-1]
        opening, more = HEADS["trailers"]
        sent, answer = await flood(url, opening.replace(b"/api/matches", b"/mcp"), more)
        assert sent < SOON
        assert answer.startswith("HTTP/1.1 4")
        assert peak(process.pid) < MEMORY
        _, half = await dial(url)
        half.write(HALF.replace(b"/api/matches", b"/mcp"))
        await half.drain()
        process.terminate()
        assert await asyncio.to_thread(process.wait, PATIENCE) in (0, -signal.SIGTERM)
        assert "Traceback" not in process.stderr.read()


async def test_the_largest_head_and_two_hosts(here: House) -> None:
    """What has come is measured while the head is not whole: with its last piece, it may be so much larger."""
    for size, status in ((HEAD, "200"), (HEAD + connections.PIECE + 1, "431")):
        head = HEALTH.removesuffix(b"\r\n") + b"A: "
        assert (await send(here.url, head.ljust(size - 4, b"b") + b"\r\n\r\n"))[0].split()[1] == status
    twice = b"Host: localhost\r\nhost: localhost"
    for request in (GET % b"/" + b"\r\n", UPGRADE):
        answer = await send(here.url, request.replace(b"Host: localhost", twice))
        assert answer[0] == "HTTP/1.1 400 Bad Request"
        assert json.loads(answer[-1]) == {"error": "A request names one host.", "code": "wrong_host"}


async def test_half_a_request_is_not_waited_for(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor after a whole one."""
    monkeypatch.setattr(connections, "_ASKING", 0.2)
    halves = (b"", b"GET / HT", GET % b"/", HALF)
    async with house(file) as here:
        asked = (send(here.url, whole + half) for whole in (b"", GET % b"/healthz" + b"\r\n") for half in halves)
        answers = [lines[0] for lines in await asyncio.gather(*asked)]
    assert answers == ["", *["HTTP/1.1 408 Request Timeout"] * 3, *["HTTP/1.1 200 OK"] * 4]


async def test_too_many_connections_of_one_address(file: str) -> None:
    async with house(file, Limits(connections_per_address=3)) as here:
        lines = [await dial(here.url) for _ in range(3)]
        assert (await send(here.url, b""))[0] == "HTTP/1.1 429 Too Many Requests"
        lines[0][1].close()
        await asked_until(lambda: send(here.url, HEALTH), lambda lines: lines[0] == "HTTP/1.1 200 OK")
        for _, writer in lines:
            writer.close()


async def test_answers_that_nobody_reads(
    file: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A client is given time to read, and is then hung up on; who asks, reads nothing and leaves writes no log."""
    monkeypatch.setattr(connections, "_LISTENING", 0.2)

    async def much() -> list[str]:
        return ["x" * 1000] * 15_000

    async with house(file, send_buffer=65536) as here:
        monkeypatch.setattr(here.app.service, "games", much)
        lines = [await dial(here.url) for _ in range(5)]
        for _, writer in lines:
            writer.write((GET % b"/api/games" + b"\r\n") * 2)
        await asyncio.gather(*(reader.read(1) for reader, _ in lines))
        for _, writer in lines[1:]:
            writer.transport.abort()
        await wait_beside((), lambda: not here.connections)
        lines[0][1].transport.abort()
    assert not [line for line in caplog.records if line.levelname in ("WARNING", "ERROR")]


async def test_another_player_plays_on_while_all_attack(tmp_path: Path) -> None:
    """The short form; `make soak` has each attack alone."""
    told = {"trailers": "HTTP/1.1 431", "pings": "closed: too many messages"}
    with serve(tmp_path) as public:
        groups = [[*told], [name for name in ATTACKS if name not in told]]
        seen = await asyncio.wait_for(watch(public, groups, seconds=2.0), 2 * PATIENCE)
    assert len(seen.moves) >= 3
    assert seen.memory < MEMORY
    for attack, says in told.items():
        assert says in seen.told[attack], seen.told[attack]
    assert "Traceback" not in public.log
