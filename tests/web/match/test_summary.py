"""Some matches asked for at once, for a list; and whoever shows a secret is told which seat it opens."""

import pytest

from tests.web.serving import Served, asking
from tests.web.visiting import acted, bearer, begin, paired, step

pytestmark = pytest.mark.anyio


async def test_matches_are_told_at_once_and_in_order(served: Served) -> None:
    async with asking(served) as client:
        waiting, over, computer = (
            await begin(client, name="Ann"),
            await paired(client),
            await begin(client, "quad", "here"),
        )
        await acted(client, over.id, over.first, 1, "move", move=step(1))
        await acted(client, over.id, over.second, 2, "resign")
        asked = [over.id, "AAAAAAAAAAAA", waiting.id, over.id, computer.id]
        told = (await client.get(f"/api/summaries?ids={','.join(asked)}")).json()
        assert [each["match"] for each in told] == [over.id, waiting.id, computer.id]
        ended, free, alone = told
        assert (ended["over"], ended["winner"], ended["mover"], ended["changed"]) == (True, "first", None, [0, 1])
        assert (free["over"], free["waiting"], free["between_people"], free["names"][0]) == (False, True, True, "Ann")
        assert (alone["waiting"], alone["mover"], alone["subtitle"]) == (False, "first", "Fill a 2x2 square")
        assert ended["at"] > free["at"]
        for wrong in ("", "short", ",".join([over.id] * 21)):
            refused = await client.get(f"/api/summaries?ids={wrong}")
            assert refused.status_code == 400
            assert "1 to 20 matches" in refused.json()["error"]


async def test_a_secret_says_which_seat_it_opens(served: Served) -> None:
    async with asking(served) as client:
        match = await paired(client)
        for secret, you in ((match.first, ["first"]), (match.second, ["second"]), ("no secret", []), ("", None)):
            told = (await client.get(f"/api/matches/{match.id}", headers=bearer(secret) if secret else {})).json()
            assert told["you"] == you
