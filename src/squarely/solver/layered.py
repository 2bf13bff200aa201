"""Solve a game layer by layer: no edges are kept, all cores work on it, and interrupted work goes on.

Everything is checked while it is done: a measure that falls after all, an entry that was not found before, rules that
say something else when they are compiled.
"""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from squarely.core.errors import TooLarge
from squarely.core.rules.game import Game, Position
from squarely.solver.exploring import explore, refill
from squarely.solver.integrity import describe_content
from squarely.solver.layers import Layer, Layers, OtherFields, OtherMeasure
from squarely.solver.measure import Measure
from squarely.solver.packing import BITS
from squarely.solver.prediction import LONG, Work, has_room, predict_work
from squarely.solver.scoring import find_scoring
from squarely.solver.settling import settle
from squarely.solver.shelf import Shelf
from squarely.solver.solution import Summary
from squarely.solver.sorted_solution import SortedSolution
from squarely.solver.trust import check_symmetry, compare_some

_LOOKED_AT = 400_000  # of the nodes of a game
_EARLY = 0.1  # share of the work before which the prediction tells more than what is done


def solve_layers(
    game: Game,
    root: Position,
    measure: Measure,
    progress: Callable[[int], None] | None = None,
    folder: Path | None = None,
    has_distances: bool = True,
    is_asked: bool = False,
) -> SortedSolution:
    """The solution of everything that can follow a position of a game whose points do not count.

    Interrupted work goes on from `folder`. It is used for work that takes long, or for all where that `is_asked`.
    """
    about = {**describe_content(game, root), "distances": str(has_distances)} if folder else None
    state, spare = Shelf(folder).load_state(about), 0
    if state:
        measure, spare = Measure(tuple(state["measure"][0]), state["measure"][1]), state["spare"]
    while spare < BITS:
        layers = Layers(game, root, measure, spare, None, has_distances)
        try:
            work = predict_work(layers, bool(folder) and is_asked)
            layers.part_bits = work.part_bits
            if folder and (state or is_asked or (work.seconds > LONG and has_room(folder, work))):
                layers.shelf, layers.about = Shelf(folder, is_new=not state), about
            shown = _estimate(layers, work, progress)
            with layers.pool:
                if state:
                    _restore(layers, state)
                explore(layers, shown)
                summary = settle(layers, shown)
            _examine(layers)
            return _make_solution(layers, summary)
        except OSError as error:
            raise TooLarge(f"what is needed to solve this game cannot be written: {error.strerror}") from error
        except TooLarge:  # nobody goes on with that
            layers.shelf.clear()
            raise
        except OtherMeasure:
            measure, state = measure.weaken(), None
        except OtherFields:
            spare, state = spare + 1, None
    raise TooLarge("no position of this game can be kept")


def _estimate(layers: Layers, work: Work, progress: Callable[[int], None] | None) -> Callable[[int], None] | None:
    """The same progress, which is told what to expect too, where it has an ear for that."""
    expect, began = getattr(progress, "expect", None), time.monotonic()
    if progress is None or expect is None:
        return progress

    def show(positions: int) -> None:
        progress(positions)
        now, settled = time.monotonic() - began, sum(each.found for each in layers.layers.values() if each.is_settled)
        share = (layers.found + settled) / (work.nodes + max(work.nodes, layers.found))
        left = max(work.seconds - now, 0) if share < _EARLY else now * (1 / min(share, 1) - 1)
        expect(f" of about {max(work.positions, positions):,.0f}, about {write_duration(left)} left")

    return show


def write_duration(seconds: float) -> str:
    """`40 s`, `12 min`, `3 h`."""
    for unit, length in (("h", 3600), ("min", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:,.0f} {unit}"
    return f"{seconds:.0f} s"


def _restore(layers: Layers, state: dict[str, Any]) -> None:
    """Go on from what was noted last."""
    layers.kind, layers.reach, layers.turn = state["kind"], state["reach"], state["turn"]
    layers.counts[:], layers.longest[:] = state["tallies"]
    for level, found, expanded, is_complete, is_settled in state["layers"]:
        if is_complete:
            layer = layers.layers[level] = Layer(level, found, expanded, True, is_settled)
            layer.entries = layers.shelf.make(f"entries-{level}", found, "u8", layers.words, found)
            if is_settled:
                layers.make_codes(layer, is_kept=True)
        else:
            layer = layers.open_layer(level, found)
            layer.found, layer.expanded = found, expanded
            refill(layers, layer)


def _examine(layers: Layers) -> None:
    """Hold compiled rules against the rules as they are, in some positions of all layers, half of them ends.

    The first entries of a layer are as good as any chosen by chance.
    """
    share = min(1.0, _LOOKED_AT / layers.found)
    ends, others = list[tuple[Layer, int]](), list[tuple[Layer, int]]()
    for layer in layers.layers.values():
        codes = layer.codes[: int(np.ceil(share * layer.found))]
        is_end = (codes > 0) & (codes < 4) & (layers.shift == 0)
        ends += [(layer, node) for node in np.flatnonzero(is_end).tolist()]
        others += [(layer, node) for node in np.flatnonzero(~is_end).tolist()]
    compare_some(layers.game, len(ends), lambda number: layers.position(*ends[number]))
    compare_some(layers.game, len(others), lambda number: layers.position(*others[number]))
    if len(layers.symmetry.numbers) > 1:
        check_symmetry(layers.game, len(others), lambda number: layers.position(*others[number]))


def _make_solution(layers: Layers, summary: Summary) -> SortedSolution:
    found = {
        level + layers.base: {"entries": layer.entries, "results" if layers.shift else "codes": layer.codes}
        for level, layer in sorted(layers.layers.items())
    }
    numbers, scoring = layers.symmetry.numbers, find_scoring(layers.game)
    return SortedSolution(layers.game, layers.fields, numbers, layers.measure.terms, found, scoring, summary)
