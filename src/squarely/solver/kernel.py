"""The inner loop of the solver for large games: what follows each position, worked out by the compiled rules.

The least key in the orbit of a position stands for all of them, and a table finds its node. `symmetries` are all but
the one that changes nothing. The loop never allocates: when something is full it returns, and the caller makes room.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from squarely.core.rules.game import ONGOING, TIE
from squarely.solver.compiled import Compiled, jit
from squarely.solver.kept_code import jit_kept
from squarely.solver.packing import PackingFunctions

DONE, NEEDS_ROOM, DOES_NOT_FIT, TOO_MANY_MOVES, STUCK, TOO_MANY_POINTS, NO_RESULT = range(7)
EMPTY = -1
MOST_POINTS = 1 << 13  # that one move can bring
MOST_MOVES = 4096  # from one position
REFUSED = {
    STUCK: "has no legal move and has not ended; `outcome` must say who wins there",
    DOES_NOT_FIT: "leads to a position with a number beyond what `maxima` and the kinds of its fields say",
    TOO_MANY_MOVES: f"has more than {MOST_MOVES:,} legal moves, the most that compiled rules can have",
    NO_RESULT: "leads to a position with an outcome or a mover that is none",
    TOO_MANY_POINTS: f"has a move that brings more than {MOST_POINTS:,} points, too many to be counted",
}
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


@jit_kept(inline="always")
def find_slot(table: Any, key: int) -> Any:
    """The slot of a key: where it is, or where it would go. Its node stands right behind it."""
    mask = np.int64(table.size - 2)
    mixed = np.uint64(key) * _GOLDEN
    slot = np.int64(mixed ^ (mixed >> np.uint64(29))) & mask
    while table[slot] != EMPTY and table[slot] != key:
        slot = (slot + 2) & mask
    return slot


@jit_kept
def rehash(table: Any, wider: Any) -> None:
    """Copy every entry into a wider table."""
    for old in range(0, table.size, 2):
        if table[old] != EMPTY:
            new = find_slot(wider, table[old])
            wider[new], wider[new + 1] = table[old], table[old + 1]


class Orbits(NamedTuple):
    """Compiled functions that stand a key for all positions that are equal up to symmetry."""

    pack: Any  # (frame, position)
    unpack: Any  # (frame, key)
    least_key: Any  # (frame, symmetries, position): whether all images fit into their bits, and the least of their keys
    size: Any  # (frame, symmetries, position): how many different positions the least key stands for


@cache
def compile_orbits(packing: PackingFunctions, transform: Any, is_declared: bool = False) -> Orbits:
    """The functions for this packing; `transform` is None where there are no symmetries.

    With `is_declared` fields are as wide as their kinds say: then an image fits into its bits if the position does.
    """
    pack, unpack, fits = (jit(function) for function in packing)
    has_symmetry = transform is not None

    @jit(inline="always")
    def least_key(frame: Any, symmetries: Any, position: Any) -> Any:
        least = pack(frame, position)
        all_fit = fits(frame, position)
        if has_symmetry:
            for number in range(len(symmetries.squares)):
                image = transform(symmetries, position, number)
                if not is_declared:
                    all_fit &= fits(frame, image)
                key = pack(frame, image)
                if key < least:  # noqa: PLR1730  (a key may be a tuple)
                    least = key
        return all_fit, least

    @jit(inline="always")
    def size(frame: Any, symmetries: Any, position: Any) -> int:
        unchanged = 1  # all symmetries, over those that change nothing
        if has_symmetry:
            for number in range(len(symmetries.squares)):
                unchanged += pack(frame, transform(symmetries, position, number)) == pack(frame, position)
        return (len(symmetries.squares) + 1) // unchanged

    return Orbits(pack, unpack, least_key, size)


@cache
def compile_expander(
    rules: Compiled, packing: PackingFunctions, by_margin: bool, ignores_score: bool, has_symmetry: bool
) -> Any:
    """A compiled function that takes the graph as arrays and expands it node by node; see `expand` below."""
    legal_moves, play, outcome = rules.legal_moves, rules.play, rules.outcome
    _, unpack, least_key, orbit_size = compile_orbits(packing, rules.transform if has_symmetry else None)
    points: Any = rules.points if by_margin else None
    without_points = rules.without_points if ignores_score else jit(lambda law, position: position)  # noqa: ARG005

    @jit(inline="always")
    def lead(law: Any, position: Any) -> int:
        if by_margin:
            first, second = points(law, position)
            return first - second
        return 0

    @jit(inline="always")
    def follow(law: Any, frame: Any, symmetries: Any, position: Any, following: Any, gained: Any) -> int:
        """The keys of what follows a position, and the points each move brings; their count, or minus a status."""
        count = 0
        so_far = lead(law, position)
        for move in legal_moves(law, position):
            after = play(law, position, move)
            settled = without_points(law, after)
            if count == MOST_MOVES:
                return -TOO_MANY_MOVES
            all_fit, following[count] = least_key(frame, symmetries, settled)
            if not all_fit:
                return -DOES_NOT_FIT
            if by_margin:
                points_gained = lead(law, after) - so_far
                if points_gained > MOST_POINTS or points_gained < -MOST_POINTS:
                    return -TOO_MANY_POINTS
                gained[count] = points_gained
            count += 1
        return count

    @jit_kept
    def expand(
        law: Any, frame: Any, symmetries: Any, keys: Any, movers: Any, results: Any, weights: Any, first: Any,
        children: Any, gains: Any, table: Any, node: int, nodes: int, positions: int, until: int,
    ) -> Any:  # fmt: skip
        """Expand nodes from `node` on, up to `until`; returns a status and where it stopped.

        `first[node]` is where the children of `node` begin. `positions` counts the positions that the nodes stand for.
        """
        following, gained = np.empty(MOST_MOVES, np.int64), np.empty(MOST_MOVES, np.int16)
        while node < nodes and node < until:
            start, count = first[node], 0
            if results[node] == ONGOING:
                count = follow(law, frame, symmetries, unpack(frame, keys[node]), following, gained)
                if count <= 0:
                    return STUCK if count == 0 else -count, node, nodes, positions
            if nodes + count > keys.size or start + count > children.size or 3 * (nodes + count) > table.size:
                return NEEDS_ROOM, node, nodes, positions
            for at in range(count):
                slot = find_slot(table, following[at])
                if table[slot] == EMPTY:
                    position = unpack(frame, following[at])
                    keys[nodes], movers[nodes] = following[at], position.mover
                    results[nodes] = outcome(law, position)
                    weights[nodes] = orbit_size(frame, symmetries, position)
                    if not (ONGOING <= results[nodes] <= TIE and 0 <= position.mover <= 1):
                        return NO_RESULT, node, nodes, positions
                    table[slot], table[slot + 1] = following[at], nodes
                    positions += weights[nodes]
                    children[start + at] = nodes
                    nodes += 1
                else:
                    children[start + at] = table[slot + 1]
                if by_margin:
                    gains[start + at] = gained[at]
            node += 1
            first[node] = start + count
        return DONE, node, nodes, positions

    return expand
