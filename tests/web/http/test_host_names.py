"""A page elsewhere may have its own name point here: on this machine alone, only our own names are answered to."""

from pathlib import Path

import pytest

from squarely.core.errors import BadOption
from squarely.serving.listening import list_host_names, read_host
from tests.web.http.flooding import UPGRADE, flood, frames
from tests.web.serving import Served, asking, house

pytestmark = pytest.mark.anyio

OURS = [
    "localhost",
    "LOCALHOST:9",
    "127.0.0.1",
    "127.0.0.1:1234",
    "[::1]",
    "[::1]:80",
    "192.168.1.7:8765",
    "",
    "localhost.",
]
OTHERS = ["evil.example", "evil.example:8765", "localhost.evil.example", "127.0.0.1.evil.example", "x", "[", "a b"]


async def test_on_this_machine_only_its_own_names(tmp_path: Path) -> None:
    with Served(tmp_path) as server:
        async with asking(server) as client:
            for host in OURS:
                assert (await client.get("/api/games", headers={"Host": host})).status_code == 200, host
            for host in OTHERS:
                refused = await client.get("/api/games", headers={"Host": host})
                assert (refused.status_code, refused.json()["code"]) == (421, "wrong_host"), host
                assert refused.json()["error"].startswith("this server does not go by that name")
                assert refused.headers["X-Content-Type-Options"] == "nosniff"


async def test_for_sockets_as_well(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with house(f"sqlite:///{tmp_path}/a.db", host_names=list_host_names("127.0.0.1", ["mine.example"])) as here:
        port = here.url.rpartition(":")[2]
        for host, status in (("evil.example", 421), (f"evil.example:{port}", 421), ("Mine.Example:80", 101)):
            page = f"Host: {host}\r\nOrigin: http://{host}"  # a page of that name, which is no lie
            told = await flood(here.url, UPGRADE.replace("Host: localhost", page), frames(0x88))
            assert told.answer.startswith(f"HTTP/1.1 {status} ")
    assert not [line for line in caplog.records if line.levelname in ("WARNING", "ERROR")], "a stranger's, not ours"


@pytest.mark.parametrize(
    ("listening", "named", "proxied", "answers_to"),
    [
        ("127.0.0.1", [], False, {"127.0.0.1"}),
        ("localhost", [], False, {"localhost"}),
        ("::1", ["Games.Example"], False, {"::1", "games.example"}),
        ("127.0.0.1", [], True, None),
        ("0.0.0.0", [], False, None),
        ("0.0.0.0", ["games.example"], False, {"0.0.0.0", "games.example"}),
        ("127.0.0.1", ["games.example"], True, {"127.0.0.1", "games.example"}),
    ],
)
def test_which_names(listening: str, named: list[str], proxied: bool, answers_to: set[str] | None) -> None:
    assert list_host_names(listening, named, proxied) == (None if answers_to is None else frozenset(answers_to))


@pytest.mark.parametrize("name", ["", "games.example:80", "https://games.example", "[::1]"])
def test_a_name_that_is_none(name: str) -> None:
    with pytest.raises(BadOption, match="is no name of a host"):
        list_host_names("0.0.0.0", [name])


def test_a_header_is_read_as_browsers_write_it() -> None:
    given = ["A.Example:80", "a.example", "[::1]:80", "[::1]", "::1", "a.example.", " b "]
    assert [read_host(each) for each in given] == ["a.example", "a.example", "::1", "::1", ":", "a.example", "b"]
