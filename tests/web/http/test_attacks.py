"""One client attacks, another plays on: the short form. The long one, with how long moves take, is in `make soak`."""

from collections.abc import Iterator

import pytest

from tests.web.http.attackers import ATTACKS
from tests.web.http.flooding import MEMORY
from tests.web.http.witness import served, watched
from tests.web.serving import Served

pytestmark = pytest.mark.anyio

SECONDS = 2.0
# What an attacker is told who is noticed; whoever asks for much thinking is made to wait.
TOLD = {
    "short lines in a head": "HTTP/1.1 431",
    "pings": "closed: too many messages",
    "computers that think long": "",
    "questions that take long": "",
}


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with the limits it comes with."""
    with served(tmp_path_factory.mktemp("public")) as server:
        yield server


@pytest.mark.parametrize("attack", TOLD)
async def test_another_player_plays_on(public: Served, attack: str) -> None:
    assert attack in ATTACKS
    seen = await watched(public, attack, SECONDS)
    assert len(seen.moves) >= 3
    assert seen.memory < MEMORY
    assert not TOLD[attack] or TOLD[attack] in seen.told, seen.told
    assert seen.answers, "the computer and the truth have answered"
    assert "Traceback" not in public.log
