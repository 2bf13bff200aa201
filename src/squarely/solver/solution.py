"""The solution of a game: the value of every position that can follow from where it was asked.

A small game is solved on the spot by the rules as they are: they make a graph of every position that can follow, and
retrograde analysis works back from its ends. `squarely.solver.large` does the same with compiled rules.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple, Protocol

from squarely.core.errors import TooLarge
from squarely.core.rules.game import FIRST_WINS, ONGOING, SECOND_WINS, Game, Position, Side
from squarely.core.rules.game import TIE as TIED
from squarely.laws.examine import require_laws
from squarely.solver.packing import Symmetry
from squarely.solver.retrograde import UNKNOWN, link_parents, settle, settle_points
from squarely.solver.scoring import CIRCLES, NoMargin, Scoring, check_end, compute_lead, solve_by_points
from squarely.solver.trust import check_symmetry, position_error
from squarely.solver.values import ENDLESS, TIE, WIN, Value, find_endless_result, find_patient_side

SMALL = 60_000  # nodes that are quickly worked out without a compiler
NOTHING: Mapping[Position, int] = MappingProxyType({})


class Summary(NamedTuple):
    """How large a game is and how its positions are shared out."""

    positions: int  # every one of a symmetry orbit counted; of those that differ only in points, one for each lead
    counts: dict[str, int]  # first, second, tie, endless
    longest: int  # the largest distance
    longest_win: int  # the largest distance of a win
    repeated: int = 0  # of these positions, those from which only repetition need ever end a match


class Solution(Protocol):
    """Whatever knows values."""

    def value(self, position: Position) -> Value | None:
        """The value of an ongoing position, or None if it is not among those solved."""

    def summary(self) -> Summary:
        """How large the game is."""


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


class SmallSolution:
    """Solved on the spot with the rules as they are, no compiler needed."""

    graph: Graph

    def __init__(
        self,
        game: Game,
        roots: list[Position],
        limit: int = SMALL,
        progress: Callable[[int], None] | None = None,
        ended: Mapping[Position, int] = NOTHING,
        by_symmetry: bool = True,
        ignores_score: bool = True,
    ) -> None:
        """`ended` has positions that are ends besides those of the rules, with their results: no points count then.

        Without `by_symmetry` every position is a node of its own, without `ignores_score` its points, too.
        """
        self._game, self._roots, self._ended, self._by_symmetry = game, roots, ended, by_symmetry

        def solve(scoring: Scoring) -> None:
            self._solve(scoring._replace(ignores_score=ignores_score and scoring.ignores_score), limit, progress)

        require_laws(game)
        if ended:
            solve(Scoring(False, False))
        else:
            solve_by_points(game, solve)

    def _solve(self, scoring: Scoring, limit: int, progress: Callable[[int], None] | None) -> None:
        """NoMargin if points turn out not to be a margin."""
        game = self._game
        self._symmetry = Symmetry(game, [*self._roots, *self._ended], scoring.ignores_score, self._by_symmetry)
        self.graph = graph = self._explore(scoring, limit, progress)
        nodes = len(graph.nodes)
        if len(self._symmetry.numbers) > 1:
            check_symmetry(game, nodes, graph.nodes.__getitem__)
        parent_first, parents = [0] * (nodes + 1), [0] * len(graph.children)
        link_parents(graph.first, graph.children, parent_first, parents)
        undecided, queue = [0] * nodes, [0] * nodes
        self._margins: list[int] | None = None
        self._distances = [[UNKNOWN] * nodes for _ in range(3)]
        if scoring.by_margin:
            self._margins = [0] * nodes
            known = settle_points(
                graph.movers, graph.first, graph.children, graph.gains, parent_first, parents,
                undecided, queue, self._margins, self._distances,
            )  # fmt: skip
            if known < nodes:
                raise NoMargin(CIRCLES)
            self._leads = self._spread_leads(queue)
            for node, leads in enumerate(self._leads):
                for lead in leads if graph.results[node] != ONGOING else ():
                    check_end(game, graph.nodes[node], lead)
        else:
            settle(
                graph.movers, graph.results, graph.first, parent_first, parents, self._distances[0], undecided, queue,
                find_endless_result(game),
            )  # fmt: skip

    def _explore(self, scoring: Scoring, limit: int, progress: Callable[[int], None] | None) -> Graph:
        """The graph of everything that can follow the roots; TooLarge if that is more than `limit` nodes."""
        game, graph, symmetry, ended = self._game, Graph(), self._symmetry, self._ended

        def number(position: Position) -> int:
            node = graph.index.get(position)
            if node is None:
                node = len(graph.nodes)
                if node >= limit:
                    raise TooLarge(f"this game has more than {limit:,} positions")
                result = ended[position] if position in ended else game.outcome(position)
                if result not in range(ONGOING, TIED + 1) or position.mover not in (0, 1):
                    raise position_error(game, position, f"has the outcome {result} with the mover {position.mover}")
                graph.nodes.append(position)
                graph.movers.append(position.mover)
                graph.results.append(result)
                graph.index.update(dict.fromkeys(symmetry.orbit(position), node))
                if progress and node % 1000 == 0:
                    progress(node)
            return node

        for root in self._roots:
            number(symmetry.without_points(root))
        for node, position in enumerate(graph.nodes):  # grows while it is read
            lead = compute_lead(game, position) if scoring.by_margin else 0
            for move in () if position in ended else game.legal_moves(position):
                after = game.play(position, move)
                graph.children.append(number(symmetry.without_points(after)))
                if scoring.by_margin:
                    graph.gains.append(compute_lead(game, after) - lead)
            graph.first.append(len(graph.children))
            is_end = graph.first[node] == graph.first[node + 1]
            if is_end == (graph.results[node] == ONGOING):
                what = "has no legal move and has not ended" if is_end else "has ended and has legal moves"
                raise position_error(game, position, what)
        return graph

    def _spread_leads(self, order: list[int]) -> list[set[int]]:
        """The leads with which play can come to each node; `order` has every node after its children."""
        graph, leads = self.graph, [set[int]() for _ in order]
        for root in self._roots:
            leads[graph.index[self._symmetry.without_points(root)]].add(compute_lead(self._game, root))
        for node in reversed(order):
            for edge in range(graph.first[node], graph.first[node + 1]):
                leads[graph.children[edge]].update(lead + graph.gains[edge] for lead in leads[node])
        return leads

    def value(self, position: Position) -> Value | None:
        """The value of a position, or None if it is not among those solved."""
        node = self.graph.index.get(self._symmetry.without_points(position))
        return None if node is None else self._value_at(node, compute_lead(self._game, position))

    def values(self) -> tuple[list[int], list[list[int]], list[int] | None]:
        """Results, distances and, where points are a margin, margins of every node."""
        return self.graph.results, self._distances, self._margins

    def summary(self) -> Summary:
        found = []
        for node, count in Counter(self.graph.index.values()).items():  # with its orbit size
            for lead in (0,) if self._margins is None else self._leads[node]:
                value = self._value_at(node, lead)
                found.append((value, value.distance or 0, count))
        return summarize_values(found)

    def _value_at(self, node: int, lead: int) -> Value:
        if self._margins is None:
            return value_from_result(self._game, self.graph.results[node], self._distances[0][node])
        return value_from_points(lead + self._margins[node], [distances[node] for distances in self._distances])


def value_from_result(game: Game, result: int, distance: int) -> Value:
    """The value that retrograde analysis found."""
    moves = None if distance == UNKNOWN else distance
    if result in (FIRST_WINS, SECOND_WINS):
        return Value(Side.FIRST if result == FIRST_WINS else Side.SECOND, WIN, moves)
    if result == TIED:
        return Value(None, TIE, moves, delayed_by=find_patient_side(game) if moves else None)
    return Value(None, ENDLESS, None)


def value_from_points(margin: int, distances: list[int]) -> Value:
    """The value of a final difference in points, with the distance for each of the three ways it can end."""
    if margin == 0:
        return Value(None, TIE, distances[2], 0)
    winner = Side.FIRST if margin > 0 else Side.SECOND
    return Value(winner, WIN, distances[winner], abs(margin))


def summarize_values(found: list[tuple[Value, int, int]]) -> Summary:
    """The summary of values, each with the largest distance there is and how many positions have it."""
    counts: Counter[str] = Counter()
    for value, _, count in found:
        counts[str(value.winner) if value.ending == WIN else value.ending] += count
    longest = max(distance for _, distance, _ in found)
    longest_win = max((distance for value, distance, _ in found if value.ending == WIN), default=0)
    repeated = sum(count for value, _, count in found if value.is_by_repetition)
    return Summary(counts.total(), dict(sorted(counts.items())), longest, longest_win, repeated)
