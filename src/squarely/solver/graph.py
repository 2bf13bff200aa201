"""Every position that can follow, as a graph, worked out by the rules as they are: interpreted, for small games."""

from collections.abc import Callable
from dataclasses import dataclass, field

from squarely.core.errors import TooLarge
from squarely.core.game import Game
from squarely.core.rules import ONGOING, Position
from squarely.solver.contract import check_moves
from squarely.solver.scoring import Terms, check_end, compute_lead
from squarely.solver.symmetry import Symmetry

__all__ = ["Graph", "TooLarge", "compute_lead", "explore"]


@dataclass
class Graph:
    """Positions that are equal up to symmetry are one node. Node n leads to children[first[n]:first[n+1]]."""

    index: dict[Position, int] = field(default_factory=dict)  # every position with its whole orbit
    nodes: list[Position] = field(default_factory=list)
    movers: list[int] = field(default_factory=list)
    results: list[int] = field(default_factory=list)
    first: list[int] = field(default_factory=lambda: [0])
    children: list[int] = field(default_factory=list)
    gains: list[int] = field(default_factory=list)  # points of the first side minus the second's that each edge brings


def explore(
    game: Game, roots: list[Position], limit: int, progress: Callable[[int], None] | None, terms: Terms
) -> Graph:
    """The graph of everything that can follow the roots; TooLarge if that is more than `limit` nodes.

    Refuted where an end shows that the terms do not hold.
    """
    symmetry, graph = Symmetry(game, roots, terms.strips), Graph()
    rules, law = game.rules, game.law

    def number(position: Position) -> int:
        node = graph.index.get(position)
        if node is None:
            node = len(graph.nodes)
            if node >= limit:
                raise TooLarge(f"this game has more than {limit:,} positions")
            graph.nodes.append(position)
            graph.movers.append(position.mover)
            graph.results.append(rules.outcome(law, position))
            graph.index.update(dict.fromkeys(symmetry.orbit(position), node))
            if progress and node % 1000 == 0:
                progress(node)
        return node

    for root in roots:
        number(symmetry.scoreless(root))
    node = 0
    while node < len(graph.nodes):
        position = graph.nodes[node]
        so_far = compute_lead(game, position) if terms.scores else 0
        for move in check_moves(game, position, graph.results[node]):
            after = rules.play(law, position, move)
            graph.children.append(number(symmetry.scoreless(after)))
            if terms.scores:
                graph.gains.append(compute_lead(game, after) - so_far)
        graph.first.append(len(graph.children))
        if terms.scores and not terms.strips and graph.results[node] != ONGOING:
            check_end(game, position)
        node += 1
    return graph
