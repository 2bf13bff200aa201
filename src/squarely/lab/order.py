"""An order of positions in which everything comes after what it leads to: there is one where no play can go round."""

from typing import Any

from squarely.lab.explored import Explored
from squarely.solver.retrograde import link_parents


def find_order(explored: Explored) -> Any:
    """Every node after its children; None where play can go round in circles."""
    nodes, edges = len(explored.movers), len(explored.children)
    parent_first: Any = [0] * (nodes + 1)
    parents: Any = [0] * edges
    waiting: Any = [0] * nodes
    order: Any = [0] * nodes
    link: Any = link_parents
    sort: Any = sort_nodes
    if explored.is_array:
        import numpy as np

        from squarely.lab.kernels import compile_kernel

        parent_first, parents = np.zeros(nodes + 1, np.int64), np.empty(edges, np.int32)
        waiting, order = np.empty(nodes, np.int32), np.empty(nodes, np.int32)
        link, sort = compile_kernel(link_parents), compile_kernel(sort_nodes)
    link(explored.first, explored.children, parent_first, parents)
    return order if sort(explored.first, parent_first, parents, waiting, order) == nodes else None


def sort_nodes(first: Any, parent_first: Any, parents: Any, waiting: Any, order: Any) -> int:
    """Fill in the order; returns how many nodes have a place in it."""
    begin, end = 0, 0
    for node in range(len(waiting)):
        waiting[node] = first[node + 1] - first[node]
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
