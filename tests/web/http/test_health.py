"""What whoever runs it can see: health, figures, logs."""

import asyncio
import re
import sqlite3
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from tests.web.postgres import PostgreSQL
from tests.web.serving import PATIENCE, Json, Served, asking, house
from tests.web.visiting import acted, begin, connected, joined, paired, state

pytestmark = pytest.mark.anyio

SAMPLE = re.compile(r'^([a-z_]+)(?:\{((?:[a-z_]+="[^"\\\n]*",?)+)\})? (-?[0-9.e+-]+|\+Inf)$')


@pytest.fixture
def file(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/matches.db"


@pytest.fixture
def stopped_later() -> Iterator[PostgreSQL]:
    """A database server of its own, to be stopped."""
    server = PostgreSQL()
    server.start()
    yield server
    server.remove()


def figures(text: str) -> dict[str, float]:
    """Every sample by its name with its labels; complains about what is no sample."""
    found: dict[str, float] = {}
    families: dict[str, str] = {}
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            assert kind in ("counter", "gauge", "histogram")
            assert name not in families, "a family comes once"
            families[name] = kind
        elif not line.startswith("# HELP "):
            sample = SAMPLE.match(line)
            assert sample, line
            family = re.sub(r"_(bucket|sum|count)$", "", sample[1])
            assert sample[1] in families or families[family] == "histogram"
            key = line.rpartition(" ")[0]
            assert key not in found
            found[key] = float(sample[3])
    return found


async def test_the_figures_count_what_has_happened(file: str) -> None:
    async with house(file) as here, asking(here) as client:
        match = await paired(client)
        for turn, move in ((1, "right 1"), (2, "left 1")):
            await acted(client, match.id, (match.second, match.first)[turn % 2], turn, "move", move=move)
        await acted(client, match.id, match.first, 3, "move", move="nonsense")
        await acted(client, match.id, match.first, 3, "resign")
        await acted(client, match.id, match.first, 4, "offer", offer="rematch")
        await acted(client, match.id, match.second, 4, "accept")
        await acted(client, match.id, match.second, 4, "accept")
        await client.get("/nothing")
        async with joined(here, match.id), connected(here) as rude:
            await rude.say(type="ping")
            await rude.closed()
            while here.figure("sockets") > 1:
                await asyncio.sleep(0.01)
            answer = await client.get("/metrics")
    assert answer.headers["Content-Type"].startswith("text/plain; version=0.0.4")
    told = figures(answer.text)
    assert told["squarely_matches_total"] == 2, "a rematch is a match"
    assert told["squarely_sockets"] == 1
    assert told['squarely_turns_total{act="move"}'] == 2
    assert told['squarely_turns_total{act="resign"}'] == 1
    assert told["squarely_turn_seconds_count"] == told['squarely_turn_seconds_bucket{le="+Inf"}'] == 3
    assert 0 < told["squarely_turn_seconds_sum"] < PATIENCE
    assert told['squarely_requests_total{route="/api/matches",status="201"}'] == 1
    assert told['squarely_requests_total{route="/api/matches/{match}/turns",status="200"}'] == 6
    assert told['squarely_requests_total{route="/api/matches/{match}/turns",status="400"}'] == 1
    assert told['squarely_requests_total{route="other",status="404"}'] == 1
    assert told['squarely_sockets_dropped_total{reason="the first message on a socket is join"}'] == 1
    assert told["squarely_storage_troubles_total"] == 0
    buckets = [told[key] for key in told if key.startswith("squarely_request_seconds_bucket")]
    assert buckets == sorted(buckets)
    assert buckets[-1] == told["squarely_request_seconds_count"] == 12, "upgrades are requests, too"


async def test_healthy_while_matches_can_be_kept(file: str, tmp_path: Path) -> None:
    async with house(file) as here, asking(here) as client:
        assert (await client.get("/healthz")).text == "ok\n"
        match = await paired(client)
        other = sqlite3.connect(tmp_path / "matches.db", isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        sick, refused = await asyncio.gather(
            client.get("/healthz"), acted(client, match.id, match.first, 1, "move", move="right 1")
        )
        assert sick.status_code == refused.status_code == 503
        assert sick.headers["Retry-After"] == refused.headers["Retry-After"] == "1"
        locked = "nothing can be saved: the database is locked by another program"
        assert sick.json()["error"] in (locked, "the database does not answer within 2 seconds")
        assert "the database is locked by another program" in refused.json()["error"]
        other.execute("ROLLBACK")
        other.close()
        async with asyncio.timeout(PATIENCE):
            while (await client.get("/healthz")).status_code != 200:
                await asyncio.sleep(0.05)
        assert (await acted(client, match.id, match.first, 1, "move", move="right 1")).json()["again"] is False
        assert figures((await client.get("/metrics")).text)["squarely_storage_troubles_total"] >= 1


@pytest.mark.parametrize("replaced", [False, True])
async def test_a_file_that_is_gone_is_told_and_found_again(file: str, tmp_path: Path, replaced: bool) -> None:
    kept, away = tmp_path / "matches.db", tmp_path / "away.db"
    async with house(file) as here, asking(here) as client:
        match = await paired(client)
        kept.rename(away)
        if replaced:
            kept.write_bytes(b"something else")
        sick = await client.get("/healthz")
        refused = await acted(client, match.id, match.first, 1, "move", move="right 1")
        assert [answer.status_code for answer in (sick, refused)] == [503, 503]
        assert [answer.json()["code"] for answer in (sick, refused)] == ["unavailable", "unavailable"]
        assert sick.json()["error"].startswith("nothing can be saved: ")
        assert not sick.json()["error"].rstrip().endswith(":")
        away.replace(kept)
        assert (await client.get("/healthz")).text == "ok\n"
        assert (await acted(client, match.id, match.first, 1, "move", move="right 1")).status_code == 200


async def test_a_database_server_that_is_gone_and_comes_back(stopped_later: PostgreSQL) -> None:
    async with house(stopped_later.new()) as here, asking(here) as client:
        match = await paired(client)
        assert (await client.get("/healthz")).status_code == 200
        async with joined(here, match.id, [match.first]) as first:
            await asyncio.to_thread(stopped_later.stop, "immediate")
            sick = await client.get("/healthz")
            assert sick.status_code == 503
            assert "postgres@" not in sick.text, "the address may hold a password"
            told = await first.act(match.first, 1, "move", move="right 1")
            assert (told["type"], told["code"]) == ("refused", "unavailable")
            await asyncio.to_thread(stopped_later.start)
            async with asyncio.timeout(PATIENCE):
                while (await client.get("/healthz")).status_code != 200:
                    await asyncio.sleep(0.1)
            assert (await first.act(match.first, 1, "move", move="right 1"))["type"] == "done"
        assert (await state(client, match.id))["turn"] == 1


async def test_a_log_line_is_an_object_that_says_when_what_and_to_whom(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        async with asking(served) as client:
            match = await begin(client, name="Ann")
            await client.get(f"/api/matches/{match.id}?since=0")
            await client.get("/nothing%0A{}")
            await client.get("/%C2%9B2J%E2%80%AE%1B%5B2J%7F")
        served.stop()
        requests = [line for line in served.lines if line["event"] == "request"]
    assert [(line["method"], line["path"], line["status"]) for line in requests] == [
        ("POST", "/api/matches", 201),
        ("GET", f"/api/matches/{match.id}", 200),
        ("GET", "/nothing\n{}", 404),
        ("GET", "/\x9b2J\u202e\x1b[2J\x7f", 404),
    ]
    assert served.log.replace("\n", "").replace("\x7f", "").isascii()
    assert "\x1b" not in served.log
    for line in requests:
        assert line["level"] == "info"
        assert line["address"] == "127.0.0.1"
        assert line["ms"] >= 0
        assert datetime.fromisoformat(line["time"]).tzinfo
    assert "since" not in served.log, "no query is logged"


async def test_less_is_logged_when_less_is_asked_for(tmp_path: Path) -> None:
    with Served(tmp_path, "--log=warning") as served:
        async with asking(served) as client:
            told: Json = (await client.get("/api/games/quad")).json()
        assert told["game"] == "quad"
        served.stop()
        assert served.log == ""
