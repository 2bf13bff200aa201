"""`kill -9`, again and again, while people play: what was acknowledged is there afterwards, and every match goes on.

`make soak` kills 50 times, `make test` fewer.
"""

import asyncio
import random
import signal
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.thorough import many
from tests.web.serving import Served
from tests.web.storage.stubborn_players import tournament

pytestmark = pytest.mark.anyio

KILLS = many(50)


async def test_a_server_that_is_killed_loses_nothing(tmp_path: Path) -> None:
    server = Served(tmp_path, "--limit=messages_per_socket=100000")
    port = urlsplit(server.url).port
    try:
        async with tournament(server) as played:
            for number in range(KILLS):
                await played.goes_on()
                if number % 2:
                    await asyncio.sleep(random.random() * 0.1)  # in the middle of anything
                else:
                    await played.promise()  # before a server that promises too early can keep it
                server.stop(signal.SIGKILL)
                server = played.server = await asyncio.to_thread(
                    Served, tmp_path, "--limit=messages_per_socket=100000", f"--port={port}"
                )
            await played.goes_on()
            await played.end()
            assert min(played.acknowledged) >= 2 * (KILLS + 1)
    finally:
        server.stop()
