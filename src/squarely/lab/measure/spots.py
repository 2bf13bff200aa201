"""Positions with their points: a spot is a node together with a lead with which play may come there.

The spots of a node lie side by side, from the least lead to the most. Not all of them can be reached; those that can
have a ply. Where points do not count or are part of the nodes, there is one spot for each node.
"""

from typing import Any, NamedTuple

import numpy as np

from squarely.core.errors import TooLarge
from squarely.lab.measure.explored import Explored
from squarely.lab.measure.kernels import compile_kernel
from squarely.players.sight import Graph
from squarely.solver.free_memory import NO_MEMORY, measure_free_memory
from squarely.solver.retrograde import FAR, bound_leads, link_parents

NOWHERE = 1 << 30  # the ply of a spot that play cannot come to, beyond that of any other
_BYTES = 24  # that a spot takes when everything about it is worked out


class Spots(NamedTuple):
    """Node n has the spots from begin[n] to begin[n + 1], and base[n] + lead is the one with that lead."""

    begin: Any
    base: Any
    plies: Any  # of each spot: by how many moves play can come there at the soonest, or NOWHERE


def find_order(graph: Graph) -> Any:
    """Every node after its children; None where play can go round in circles."""
    nodes = len(graph.movers)
    parent_first, parents = np.zeros(nodes + 1, np.int64), np.empty(len(graph.children), np.int32)
    compile_kernel(link_parents)(graph.first, graph.children, parent_first, parents)
    order, waiting = np.empty(nodes, np.int32), np.diff(graph.first)
    return order if compile_kernel(sort_nodes)(waiting, parent_first, parents, order) == nodes else None


def sort_nodes(waiting: Any, parent_first: Any, parents: Any, order: Any) -> int:
    """Fill in the order; `waiting` has how many children each node has. Returns how many nodes have a place in it."""
    begin, end = 0, 0
    for node in range(len(waiting)):
        if waiting[node] == 0:
            order[end] = node
            end += 1
    while begin < end:
        node = order[begin]
        begin += 1
        for edge in range(parent_first[node], parent_first[node + 1]):
            parent = parents[edge]
            waiting[parent] -= 1
            if waiting[parent] == 0:
                order[end] = parent
                end += 1
    return end


def find_spots(explored: Explored, order: Any) -> Spots:
    """Where play can come to. `order` has every node after its children; None where play can go round."""
    graph, nodes = explored.graph, len(explored.graph.movers)
    forward = np.arange(nodes, dtype=np.int32)  # in the order in which play comes there
    begin: Any = np.arange(nodes + 1, dtype=np.int64)
    base: Any = begin[:-1]
    if graph.is_scored:
        least, most = np.full(nodes, FAR, np.int64), np.full(nodes, -FAR, np.int64)
        least[0] = most[0] = explored.lead
        compile_kernel(bound_leads)(order, graph.first, graph.children, graph.gains, least, most)
        np.cumsum(most - least + 1, out=begin[1:])
        forward, base = order[::-1].copy(), base - least
    if int(begin[-1]) * _BYTES > measure_free_memory():
        raise TooLarge(NO_MEMORY)
    spots = Spots(begin, base, np.full(int(begin[-1]), NOWHERE, np.int32))
    spots.plies[base[0] + explored.lead] = 0
    compile_kernel(fill_plies)(forward, graph, spots)
    return spots


def find_shift(graph: Graph, spots: Spots, node: int, edge: int) -> int:
    """How far the spot behind a move lies from the spot before it."""
    shift = spots.base[graph.children[edge]] - spots.base[node]
    return int(shift + graph.gains[edge] if graph.is_scored else shift)


def fill_plies(forward: Any, graph: Graph, spots: Spots) -> None:
    """Fill in by how many moves play can come to each spot; that of the start is there already."""
    for node in forward:
        for edge in range(graph.first[node], graph.first[node + 1]):
            shift = find_shift(graph, spots, node, edge)
            for spot in range(spots.begin[node], spots.begin[node + 1]):
                spots.plies[spot + shift] = min(spots.plies[spot + shift], spots.plies[spot] + 1)
