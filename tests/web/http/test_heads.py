"""Heads without end: the server says so, hangs up and stays small, and so does the one for language models."""

import asyncio
import json
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from squarely.serving import connections
from squarely.serving.connections import HEAD, subnet_key
from tests.web.http.flooding import HEADS, MEMORY, SOON, UPGRADE, flood, peak, read
from tests.web.serving import COMMAND, PATIENCE, Served, asking, house
from tests.web.visiting import begin

pytestmark = pytest.mark.anyio

HALF = "POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"


@pytest.fixture(scope="module")
def models() -> Iterator[tuple[str, int]]:
    """The server for language models: its address and its process."""
    command = [COMMAND, "mcp", "--http", "--port=0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stderr
        url = process.stdout.readline().split()[-1]
        yield url, process.pid
        parts = urlsplit(url)
        with socket.create_connection((parts.hostname, parts.port)) as half:
            half.sendall(HALF.replace("/api/matches", "/mcp").encode())
            time.sleep(0.2)
            process.terminate()
            assert process.wait(PATIENCE) in (0, -signal.SIGTERM)
        assert "Traceback" not in process.stderr.read()


@pytest.mark.parametrize("kind", HEADS)
async def test_a_head_without_end(served: Served, kind: str) -> None:
    sent, answer = await flood(served.url, *HEADS[kind])
    assert sent < SOON
    if kind == "empty lines":
        assert answer.endswith(json.dumps({"error": "This is not HTTP that can be read.", "code": "invalid"}))
    else:
        assert answer.startswith("HTTP/1.1 431 ")
        says = "A request's head has at most 32768 bytes."
        assert answer.endswith(json.dumps({"error": says, "code": "too_large"}))
    assert peak(served.process.pid) < MEMORY
    async with asking(served) as client:
        assert (await client.get("/healthz")).status_code == 200
    assert "Traceback" not in served.log


@pytest.mark.parametrize("kind", ["short lines", "one line", "trailers"])
async def test_the_same_for_language_models(models: tuple[str, int], kind: str) -> None:
    url, process = models
    opening, more = HEADS[kind]
    sent, answer = await flood(url, opening.replace("/api/matches", "/mcp"), more)
    assert sent < SOON
    assert answer.startswith(("HTTP/1.1 431 ", "HTTP/1.1 4"))
    assert peak(process) < MEMORY


@pytest.mark.parametrize(("size", "status"), [(HEAD, "200"), (HEAD + connections.PIECE + 1, "431")])
async def test_the_largest_head(served: Served, size: int, status: str) -> None:
    """What has come is measured while the head is not whole: with its last piece, it may be so much larger."""
    head = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nA: "
    assert (await said(served.url, head + "b" * (size - len(head) - 4) + "\r\n\r\n"))[0].split()[1] == status


async def test_two_hosts(served: Served) -> None:
    twice = "Host: localhost\r\nhost: localhost"
    for request in (f"GET / HTTP/1.1\r\n{twice}\r\n\r\n", UPGRADE.replace("Host: localhost", twice)):
        answer = await said(served.url, request)
        assert answer[0] == "HTTP/1.1 400 Bad Request"
        assert json.loads(answer[-1]) == {"error": "A request names one host.", "code": "wrong_host"}


@pytest.mark.parametrize("half", ["", "GET / HT", "GET / HTTP/1.1\r\nHost: localhost\r\n", HALF])
async def test_half_a_request_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, half: str) -> None:
    monkeypatch.setattr(connections, "_ASKING", 0.2)
    async with house(f"sqlite:///{tmp_path}/matches.db") as here:
        answer = await said(here.url, half)
        assert answer[0] == ("HTTP/1.1 408 Request Timeout" if half else "")
        whole = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
        assert (await said(here.url, whole + half))[0] == "HTTP/1.1 200 OK", "nor after a whole one"


async def test_too_many_connections_of_one_address(tmp_path: Path) -> None:
    with Served(tmp_path, "--limit=connections_per_address=3") as server:
        parts = urlsplit(server.url)
        lines = [await asyncio.open_connection(parts.hostname, parts.port) for _ in range(3)]
        refused = await said(server.url, "")
        assert refused[0] == "HTTP/1.1 429 Too Many Requests"
        lines[0][1].close()
        async with asyncio.timeout(PATIENCE):
            while (
                "200"
                not in (
                    await said(server.url, "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                )[0]
            ):
                await asyncio.sleep(0.05)
        for _, writer in lines:
            writer.close()


async def test_answers_that_nobody_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client is given time to read, and is then hung up on."""
    monkeypatch.setattr(connections, "_LISTENING", 0.2)

    async def much() -> list[str]:
        return ["x" * 1000] * 15_000

    async with house(f"sqlite:///{tmp_path}/matches.db", send_buffer=65536) as here:
        monkeypatch.setattr(here.app.service, "games", much)
        parts = urlsplit(here.url)
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port, limit=1024)
        writer.write(b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n")
        await reader.read(1)
        async with asyncio.timeout(PATIENCE):
            while here.connections:
                await asyncio.sleep(0.05)
        writer.transport.abort()


async def test_who_asks_twenty_times_and_reads_nothing_writes_no_log(tmp_path: Path) -> None:
    """Requests one after the other on one connection, closed unread: nothing of that is an error of ours."""
    limits = [f"--limit={each}_per_address=100000" for each in ("requests", "connections")]  # which are not tried here
    with Served(tmp_path, *limits) as server:
        parts = urlsplit(server.url)
        for _ in range(2):
            lines = [await asyncio.open_connection(parts.hostname, parts.port, limit=1024) for _ in range(150)]
            for _, writer in lines:
                writer.write(b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20)
                await asyncio.sleep(0)
            await asyncio.sleep(0.1)
            for _, writer in lines:
                writer.transport.abort()
        async with asking(server) as client:
            assert (await client.get("/healthz")).status_code == 200
        server.stop()
        assert {line["level"] for line in server.lines} == {"info"}


async def test_a_large_request_in_many_parts_is_answered(served: Served) -> None:
    """What is parsed a little at a time is still the same request, and the ones after it are, too."""
    body = b'{"game": "snatchers", "opponent": "here"}'.ljust(64 * 1024)
    request = (
        b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
    )
    last = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    answer = "\n".join(await said(served.url, (request * 3 + last).decode()))
    assert answer.count("HTTP/1.1 201 Created") == 3
    assert answer.count("HTTP/1.1 200 OK") == 1


async def test_honest_players_beside_it(served: Served) -> None:
    async with asking(served) as client:
        attacks = asyncio.gather(*(flood(served.url, *each) for each in HEADS.values()))
        for _ in range(20):
            await begin(client)
        await attacks


async def said(url: str, request: str) -> list[str]:
    """The lines that the server answers with, until it hangs up."""
    parts = urlsplit(url)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    writer.write(request.encode())
    answer = await asyncio.wait_for(read(reader), PATIENCE)
    writer.close()
    return answer.strip().replace("\r", "").split("\n")


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("a name", "a name"),
        ("", ""),
    ],
)
def test_who_is_counted_as_one(address: str, counted: str) -> None:
    assert subnet_key(address) == counted
