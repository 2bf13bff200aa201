"""Several attack at once, another plays on: the short form. `make soak` has them all, each alone."""

from collections.abc import Iterator

import pytest

from tests.web.http.attack_soak import serve, watch
from tests.web.http.attackers import ATTACKS
from tests.web.http.flooding import MEMORY
from tests.web.serving import Served

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

# What an attacker is told who is noticed; whoever asks for much thinking is made to wait.
FLOODS = {
    "short lines in a head": "HTTP/1.1 431",
    "one line of a head": "HTTP/1.1 431",
    "trailers": "HTTP/1.1 431",
    "pings": "closed: too many messages",
    "empty fragments": "closed: too many messages",
}
OTHERS = {name: "" for name in ATTACKS if name not in ("nobody", *FLOODS)}


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with the limits it comes with."""
    with serve(tmp_path_factory.mktemp("public")) as server:
        yield server


@pytest.mark.parametrize("attacks", [FLOODS, OTHERS], ids=["floods", "others"])
async def test_another_player_plays_on(public: Served, attacks: dict[str, str]) -> None:
    seen = await watch(public, list(attacks), seconds=2.0)
    assert len(seen.moves) >= 3
    assert seen.memory < MEMORY
    for attack, told in attacks.items():
        assert not told or told in seen.told[attack], seen.told[attack]
    assert seen.answers, "the computer and the truth have answered"
    assert "Traceback" not in public.log
