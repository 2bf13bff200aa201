"""The solution of a game: the value of every position that can follow from where it was asked."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

from squarely.core.game import Game, Side
from squarely.core.rules import FIRST_WINS, ONGOING, SECOND_WINS, Position
from squarely.core.rules import TIE as TIED
from squarely.solver.contract import check_symmetry
from squarely.solver.graph import NOTHING, Graph, compute_lead, explore
from squarely.solver.leads import Leads
from squarely.solver.repetition import find_endless_result, find_patient_side
from squarely.solver.retrograde import UNKNOWN, has_scoring_circle, link_parents, settle, settle_points, tally
from squarely.solver.scoring import (
    Terms,
    TermsRefuted,
    endless_points_error,
    find_terms,
    remember_terms,
    terms_in_circles,
    terms_unstripped,
)
from squarely.solver.symmetry import Symmetry
from squarely.solver.values import ENDLESS, TIE, WIN, Value

SMALL = 60_000  # nodes that are quickly worked out without a compiler


class Summary(NamedTuple):
    """How large a game is and how its positions are shared out."""

    positions: int  # every one of a symmetry orbit counted
    counts: dict[str, int]  # first, second, tie, endless
    longest: int  # the largest distance
    longest_win: int  # the largest distance of a win
    repeated: int = 0  # of these positions, those from which only repetition need ever end a match


class Solution(Protocol):
    """Whatever knows values."""

    @property
    def note(self) -> str:
        """Why no margin is told although the game has points; else nothing."""

    def value(self, position: Position) -> Value | None:
        """The value of an ongoing position, or None if it is not among those solved."""

    def summary(self) -> Summary:
        """How large the game is."""


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
        folds: bool = True,
        strips: bool = True,
    ) -> None:
        """`ended` has positions that are ends besides those of the rules, with their results: no points count then.

        Without `folds` every position is a node of its own; without `strips` points scored so far are kept.
        """
        self._game, self._roots, self._ended, self._folds = game, roots, ended, folds
        solved = False
        while not solved:
            try:
                terms = Terms(False, False) if ended else find_terms(game)
                self._solve(terms._replace(strips=strips and terms.strips), limit, progress)
                solved = True
            except TermsRefuted as refuted:
                remember_terms(game, refuted.terms)

    def _solve(self, terms: Terms, limit: int, progress: Callable[[int], None] | None) -> None:
        """Solve it on these terms; Refuted if they turn out not to hold."""
        game = self._game
        self._symmetry = Symmetry(game, [*self._roots, *self._ended], terms.strips, self._folds)
        self.graph = graph = explore(game, self._roots, limit, progress, terms, self._ended, self._folds)
        nodes, edges = len(graph.nodes), len(graph.children)
        if len(self._symmetry.numbers) > 1:
            check_symmetry(game, nodes, graph.nodes.__getitem__)
        parent_first, parents = [0] * (nodes + 1), [0] * edges
        link_parents(graph.first, graph.children, parent_first, parents)
        undecided, queue = [0] * nodes, [0] * nodes
        self._margins: list[int] | None = None
        self._distances = [[UNKNOWN] * nodes for _ in range(3)]
        self.note = terms.note
        if terms.scores:
            self._margins = [0] * nodes
            known = settle_points(
                graph.movers, graph.first, graph.children, graph.gains, parent_first, parents,
                undecided, queue, self._margins, self._distances,
            )  # fmt: skip
            if known < nodes:
                if has_scoring_circle(graph.first, graph.children, graph.gains, [[0] * nodes for _ in range(6)]):
                    raise endless_points_error(game)
                raise TermsRefuted(terms_in_circles())
            if not graph.has_totals:
                raise TermsRefuted(terms_unstripped(game))
            roots = {graph.index[self._symmetry.scoreless(root)]: root for root in self._roots}
            self._leads = Leads.spread(
                game, roots, queue, graph.first, graph.children, graph.gains, parent_first, parents
            )
            if terms.strips:
                ends = [node for node in range(nodes) if graph.results[node] != ONGOING]
                self._leads.check_ends(ends, graph.nodes.__getitem__, self._is_node)
        else:
            settle(
                graph.movers, graph.results, graph.first, parent_first, parents, self._distances[0], undecided, queue,
                find_endless_result(game),
            )  # fmt: skip

    def value(self, position: Position) -> Value | None:
        """The value of a position, or None if it is not among those solved."""
        node = self.graph.index.get(self._symmetry.scoreless(position))
        if node is None:
            return None
        if self._margins is not None:
            return value_from_points(
                compute_lead(self._game, position) + self._margins[node], [d[node] for d in self._distances]
            )
        return self._value_at(node)

    def values(self) -> tuple[list[int], list[list[int]], list[int] | None]:
        """Results, distances and, where the game scores, margins of every node."""
        return self.graph.results, self._distances, self._margins

    def summary(self) -> Summary:
        """How large the game is, and how its positions are shared out."""
        weights = Counter(self.graph.index.values())  # the orbit size of each node
        if self._margins is not None:
            counts, longest = [0, 0, 0], [0, 0, 0]
            ways = [weights[node] for node in range(len(weights))]
            tally(self._margins, self._distances, ways, self._leads.reached, self._leads.least, counts, longest)
            return summarize_points(counts, longest)
        values = [(self._value_at(node), count) for node, count in weights.items()]
        return summarize_values([(value, value.distance or 0, count) for value, count in values])

    def _value_at(self, node: int) -> Value:
        return value_from_result(self._game, self.graph.results[node], self._distances[0][node])

    def _is_node(self, position: Position, node: int) -> bool:
        return self.graph.index.get(self._symmetry.scoreless(position)) == node


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


def summarize_points(counts: Sequence[int], longest: Sequence[int]) -> Summary:
    """The summary of a game that scores, of which so many positions the first side wins, the second, and are ties."""
    kinds = [value_from_points(margin, [0, 0, 0]) for margin in (1, -1, 0)]
    return summarize_values([found for found in zip(kinds, longest, counts, strict=True) if found[2]])


def summarize_values(found: list[tuple[Value, int, int]]) -> Summary:
    """The summary of values, each with the largest distance there is and how many positions have it."""
    counts: Counter[str] = Counter()
    for value, _, count in found:
        counts[str(value.winner) if value.ending == WIN else value.ending] += count
    longest = max(distance for _, distance, _ in found)
    longest_win = max((distance for value, distance, _ in found if value.ending == WIN), default=0)
    repeated = sum(count for value, _, count in found if value.is_by_repetition)
    return Summary(counts.total(), dict(sorted(counts.items())), longest, longest_win, repeated)
