"""The leads with which play can come to each node of a graph in which the points scored so far were left out.

So positions can be counted and ends be checked with their points, although the graph has none.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from squarely.core.game import Game
from squarely.core.rules import ONGOING, Position
from squarely.solver.retrograde import Numbers, bound_leads, spread_leads
from squarely.solver.scoring import (
    TermsRefuted,
    agrees_with_lead,
    check_end,
    compute_lead,
    find_terms,
    terms_unstripped,
)
from squarely.solver.unknown_points import find_end_result

FAR = 1 << 30  # beyond every lead


class Leads(NamedTuple):
    """`reached[node][lead - least]` says whether play can come to a node with a lead."""

    game: Game
    roots: dict[int, Position]
    least: int
    reached: Sequence[Sequence[int]]
    first: Numbers
    children: Numbers
    gains: Numbers
    parent_first: Numbers
    parents: Numbers

    @classmethod
    def spread(
        cls, game: Game, roots: dict[int, Position], order: Numbers, first: Numbers, children: Numbers, gains: Numbers,
        parent_first: Numbers, parents: Numbers,
    ) -> "Leads":  # fmt: skip
        """Worked out interpreted, from lists; `order` has every node after its children."""
        least, most = [FAR] * len(order), [-FAR] * len(order)
        for node, root in roots.items():
            least[node] = most[node] = compute_lead(game, root)
        bound_leads(order, first, children, gains, least, most)
        low, width = min(least), max(most) - min(least) + 1
        reached = [bytearray(width) for _ in order]
        for node, root in roots.items():
            reached[node][compute_lead(game, root) - low] = 1
        spread_leads(order, first, children, gains, reached)
        return cls(game, roots, low, reached, first, children, gains, parent_first, parents)

    def check_ends(
        self,
        ended: Sequence[int],
        position_of: Callable[[int], Position],
        is_node: Callable[[Position, int], bool],
    ) -> None:
        """Look at every end with every lead that it can be reached with: whether the result is what the points say.

        `position_of` gives the position of a node, points aside; `is_node` tells whether a position is of a node.
        Refuted if an end is not as its points have it, or if points decide more than the end.
        """
        fields = find_terms(self.game).fields
        for node in ended:
            for ahead in self._leads_at(node):
                result = find_end_result(self.game, fields, position_of(node), ahead)
                if result is None or result == ONGOING:
                    raise TermsRefuted(terms_unstripped(self.game))
                if not agrees_with_lead(result, ahead):
                    if position := self._play_to(node, ahead, is_node):
                        check_end(self.game, position)
                    raise TermsRefuted(terms_unstripped(self.game))

    def _play_to(self, node: int, ahead: int, is_node: Callable[[Position, int], bool]) -> Position | None:
        """A position, points included, of a node and lead; None if there is none after all."""
        start, steps = self._find_path(node, ahead)
        position, law, rules = self.roots[start], self.game.law, self.game.rules
        for step, so_far, choice in steps:
            moves = list(rules.legal_moves(law, position))
            for move in moves[choice:] + moves[:choice]:  # the same one, unless the board is transformed
                after = rules.play(law, position, move)
                if compute_lead(self.game, after) == so_far and is_node(after, step):
                    position = after
                    break
            else:
                return None
        return position

    def _find_path(self, node: int, ahead: int) -> tuple[int, list[tuple[int, int, int]]]:
        """A root and a path from it to a node and lead: nodes, leads, and the number of the move that leads there."""
        steps = []
        while not (node in self.roots and compute_lead(self.game, self.roots[node]) == ahead):
            before, so_far, choice = self._find_predecessor(node, ahead)
            steps.append((node, ahead, choice))
            node, ahead = before, so_far
        return node, steps[::-1]

    def _find_predecessor(self, node: int, ahead: int) -> tuple[int, int, int]:
        """A node and lead that lead to these, and by which of its edges."""
        for at in range(self.parent_first[node], self.parent_first[node + 1]):
            parent = int(self.parents[at])
            for edge in range(self.first[parent], self.first[parent + 1]):
                before = ahead - int(self.gains[edge])
                if self.children[edge] == node and self._is_reached(parent, before):
                    return parent, before, edge - int(self.first[parent])
        raise AssertionError("a lead was reached from somewhere")

    def _is_reached(self, node: int, ahead: int) -> bool:
        return 0 <= ahead - self.least < len(self.reached[node]) and bool(self.reached[node][ahead - self.least])

    def _leads_at(self, node: int) -> list[int]:
        """The leads with which play can come to a node."""
        return [self.least + at for at, is_reached in enumerate(self.reached[node]) if is_reached]
