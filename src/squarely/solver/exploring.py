"""Forwards: everything that can follow, layer by layer."""

from collections.abc import Callable

import numpy as np

from squarely.solver.entries import gather_new, group_entries, insert_group, sort_table
from squarely.solver.layers import BUFFERS, EDGES, NODES, Layer, Layers, OtherMeasure


def explore(layers: Layers, progress: Callable[[int], None] | None = None) -> None:
    """Fill the layers with everything that can follow, from where they are."""
    if not layers.layers:
        layer = layers.open_layer(0)
        layer.entries, layer.found = layers.shelf.lengthen("log-0", layer.entries, 1), 1
        layer.entries[:] = layers.root_entry
        refill(layers, layer)
    nodes = NODES
    while todo := [each for each in layers.layers.values() if not each.is_complete or each.expanded < each.found]:
        layer = min(todo, key=lambda each: each.level)
        if layers.measure.is_strict and not layer.is_complete:
            _complete(layers, layer)
        while layer.expanded < layer.found:
            nodes = _expand_some(layers, layer, nodes)
            layers.note_progress()
            if progress:
                progress(len(layers.symmetry.numbers) * layers.found)
        if not layer.is_complete:
            _complete(layers, layer)


def refill(layers: Layers, layer: Layer) -> None:
    """Fill the tables of a layer with what its log has."""
    one = layers.buffers.take(0)
    for begin in range(0, layer.found, EDGES):
        entries = layer.entries[begin : min(begin + EDGES, layer.found)]
        one.steps[: len(entries)] = 0
        group_entries(entries, one.steps, len(entries), layers.part_bits, 0, one.grouped, one.begins, one.places)
        _insert(layers, layer.level, [0], 0, is_new=False)


def _expand_some(layers: Layers, layer: Layer, nodes: int) -> int:
    """Expand the next nodes, as many with each buffer, all threads at once; how many it shall be the next time."""
    begin, bits = layer.expanded, layers.part_bits
    starts = range(begin, min(layer.found, begin + BUFFERS * nodes), nodes)

    def expand(number: int) -> tuple[int, int]:
        one, at = layers.buffers.take(number), starts[number]
        stop = layers.expand(one, layer, at, min(at + nodes, layer.found))
        edges = int(one.first[stop - at])
        most = int(one.steps[:edges].max(initial=0))
        group_entries(one.children, one.steps, edges, bits, most, one.grouped, one.begins, one.places)
        return stop, most

    done = list(layers.pool.map(expand, range(len(starts))))
    tops = [most for _, most in done]
    for step in range(max(tops) + 1):
        _insert(layers, layer.level, tops, step)
    for start, (stop, _) in zip(starts, done, strict=True):
        layer.expanded = stop
        if stop < min(start + nodes, layer.found):  # its buffer was full: what the others did is done once more
            return max(1, min(nodes, (stop - start) * 3 // 4))
    return nodes


def _insert(layers: Layers, level: int, tops: list[int], step: int, is_new: bool = True) -> None:
    """Put the children that are so many steps further into the tables of their layer, and into its log if new."""
    bits, parts, many = layers.part_bits, 1 << layers.part_bits, len(tops)
    grouped, begins, ends = (each[:many] for each in layers.buffers[5:8])
    start, groups = step << bits, np.array([top + 1 << bits for top in tops])
    coming = sum(np.diff(begins[at, start : start + parts + 1]) for at, top in enumerate(tops) if step <= top)
    if not np.any(coming):
        return
    layer = layers.open_layer(level + step)
    if layer.is_complete:
        raise OtherMeasure

    def insert(thread: int) -> int:
        total = 0
        for part in range(thread, parts, layers.threads):
            table = layer.make_room(part, int(coming[part]), bits)
            new = insert_group(table, bits, grouped, begins, start + part, groups, ends)
            if new < 0:
                raise AssertionError("entries are not spread evenly")
            layer.used[part] += new
            total += new
        return total

    total = layer.found + sum(layers.pool.map(insert, range(layers.threads)))
    if not is_new:
        return
    layers.reach = max(layers.reach, step)
    if total > len(layer.entries):
        layer.entries = layers.shelf.lengthen(f"log-{layer.level}", layer.entries, total + total // 3 + 1024)
    layer.found = gather_new(grouped, begins, ends, start, start + parts, layer.entries, layer.found)


def _complete(layers: Layers, layer: Layer) -> None:
    """Sort a layer, of which everything is known."""
    layer.entries, count = None, 0
    layer.entries = layers.shelf.make(f"entries-{layer.level}", layer.found, "u8", layers.words)
    while layer.tables:
        entries = sort_table(layer.tables.pop(0))
        layer.entries[count : count + len(entries)] = entries
        count += len(entries)
    layer.is_complete = True
    layers.note_progress(at_once=True)  # only then nobody needs the log
    layers.shelf.drop(f"log-{layer.level}")
