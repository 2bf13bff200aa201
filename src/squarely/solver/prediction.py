"""How large a game is, told from a sample before the work starts: so that what cannot be done is refused at once.

A layer is followed by its moves, so by how many moves lead to each position of the next one: that is seen from how
often the children of a sample of the layer are the same. A layer with moves inside is as large as how rarely walks at
random come to the same position. Small layers are known exactly.
"""

from pathlib import Path
from shutil import disk_usage
from typing import Any, NamedTuple

import numpy as np

from squarely.core.errors import TooLarge
from squarely.core.rules.fields import Kind
from squarely.solver.free_memory import measure_free_memory
from squarely.solver.layers import MOST_PARTS, Layer, Layers
from squarely.solver.packing import WORD
from squarely.solver.successors import read_keys

LONG = 60.0  # seconds after which interrupted work shall go on where it was
_SAMPLE = 30_000  # nodes of a layer
_COLOURINGS, _PAIRS = 512, 12_000  # boards that are coloured, and their positions in a layer
_WALKS = 12  # steps of a walk within a layer
_EVERYWHERE = 1e13  # moves that lead into a layer, of which walks at random see some
_TABLE, _LOG, _INDEX = 14.0, 8.0, 2.0  # bytes of a node while its layer grows, and is looked up
_SECONDS = 8e-8  # for each edge besides what its rules take, found and looked up


class Work(NamedTuple):
    """What a solve will take, about."""

    nodes: float
    positions: float
    kept: float  # bytes of memory, or of the disk where they lie there
    seconds: float
    part_bits: int


def predict_work(layers: Layers, on_disk: bool = False) -> Work:
    """What a solve will take. TooLarge where there is not as much memory, or disk, with what would help."""
    return _weigh(layers, *(_colour_boards(layers) or _follow_samples(layers)), on_disk)


def has_room(folder: Path, work: Work) -> bool:
    """Whether there is room on the disk for what is kept and for the logs."""
    there = next(each for each in (folder, *folder.absolute().parents) if each.exists())
    return disk_usage(there).free > 3 * work.kept


def _colour_boards(layers: Layers) -> tuple[dict[int, float], float] | None:
    """The size of each layer of a game in which pieces are placed and stay, and the edges in all; None of any other.

    Each square of a board is given at random to one of the sets, or to none where there is only one: what is placed
    by these colours alone is a part of the game, known exactly, that has each position of n pieces with the chance
    2^-n. So the layers of many such parts, weighted, are those of the game, without a bias.
    """
    sets, squares = _find_sets(layers), layers.game.shape.squares
    colours = max(2, len(sets))
    if not sets or colours**squares > 1e15:
        return None
    owners = np.random.default_rng(1).integers(0, colours, (_COLOURINGS, squares))
    forbidden = np.zeros((_COLOURINGS, layers.words), np.uint64)
    is_set = np.zeros(layers.words, np.uint64)
    for number, places in enumerate(sets):
        for square, (word, bit) in enumerate(places):
            is_set[word] |= np.uint64(1 << bit)
            forbidden[:, word] |= (owners[:, square] != number).astype(np.uint64) << np.uint64(bit)
    coming = {0: [(np.repeat(layers.root_entry, _COLOURINGS, 0), np.arange(_COLOURINGS))]}
    sizes, total, many, scale = dict[int, float](), 0.0, _COLOURINGS, 1.0
    while coming and sum(sizes.values()) < _find_most(layers):
        level = min(coming)
        entries, boards = map(np.concatenate, zip(*coming.pop(level), strict=True))
        tags = entries[:, 0] ^ entries[:, -1] * np.uint64(5) ^ boards.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        _, which = np.unique(tags, return_index=True)
        while len(which) > _PAIRS and many > 1:  # too many: fewer boards
            many //= 2
            which = which[boards[which] < many]
        scale *= max(1.0, len(which) / _PAIRS)  # of a single board some positions, which say less of those that follow
        which = which[:_PAIRS]
        entries, boards = entries[which], boards[which]
        keys = _read_words(entries)
        weights = scale / many / len(layers.symmetry.numbers) * float(colours) ** np.bitwise_count(keys & is_set).sum(1)
        sizes[level] = weights.sum()
        children, steps, counts = _expand(layers, level, entries, by_symmetry=False)
        total += (weights * counts).sum()
        boards, words = np.repeat(boards, counts), _read_words(children)
        if len(steps) and (np.any(np.repeat(keys, counts, 0) & is_set & ~words) or not steps.all()):
            return None  # something was taken or moved
        stays = ~np.any(words & forbidden[boards], axis=1)
        for step in np.unique(steps[stays]).tolist():
            chosen = stays & (steps == step)
            coming.setdefault(level + step, []).append((children[chosen], boards[chosen]))
    return sizes, total


def _find_sets(layers: Layers) -> list[list[tuple[int, int]]]:
    """Where each square of each set of squares lies in a key: word and bit."""
    sets, shift = [], 0
    for each in layers.fields:
        kind = layers.game.kinds[each.path.partition("[")[0]]
        if kind is Kind.SQUARE_SET and each.width == layers.game.shape.squares:
            sets.append([divmod(shift + square, WORD) for square in range(each.width)])
        shift += each.width
    return sets


def _read_words(entries: Any) -> Any:
    return read_keys(entries).astype(np.uint64).reshape(entries.shape)


