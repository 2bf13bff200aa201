"""Positions with their points: a spot is a node together with a lead with which play may come there.

The spots of a node lie side by side, from the least lead to the most. Not all of them can be reached; those that can
have a ply. Where points do not count or are part of the nodes, there is one spot for each node.
"""

from itertools import accumulate
from typing import Any, NamedTuple

from squarely.core.errors import TooLarge
from squarely.lab.explored import Explored, Numbers
from squarely.solver.free_memory import NO_MEMORY, measure_free_memory
from squarely.solver.leads import FAR
from squarely.solver.retrograde import bound_leads

NOWHERE = 1 << 30  # the ply of a spot that play cannot come to, beyond that of any other
_BYTES = 24  # that a spot takes when everything about it is worked out


class Spots(NamedTuple):
    """Node n has the spots from begin[n] to begin[n + 1], and base[n] + lead is the one with that lead."""

    begin: Numbers
    base: Numbers
    plies: Numbers  # of each spot: by how many moves play can come there at the soonest, or NOWHERE


def find_spots(explored: Explored, order: Any) -> Spots:
    """Where play can come to. `order` has every node after its children; None where play can go round."""
    least, most = _bound_leads(explored, order) if explored.is_scored else (None, ())
    # Each node after all that lead to it, or else in the order in which play comes there.
    forward: Any = range(len(explored.movers)) if least is None else order[::-1]
    if explored.is_array:
        return _find_spots_in_arrays(explored, forward, least, most)
    widths = [1] * len(forward) if least is None else [high - low + 1 for low, high in zip(least, most, strict=True)]
    begin = [0, *accumulate(widths)]
    base = begin[:-1] if least is None else [start - low for start, low in zip(begin, least, strict=False)]
    plies = [NOWHERE] * begin[-1]
    plies[base[0] + explored.lead] = 0
    fill_plies(forward, explored.first, explored.children, list_gains(explored), explored.is_scored, begin, base, plies)
    return Spots(begin, base, plies)


def _find_spots_in_arrays(explored: Explored, forward: Any, least: Any, most: Any) -> Spots:
    import numpy as np

    from squarely.lab.kernels import compile_kernel

    begin: Any = np.arange(len(forward) + 1, dtype=np.int64)
    base: Any = begin[:-1]
    if least is not None:
        np.cumsum(most - least + 1, out=begin[1:])
        base = base - least
    if int(begin[-1]) * _BYTES > measure_free_memory():
        raise TooLarge(NO_MEMORY)
    plies = np.full(int(begin[-1]), NOWHERE, np.int32)
    plies[base[0] + explored.lead] = 0
    compile_kernel(fill_plies)(
        np.array(forward, np.int32), explored.first, explored.children, list_gains(explored), explored.is_scored, begin,
        base, plies,
    )  # fmt: skip
    return Spots(begin, base, plies)


def list_gains(explored: Explored) -> Any:
    """The points that each edge brings; one 0 where points do not count."""
    if explored.gains is None and explored.is_array:
        import numpy as np

        return np.zeros(1, np.int32)
    return [0] if explored.gains is None else explored.gains


def _bound_leads(explored: Explored, order: Any) -> tuple[Any, Any]:
    """The least and the most lead with which play can come to each node."""
    nodes = len(explored.movers)
    least: Any = [FAR] * nodes
    most: Any = [-FAR] * nodes
    run: Any = bound_leads
    if explored.is_array:
        import numpy as np

        from squarely.lab.kernels import compile_kernel

        least, most, run = np.array(least, np.int64), np.array(most, np.int64), compile_kernel(bound_leads)
    least[0] = most[0] = explored.lead
    run(order, explored.first, explored.children, explored.gains, least, most)
    return least, most


def fill_plies(
    forward: Any, first: Any, children: Any, gains: Any, is_scored: bool, begin: Any, base: Any, plies: Any
) -> None:
    """Fill in by how many moves play can come to each spot; that of the start is there already."""
    for node in forward:
        for edge in range(first[node], first[node + 1]):
            shift = base[children[edge]] - base[node]
            if is_scored:
                shift += gains[edge]
            for spot in range(begin[node], begin[node + 1]):
                plies[spot + shift] = min(plies[spot + shift], plies[spot] + 1)
