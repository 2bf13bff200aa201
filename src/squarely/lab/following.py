"""What becomes of a way of playing: chances, lengths, drama and lead changes, worked out position by position.

Positions are spots, nodes with a lead: see `squarely.lab.spots`. A way of playing gives every move a chance. Where no
play can go round, each position is worked out once, after those it leads to. Where it can, matches are stopped after
some moves, and everything is worked out for one move to go, for two, and so on. Kernels over arrays: nothing here knows
a game.
"""

from typing import Any

from squarely.core.rules import FIRST, FIRST_WINS, ONGOING, SECOND_WINS
from squarely.lab.results import find_result

FIRST_WON, SECOND_WON, TIED, LENGTH, CHANGES, DRAMA = range(6)  # the rows of what is told of a node
ROWS = 6
EVEN = 1e-9  # a lead below that is none


def share_randomly(
    nodes: Any, sweeps: int, stopped: float, first: Any, children: Any, outcomes: Any, gains: Any, is_scored: bool,
    begin: Any, base: Any, shares: Any, before: Any, lengths: Any, before_lengths: Any,
) -> None:  # fmt: skip
    """Fill in the first side's share of points from every spot if play is random, and the moves made from every node.

    `outcomes` are those of nodes; where points count, they only say which of them go on. With `sweeps` 0 every node
    comes in `nodes` after those it leads to. Otherwise they are gone through so often, each time from what was found
    the time before, and a match that is not over then counts `stopped`.
    """
    for node in range(len(outcomes)):
        lengths[node] = before_lengths[node] = 0.0
        for spot in range(begin[node], begin[node + 1]):
            result = outcomes[node]
            if is_scored:
                result = find_result(spot - base[node])
            share = 1.0 if result == FIRST_WINS else 0.0 if result == SECOND_WINS else 0.5
            shares[spot] = before[spot] = stopped if outcomes[node] == ONGOING else share
    for sweep in range(max(1, sweeps)):
        if sweep:
            before[:] = shares
            before_lengths[:] = lengths
        for node in nodes:
            if outcomes[node] == ONGOING:
                average_node(node, first, children, gains, is_scored, begin, base, before if sweeps else shares, shares)
                lengths[node] = 1.0
                for edge in range(first[node], first[node + 1]):
                    further = before_lengths[children[edge]] if sweeps else lengths[children[edge]]
                    lengths[node] += further / (first[node + 1] - first[node])


def average_node(
    node: int, first: Any, children: Any, gains: Any, is_scored: bool, begin: Any, base: Any, source: Any, shares: Any
) -> None:
    """Work out the shares of one node from those it leads to."""
    moves = first[node + 1] - first[node]
    for spot in range(begin[node], begin[node + 1]):
        shares[spot] = 0.0
    for edge in range(first[node], first[node + 1]):
        shift = base[children[edge]] - base[node]
        if is_scored:
            shift += gains[edge]
        for spot in range(begin[node], begin[node + 1]):
            shares[spot] += source[spot + shift]
    for spot in range(begin[node], begin[node + 1]):
        shares[spot] /= moves


def find_leader(ahead: float) -> int:
    """Who is ahead: 1 for the first side, -1 for the second, 0 if that is as good as nothing."""
    return 0 if abs(ahead) < EVEN else 1 if ahead > 0 else -1


def mark_spots(
    forward: Any, first: Any, children: Any, gains: Any, is_scored: bool, begin: Any, base: Any, odds: Any, is_met: Any
) -> None:
    """Mark every spot that a way of playing can come to from those that are marked; no play goes round."""
    for node in forward:
        for spot in range(begin[node], begin[node + 1]):
            if is_met[spot]:
                for edge in range(first[node], first[node + 1]):
                    if odds[edge] > 0.0:
                        after = spot - base[node] + base[children[edge]]
                        if is_scored:
                            after += gains[edge]
                        is_met[after] = True


def follow_policy(
    nodes: Any, sweeps: int, first: Any, children: Any, outcomes: Any, gains: Any, is_scored: bool, begin: Any,
    base: Any, odds: Any, shares: Any, is_met: Any, told: Any, before: Any,
) -> None:  # fmt: skip
    """Fill in `told[row, spot]`: how likely each side wins and how likely it is a tie, how many moves are made, how
    many change the lead, and by how much in all who wins was behind.

    `odds` are the chances of every edge, `shares` those of points if play is random. Only spots that are met are
    looked at. With `sweeps` 0 every node comes in `nodes` after those it leads to. Otherwise they are gone through so
    often, each time from what was found the time before. `told` and `before` come as zeros.
    """
    for node in range(len(outcomes)):
        if outcomes[node] != ONGOING:
            for spot in range(begin[node], begin[node + 1]):
                result = outcomes[node]
                if is_scored:
                    result = find_result(spot - base[node])
                row = FIRST_WON if result == FIRST_WINS else SECOND_WON if result == SECOND_WINS else TIED
                told[row, spot] = before[row, spot] = 1.0
    for sweep in range(max(1, sweeps)):
        if sweeps and sweep:
            before[:] = told
        source = before if sweeps else told
        for node in nodes:
            if outcomes[node] == ONGOING:
                for spot in range(begin[node], begin[node + 1]):
                    if is_met[spot]:
                        tell_spot(node, spot, first, children, gains, is_scored, base, odds, shares, source, told)


def tell_spot(
    node: int, spot: int, first: Any, children: Any, gains: Any, is_scored: bool, base: Any, odds: Any, shares: Any,
    source: Any, told: Any,
) -> None:  # fmt: skip
    """Work out one spot from those it leads to."""
    won, lost, tied, length, changes, drama = 0.0, 0.0, 0.0, 1.0, 0.0, 0.0
    ahead = 2 * shares[spot] - 1
    for edge in range(first[node], first[node + 1]):
        chance = odds[edge]
        if chance == 0.0:
            continue
        after = spot - base[node] + base[children[edge]]
        if is_scored:
            after += gains[edge]
        won += chance * source[FIRST_WON, after]
        lost += chance * source[SECOND_WON, after]
        tied += chance * source[TIED, after]
        length += chance * source[LENGTH, after]
        change = 0.5 * abs(find_leader(2 * shares[after] - 1) - find_leader(ahead))
        changes += chance * (source[CHANGES, after] + change)
        drama += chance * source[DRAMA, after]
    told[FIRST_WON, spot], told[SECOND_WON, spot], told[TIED, spot] = won, lost, tied
    told[LENGTH, spot], told[CHANGES, spot] = length, changes
    told[DRAMA, spot] = drama + won * max(0.0, -ahead) + lost * max(0.0, ahead)


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


def choose_gaining(first: Any, children: Any, gains: Any, margins: Any, distances: Any, odds: Any) -> None:
    """The same where points count: the best moves gain what there is to gain, and in as many moves as it takes.

    `distances` are those of one case. Perfect play stays in the case that the start is in.
    """
    for node in range(len(first) - 1):
        begin, end, alike = first[node], first[node + 1], 0
        for edge in range(begin, end):
            child = children[edge]
            is_best = gains[edge] + margins[child] == margins[node] and distances[child] == distances[node] - 1
            odds[edge] = 1.0 if is_best else 0.0
            alike += is_best
        for edge in range(begin, end):
            odds[edge] /= alike
