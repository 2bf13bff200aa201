"""How likely a level plays each move of a position: the closed form of what `LevelPlayer` does, without points.

What a level sees hangs on hinges, and it pays attention to each of them apart. So the moves of one hinge are seen
together: the easiest first, then the next. A move that is seen looks as good as it is, any other as if play just went
on. The best looks win, and of several the lot decides: that one of n is drawn has the chance 1/n, the integral of
x^(n - 1) from 0 to 1. Under the integral hinges are independent factors, and the integral of a polynomial is a sum over
the points of Gauss and Legendre: exact, but for rounding.

Written over plain sequences: interpreted it takes lists, compiled it takes arrays.
"""

from typing import Any

UNSEEN = 0  # the rank of a move that was not seen; better ones are above, worse ones below


def fill_odds(
    first: int, last: int, ranks: Any, missed: Any, hinges: Any, points: Any, weights: Any, work: Any, odds: Any
) -> None:
    """Fill in `odds[first:last]`, the chance of each of these moves.

    `ranks` says how good each is if it is seen, `missed` the chance that it is not (1 where there is nothing to see),
    `hinges` what has to be seen. `points[k][:k]` and `weights[k][:k]` are those of Gauss and Legendre, on 0 to 1.
    `work` is scratch space: eight rows, each longer than twice the moves of any position.
    """
    order, ends, chance, level, tied, factor, powers, before = work
    moves = last - first
    _sort_moves(first, moves, missed, hinges, order)
    groups = _list_outcomes(moves, ranks, missed, hinges, order, ends, chance, level, tied)
    best, all_worse, nothing_left = ranks[first], True, 1.0
    for move in range(first, last):
        odds[move] = 0.0
        best = max(best, ranks[move])
        all_worse = all_worse and ranks[move] < UNSEEN
    for group in range(groups):
        nothing_left *= chance[int(ends[group]) + group]  # the outcome in which all of the group are seen
    for move in range(first, last):  # each rank once: that of the move, if no earlier one has it
        rank, is_new, alike = ranks[move], ranks[move] > UNSEEN, 0
        for other in range(first, last):
            if ranks[other] == rank:
                alike += 1
                if other < move:
                    is_new = False
        if is_new:
            _share_out(rank, alike, ranks, points, weights, groups, order, ends, chance, level, tied, factor,
                       powers, before, odds)  # fmt: skip
    _share_out(UNSEEN, moves, ranks, points, weights, groups, order, ends, chance, level, tied, factor, powers,
               before, odds)  # fmt: skip
    if all_worse:
        alike = 0
        for move in range(first, last):
            if ranks[move] == best:
                alike += 1
        for move in range(first, last):
            if ranks[move] == best:
                odds[move] += nothing_left / alike


def _sort_moves(first: int, moves: int, missed: Any, hinges: Any, order: Any) -> None:
    """Put the moves into order: by hinge, of one hinge what is seen most easily first."""
    for at in range(moves):
        move, place = first + at, at
        while place > 0:
            other = int(order[place - 1])
            if hinges[other] < hinges[move] or (hinges[other] == hinges[move] and missed[other] <= missed[move]):
                break
            order[place] = other
            place -= 1
        order[place] = move


def _list_outcomes(
    moves: int, ranks: Any, missed: Any, hinges: Any, order: Any, ends: Any, chance: Any, level: Any, tied: Any
) -> int:  # fmt: skip
    """The outcomes of each hinge: none of its moves seen, one, two; with their chances. Returns how many hinges.

    `ends[g]` is where the moves of group g end in the order; its outcomes go from `ends[g - 1] + g` to `ends[g] + g`.
    """
    groups, begin = 0, 0
    while begin < moves:
        end = begin
        while end < moves and hinges[int(order[end])] == hinges[int(order[begin])]:
            end += 1
        ends[groups] = end
        top, count, so_far = UNSEEN, 0, 0.0
        for seen in range(end - begin + 1):
            outcome = begin + groups + seen
            if seen > 0:
                rank = ranks[int(order[begin + seen - 1])]
                if rank > top:
                    top, count = rank, 0
                if rank == top and rank > UNSEEN:
                    count += 1
            until = missed[int(order[begin + seen])] if begin + seen < end else 1.0
            chance[outcome], so_far = until - so_far, until
            level[outcome] = top
            tied[outcome] = count if top > UNSEEN else end - begin - seen
        begin = end
        groups += 1
    return groups


def _share_out(
    rank: int, alike: int, ranks: Any, points: Any, weights: Any, groups: int, order: Any, ends: Any,
    chance: Any, level: Any, tied: Any, factor: Any, powers: Any, before: Any, odds: Any,
) -> None:  # fmt: skip
    """Add the chances of moves for the case that this is the best rank that anything seems to have."""
    nodes = (alike - 1) // 2 + 1
    for at in range(nodes):
        powers[0] = before[0] = 1.0
        for power in range(1, alike + 1):
            powers[power] = powers[power - 1] * points[nodes][at]
        for group in range(groups):
            factor[group] = _weigh_group(rank, group, ends, chance, level, tied, powers)
            before[group + 1] = before[group] * factor[group]
        after = weights[nodes][at]
        for group in range(groups - 1, -1, -1):
            _reward_group(rank, group, before[group] * after, ranks, order, ends, chance, level, tied, powers, odds)
            after *= factor[group]


def _weigh_group(rank: int, group: int, ends: Any, chance: Any, level: Any, tied: Any, powers: Any) -> float:
    """The factor of a hinge under the integral: nothing of it seems better than the rank."""
    factor = 0.0
    for outcome in range(int(ends[group - 1]) + group if group else 0, int(ends[group]) + group + 1):
        if level[outcome] == rank:
            factor += chance[outcome] * powers[int(tied[outcome])]
        elif level[outcome] < rank:
            factor += chance[outcome]
    return factor


def _reward_group(
    rank: int, group: int, others: float, ranks: Any, order: Any, ends: Any, chance: Any, level: Any, tied: Any,
    powers: Any, odds: Any,
) -> None:  # fmt: skip
    """Add to the odds of the moves of a hinge that seem to have the rank; `others` is the factor of other hinges."""
    start, end = int(ends[group - 1]) if group else 0, int(ends[group])
    for seen in range(end - start + 1):
        outcome = start + group + seen
        if level[outcome] == rank and tied[outcome] > 0:
            share = others * chance[outcome] * powers[int(tied[outcome]) - 1]
            begin = start if rank > UNSEEN else start + seen
            for place in range(begin, start + seen if rank > UNSEEN else end):
                if rank == UNSEEN or ranks[int(order[place])] == rank:
                    odds[int(order[place])] += share


def fill_all_odds(
    starts: Any, ranks: Any, missed: Any, hinges: Any, points: Any, weights: Any, work: Any, odds: Any
) -> None:
    """Fill in the chances of all moves of all positions: those of position n are `odds[starts[n]:starts[n + 1]]`."""
    for node in range(len(starts) - 1):
        if starts[node + 1] > starts[node]:
            fill_odds(starts[node], starts[node + 1], ranks, missed, hinges, points, weights, work, odds)
