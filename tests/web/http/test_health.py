"""What whoever runs it can see: health, figures, logs."""

import asyncio
import re
import sqlite3
from datetime import datetime
from functools import partial
from pathlib import Path

import httpx
import pytest

from tests.patience import wait_beside
from tests.web.serving import PATIENCE, House, Served
from tests.web.visiting import Begun, acted, asked_until, begin, connected, joined, moved, paired

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


async def test_the_figures_count_what_has_happened(here: House, client: httpx.AsyncClient) -> None:
    match = await paired(client)
    await moved(client, match, 1)
    await moved(client, match, 2)
    await acted(client, match.id, match.first, 3, "move", move="nonsense")
    await acted(client, match.id, match.first, 3, "resign")
    await acted(client, match.id, match.first, 4, "offer", offer="rematch")
    for _ in range(2):
        await acted(client, match.id, match.second, 4, "accept")
    await client.get("/nothing")
    async with joined(here, match.id), connected(here) as rude:
        await rude.say(type="ping")
        await rude.closed()
        await wait_beside((), lambda: here.figure("sockets") == 1)
        answer = await client.get("/metrics")
    assert answer.headers["Content-Type"].startswith("text/plain; version=0.0.4")
    lines = [line.rpartition(" ") for line in answer.text.splitlines() if not line.startswith("#")]
    told = {name.removeprefix("squarely_"): float(number) for name, _, number in lines}
    assert 0 < told.pop("turn_seconds_sum") < PATIENCE
    turns = 'requests_total{route="/api/matches/{match}/turns",status='
    wanted = {
        "matches_total": 2,  # a rematch is a match
        "sockets": 1,
        'turns_total{act="move"}': 2,
        'turns_total{act="resign"}': 1,
        "turn_seconds_count": 3,
        'requests_total{route="/api/matches",status="201"}': 1,
        turns + '"200"}': 6,
        turns + '"400"}': 1,
        'requests_total{route="other",status="404"}': 1,
        'sockets_dropped_total{reason="the first message on a socket is join"}': 1,
        "storage_troubles_total": 0,
        "request_seconds_count": 12,  # upgrades are requests, too
    }
    assert {name: told.get(name) for name in wanted} == wanted


async def test_healthy_while_matches_can_be_kept(
    here: House, client: httpx.AsyncClient, pair: Begun, tmp_path: Path
) -> None:
    """While another program holds the file, and while it is moved away or replaced."""
    kept, away = tmp_path / "matches.db", tmp_path / "away.db"
    move = partial(acted, client, pair.id, pair.first, 1, "move", move="right 1")
    other = sqlite3.connect(kept, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    sick, refused = await asyncio.gather(client.get("/healthz"), move())
    assert sick.status_code == refused.status_code == 503
    assert sick.headers["Retry-After"] == refused.headers["Retry-After"] == "1"
    locked = "nothing can be saved: the database is locked by another program"
    assert sick.json()["error"] in (locked, "the database does not answer within 2 seconds")
    assert "the database is locked by another program" in refused.json()["error"]
    other.execute("ROLLBACK")
    other.close()
    await asked_until(lambda: client.get("/healthz"), lambda answer: answer.status_code == 200)
    for replaced in (False, True):
        kept.rename(away)
        if replaced:
            kept.write_bytes(b"something else")
        sick, refused = await client.get("/healthz"), await move()
        for answer in (sick, refused):
            assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
        assert re.match("nothing can be saved: .*[^: ]$", sick.json()["error"])
        away.replace(kept)
        assert (await client.get("/healthz")).text == "ok\n"
    assert (await move()).json()["again"] is False
    assert here.figure("storage_troubles_total") >= 3


async def test_a_log_line_is_an_object_that_says_when_what_and_to_whom(
    served: Served, remote: httpx.AsyncClient
) -> None:
    before = len(served.log)
    match = await begin(remote, name="Ann")
    await remote.get(f"/api/matches/{match.id}?since=0")
    await remote.get("/%C2%9B2J%E2%80%AE%1B%5B2J%7F%0A{}")
    log = served.log[before:]
    requests = served.lines[-3:]
    assert [(line["method"], line["path"], line["status"]) for line in requests] == [
        ("POST", "/api/matches", 201),
        ("GET", f"/api/matches/{match.id}", 200),
        ("GET", "/\x9b2J\u202e\x1b[2J\x7f\n{}", 404),
    ]
    assert log.replace("\n", "").replace("\x7f", "").isascii()
    assert "\x1b" not in log
    assert "since" not in log, "no query is logged"
    for line in requests:
        assert (line["level"], line["address"]) == ("info", "127.0.0.1")
        assert line["ms"] >= 0
        assert datetime.fromisoformat(line["time"]).tzinfo
