"""What a state costs: whatever can be written once is."""

from pathlib import Path

import pytest

from squarely.core.rules.game import Game, Position
from tests.web.serving import asking, house
from tests.web.visiting import joined, paired, state

pytestmark = pytest.mark.anyio


async def test_one_click_writes_the_position_at_most_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written, write = list[Position](), Game.write_position

    def counted(game: Game, position: Position) -> str:
        written.append(position)
        return write(game, position)

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
