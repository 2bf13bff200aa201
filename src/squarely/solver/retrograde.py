"""Retrograde analysis: from the ends of a game back to everything that leads there.

Written once over plain sequences, like the rules: interpreted it takes lists, compiled it takes arrays. Nodes are
positions, numbered from 0; the children of node n are `children[first[n]:first[n + 1]]`. Cycles need no special
care: what no end reaches by force is what need never end, or what repetition decides where a rule says so.
"""

from collections.abc import MutableSequence, Sequence
from typing import TypeAlias

from squarely.core.rules.game import FIRST, FIRST_WINS, ONGOING, SECOND, SECOND_WINS, TIE

UNKNOWN = -1
FAR = 1 << 30  # beyond every lead
Numbers: TypeAlias = Sequence[int]
Writable: TypeAlias = MutableSequence[int]


def link_parents(first: Numbers, children: Numbers, parent_first: Writable, parents: Writable) -> None:
    """Reverse the edges: fills `parent_first` (one longer than the nodes, zeros) and `parents`."""
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
    movers: Numbers, results: Writable, first: Numbers, parent_first: Numbers, parents: Numbers, distances: Writable,
    undecided: Writable, queue: Writable, endless: int,
) -> None:  # fmt: skip
    """Fill in results and distances: first everything that a side can force, then the ties.

    `results` comes with the outcome of each node. `endless` is what play without end comes to: ONGOING where it just
    goes on, else whatever repetition is by the rules. What need not end has that result, and its distance is UNKNOWN.
    Nodes are settled in order of distance, so a win is found by its shortest way and a loss by its longest; and so is
    a tie for a side that would win by going on.
    """
    nodes = len(movers)
    patient = UNKNOWN  # who would rather go on than tie
    if endless == FIRST_WINS:
        patient = FIRST
    if endless == SECOND_WINS:
        patient = SECOND
    for node in range(nodes):
        undecided[node] = first[node + 1] - first[node]
        distances[node] = UNKNOWN if results[node] == ONGOING else 0
    for ties in (False, True):
        begin, end = 0, 0
        for node in range(nodes):
            if distances[node] == 0 and (results[node] == TIE) == ties:
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
                if (parent_wins if not ties else movers[parent] != patient) or undecided[parent] == 0:
                    results[parent] = results[node]
                    distances[parent] = distances[node] + 1
                    queue[end] = parent
                    end += 1
    for node in range(nodes):
        if results[node] == ONGOING:
            results[node] = endless


def settle_points(
    movers: Numbers, first: Numbers, children: Numbers, gains: Numbers, parent_first: Numbers, parents: Numbers,
    undecided: Writable, queue: Writable, margins: Writable, distances: Sequence[Writable],
) -> int:  # fmt: skip
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


def bound_leads(
    order: Numbers, first: Numbers, children: Numbers, gains: Numbers, least: Writable, most: Writable
) -> None:
    """Fill in the least and the most lead with which play can come to each node.

    `order` has every node after its children, as `settle_points` leaves its queue; `least` and `most` come with
    the lead of each root, and of other nodes with the largest and the smallest number there is.
    """
    for at in range(len(order) - 1, -1, -1):
        node = order[at]
        for edge in range(first[node], first[node + 1]):
            child = children[edge]
            least[child] = min(least[child], least[node] + gains[edge])
            most[child] = max(most[child], most[node] + gains[edge])


def spread_leads(
    order: Numbers, first: Numbers, children: Numbers, gains: Numbers, reached: Sequence[Writable]
) -> None:
    """Mark for each node every lead with which play can come there: `reached[node][lead - the least of all]`."""
    for at in range(len(order) - 1, -1, -1):
        node = order[at]
        for ahead in range(len(reached[node])):
            if reached[node][ahead]:
                for edge in range(first[node], first[node + 1]):
                    reached[children[edge]][ahead + gains[edge]] = 1


def tally(
    margins: Numbers, distances: Sequence[Numbers], weights: Numbers, reached: Sequence[Numbers], least: int,
    counts: Writable, longest: Writable,
) -> None:  # fmt: skip
    """Count the positions that the first side wins, the second wins and that are ties, with their longest distances."""
    for node in range(len(margins)):
        for ahead in range(len(reached[node])):
            if reached[node][ahead]:
                margin = least + ahead + margins[node]
                case = 2 if margin == 0 else 0 if margin > 0 else 1
                counts[case] += weights[node]
                longest[case] = max(longest[case], distances[case][node])
