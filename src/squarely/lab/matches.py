"""Matches of the levels, played by the thousand over arrays, for what cannot be worked out.

That is so where points are guessed, where a repetition ends a match, and where a game is large. `LevelPlayer` plays the
same way, one match at a time; a test holds the two against each other.
"""

from typing import Any

import numpy as np

from squarely.core.rules import FIRST_WINS, ONGOING, SECOND_WINS
from squarely.lab.following import find_leader
from squarely.lab.ranks import NOBODY, rank_value
from squarely.lab.results import find_case, find_result
from squarely.players.level import find_chance

POINTS, LENGTH, CHANGES, DRAMA, STOPPED = range(5)  # the columns of what is told of a match
COLUMNS = 5
RANDOM = -1.0  # the roughness of random play
_OCCURRENCES = 3  # of a position, for a repetition
_ATTENTION, _IS_SEEN, _HINGE = range(3)
SCRATCH = 3  # rows of scratch space


def play_matches(
    seed: int, start: int, start_lead: int, most: int, repetition: int, movers: Any, first: Any, children: Any,
    outcomes: Any, gains: Any, margins: Any, distances: Any, is_scored: bool, base: Any, shares: Any, ranks: Any,
    hinges: Any, difficulties: Any, looks: Any, skills: Any, roughness: Any, visits: Any, scratch: Any, told: Any,
) -> None:  # fmt: skip
    """Play as many matches as `told` has rows, from the node `start` and a lead, for at most so many moves.

    `shares` has the first side's share of points from every spot if play is random. `skills[side]` and
    `roughness[side]` are those of the player of that side: how well it sees, and how far its guesses are off; RANDOM
    plays anyhow. `repetition` is the result of a position that occurs for the third time, ONGOING if it has none.
    `visits` are zeros for every node, `scratch` rows longer than the moves of any position.
    """
    np.random.seed(seed)
    path = np.empty(most + 1, np.int64)
    for match in range(len(told)):
        node, points, length, changes, first_behind, second_behind = start, start_lead, 0, 0.0, 0.0, 0.0
        result = outcomes[start]
        path[0], visits[start] = start, 1
        ahead = 2 * shares[base[node] + points] - 1
        while result == ONGOING and length < most:
            side = movers[node]
            first_behind += max(0.0, -ahead)
            second_behind += max(0.0, ahead)
            if roughness[side] == RANDOM:
                edge = np.random.randint(first[node], first[node + 1])
            else:
                edge = choose_edge(
                    first[node], first[node + 1], side, points, children, gains, margins, distances, is_scored, ranks,
                    hinges, difficulties, looks, skills[side], roughness[side], scratch,
                )  # fmt: skip
            if is_scored:
                points += gains[edge]
            node = children[edge]
            was_ahead, ahead = ahead, 2 * shares[base[node] + points] - 1
            changes += 0.5 * abs(find_leader(ahead) - find_leader(was_ahead))
            length += 1
            path[length] = node
            visits[node] += 1
            result = outcomes[node]
            if result == ONGOING and visits[node] == _OCCURRENCES:
                result = repetition
        for step in range(length + 1):
            visits[path[step]] = 0
        if is_scored and result != ONGOING:
            result = find_result(points)
        told[match, POINTS] = 1.0 if result == FIRST_WINS else 0.0 if result == SECOND_WINS else 0.5
        told[match, LENGTH], told[match, CHANGES] = length, changes
        told[match, DRAMA] = first_behind if result == FIRST_WINS else second_behind if result == SECOND_WINS else 0.0
        told[match, STOPPED] = 1.0 if result == ONGOING else 0.0


def choose_edge(
    begin: int, end: int, side: int, points: int, children: Any, gains: Any, margins: Any, distances: Any,
    is_scored: bool, ranks: Any, hinges: Any, difficulties: Any, looks: Any, skill: float, rough: float, scratch: Any,
) -> int:  # fmt: skip
    """What a level plays, with what it happens to see: see `LevelPlayer.choose`."""
    learnt, spread = look_at_edges(
        begin, end, points, children, gains, margins, is_scored, hinges, difficulties, looks, skill, scratch
    )
    chosen, best, alike = begin, 0, 0
    for edge in range(begin, end):
        rank = 0
        if is_scored:
            child, lead, moves = children[edge], 0, 0
            if scratch[_IS_SEEN, edge - begin]:
                lead = points + gains[edge] + margins[child]
                moves = distances[find_case(lead), child]
            else:
                lead = round(points + looks[edge] + learnt + spread * rough * np.random.normal())
            rank = rank_value(side, find_result(lead), moves, lead, NOBODY)
        elif scratch[_IS_SEEN, edge - begin]:
            rank = ranks[edge]
        if edge == begin or rank > best:
            best, alike = rank, 0
        if rank == best:
            alike += 1
            if np.random.random() * alike < 1.0:
                chosen = edge
    return chosen


def look_at_edges(
    begin: int, end: int, points: int, children: Any, gains: Any, margins: Any, is_scored: bool, hinges: Any,
    difficulties: Any, looks: Any, skill: float, scratch: Any,
) -> tuple[float, int]:  # fmt: skip
    """Draw which moves are seen. Returns how much better these are than they look, and how far apart all look."""
    learnt, seen, least, most = 0.0, 0, 0, 0
    for edge in range(begin, end):
        at, case, gained = edge - begin, 0, 0
        if is_scored:
            gained = gains[edge] + margins[children[edge]]
            case = find_case(points + gained)
        scratch[_ATTENTION, at], scratch[_HINGE, at] = np.random.random(), hinges[case, edge]
        for other in range(at):
            if scratch[_HINGE, other] == scratch[_HINGE, at]:
                scratch[_ATTENTION, at] = scratch[_ATTENTION, other]
                break
        missed = find_chance(skill, difficulties[case, edge])
        scratch[_IS_SEEN, at] = 1.0 if missed < 1.0 and scratch[_ATTENTION, at] >= missed else 0.0
        if is_scored:
            least = looks[edge] if edge == begin else min(least, looks[edge])
            most = looks[edge] if edge == begin else max(most, looks[edge])
            if scratch[_IS_SEEN, at]:
                learnt += gained - looks[edge]
                seen += 1
    return learnt / seen if seen else 0.0, most - least
