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
from squarely.solver.successors import make_entry, read_keys

LONG = 60.0  # seconds after which interrupted work shall go on where it was
_SAMPLE = 30_000  # nodes of a layer
_COLOURINGS, _PAIRS = 512, 12_000  # boards that are coloured, and their positions in a layer
_WALKS = 12  # steps of a walk within a layer
_TABLE, _LOG, _INDEX = 14.0, 8.0, 2.0  # bytes of a node while its layer grows, and is looked up
_SECONDS = 8e-8  # for each edge besides what its rules take, found and looked up


class Work(NamedTuple):
    """What a solve will take, about."""

    nodes: float
    positions: float
    memory: float
    kept: float  # bytes of memory that are so many bytes of the disk, where they lie there
    seconds: float
    part_bits: int


class _Sample(NamedTuple):
    """Some entries of a layer, in order, and how many there are in all."""

    entries: Any
    size: float


def predict_work(layers: Layers, on_disk: bool = False) -> Work:
    """What a solve will take. TooLarge where there is not as much memory, or disk, with what would help."""
    edges = 0.0
    if coloured := _colour_boards(layers):
        return _weigh(layers, *coloured, on_disk)
    coming: dict[int, list[tuple[Any, float]]] = {0: [(_find_root(layers), 1.0)]}
    sizes: dict[int, float] = {}
    while coming and sum(sizes.values()) < _find_most(layers):
        level = min(coming)
        sample = _join(coming.pop(level))
        sample = _walk_inside(layers, level, sample)
        sizes[level] = sample.size
        children, steps, _ = _expand(layers, level, sample.entries)
        weight = sample.size / len(sample.entries)
        edges += weight * len(steps)
        for step in np.flatnonzero(np.bincount(steps, minlength=1)[1:]).tolist() if len(steps) else ():
            some = children[steps == step + 1]
            coming.setdefault(level + step + 1, []).append((some, weight * len(some)))
    return _weigh(layers, sizes, edges, on_disk)


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
    sets = _find_sets(layers)
    if not sets or max(len(sets), 2) ** layers.game.shape.squares > 1e15:
        return None
    random, squares = np.random.default_rng(1), layers.game.shape.squares
    owners = random.integers(0, max(2, len(sets)), (_COLOURINGS, squares))
    forbidden = np.zeros((_COLOURINGS, layers.words), np.uint64)
    is_set = np.zeros(layers.words, np.uint64)
    for number, places in enumerate(sets):
        for square, (word, bit) in enumerate(places):
            is_set[word] |= np.uint64(1 << bit)
            forbidden[:, word] |= (owners[:, square] != number).astype(np.uint64) << np.uint64(bit)
    boards = np.arange(_COLOURINGS)
    coming = {0: (np.repeat(_find_root(layers), _COLOURINGS, 0), boards)}
    sizes, total, many, scale = dict[int, float](), 0.0, _COLOURINGS, 1.0
    while coming and sum(sizes.values()) < _find_most(layers):
        level = min(coming)
        entries, boards = coming.pop(level)
        tags = entries[:, 0] ^ entries[:, -1] * np.uint64(5) ^ boards.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        _, which = np.unique(tags, return_index=True)
        while len(which) > _PAIRS and many > 1:  # too many: fewer boards
            many //= 2
            which = which[boards[which] < many]
        scale *= max(1.0, len(which) / _PAIRS)  # of a single board some positions, which say less of those that follow
        which = which[:_PAIRS]
        entries, boards = entries[which], boards[which]
        keys = _read_words(entries)
        weights = scale * float(max(2, len(sets))) ** np.bitwise_count(keys & is_set).sum(1)
        sizes[level] = weights.sum() / many / len(layers.symmetry.numbers)
        children, steps, counts = _expand(layers, level, entries, by_symmetry=False)
        total += (weights * counts).sum() / many / len(layers.symmetry.numbers)
        boards, words = np.repeat(boards, counts), _read_words(children)
        if len(steps) and (np.any(np.repeat(keys, counts, 0) & is_set & ~words) or not steps.all()):
            return None  # something was taken or moved
        stays = ~np.any(words & forbidden[boards], axis=1)
        for step in np.flatnonzero(np.bincount(steps[stays])).tolist():
            chosen = stays & (steps == step)
            more = coming.get(level + step, (children[:0], boards[:0]))
            coming[level + step] = (
                np.concatenate([more[0], children[chosen]]), np.concatenate([more[1], boards[chosen]])
            )  # fmt: skip
    return sizes, total


