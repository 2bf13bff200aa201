"""The pie rule: every game with it held against the same game without it, and two people who exchange their places."""

from functools import partial
from itertools import product
from typing import NamedTuple

import pytest

from squarely import Game, Side
from squarely.core.rules import registry
from squarely.core.rules.game import Position
from squarely.testing import LAWS, find_reachable
from tests.core.variations.small_games import Coins, walk_beside
from tests.games.outside_games import HEAP, Drop, Hop
from tests.thorough import many

PLAIN = [
    registry.load("center", "tokens=2"),
    registry.load("quad", "size=3,sudden_death=none"),
    registry.load("numbers", "size=2,komi=1"),
    registry.load("showdown", "size=3"),
    registry.load("snatchers", "size=3"),
    *(Hop("size=3"), Drop("columns=3"), HEAP, Coins()),
]


class Table(NamedTuple):
    """The plain twin: a board, who sits where, and whether anybody may still exchange the places."""

    position: Position
    seats: tuple[Side, Side]  # who plays the first and who the second side
    stage: str


def follow(plain: Game, table: Table) -> dict[str, Table]:
    """The tables to which every move leads."""
    leads = {}
    for move in plain.named_moves(table.position):
        after = plain.play(table.position, move)
        stage = {"choice": "kept"}.get(table.stage, table.stage)
        if table.stage == "opening" and after.mover != table.position.mover:
            stage = "choice"
        leads[str(move)] = Table(after, table.seats, stage)
    if table.stage == "choice" and plain.result(table.position) is None:
        leads["swap sides"] = Table(table.position, (Side.SECOND, Side.FIRST), "swapped")
    return leads


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize("plain", PLAIN, ids=lambda game: game.name)
def test_it_is_the_same_game_played_by_two_who_may_exchange_places(plain: Game) -> None:
    game, met = plain.with_options(pie="yes"), set()
    begun = Table(plain.start(), (Side.FIRST, Side.SECOND), "opening")
    for position, table in walk_beside(game, begun, partial(follow, plain), many(1_600)):
        met.add(table.stage)
        where = game.write_position(position)
        assert where == f"{plain.write_position(table.position)} {table.stage}"
        assert Side(position.mover) == table.seats[table.position.mover], where
        assert tuple(game.role(position, each) for each in table.seats) == tuple(Side), where
        assert game.words.draw(position) == plain.words.draw(table.position), where
        outcome, wanted = game.result(position), plain.result(table.position)
        assert (outcome is None) == (wanted is None), where
        if outcome and wanted:
            assert outcome.winner == (None if wanted.winner is None else table.seats[wanted.winner]), where
        scored, points = plain.points(table.position), game.points(position)
        held = plain.words.holdings(table.position)
        for side, seat in enumerate(table.seats):
            assert (points and points[seat]) == (scored and scored[side]), where
            assert game.words.holdings(position)[seat] == held[side], where
    assert met == {"opening", "choice", "kept", "swapped"}
    positions = find_reachable(game)
    for law, position in product(LAWS, positions[:: len(positions) // many(120) + 1]):
        law(game, position)
