"""Matches of the levels, played by the thousand over arrays, for what cannot be worked out.

That is so where points are guessed, where a repetition ends a match, and where a game is large. `LevelPlayer` plays the
same way, one match at a time; a test holds the two against each other.
"""

from typing import Any

import numpy as np

from squarely.core.rules import FIRST_WINS, ONGOING, SECOND_WINS, TIE
from squarely.lab.ranks import NOBODY, rank_value

POINTS, LENGTH, CHANGES, DRAMA, STOPPED = range(5)  # the columns of what is told of a match
COLUMNS = 5
RANDOM = -1.0  # the roughness of random play
_OCCURRENCES = 3  # of a position, for a repetition


def play_matches(
    seed: int, start: int, most: int, repetition: int, movers: Any, first: Any, children: Any, results: Any, leads: Any,
    leaders: Any, ranks: Any, hinges: Any, looks: Any, values: Any, is_scored: bool, missed: Any, roughness: Any,
    visits: Any, scratch: Any, told: Any,
) -> None:  # fmt: skip
    """Play as many matches as `told` has rows, from the node `start`, for at most so many moves.

    `missed[side]` has the chance that the player of that side does not see what is true of an edge, `roughness[side]`
    how far its guesses are off; RANDOM plays anyhow.
    `repetition` is the result of a position that occurs for the third time, ONGOING if it has none. `visits` are
    zeros for every node, `scratch` two rows longer than the moves of any position.
    """
    np.random.seed(seed)
    path = np.empty(most + 1, np.int64)
    for match in range(len(told)):
        node, length, changes, first_behind, second_behind = start, 0, 0.0, 0.0, 0.0
        result = results[start]
        path[0], visits[start] = start, 1
        while result == ONGOING and length < most:
            side = movers[node]
            first_behind += max(0.0, -leads[node])
            second_behind += max(0.0, leads[node])
            if roughness[side] == RANDOM:
                edge = np.random.randint(first[node], first[node + 1])
            else:
                edge = choose_edge(
                    first[node], first[node + 1], side, ranks, hinges, looks, values, is_scored, missed[side],
                    roughness[side], scratch,
                )  # fmt: skip
            child = children[edge]
            changes += 0.5 * abs(leaders[child] - leaders[node])
            node = child
            length += 1
            path[length] = node
            visits[node] += 1
            result = results[node]
            if result == ONGOING and visits[node] == _OCCURRENCES:
                result = repetition
        for step in range(length + 1):
            visits[path[step]] = 0
        told[match, POINTS] = 1.0 if result == FIRST_WINS else 0.0 if result == SECOND_WINS else 0.5
        told[match, LENGTH], told[match, CHANGES] = length, changes
        told[match, DRAMA] = first_behind if result == FIRST_WINS else second_behind if result == SECOND_WINS else 0.0
        told[match, STOPPED] = 1.0 if result == ONGOING else 0.0


def choose_edge(
    begin: int, end: int, side: int, ranks: Any, hinges: Any, looks: Any, values: Any, is_scored: bool,
    missed: Any, rough: float, scratch: Any,
) -> int:  # fmt: skip
    """What a level plays, with what it happens to see: see `LevelPlayer.choose`."""
    attention, is_seen = scratch
    learnt, seen, least, most = 0.0, 0, 0, 0
    for edge in range(begin, end):
        attention[edge - begin] = np.random.random()
        for other in range(begin, edge):
            if hinges[other] == hinges[edge]:
                attention[edge - begin] = attention[other - begin]
                break
        is_seen[edge - begin] = 1.0 if missed[edge] < 1.0 and attention[edge - begin] >= missed[edge] else 0.0
        if is_scored:
            least = looks[edge] if edge == begin else min(least, looks[edge])
            most = looks[edge] if edge == begin else max(most, looks[edge])
            if is_seen[edge - begin]:
                learnt += values[edge] - looks[edge]
                seen += 1
    learnt = learnt / seen if seen else 0.0
    chosen, best, alike = begin, 0, 0
    for edge in range(begin, end):
        rank = 0
        if is_seen[edge - begin]:
            rank = ranks[edge]
        elif is_scored:
            guess = round(looks[edge] + learnt + (most - least) * rough * np.random.normal())
            rank = rank_value(side, TIE if guess == 0 else FIRST_WINS if guess > 0 else SECOND_WINS, 0, guess, NOBODY)
        if edge == begin or rank > best:
            best, alike = rank, 0
        if rank == best:
            alike += 1
            if np.random.random() * alike < 1.0:
                chosen = edge
    return chosen
