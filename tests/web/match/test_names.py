"""A name can be seen, wherever somebody gives one; accents, other scripts and emoji are seen."""

from pathlib import Path

import pytest

from squarely.core.errors import SquarelyError
from squarely.core.rules import registry
from squarely.terminal.match.new_match import split_names
from squarely.web.storage import match_rows
from tests.web.serving import asking, house
from tests.web.storage.keeping import match as kept_match
from tests.web.visiting import begin, state

pytestmark = pytest.mark.anyio

INVISIBLE = ["\u3164", "\u2800", "\u115f", "\u1160", "\uffa0", "\u0301" * 32, "\u3164 \u0301\u2800", "\ufe0f"]
VISIBLE = ["Zoë", "Zoe\u0308", "名前", "한글", "\U0001f600", "\U0001f469\u200d\U0001f680", "मीरा", "7", "?", "\u3164o"]


async def test_a_name_that_cannot_be_seen_is_refused_and_any_other_is_kept(tmp_path: Path) -> None:
    async with house(f"sqlite:///{tmp_path}/matches.db") as here, asking(here) as client:
        for name in INVISIBLE:
            for field in ("name", "other_name"):
                body = {"game": "quad", "opponent": "here", field: name}
                answer = await client.post("/api/matches", json=body)
                assert answer.status_code == 400
                assert answer.json()["error"].startswith("that name cannot be seen; a name has a letter, a digit or")
            waiting = await begin(client)
            seat = {"invitation": waiting.invitation, "name": name}
            assert (await client.post(f"/api/matches/{waiting.id}/seat", json=seat)).status_code == 400
        for name in VISIBLE:
            begun = await begin(client, name=name)
            assert (await state(client, begun.id))["players"][0]["name"] == name


async def test_one_that_was_kept_before_is_still_shown(tmp_path: Path) -> None:
    async with house(f"sqlite:///{tmp_path}/matches.db") as here, asking(here) as client:
        row = kept_match(first_name="\u3164", made_at=2e9)
        await here.app.rooms.services.keep(lambda database: match_rows.insert_match(database, row))
        assert (await state(client, row.id))["players"][0]["name"] == "\u3164"


@pytest.mark.parametrize("name", INVISIBLE)
def test_nor_at_this_machine(name: str) -> None:
    with pytest.raises(SquarelyError, match="--names takes two names of 1 to 32 printable characters"):
        split_names(f"Ann,{name}", registry.load("quad"))