def _find_most(layers: Layers) -> float:
    """So many nodes that it need not be known how many more there are: they do not fit."""
    return 2 * measure_free_memory() / (8 * layers.words)


def _find_sets(layers: Layers) -> list[list[tuple[int, int]]]:
    """Where each square of each set of squares lies in a key: word and bit."""
    sets, shift = [], 0
    for each in layers.fields:
        if (
            layers.game.kinds[each.path.partition("[")[0]] is Kind.SQUARE_SET
            and each.width == layers.game.shape.squares
        ):
            sets.append([divmod(shift + square, WORD) for square in range(each.width)])
        shift += each.width
    return sets


def _read_words(entries: Any) -> Any:
    return read_keys(entries).astype(np.uint64).reshape(entries.shape)


def _find_root(layers: Layers) -> Any:
    return make_entry(min(map(layers.packing.pack, layers.symmetry.orbit(layers.root))))


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


def _join(coming: list[tuple[Any, float]]) -> _Sample:
    """A layer, from samples of the moves that lead there, each with how many such moves there are in all."""
    entries, size = np.concatenate([some for some, _ in coming]), sum(total for _, total in coming)
    different = _sort(entries)
    found = float(len(different))
    if len(entries) < size * 0.999:
        found = max(found, _extrapolate(len(entries), size, found))
    return _Sample(different[:_SAMPLE], found)


def _sort(entries: Any) -> Any:
    return np.unique(entries, axis=0) if entries.shape[1] > 1 else np.unique(entries[:, 0])[:, None]


def _extrapolate(seen: int, total: float, different: float) -> float:
    """How many positions so many moves lead to, if those that were seen lead to so many different ones.

    Equally many moves lead to each: then of N positions, with k moves each, N (1 - (1 - p)^k) are found by a share p.
    """
    share, low, high = seen / total, 1.0, 1e6
    for _ in range(60):
        many = (low * high) ** 0.5
        if different * many / total < 1 - (1 - share) ** many:
            low = many
        else:
            high = many
    return total / low


def _walk_inside(layers: Layers, level: int, sample: _Sample) -> _Sample:
    """The same layer with everything that moves within it lead to."""
    entries, fresh, random = sample.entries, sample.entries, np.random.default_rng(0)
    is_whole = len(entries) == sample.size
    while is_whole and len(fresh):
        children, steps, _ = _expand(layers, level, fresh)
        known = entries
        entries = _sort(np.concatenate([entries, children[steps == 0]]))
        fresh = entries[~np.isin(entries[:, 0], known[:, 0])]
        if len(entries) > _SAMPLE:
            is_whole = False
    if is_whole:
        return _Sample(entries, len(entries))
    walkers = entries[:: 1 + len(entries) // _SAMPLE]
    has_walked = False
    for _ in range(_WALKS):
        children, steps, _ = _expand(layers, level, walkers)
        inside = children[steps == 0]
        if not len(inside):
            break
        has_walked, walkers = True, inside[random.integers(0, len(inside), _SAMPLE)]
    if not has_walked:
        return sample
    different = _sort(walkers)
    low, high = float(len(different)), 1e13
    for _ in range(60):  # so many fall together by chance, of walks to so many places
        size = (low * high) ** 0.5
        if size * -np.expm1(-len(walkers) / size) < len(different):
            low = size
        else:
            high = size
    return _Sample(different, max(low, sample.size, float(len(entries))))


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
    return Work(nodes, positions, needed, kept, seconds, part_bits)
