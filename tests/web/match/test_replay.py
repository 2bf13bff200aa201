"""A match move by move: put together again from what is sent, it is the match, for whoever asks and at any time."""

from pathlib import Path

import pytest

from squarely import Game, Match
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules import registry
from squarely.web.match.state_message import replay_match
from tests.boards import playouts
from tests.games.outside_games import HEAP, HOP
from tests.web.serving import asking, house
from tests.web.visiting import acted, paired

GAMES = [registry.load(name) for name in ("center", "numbers", "quad", "showdown", "snatchers")] + [HOP]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_board_is_made_of_the_one_before_it(game: Game) -> None:
    *_, match = playouts(game, matches=2, turns=16)
    told, table = replay_match(match, 7), Tabletop(game)
    texts = [square.text for square in told.board.squares]
    assert (told.turn, told.start) == (7, game.write_position(match.start))
    assert texts == [square.text for square in table.squares(match.start)]
    for played, move, before, after in zip(
        told.moves, match.moves, match.positions[:-1], match.positions[1:], strict=True
    ):
        texts = [played.looks.get(square, text) for square, text in enumerate(texts)]
        assert texts == [square.text for square in table.squares(after)]
        assert (played.move, played.position) == (str(move), game.write_position(after))
        assert played.side == ("first", "second")[before.mover]
        assert {texts[to] for _, to in played.moved} <= {*played.looks.values()}
        assert played.moved or game.name in ("center", "numbers", "quad")  # where pieces are placed and captured, too


def test_a_game_without_squares_is_drawn() -> None:
    match = Match.of(HEAP).play("take 3").play("take 1")
    told = replay_match(match, 2)
    assert [told.board.drawing, *(each.drawing for each in told.moves)] == ["o" * 11, "o" * 8, "o" * 7]
    assert [each.looks for each in told.moves] == [{}, {}]


@pytest.mark.anyio
async def test_it_is_told_while_two_people_play_and_where_nothing_is_solved(tmp_path: Path) -> None:
    async with house(f"sqlite:///{tmp_path}/matches.db") as here, asking(here) as client:
        match = await paired(client, "quad", options="size=6,block=3")
        for turn, (secret, move) in enumerate(((match.first, "A1"), (match.second, "F6"), (match.first, "B1")), 1):
            assert (await acted(client, match.id, secret, turn, "move", move=move)).status_code == 200
        told = (await client.get(f"/api/matches/{match.id}/replay")).json()
        assert [each["move"] for each in told["moves"]] == ["A1", "F6", "B1"]
        assert [each["looks"] for each in told["moves"]] == [{"0": "X"}, {"35": "O"}, {"1": "X"}]
        assert told["turn"] == 3
        assert (await client.get("/api/matches/aaaaaaaaaaaa/replay")).status_code == 404
