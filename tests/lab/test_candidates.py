"""What the lab's kernels say of levels, against the level players themselves."""

from itertools import product
from math import inf

import pytest

from squarely import load
from squarely.core.game import Side
from squarely.core.match import Match
from squarely.players.level import LevelPlayer, find_candidates
from squarely.solver.scoring import compute_lead, find_terms

pytest.importorskip("numba")

from squarely.lab.candidates import list_candidates, number_moves
from squarely.lab.explored import as_arrays, explore_game
from squarely.lab.measures import measure
from squarely.lab.results import find_case


@pytest.mark.parametrize(
    ("name", "options", "every"),
    [
        ("center", "tokens=1", 3), ("quad", "size=3,sudden_death=none", 100),
        ("numbers", "size=2,komi=1", 1), ("snatchers", "size=3,repetition=draw", 4),
        ("showdown", "size=3,trail=closed,stuck=ties,pie=yes", 3),
    ],
)  # fmt: skip
def test_there_is_the_same_to_see(name: str, options: str, every: int) -> None:
    """Values, difficulties, hinges and looks of every move; with points, of every lead that a node is reached with."""
    game = load(name, options)
    explored = as_arrays(explore_game(game, game.start(), 10**6))
    found = list_candidates(explored, number_moves(explored))
    with_points = explore_game(game, game.start(), 10**6, strips=False)
    nodes = {explored.position(node): node for node in range(len(explored.movers))}
    for number in range(0, len(with_points.movers), every):
        position = with_points.position(number)
        match, lead = Match.of(game, position), compute_lead(game, position) if explored.is_scored else 0
        node = nodes[game.rules.scoreless(game.law, position) if find_terms(game).strips else position]
        edges = range(explored.first[node], explored.first[node + 1])
        for edge, candidate in zip(edges, candidates := find_candidates(match), strict=True):
            gain = int(explored.gains[edge]) if explored.gains is not None else 0
            margin = explored.value(int(explored.children[edge]), lead + gain)[2]
            case = 0 if margin is None else find_case(margin)
            assert found.difficulties[case, edge] == (candidate.difficulty if candidate.value else inf)
            assert found.hinges[case, edge] == int(candidate.hinge)
            if explored.is_scored:
                assert candidate.value
                assert candidate.value.lead(Side.FIRST) == margin
                assert lead + found.looks[edge] == candidate.apparent_value
        if not explored.is_scored:
            known = [(edge, c.value.appeal(match.mover)) for edge, c in zip(edges, candidates, strict=True) if c.value]
            for (edge, mine), (other, theirs) in product(known, known):
                assert (found.ranks[edge] < found.ranks[other]) == (mine < theirs)


def test_guessed_points_are_played_as_the_level_plays() -> None:
    """Matches of the player itself share their points as the lab's do."""
    game, points, matches = load("numbers", "size=2,komi=2"), 0.0, 0
    for number, seed in product(range(0, game.deals, 2), range(20)):
        match = Match.of(game, game.deal(number))
        players = LevelPlayer(2, 2 * seed), LevelPlayer(2, 2 * seed + 1)
        while match.outcome is None:
            match = match.play(players[match.mover].choose(match))
        points += 0.5 if match.outcome.winner is None else 1 - match.outcome.winner
        matches += 1
    share = dict(measure(game).balance)["level:2"]
    reach = share.high - share.mean
    assert share.low - 2 * reach < points / matches < share.high + 2 * reach
