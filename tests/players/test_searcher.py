"""Players that search: what they play follows from match and seed. And the levels where nothing is solved."""

from itertools import pairwise
from random import Random

import pytest

from squarely import Match, Side
from squarely.core.match import record
from squarely.core.rules import registry
from squarely.players import seat_player
from squarely.players.level import LevelPlayer
from squarely.solver.oracle import find_oracle
from tests.boards import at
from tests.thorough import IS_THOROUGH

pytestmark = pytest.mark.slow
LARGE = registry.load("quad", "size=5")


@pytest.mark.parametrize("name", ["search:2k", "level:2"])
def test_a_number_of_nodes_plays_the_same_in_a_resumed_match_and_another_seed_is_another_player(name: str) -> None:
    match, player = Match.of(LARGE), seat_player(name, 5)
    assert player
    for _ in range(6):
        kept = record.read(record.write(record.Record(match))).match
        fresh = seat_player(name, 5)
        assert fresh
        move = player.choose(match)
        assert fresh.choose(kept) == move
        match = match.play(int(move))
    others = [seat_player(name, seed) for seed in range(9)]
    assert len({int(other.choose(Match.of(LARGE))) for other in others if other}) > 2


def test_a_search_by_time_wins_and_parries_at_once() -> None:
    for drawn, move in {"O..../.XX../.X..O/...../O.... X": "C3", "O..../.XX../.X.../...../O.... O": "C3"}.items():
        player = seat_player("search:200ms", 0)
        assert player
        match = at(LARGE, drawn)
        player.check(match)
        assert str(match.read(int(player.choose(match)))) == move
        player.close()


def test_higher_levels_score_more_where_nothing_is_solved() -> None:
    assert find_oracle(Match.of(LARGE)) is None
    for lower, upper in pairwise((1, 3, 5) if IS_THOROUGH else (1, 4)):
        total = 0.0
        for number in range(40 if IS_THOROUGH else 6):
            chance, match = Random(f"opening {number // 2}"), Match.of(LARGE)
            for _ in range(2):
                match = match.play(chance.choice(match.legal_moves))
            while not match.outcome and len(match.moves) < 40:
                strength = upper if match.mover == number % 2 else lower
                match = match.play(LevelPlayer(strength, number).choose(match))
            winner = match.outcome.winner if match.outcome else None
            total += 0.5 if winner is None else winner == Side(number % 2)
        assert total > (20 if IS_THOROUGH else 3), (lower, upper)
