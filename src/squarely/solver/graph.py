"""Every position that can follow, as a graph, worked out by the rules as they are: interpreted, for small games."""

from collections.abc import Callable
from dataclasses import dataclass, field

from squarely.errors import SquarelyError
from squarely.game import ONGOING, Game, Position
from squarely.solver.symmetry import Symmetry


class TooLarge(SquarelyError):
    """More positions than can be worked out this way."""


@dataclass
class Graph:
    """Positions that are the same but for how they lie are one node. Node n leads to children[first[n]:first[n+1]]."""

    index: dict[Position, int] = field(default_factory=dict)  # every position, in every way it can lie
    nodes: list[Position] = field(default_factory=list)
    movers: list[int] = field(default_factory=list)
    results: list[int] = field(default_factory=list)
    first: list[int] = field(default_factory=lambda: [0])
    children: list[int] = field(default_factory=list)
    gains: list[int] = field(default_factory=list)  # points of the first side minus the second's that each edge brings


def explore(game: Game, roots: list[Position], limit: int, progress: Callable[[int], None] | None = None) -> Graph:
    """The graph of everything that can follow the roots; TooLarge if that is more than `limit` nodes."""
    symmetry, graph = Symmetry(game, roots), Graph()
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
            graph.index.update(dict.fromkeys(symmetry.images(position), node))
            if progress and node % 1000 == 0:
                progress(node)
        return node

    for root in roots:
        number(symmetry.scoreless(root))
    node = 0
    while node < len(graph.nodes):
        position = graph.nodes[node]
        if graph.results[node] == ONGOING or game.points(position):
            for move in rules.legal_moves(law, position):
                after = rules.play(law, position, move)
                settled = symmetry.scoreless(after)
                graph.children.append(number(settled))
                graph.gains.append(lead(game, after) - lead(game, settled))
        graph.first.append(len(graph.children))
        node += 1
    return graph


def lead(game: Game, position: Position) -> int:
    """The points of the first side minus those of the second; 0 in a game without points."""
    points = game.points(position)
    return points[0] - points[1] if points else 0
