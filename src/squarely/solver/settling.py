"""Backwards: the codes of everything, from the last layer to the first.

What follows a node is worked out again and looked up. Moves within a layer are played in turns: what is decided in so
many moves is found in that turn, first all wins, then all ties.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from squarely.core.errors import BrokenRules, TooLarge
from squarely.core.rules.game import ONGOING
from squarely.solver.entries import build_index, look_up, settle_nodes
from squarely.solver.layers import FARTHEST, NODES, Buffers, Layer, Layers
from squarely.solver.retrograde import FAR, UNKNOWN
from squarely.solver.solution import Summary, summarize_values, value_from_result
from squarely.solver.values import find_endless_result, find_patient_side

_SHARE, _SHARES = 4 * NODES, 64  # nodes that a thread takes at once, and how many times that between two notes


def settle(layers: Layers, progress: Callable[[int], None] | None = None) -> Summary:
    """Settle all layers, which are complete."""
    if layers.measure.is_strict and len(layers.layers) > FARTHEST["u1"]:
        layers.kind = "u2"
    for layer in sorted(layers.layers.values(), key=lambda each: -each.level):
        layer.index = np.zeros((1 << max(1, layer.found.bit_length() - 2)) + 1, np.uint32)
        build_index(layer.entries, layer.index)
        for other in layers.layers.values():
            if other.level > layer.level + layers.reach:
                other.index = None  # no move leads so far from here
        if not layer.is_settled:
            _play_turns(layers, layer)
            _tally(layers, layer)
        layers.turn = []
        layers.note_progress()
        if progress:
            progress(len(layers.symmetry.numbers) * layers.found)
    found = []
    for result, (count, longest) in enumerate(zip(layers.counts.tolist(), layers.longest.tolist(), strict=True)):
        if count:
            told = (result, longest) if result != ONGOING else (find_endless_result(layers.game), UNKNOWN)
            found.append((value_from_result(layers.game, *told), longest, count))
    return summarize_values(found)


def _play_turns(layers: Layers, layer: Layer) -> None:
    layers.make_codes(layer, is_kept=bool(layers.turn))
    turn, ties = layers.turn[:2] or (FAR if layers.shift else 0, False)
    while True:
        settled, pending = _settle_nodes(layers, layer, turn, ties)
        if layers.measure.is_strict or (ties and not settled and pending == FAR):
            return
        if layers.shift:
            ties = ties or not settled
        elif turn == 0 or settled:
            turn += 1
        elif pending < FAR:
            turn = pending
        else:
            turn, ties = 1, True
        layers.turn = [turn, ties, 0, 0, FAR]


def _settle_nodes(layers: Layers, layer: Layer, turn: int, ties: bool) -> tuple[int, int]:
    """One turn over all nodes of a layer: how many were settled, and the nearest turn in which another may be."""
    side = find_patient_side(layers.game)
    patient = UNKNOWN if side is None else int(side)

    def settle_shares(thread: int, shares: range) -> tuple[int, int]:
        one, settled, pending = layers.buffers.take(thread), 0, FAR
        for begin in shares[thread :: layers.threads]:
            node, until = begin, min(begin + _SHARE, layer.found)
            while node < until:
                stop = layers.expand(one, layer, node, until, layer.codes)
                _look_up(layers, layer, one, int(one.first[stop - node]), node)
                more, nearest = settle_nodes(
                    one.first, one.movers, one.results, one.steps, one.found, layer.codes, layers.shift, node,
                    stop - node, turn, ties, patient, FARTHEST[layers.kind],
                )  # fmt: skip
                if more < 0:
                    raise TooLarge(f"a win of this game takes more than {FARTHEST[layers.kind]:,} moves")
                node, settled, pending = stop, settled + more, min(pending, nearest)
        return settled, pending

    begin, settled, pending = layers.turn[2:] or (0, 0, FAR)
    for start in range(begin, layer.found, _SHARE * _SHARES):
        shares = range(start, min(layer.found, start + _SHARE * _SHARES), _SHARE)
        for more, nearest in layers.pool.map(partial(settle_shares, shares=shares), range(layers.threads)):
            settled, pending = settled + more, min(pending, nearest)
        layers.turn = [turn, ties, shares[-1] + _SHARE, settled, pending]
        layers.note_progress()
    return settled, pending


def _look_up(layers: Layers, layer: Layer, one: Buffers, edges: int, node: int) -> None:
    """Fill in the codes of children; BrokenRules if one was not found on the way forwards."""
    for step in np.flatnonzero(np.bincount(one.steps[:edges])).tolist():
        other, stop = layers.layers.get(layer.level + step), 0
        if other is not None:
            stop = look_up(
                other.entries, other.index, other.codes, layers.shift, one.children, one.steps, step, edges, one.places,
                one.found,
            )  # fmt: skip
        if stop < edges:
            where = layers.position(layer, node + int(np.searchsorted(one.first, stop, "right")) - 1)
            raise BrokenRules(
                f"{layers.game.name} cannot be solved: its rules say something else when they are asked again in "
                f"{layers.game.write_position(where)}"
            )


def _tally(layers: Layers, layer: Layer) -> None:
    """Count the positions of a settled layer by their results."""

    def tally(begin: int) -> tuple[Any, Any]:
        counts, longest = np.zeros(4, np.int64), np.zeros(4, np.int64)
        layers.tally(
            layers.packing.frame, layers.symmetries, layer.entries, layer.codes, layers.shift, counts, longest, begin,
            min(begin + _SHARE, layer.found),
        )  # fmt: skip
        return counts, longest

    for counts, longest in layers.pool.map(tally, range(0, layer.found, _SHARE)):
        layers.counts += counts
        np.maximum(layers.longest, longest, out=layers.longest)
    layer.is_settled = True
