"""Retrograde analysis: from the ends of a game back to everything that leads there.

Written once over plain sequences, like the rules: interpreted it takes lists, compiled it takes arrays. Nodes are
positions, numbered from 0; the children of node n are `children[first[n]:first[n + 1]]`. Cycles need no special
care: what no end reaches by force is what need never end.
"""

from collections.abc import MutableSequence, Sequence
from typing import TypeAlias

from squarely.game import FIRST, FIRST_WINS, ONGOING, SECOND_WINS, TIE

UNKNOWN = -1
Numbers: TypeAlias = Sequence[int]
Writable: TypeAlias = MutableSequence[int]


def link_parents(first: Numbers, children: Numbers, parent_first: Writable, parents: Writable) -> None:
    """Turn the lists of children around: fills `parent_first` (one longer than the nodes, zeros) and `parents`."""
    nodes = len(first) - 1
    for edge in range(first[nodes]):
        parent_first[children[edge] + 1] += 1
    for node in range(nodes):
        parent_first[node + 1] += parent_first[node]
    for node in range(nodes):
        for edge in range(first[node], first[node + 1]):
            child = children[edge]
            parents[parent_first[child]] = node
            parent_first[child] += 1
    for node in range(nodes, 0, -1):
        parent_first[node] = parent_first[node - 1]
    parent_first[0] = 0


def settle(
    movers: Numbers,
    results: Writable,
    first: Numbers,
    parent_first: Numbers,
    parents: Numbers,
    distances: Writable,
    undecided: Writable,
    queue: Writable,
) -> None:
    """Fill in results and distances: first everything that somebody can force to win, then the ties.

    `results` comes with the outcome of each node; what stays ONGOING need never end, and its distance UNKNOWN.
    Nodes are settled in order of distance, so a win is found by its shortest way and a loss by its longest.
    """
    nodes = len(movers)
    begin, end = 0, 0
    for node in range(nodes):
        undecided[node] = first[node + 1] - first[node]
        distances[node] = UNKNOWN if results[node] == ONGOING else 0
        if results[node] == FIRST_WINS or results[node] == SECOND_WINS:
            queue[end] = node
            end += 1
    while begin < end:
        node = queue[begin]
        begin += 1
        for edge in range(parent_first[node], parent_first[node + 1]):
            parent = parents[edge]
            if results[parent] != ONGOING:
                continue
            undecided[parent] -= 1
            parent_wins = (results[node] == FIRST_WINS) == (movers[parent] == FIRST)
            if parent_wins or undecided[parent] == 0:
                results[parent] = results[node]
                distances[parent] = distances[node] + 1
                queue[end] = parent
                end += 1
    begin, end = 0, 0
    for node in range(nodes):
        if results[node] == TIE:
            queue[end] = node
            end += 1
    while begin < end:
        node = queue[begin]
        begin += 1
        for edge in range(parent_first[node], parent_first[node + 1]):
            parent = parents[edge]
            if results[parent] == ONGOING:
                results[parent] = TIE
                distances[parent] = distances[node] + 1
                queue[end] = parent
                end += 1


def settle_points(
    movers: Numbers,
    first: Numbers,
    children: Numbers,
    gains: Numbers,
    parent_first: Numbers,
    parents: Numbers,
    undecided: Writable,
    queue: Writable,
    margins: Writable,
    distances: Sequence[Writable],
) -> int:
    """Fill in the points still to be gained, first side's minus second's, and the distance to the end.

    `gains` has the points that each edge brings. How the players hurry depends on who will have won, so there are
    three distances: for a win of the first, of the second, and for a tie. Returns how many nodes were settled:
    all of them unless the game has cycles.
    """
    nodes = len(movers)
    begin, end = 0, 0
    for node in range(nodes):
        undecided[node] = first[node + 1] - first[node]
        if undecided[node] == 0:
            queue[end] = node
            end += 1
    while begin < end:
        node = queue[begin]
        begin += 1
        sign = 1 if movers[node] == FIRST else -1
        best = 0
        for edge in range(first[node], first[node + 1]):
            margin = gains[edge] + margins[children[edge]]
            if edge == first[node] or sign * margin > sign * best:
                best = margin
        margins[node] = best
        for case in range(3):
            longest = case == 1 - movers[node]  # the loser, who holds out
            moves = UNKNOWN
            for edge in range(first[node], first[node + 1]):
                if gains[edge] + margins[children[edge]] == best:
                    further = distances[case][children[edge]]
                    if moves == UNKNOWN or (further > moves if longest else further < moves):
                        moves = further
            distances[case][node] = moves + 1
        for edge in range(parent_first[node], parent_first[node + 1]):
            undecided[parents[edge]] -= 1
            if undecided[parents[edge]] == 0:
                queue[end] = parents[edge]
                end += 1
    return end
