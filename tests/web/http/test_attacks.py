"""Several attack at once, another plays on: the short form. Each alone, with how long moves take, is in `make soak`."""

from collections.abc import Iterator

import pytest

from tests.web.http.attackers import ATTACKS
from tests.web.http.flooding import MEMORY
from tests.web.http.witness import served, watched
from tests.web.serving import Served

pytestmark = pytest.mark.anyio

SECONDS = 2.0
# What an attacker is told who is noticed; whoever asks for much thinking is made to wait.
FLOODS = {
    "short lines in a head": "HTTP/1.1 431",
    "one line of a head": "HTTP/1.1 431",
    "trailers": "HTTP/1.1 431",
    "pings": "closed: too many messages",
    "empty fragments": "closed: too many messages",
}
HELD = {
    "half a request, slowly": "",
    "connections without a word": "",
    "answers nobody reads": "",
    "news nobody reads": "",
}
ASKED = {
    "GETs": "",
    "pages with any query": "",
    "upgrades of no socket": "",
    "pages, figures and health": "",
    "joins": "",
    "old turns": "",
    "rematches": "",
}
LONG = {"states of a long match": "", "records of a long match": "", "reviews of a long match": ""}
THOUGHT_ABOUT = {"computers that think long": "", "questions that take long": ""}


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with the limits it comes with."""
    with served(tmp_path_factory.mktemp("public")) as server:
        yield server


@pytest.mark.parametrize("attacks", [FLOODS, HELD, ASKED, LONG, THOUGHT_ABOUT])
async def test_another_player_plays_on(public: Served, attacks: dict[str, str]) -> None:
    seen = await watched(public, list(attacks), SECONDS)
    assert len(seen.moves) >= 3
    assert seen.memory < MEMORY
    for attack, told in attacks.items():
        assert not told or told in seen.told[attack], seen.told[attack]
    assert seen.answers, "the computer and the truth have answered"
    assert "Traceback" not in public.log


def test_no_attack_is_left_out() -> None:
    assert {"nobody", *FLOODS, *HELD, *ASKED, *LONG, *THOUGHT_ABOUT} == set(ATTACKS)
