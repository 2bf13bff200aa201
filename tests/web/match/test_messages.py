"""What is told of a match: its state, some matches at once for a list, and how it came about move by move."""

from dataclasses import replace

import httpx
import msgspec
import pytest
from msgspec import Struct

from squarely import Game, Match
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules.game import Position, Side
from squarely.play.match_log import MatchLog
from squarely.play.seats import Seats
from squarely.web.match import state_message
from squarely.web.match.state_message import replay_match
from squarely.web.match.stored_match import StoredMatch
from squarely.web.protocol import messages
from squarely.web.protocol.openapi import DECLARATIONS, declare
from squarely.web.study import views
from tests.boards import playouts
from tests.games.outside_games import HEAP
from tests.web.serving import House
from tests.web.storage.keeping import match as row
from tests.web.study.test_views import EVERY_GAME, GAMES
from tests.web.visiting import Begun, acted, bearer, begin, joined, paired, state, step


def check(match: Match) -> None:
    """Compare what the state of a match says about its position with what is written about that anew."""
    kept = StoredMatch(row(game=match.game.name), MatchLog(match, Seats((None, None), are_apart=True), begun_at=1.0))
    game, position = match.game, match.position
    plain = {
        "position": game.write_position(position),
        "board": views.board_message(game, position),
        "legal": [] if match.outcome else views.legal_messages(game, position),
        "holdings": list(game.words.holdings(position)),
        "prompt": "" if match.outcome else game.words.announce_turn(match),
    }
    said = msgspec.json.decode(msgspec.json.encode(state_message.message(kept, 0, [Side.FIRST], 3, 5.0)))["state"]
    assert {name: said[name] for name in plain} == msgspec.json.decode(msgspec.json.encode(plain))


@pytest.mark.parametrize("game", [*GAMES, HEAP], ids=lambda game: f"{game.name} {game.options}")
def test_what_is_spliced_into_a_state_is_what_it_would_say_if_all_of_it_were_written_anew(game: Game) -> None:
    for match in playouts(game, matches=2, turns=12):
        named = replace(match, names=("Ann", "Ben"))  # the same position from the cache, and other names
        for each in (match, named, match if match.outcome else match.resign(Side.FIRST)):
            check(each)


@pytest.mark.anyio
async def test_one_click_writes_the_position_at_most_once(
    here: House, client: httpx.AsyncClient, pair: Begun, monkeypatch: pytest.MonkeyPatch
) -> None:
    written, write = list[Position](), Game.write_position

    def counted(game: Game, position: Position) -> str:
        written.append(position)
        return write(game, position)

    state_message.encode_parts.cache_clear()
    async with (
        joined(here, pair.id, [pair.first]) as first,
        joined(here, pair.id, [pair.second]) as second,
        joined(here, pair.id) as watching,
    ):
        monkeypatch.setattr(Game, "write_position", counted)
        await first.act(pair.first, 1, "move", squares=[0, 10])
        for each in (first, second, watching):
            await each.turn(1)
        await state(client, pair.id)
    assert written.count((await here.app.rooms.open(pair.id)).stored.log.match.position) == 1


@pytest.mark.anyio
async def test_moves_that_stand_are_noted_and_told_and_those_taken_back_are_not(client: httpx.AsyncClient) -> None:
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


@pytest.mark.slow
@pytest.mark.anyio
async def test_the_end_of_a_match_with_a_computer_names_the_next_level(client: httpx.AsyncClient) -> None:
    won = await begin(client, "quad", "level:4", position="XX../X.O./..O./O... X")
    await acted(client, won.id, won.first, 1, "move", move="B2")
    told = (await state(client, won.id))["ending"]["next_level"]
    assert told == {"opponent": "level:5", "says": "Level 5 (solid) is waiting."}
    for opponent in ("level:1", "here"):  # there is no level below the first, and none between people
        match = await begin(client, "quad", opponent)
        await acted(client, match.id, match.first, 1, "resign")
        assert (await state(client, match.id))["ending"]["next_level"] is None


@pytest.mark.anyio
async def test_some_matches_are_told_at_once_and_in_order(client: httpx.AsyncClient) -> None:
    waiting, over, alone = await begin(client, name="Ann"), await paired(client), await begin(client, "quad", "here")
    await acted(client, over.id, over.first, 1, "move", move=step(1))
    await acted(client, over.id, over.second, 2, "resign")
    asked = [over.id, "AAAAAAAAAAAA", waiting.id, over.id, alone.id]
    ended, free, begun = (await client.get(f"/api/summaries?ids={','.join(asked)}")).json()
    assert [each["match"] for each in (ended, free, begun)] == [over.id, waiting.id, alone.id]
    assert (ended["over"], ended["winner"], ended["mover"], ended["changed"]) == (True, "first", None, [0, 1])
    assert (free["over"], free["waiting"], free["between_people"], free["names"][0]) == (False, True, True, "Ann")
    assert (begun["waiting"], begun["mover"], begun["subtitle"]) == (False, "first", "Fill a 2x2 square")
    assert ended["at"] > free["at"]
    for wrong in ("", "short", ",".join([over.id] * 21)):
        refused = await client.get(f"/api/summaries?ids={wrong}")
        assert refused.status_code == 400
        assert "1 to 20 matches" in refused.json()["error"]
    for secret, you in ((over.first, ["first"]), (over.second, ["second"]), ("no secret", []), ("", None)):
        told = (await client.get(f"/api/matches/{over.id}", headers=bearer(secret))).json()
        assert told["you"] == you, "a secret says which seat it opens"


@EVERY_GAME
def test_every_board_of_a_replay_is_made_of_the_one_before_it(game: Game) -> None:
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


@pytest.mark.anyio
async def test_a_replay_is_told_while_two_people_play_and_where_nothing_is_solved(client: httpx.AsyncClient) -> None:
    told = replay_match(Match.of(HEAP).play("take 3").play("take 1"), 2)
    assert [told.board.drawing, *(each.drawing for each in told.moves)] == ["o" * 11, "o" * 8, "o" * 7]
    assert [each.looks for each in told.moves] == [{}, {}], "a game without squares is drawn"
    match = await paired(client, "quad", options="size=6,block=3")
    assert (await acted(client, match.id, match.first, 1, "move", move="A1")).status_code == 200
    replay = (await client.get(f"/api/matches/{match.id}/replay")).json()
    assert replay["turn"] == 1
    assert [(each["move"], each["looks"]) for each in replay["moves"]] == [("A1", {"0": "X"})]


STRUCTS = {name for name, kind in vars(messages).items() if isinstance(kind, type) and issubclass(kind, Struct)}


def test_the_file_is_what_the_command_writes_and_has_every_message() -> None:
    written = DECLARATIONS.read_text(encoding="utf-8")
    assert written == declare(vars(messages)), "run `make messages`"
    assert {name for name in STRUCTS if f"export interface {name} {{" in written} == STRUCTS - {"Struct", "Incoming"}
    for line in ("  distance: number | null;", "  positions: string[];", "  mover: SideName;", "  note?: string;"):
        assert line in written
