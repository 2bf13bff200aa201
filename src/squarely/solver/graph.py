"""Every position that can follow, as a graph, worked out by the rules as they are: interpreted, for small games."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from squarely.core.errors import TooLarge
from squarely.core.game import Game
from squarely.core.rules import ONGOING, Position
from squarely.solver.contract import check_moves, check_reached
from squarely.solver.scoring import Terms, TermsRefuted, check_end, compute_lead, terms_unstripped
from squarely.solver.symmetry import Symmetry
from squarely.solver.unknown_points import are_points_apart

__all__ = ["Graph", "TooLarge", "compute_lead", "explore"]

NOTHING: Mapping[Position, int] = MappingProxyType({})


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
    totals: list[int] = field(default_factory=list)  # points of both sides together, where they are left out of nodes
    has_totals: bool = True  # whether these are the same by all ways to a node: then node and lead are one position


def explore(
    game: Game,
    roots: list[Position],
    limit: int,
    progress: Callable[[int], None] | None,
    terms: Terms,
    ended: Mapping[Position, int] = NOTHING,
    folds: bool = True,
) -> Graph:
    """The graph of everything that can follow the roots; TooLarge if that is more than `limit` nodes.

    `ended` has positions that are ends besides those of the rules, with their results. Refuted where an end shows that
    the terms do not hold. Without `folds` every position is a node of its own.
    """
    symmetry, graph = Symmetry(game, [*roots, *ended], terms.strips, folds), Graph()
    rules, law = game.rules, game.law

    def total_of(position: Position) -> int:
        return sum(game.points(position) or ()) if terms.strips else 0

    def number(position: Position, total: int) -> int:
        node = graph.index.get(position)
        if node is None:
            node = len(graph.nodes)
            if node >= limit:
                raise TooLarge(f"this game has more than {limit:,} positions")
            graph.nodes.append(position)
            graph.movers.append(position.mover)
            graph.results.append(ended[position] if position in ended else rules.outcome(law, position))
            graph.totals.append(total)
            graph.index.update(dict.fromkeys(symmetry.orbit(position), node))
            if progress and node % 1000 == 0:
                progress(node)
        graph.has_totals = graph.has_totals and graph.totals[node] == total
        return node

    for root in roots:
        number(symmetry.scoreless(root), total_of(root))
    node, fields = 0, terms.fields if terms.strips else ()
    while node < len(graph.nodes):
        position = graph.nodes[node]
        so_far = compute_lead(game, position) if terms.scores else 0
        before = graph.totals[node] - total_of(position)
        moves = () if position in ended else check_moves(game, position, graph.results[node])
        following = {move: rules.play(law, position, move) for move in moves}
        for after in following.values():
            check_reached(game, position, after)
            graph.children.append(number(symmetry.scoreless(after), before + total_of(after)))
            if terms.scores:
                graph.gains.append(compute_lead(game, after) - so_far)
        graph.first.append(len(graph.children))
        if terms.scores and not terms.strips and graph.results[node] != ONGOING:
            check_end(game, position)
        if fields and following and not are_points_apart(game, fields, position, following):
            raise TermsRefuted(terms_unstripped(game))
        node += 1
    return graph
