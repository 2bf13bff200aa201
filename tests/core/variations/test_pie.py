"""The pie rule: every game with it held against the same game without it, and two people who exchange their places."""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import pytest

from squarely import Game, Side
from squarely.core.rules import registry
from squarely.core.rules.game import Position
from squarely.solver.oracle import Oracle
from squarely.solver.values import Value
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
every_game = pytest.mark.parametrize("plain", PLAIN, ids=lambda game: game.name)


class Table(NamedTuple):
    """The plain twin: a board, who sits where, and whether anybody may still exchange the places."""

    position: Position
    seats: tuple[Side, Side]  # who plays the first and who the second side
    stage: str


def walk(plain: Game, most: int) -> Iterator[tuple[Position, Table]]:
    """Every position of the game with the pie rule, beside the table at which it came about."""

    def follow(table: Table) -> dict[str, Table]:
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

    first = Table(plain.start(), (Side.FIRST, Side.SECOND), "opening")
    return walk_beside(plain.with_options(pie="yes"), first, follow, most)


@pytest.mark.slow
@pytest.mark.thorough
@every_game
def test_it_is_the_same_game_played_by_two_who_may_exchange_places(plain: Game) -> None:
    game, met = plain.with_options(pie="yes"), set()
    for position, table in walk(plain, many(1_600)):
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


@pytest.mark.slow
@every_game
def test_its_values_follow_from_those_of_the_game_without_it(plain: Game) -> None:
    """Whoever answers takes the better side; so whoever opens looks for the move after which neither is better."""
    game = plain.with_options(pie="yes")
    oracle, known = Oracle(game), Oracle(plain)
    for position, table in walk(plain, 300):
        found, own, where = oracle.value(position), known.value(table.position), game.write_position(position)
        holder = None if own.winner is None else table.seats[own.winner]
        if table.stage in ("kept", "swapped"):
            assert found == own._replace(winner=holder), where
        elif table.stage == "choice" and plain.result(table.position) is None:
            chooser = None if own.winner is None else Side(position.mover)
            assert (found.winner, found.ending, found.margin) == (chooser, own.ending, own.margin), where
        elif table.stage == "opening" and game.result(position) is None:
            mover = Side(position.mover)
            best = max(rate(mover, oracle.value(game.play(position, move))) for move in game.named_moves(position))
            assert rate(mover, found) == best, where


def rate(side: Side, value: Value) -> tuple[int, int]:
    won = 0 if value.winner is None else 1 if value.winner == side else -1
    return won, won * (value.margin or 0)


@pytest.mark.slow
def test_whoever_chooses_wins_center_and_of_numbers_the_most_even_cut() -> None:
    plain, game = registry.load("center", "tokens=2"), registry.load("center", "tokens=2,pie=yes")
    assert Oracle(plain).value(plain.start()).winner == Side.FIRST
    assert Oracle(game).value(game.start()).winner == Side.SECOND
    plain, game = registry.load("numbers"), registry.load("numbers", "pie=yes")
    leads = [Oracle(plain).value(plain.play(plain.start(), move)).margin for move in plain.named_moves(plain.start())]
    found = Oracle(game).value(game.start())
    assert (found.winner, found.margin) == (Side.SECOND, min(lead for lead in leads if lead is not None))