def _expand(layers: Layers, level: int, entries: Any, by_symmetry: bool = True) -> tuple[Any, Any, Any]:
    """The children of entries, by how much each is further, and how many each entry has."""
    layer, node, one = Layer(level, len(entries), entries=entries), 0, layers.buffers.take(0)
    children, steps, counts = [np.zeros((0, layers.words), np.uint64)], [np.zeros(0, np.uint8)], [np.zeros(0, np.int64)]
    while node < layer.found:
        stop = layers.expand(one, layer, node, layer.found, by_symmetry=by_symmetry)
        edges = int(one.first[stop - node])
        children.append(one.children[:edges].copy())
        steps.append(one.steps[:edges].copy())
        counts.append(np.diff(one.first[: stop - node + 1]))
        node = stop
    return np.concatenate(children), np.concatenate(steps), np.concatenate(counts)


def _follow_samples(layers: Layers) -> tuple[dict[int, float], float]:
    """The size of each layer of any other game, told from a sample of the moves that lead there, and the edges."""
    coming: dict[int, list[tuple[Any, float]]] = {0: [(layers.root_entry, 1.0)]}
    sizes, edges = dict[int, float](), 0.0
    while coming and sum(sizes.values()) < _find_most(layers):
        level = min(coming)
        some, totals = zip(*coming.pop(level), strict=True)
        entries, sizes[level] = _walk_inside(layers, level, np.concatenate(some), sum(totals))
        children, steps, _ = _expand(layers, level, entries)
        weight = sizes[level] / len(entries)
        edges += weight * len(steps)
        for step in np.unique(steps[steps > 0]).tolist():
            chosen = children[steps == step]
            coming.setdefault(level + step, []).append((chosen, weight * len(chosen)))
    return sizes, edges


def _walk_inside(layers: Layers, level: int, came: Any, total: float) -> tuple[Any, float]:
    """Some entries of a layer and how many it has, from a sample of all moves that lead there."""
    entries, random = _sort(came), np.random.default_rng(0)
    size = float(len(entries)) if len(came) >= total * 0.999 else _extrapolate(len(came), total, len(entries))
    fresh = entries[:0] if layers.measure.is_strict else entries
    while len(fresh) and len(entries) == size and len(entries) <= _SAMPLE:
        known = entries
        entries = _sort(np.concatenate([known, _move_inside(layers, level, fresh)]))
        fresh, size = entries[~np.isin(entries[:, 0], known[:, 0])], float(len(entries))
    walkers = entries = entries[:: 1 + len(entries) // _SAMPLE]
    for _ in range(_WALKS if len(fresh) else 0):
        inside = _move_inside(layers, level, walkers)
        if not len(inside):
            break
        walkers = inside[random.integers(0, len(inside), _SAMPLE)]
    if walkers is entries:  # the layer is known, or its moves all lead out of it
        return entries, size
    different = _sort(walkers)
    return different, max(size, _extrapolate(len(walkers), _EVERYWHERE, len(different)))


def _move_inside(layers: Layers, level: int, entries: Any) -> Any:
    children, steps, _ = _expand(layers, level, entries)
    return children[steps == 0]


def _sort(entries: Any) -> Any:
    return np.unique(entries, axis=0) if entries.shape[1] > 1 else np.unique(entries[:, 0])[:, None]


def _extrapolate(seen: int, total: float, different: int) -> float:
    """How many positions so many moves lead to, if those that were seen lead to so many different ones.

    Equally many moves lead to each: then of N positions, with k moves each, N (1 - (1 - p)^k) are found by a share p.
    """
    low, high = 1.0, total / different
    for _ in range(60):
        many = (low * high) ** 0.5
        if different * many / total < 1 - (1 - seen / total) ** many:
            low = many
        else:
            high = many
    return max(total / low, different)


def _find_most(layers: Layers) -> float:
    """So many nodes that it need not be known how many more there are: they do not fit."""
    return 2 * measure_free_memory() / (8 * layers.words)


def _weigh(layers: Layers, sizes: dict[int, float], edges: float, on_disk: bool) -> Work:
    seconds = edges * _SECONDS
    words, nodes = layers.words, sum(sizes.values())
    code = 0.25 if layers.shift else np.dtype(layers.kind).itemsize
    below, peak, tables, before = 0.0, 0.0, 0.0, 0.0
    for _, size in sorted(sizes.items()):
        growing = _TABLE * words * (size + (0 if layers.measure.is_strict else before))
        tables, peak = max(tables, growing), max(peak, growing + words * (_LOG * size + 8 * below))
        below, before = below + size, size
    kept, index = nodes * (8 * words + code), 2 * _INDEX * max(sizes.values())
    needed, free = tables + index if on_disk else max(peak, kept + index), measure_free_memory()
    positions = nodes * len(layers.symmetry.numbers)
    if needed > free:
        more = "about" if nodes < _find_most(layers) else "far more than"
        disk = "" if on_disk else ", --disk DIR"
        raise TooLarge(
            f"this game has {more} {positions:,.0f} positions, told from a sample, and needs over "
            f"{needed / 2**30:,.1f} GiB of memory; there are {free / 2**30:,.1f}. A smaller size, a --position nearer "
            f"to the end{disk} or more memory would help; the game can be played all the same"
        )
    part_bits = min(MOST_PARTS, max(2, int(max(sizes.values()) / (1 << 17)).bit_length()))
    return Work(nodes, positions, kept, seconds, part_bits)
