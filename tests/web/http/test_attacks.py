"""Many attack at once, another plays on: the short form. `make soak` has each attack alone."""

import asyncio
from pathlib import Path

import pytest

from tests.web.http.attack_soak import serve, watch
from tests.web.http.attackers import ATTACKS
from tests.web.http.flooding import MEMORY
from tests.web.serving import PATIENCE

# What an attacker is told who is noticed; whoever asks for much thinking is made to wait.
TOLD = {
    "short lines in a head": "HTTP/1.1 431",
    "one line of a head": "HTTP/1.1 431",
    "trailers": "HTTP/1.1 431",
    "pings": "closed: too many messages",
    "empty fragments": "closed: too many messages",
}


@pytest.mark.anyio
@pytest.mark.slow
async def test_another_player_plays_on_while_all_attack(tmp_path: Path) -> None:
    """The server is one with the limits it comes with."""
    with serve(tmp_path) as public:
        groups = [[*TOLD], [name for name in ATTACKS if name not in TOLD]]
        seen = await asyncio.wait_for(watch(public, groups, seconds=2.0), 2 * PATIENCE)
    assert len(seen.moves) >= 3
    assert seen.memory < MEMORY
    for attack, told in TOLD.items():
        assert told in seen.told[attack], seen.told[attack]
    assert seen.answers, "the computer and the truth have answered"
    assert "Traceback" not in public.log
