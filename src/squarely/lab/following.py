"""What becomes of a way of playing: chances, lengths, drama and lead changes, worked out position by position.

A way of playing gives every move a chance. Where no play can go round, each position is worked out once, after those
it leads to. Where it can, matches are stopped after some moves, and everything is worked out for one move to go, for
two, and so on. Kernels over arrays: nothing here knows a game.
"""

from typing import Any

from squarely.core.rules import FIRST, FIRST_WINS, ONGOING, SECOND_WINS

FIRST_WON, SECOND_WON, TIED, LENGTH, CHANGES, DRAMA = range(6)  # the rows of what is told of a node
ROWS = 6


def follow_policy(
    nodes: Any, sweeps: int, first: Any, children: Any, results: Any, odds: Any, leads: Any, leaders: Any, told: Any,
    before: Any,
) -> None:  # fmt: skip
    """Fill in `told[row, node]`: how likely each side wins and how likely it is a tie, how many moves are made, how
    many change the lead, and by how much in all who wins was behind.

    `results` are the outcomes of nodes, `odds` the chance of every edge, `leads` the first side's in every node, from
    -1 to 1, `leaders` their signs. With `sweeps` 0 every node comes in `nodes` after those it leads to. Otherwise they
    are gone through so often, each time from what was found the time before.
    """
    for node in range(len(results)):
        for row in range(ROWS):
            told[row, node] = before[row, node] = 0.0
        if results[node] != ONGOING:
            row = FIRST_WON if results[node] == FIRST_WINS else SECOND_WON if results[node] == SECOND_WINS else TIED
            told[row, node] = before[row, node] = 1.0
    for sweep in range(max(1, sweeps)):
        if sweeps and sweep:
            before[:] = told
        source = before if sweeps else told
        for node in nodes:
            if results[node] == ONGOING:
                tell_node(node, first, children, odds, leads, leaders, source, told)


def tell_node(
    node: int, first: Any, children: Any, odds: Any, leads: Any, leaders: Any, source: Any, told: Any
) -> None:
    """Work out one node from those it leads to."""
    won, lost, tied, length, changes, drama = 0.0, 0.0, 0.0, 1.0, 0.0, 0.0
    for edge in range(first[node], first[node + 1]):
        child, chance = children[edge], odds[edge]
        if chance == 0.0:
            continue
        won += chance * source[FIRST_WON, child]
        lost += chance * source[SECOND_WON, child]
        tied += chance * source[TIED, child]
        length += chance * source[LENGTH, child]
        changes += chance * (source[CHANGES, child] + 0.5 * abs(leaders[child] - leaders[node]))
        drama += chance * source[DRAMA, child]
    told[FIRST_WON, node], told[SECOND_WON, node], told[TIED, node] = won, lost, tied
    told[LENGTH, node], told[CHANGES, node] = length, changes
    told[DRAMA, node] = drama + won * max(0.0, -leads[node]) + lost * max(0.0, leads[node])


def score_pairs(
    nodes: Any, sweeps: int, movers: Any, first: Any, children: Any, results: Any, odds: Any, shares: Any, before: Any
) -> None:
    """Fill in `shares[node, i, j]`: the first side's share of points if it plays as i and the second side as j.

    `odds[i]` is the chance of every edge if i is to move. A match that is stopped counts half.
    """
    for node in range(len(results)):
        shares[node] = 1.0 if results[node] == FIRST_WINS else 0.0 if results[node] == SECOND_WINS else 0.5
    if sweeps:
        before[:] = shares
    for sweep in range(max(1, sweeps)):
        if sweep:
            before[:] = shares
        source = before if sweeps else shares
        for node in nodes:
            if results[node] == ONGOING:
                score_node(node, movers[node] == FIRST, first, children, odds, source, shares)


def score_node(node: int, is_first: bool, first: Any, children: Any, odds: Any, source: Any, shares: Any) -> None:
    """Work out one node from those it leads to."""
    levels = len(odds)
    shares[node] = 0.0
    for edge in range(first[node], first[node + 1]):
        for i in range(levels):
            for j in range(levels):
                chance = odds[i, edge] if is_first else odds[j, edge]
                shares[node, i, j] += chance * source[children[edge], i, j]


def choose_evenly(first: Any, odds: Any) -> None:
    """Random play: every move is as likely as the others."""
    for node in range(len(first) - 1):
        for edge in range(first[node], first[node + 1]):
            odds[edge] = 1.0 / (first[node + 1] - first[node])


def choose_best(first: Any, ranks: Any, odds: Any) -> None:
    """Perfect play: of the best moves each is as likely as the others."""
    for node in range(len(first) - 1):
        begin, end = first[node], first[node + 1]
        best, alike = 0, 0
        for edge in range(begin, end):
            if edge == begin or ranks[edge] > best:
                best, alike = ranks[edge], 0
            if ranks[edge] == best:
                alike += 1
        for edge in range(begin, end):
            odds[edge] = 1.0 / alike if ranks[edge] == best else 0.0
