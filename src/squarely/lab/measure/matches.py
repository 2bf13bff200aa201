"""Matches of the levels over arrays, by the thousand: as `LevelPlayer` plays, with other random numbers."""

from math import inf
from typing import Any, NamedTuple

import numpy as np

from squarely.core.rules.game import FIRST_WINS, ONGOING, SECOND_WINS
from squarely.lab.measure.spots import Spots, find_shift
from squarely.players.sight import Graph, Sight, choose_edge, find_hinge, find_result, look

POINTS, LENGTH, CHANGES, DRAMA, STOPPED = range(5)  # the columns of what is told of a match
COLUMNS = 5
RANDOM, PERFECT = 0.0, 99.0  # skills that see nothing and everything
_EVEN = 1e-9  # a lead below that is none
_OCCURRENCES = 3  # of a position, for a repetition


class Draws(NamedTuple):
    """What is drawn for each move of a position, and where it is drawn from."""

    attention: Any
    errors: Any
    lots: Any
    hinges: Any
    attentions: Any  # equally likely ones
    state: Any  # of random numbers


def make_draws(moves: int) -> Draws:
    """Room for so many moves."""
    chances, (attention, errors, lots) = (np.arange(65_536) + 0.5) / 65_536, np.zeros((3, moves))
    attentions = np.log(chances / (1 - chances))  # by `find_attention`
    return Draws(attention, errors, lots, np.zeros(moves, np.int64), attentions, np.zeros(1, np.uint64))


def look_everywhere(graph: Graph, moves: Any, sight: Sight) -> None:
    """Fill in what there is to see about every move. `moves` has the number of every edge."""
    for node in range(len(graph.movers)):
        look(graph, moves, node, sight)


def score(result: int) -> float:
    """The first side's points of a result, half of one if there is none."""
    return 1.0 if result == FIRST_WINS else 0.0 if result == SECOND_WINS else 0.5


def share_randomly(nodes: Any, sweeps: int, graph: Graph, spots: Spots, shares: Any, before: Any) -> None:
    """Fill in the first side's share of points from every spot if play is random.

    With `sweeps` 0 every node comes in `nodes` after those it leads to. Otherwise they are gone through so often, each
    time from what was found the time before, and a match that is not over then is what repetition makes it.
    """
    for node in range(len(graph.movers)):
        is_over = graph.first[node] == graph.first[node + 1]
        for spot in range(spots.begin[node], spots.begin[node + 1]):
            result = graph.results[node] if is_over else graph.endless
            if is_over and graph.is_scored:
                result = find_result(spot - spots.base[node])
            shares[spot] = score(result)
    for _ in range(max(1, sweeps)):
        if sweeps:
            before[:] = shares
        for node in nodes:
            moves = graph.first[node + 1] - graph.first[node]
            for spot in range(spots.begin[node], spots.begin[node + 1] if moves else 0):
                shares[spot] = 0.0
            for edge in range(graph.first[node], graph.first[node + 1]):
                shift = find_shift(graph, spots, node, edge)
                for spot in range(spots.begin[node], spots.begin[node + 1]):
                    shares[spot] += before[spot + shift] / moves


def find_leader(share: float) -> int:
    """Who is ahead: 1 for the first side, -1 for the second, 0 if that is as good as nothing."""
    return 0 if abs(2 * share - 1) < _EVEN else 1 if share > 0.5 else -1


def play_matches(
    seed: int, start: int, start_lead: int, most: int, graph: Graph, base: Any, shares: Any, sight: Sight, skills: Any,
    rough: Any, visits: Any, draws: Draws, told: Any,
) -> None:  # fmt: skip
    """Play as many matches as `told` has rows, from the node `start` and a lead, for at most so many moves.

    `shares` has the first side's share of points from every spot if play is random, `skills` and `rough` belong to the
    player of each side. `visits` are zeros for every node, `draws` has room for the moves of any position.
    """
    np.random.seed(seed)
    draws.state[0] = seed
    path = np.empty(most + 1, np.int64)
    for match in range(len(told)):
        node, lead, length, changes, first_behind, second_behind = start, start_lead, 0, 0.0, 0.0, 0.0
        path[0], visits[start], result = start, 1, ONGOING
        share = shares[base[node] + lead]
        while graph.first[node] < graph.first[node + 1] and result == ONGOING and length < most:
            first_behind += max(0.0, 1 - 2 * share)
            second_behind += max(0.0, 2 * share - 1)
            side = graph.movers[node]
            if skills[side] == RANDOM:
                edge = graph.first[node] + next_bits(draws.state) % (graph.first[node + 1] - graph.first[node])
            else:
                draw(graph, sight, node, lead, skills[side] == PERFECT, draws)
                edge = choose_edge(
                    graph, sight, node, lead, skills[side], rough[side], draws.attention, draws.errors, draws.lots
                )
            if graph.is_scored:
                lead += graph.gains[edge]
            node = graph.children[edge]
            before, share = share, shares[base[node] + lead]
            changes += 0.5 * abs(find_leader(share) - find_leader(before))
            length += 1
            path[length] = node
            visits[node] += 1
            if visits[node] == _OCCURRENCES:
                result = graph.endless
        for step in range(length + 1):
            visits[path[step]] = 0
        if graph.first[node] == graph.first[node + 1]:
            result = find_result(lead) if graph.is_scored else graph.results[node]
        told[match, POINTS], told[match, LENGTH], told[match, CHANGES] = score(result), length, changes
        told[match, DRAMA] = first_behind if result == FIRST_WINS else second_behind if result == SECOND_WINS else 0.0
        told[match, STOPPED] = 1.0 if result == ONGOING else 0.0


def draw(graph: Graph, sight: Sight, node: int, lead: int, is_perfect: bool, draws: Draws) -> None:
    """Draw what `choose_edge` needs: the same attention for moves of the same hinge."""
    begin = graph.first[node]
    for edge in range(begin, graph.first[node + 1]):
        at, bits = edge - begin, next_bits(draws.state)
        draws.lots[at] = bits >> 16
        draws.attention[at] = inf if is_perfect else draws.attentions[bits & 0xFFFF]
        draws.errors[at] = np.random.normal() if graph.is_scored else 0.0
        draws.hinges[at] = hinge = find_hinge(graph, sight, edge, lead)
        for other in range(at):
            if draws.hinges[other] == hinge:
                draws.attention[at] = draws.attention[other]
                break


def next_bits(state: Any) -> int:
    """62 random bits (splitmix64): a tenth of the time that those of numpy take."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    mixed = (state[0] ^ (state[0] >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.int64((mixed ^ (mixed >> np.uint64(31))) >> np.uint64(2))  # type: ignore[return-value]
