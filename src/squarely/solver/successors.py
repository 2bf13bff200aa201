"""What follows each of many positions, by the compiled rules: the one kernel of the layered solver that knows the game.

Positions are kept as entries: their keys mixed, so that entries are spread evenly and their order is that of a hash. An
entry of zeros is none. `unmix` brings the key back.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from squarely.core.rules.fields import derive_transform
from squarely.core.rules.game import ONGOING, TIE, Game
from squarely.solver.compiled import Compiled, compile_function, jit
from squarely.solver.kept_code import jit_kept
from squarely.solver.kernel import DOES_NOT_FIT, DONE, NO_RESULT, STUCK, compile_orbits
from squarely.solver.packing import PackingFunctions

FULL, BACKWARDS = 7, 8  # statuses besides those of the other kernel: no room for more, and a measure that falls
STEPS = 64  # by which a move can raise the measure, at most
_HALF, _FACTOR, _INVERSE = np.uint64(32), np.uint64(0x9E3779B97F4A7C15), np.uint64(pow(0x9E3779B97F4A7C15, -1, 1 << 64))


@jit(inline="always")
def _mix(word: Any) -> Any:
    word = (word ^ word >> _HALF) * _FACTOR
    return (word ^ word >> _HALF) * _FACTOR


@jit(inline="always")
def _unmix(word: Any) -> Any:
    word = word * _INVERSE
    word = (word ^ word >> _HALF) * _INVERSE
    return word ^ word >> _HALF


@jit_kept(nogil=True)
def mix(words: Any, entries: Any) -> None:
    """Fill in the entries of keys; both have a row each, with one word or two."""
    for at in range(len(words)):
        low = ~np.uint64(words[at, 0])
        if words.shape[1] == 1:
            entries[at, 0] = _mix(low)
        else:
            entries[at, 0], entries[at, 1] = _mix(~np.uint64(words[at, 1]) ^ _mix(low)), low


@jit_kept(nogil=True)
def unmix(entries: Any, words: Any) -> None:
    """Fill in the keys of entries."""
    for at in range(len(entries)):
        if words.shape[1] == 1:
            words[at, 0] = np.int64(~_unmix(entries[at, 0]))
        else:
            low = entries[at, 1]
            words[at, 0], words[at, 1] = np.int64(~low), np.int64(~(_unmix(entries[at, 0]) ^ _mix(low)))


def make_entry(key: Any) -> Any:
    """The entry of a key, as an array of one row."""
    words = np.array([[key] if isinstance(key, int) else key], np.uint64)
    entry = np.empty_like(words)
    mix(words, entry)
    return entry


def read_keys(entries: Any) -> Any:
    """The keys of entries: numbers, or rows of two words."""
    words = np.empty(entries.shape, np.int64)
    unmix(np.ascontiguousarray(entries), words)
    return words if words.shape[1] > 1 else words[:, 0]


class SymmetryTables(NamedTuple):
    """Symmetries for compiled functions."""

    squares: Any
    directions: Any
    sets: Any  # for each symmetry and byte of a set, where the squares in this byte go


def tabulate_symmetries(game: Game, numbers: tuple[int, ...]) -> SymmetryTables:
    """Some of the symmetries of a game."""
    squares, directions = (np.array(table, np.int64)[[*numbers]] for table in game.symmetries)
    sets = np.zeros((len(numbers), (squares.shape[1] + 7) // 8, 256), np.int64)
    for square in range(squares.shape[1]):
        has = np.arange(256) >> square % 8 & 1
        sets[:, square // 8] |= has << squares[:, square, None]
    return SymmetryTables(squares, directions, sets)


@cache
def compile_transform(position_type: Any, bytes_of_a_set: int) -> Any:
    """The transform that looks sets up in such tables."""
    return compile_function(derive_transform(position_type, bytes_of_a_set))


@cache
def compile_successors(
    rules: Compiled, packing: PackingFunctions, transform: Any, measure: Any, is_declared: bool, is_wide: bool
) -> Any:
    """Compiled functions that write down what follows positions, and how many positions entries stand for."""
    legal_moves, play, outcome, count = rules.legal_moves, rules.play, rules.outcome, compile_function(measure)
    _, unpack, least_key, orbit_size = compile_orbits(packing, transform, is_declared)

    @jit(inline="always")
    def read_key(entries: Any, at: int) -> Any:
        if is_wide:
            low = entries[at, 1]
            return np.int64(~low), np.int64(~(_unmix(entries[at, 0]) ^ _mix(low)))
        return np.int64(~_unmix(entries[at, 0]))

    @jit(inline="always")
    def write_entry(entries: Any, at: int, key: Any) -> None:
        if is_wide:
            low = ~np.uint64(key[0])
            entries[at, 0], entries[at, 1] = _mix(~np.uint64(key[1]) ^ _mix(low)), low
        else:
            entries[at, 0] = _mix(~np.uint64(key))

    @jit_kept(nogil=True)
    def expand(
        law: Any, frame: Any, symmetries: Any, level: int, entries: Any, codes: Any, shift: int, node: int, until: int,
        first: Any, movers: Any, results: Any, children: Any, steps: Any,
    ) -> Any:  # fmt: skip
        """Write down the children of nodes whose code is 0, from `node` on; a status and where it stopped.

        Where `codes` is empty all are expanded. `steps` has by how much each move raises the measure above `level`.
        """
        edges, begin, mask = 0, node, (1 << shift) - 1
        while node < until and node - begin < len(movers):
            at = node - begin
            first[at] = edges
            if len(codes) and codes[node >> shift] >> 2 * (node & mask) & (3 if shift else -1):
                results[at] = 255
                node += 1
                continue
            position = unpack(frame, read_key(entries, node))
            result = outcome(law, position)
            if not (ONGOING <= result <= TIE and 0 <= position.mover <= 1):
                return NO_RESULT, node
            movers[at], results[at] = position.mover, result
            if result == ONGOING:
                for move in legal_moves(law, position):
                    if edges == len(children):
                        return FULL, node
                    after = play(law, position, move)
                    all_fit, key = least_key(frame, symmetries, after)
                    step = count(after) - level
                    if not all_fit:
                        return DOES_NOT_FIT, node
                    if not 0 <= step < STEPS:
                        return BACKWARDS, node
                    write_entry(children, edges, key)
                    steps[edges] = step
                    edges += 1
                if edges == first[at]:
                    return STUCK, node
            node += 1
        first[node - begin] = edges
        return DONE, node

    @jit_kept(nogil=True)
    def tally(
        frame: Any,
        symmetries: Any,
        entries: Any,
        codes: Any,
        shift: int,
        counts: Any,
        longest: Any,
        begin: int,
        end: int,
    ) -> None:
        """Count the positions of each result, and find the largest distance of each."""
        mask = (1 << shift) - 1
        for node in range(begin, end):
            code = codes[node >> shift] >> 2 * (node & mask) & (3 if shift else 0xFFFF)
            counts[code & 3] += orbit_size(frame, symmetries, unpack(frame, read_key(entries, node)))
            longest[code & 3] = max(longest[code & 3], code >> 2)

    return expand, tally
