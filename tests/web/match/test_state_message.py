"""What a state costs: whatever can be written once is."""

from pathlib import Path

import pytest

from squarely.core.rules.game import Game, Position
from squarely.web.match import state_message
from tests.web.serving import asking, house
from tests.web.visiting import acted, begin, joined, paired, state

pytestmark = pytest.mark.anyio


async def test_one_click_writes_the_position_at_most_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written, write = list[Position](), Game.write_position

    def counted(game: Game, position: Position) -> str:
        written.append(position)
        return write(game, position)

    state_message.encode_parts.cache_clear()
    async with house(f"sqlite:///{tmp_path}/matches.db") as here, asking(here) as client:
        match = await paired(client)
        async with (
            joined(here, match.id, [match.first]) as first,
            joined(here, match.id, [match.second]) as second,
            joined(here, match.id) as watching,
        ):
            monkeypatch.setattr(Game, "write_position", counted)
            await first.act(match.first, 1, "move", squares=[0, 10])
            for each in (first, second, watching):
                if 1 not in each.turns:
                    await each.turn(1)
            await state(client, match.id)
    assert len(written) == 1


async def test_moves_that_stand_are_noted_and_told_and_those_taken_back_are_not(tmp_path: Path) -> None:
    async with house(f"sqlite:///{tmp_path}/matches.db") as here, asking(here) as client:
        match = await begin(client, "numbers", "here", position="538/291/647 1 0-0")
        await acted(client, match.id, match.first, 1, "move", move="1 1")
        await acted(client, match.id, match.first, 2, "undo")
        await acted(client, match.id, match.first, 3, "move", move="2 2")
        await acted(client, match.id, match.second, 4, "move", move="1 1")
        turns = (await client.get(f"/api/matches/{match.id}")).json()["turns"]
    assert [(turn["act"], turn.get("note", ""), turn.get("told", "")) for turn in turns] == [
        ("move", "", ""),
        ("undo", "", ""),
        ("move", "9 +3 +2 +1 +4 = 19", "took 9, 3, 2, 1 and 4: 19 points"),
        ("move", "5", "took 5: 5 points"),
    ]


async def test_the_end_of_a_match_with_a_computer_names_the_next_level(tmp_path: Path) -> None:
    async with house(f"sqlite:///{tmp_path}/matches.db") as here, asking(here) as client:
        match = await begin(client, "quad", "level:4", position="XX../X.O./..O./O... X")
        await acted(client, match.id, match.first, 1, "move", move="B2")
        won = (await state(client, match.id))["ending"]["next_level"]
        match = await begin(client, "quad", "level:1")
        await acted(client, match.id, match.first, 1, "resign")
        lost = (await state(client, match.id))["ending"]["next_level"]
        match = await begin(client, "quad", "here")
        await acted(client, match.id, match.first, 1, "resign")
        between = (await state(client, match.id))["ending"]["next_level"]
    assert won == {"opponent": "level:5", "says": "Level 5 (solid) is waiting."}
    assert lost is between is None  # there is no level below the first, and none between people
