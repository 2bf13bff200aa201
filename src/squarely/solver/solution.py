"""The solution of a game: the value of every position that can follow from where it was asked."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple, Protocol

from squarely.game import FIRST_WINS, SECOND_WINS, Game, Position, Side
from squarely.game import TIE as TIED
from squarely.solver.graph import explore, lead
from squarely.solver.retrograde import UNKNOWN, link_parents, settle, settle_points
from squarely.solver.symmetry import Symmetry
from squarely.solver.values import ENDLESS, TIE, WIN, Value

SMALL = 60_000  # nodes that are quickly worked out without a compiler


class Summary(NamedTuple):
    """How large a game is and how its positions are shared out."""

    positions: int  # counted without symmetry
    counts: dict[str, int]  # first, second, tie, endless
    longest: int  # the largest distance


class Solution(Protocol):
    """Whatever knows values."""

    def value(self, position: Position) -> Value | None:
        """The value of an ongoing position, or None if it is not among those solved."""

    def summary(self) -> Summary:
        """How large the game is."""


class SmallSolution:
    """Solved on the spot with the rules as they are, no compiler needed."""

    def __init__(
        self, game: Game, roots: list[Position], limit: int = SMALL, progress: Callable[[int], None] | None = None
    ) -> None:
        self._roots = roots
        self._game, self._symmetry = game, Symmetry(game, roots)
        self.graph = graph = explore(game, roots, limit, progress)
        nodes, edges = len(graph.nodes), len(graph.children)
        parent_first, parents = [0] * (nodes + 1), [0] * edges
        link_parents(graph.first, graph.children, parent_first, parents)
        undecided, queue = [0] * nodes, [0] * nodes
        self._margins: list[int] | None = None
        self._distances = [[UNKNOWN] * nodes for _ in range(3)]
        if game.points(graph.nodes[0]) is not None:
            margins = [0] * nodes
            known = settle_points(
                graph.movers, graph.first, graph.children, graph.gains, parent_first, parents,
                undecided, queue, margins, self._distances,
            )  # fmt: skip
            self._margins = margins if known == nodes else None
        if self._margins is None:
            settle(
                graph.movers, graph.results, graph.first, parent_first, parents, self._distances[0], undecided, queue
            )

    def value(self, position: Position) -> Value | None:
        """The value of a position, or None if it is not among those solved."""
        node = self.graph.index.get(self._symmetry.scoreless(position))
        if node is None:
            return None
        if self._margins is not None:
            return by_points(lead(self._game, position) + self._margins[node], [d[node] for d in self._distances])
        return by_result(self.graph.results[node], self._distances[0][node])

    def summary(self) -> Summary:
        """How large the game is, and how its positions are shared out."""
        values = [value for position in self._every_position() if (value := self.value(position))]
        counts = Counter(str(value.winner) if value.ending == WIN else value.ending for value in values)
        return Summary(len(values), dict(sorted(counts.items())), max(value.distance or 0 for value in values))

    def _every_position(self) -> Iterable[Position]:
        """What the roots lead to, with the points that were scored on the way."""
        if self._margins is None:
            return self.graph.index
        rules, law, seen = self._game.rules, self._game.law, set(self._roots)
        todo = list(self._roots)
        for position in todo:
            following = {rules.play(law, position, move) for move in rules.legal_moves(law, position)}
            todo.extend(following - seen)
            seen |= following
        return todo


def by_result(result: int, distance: int) -> Value:
    """The value that retrograde analysis found."""
    if result in (FIRST_WINS, SECOND_WINS):
        return Value(Side.FIRST if result == FIRST_WINS else Side.SECOND, WIN, distance)
    return Value(None, TIE, distance) if result == TIED else Value(None, ENDLESS, None)


def by_points(margin: int, distances: list[int]) -> Value:
    """The value of a final difference in points, with the distance for each of the three ways it can end."""
    if margin == 0:
        return Value(None, TIE, distances[2], 0)
    winner = Side.FIRST if margin > 0 else Side.SECOND
    return Value(winner, WIN, distances[winner], abs(margin))
