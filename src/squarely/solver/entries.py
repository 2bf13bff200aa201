"""Sets of entries: hash tables while they grow, sorted and indexed arrays once they are complete.

An entry is one word or two, spread evenly (`squarely.solver.successors`). The first bits of an entry say in which part
of a set it is, the following ones where in that part: so a table is nearly sorted as it is. No kernel allocates.
"""

from typing import Any

import numpy as np

from squarely.core.rules.game import ONGOING, TIE
from squarely.solver.compiled import jit
from squarely.solver.kept_code import jit_kept
from squarely.solver.retrograde import FAR

SLACK = 1024  # slots behind a table, for what would lie beyond its end
_TOGETHER = 512  # entries that are looked up together
_WORD, _HALF = np.uint64(64), np.uint64(32)


@jit_kept(nogil=True)
def group_entries(
    entries: Any, steps: Any, count: int, part_bits: int, most: int, grouped: Any, begins: Any, places: Any
) -> None:
    """Sort entries by step and then by part; group g lies from begins[g] to begins[g + 1]."""
    down = _WORD - np.uint64(part_bits)
    begins[: (most + 1 << part_bits) + 1] = 0
    for at in range(count):
        part = np.int64(entries[at, 0] >> down) if part_bits else 0
        places[at] = (np.int64(steps[at]) << part_bits) + part
        begins[np.int64(places[at]) + 1] += 1
    for group in range(most + 1 << part_bits):
        begins[group + 1] += begins[group]
    for at in range(count):
        to = begins[places[at]]
        begins[places[at]] += 1
        for word in range(entries.shape[1]):
            grouped[to, word] = entries[at, word]
    for group in range(most + 1 << part_bits, 0, -1):
        begins[group] = begins[group - 1]
    begins[0] = 0


@jit(inline="always")
def _find_slot(table: Any, part_bits: int, entries: Any, at: int) -> Any:
    """The slot of an entry in the table of its part: where it is, or where it would go; -1 where there is none."""
    last = entries.shape[1] - 1
    size = np.uint64(len(table) - SLACK)
    slot: Any = np.int64(((entries[at, 0] << np.uint64(part_bits)) >> _HALF) * size >> _HALF)
    while slot < len(table) and (table[slot, 0] != entries[at, 0] or table[slot, last] != entries[at, last]):
        if table[slot, 0] == 0 and table[slot, last] == 0:
            return slot
        slot += 1
    return slot if slot < len(table) else -1


@jit_kept(nogil=True)
def insert_group(table: Any, part_bits: int, grouped: Any, begins: Any, group: int, tops: Any, ends: Any) -> int:
    """Put a group of several buffers into the table of its part; those that were not there come to its front.

    A buffer has as many groups as `tops` says. `ends` gets where the new ones end in each. Returns how many there are,
    -1 if the table is so crowded that something found no place.
    """
    last, count = table.shape[1] - 1, 0
    for buffer in range(len(tops)):
        ends[buffer, group] = 0
        if group >= tops[buffer]:
            continue
        entries, to = grouped[buffer], begins[buffer, group]
        for at in range(begins[buffer, group], begins[buffer, group + 1]):
            slot = _find_slot(table, part_bits, entries, at)
            if slot < 0:
                return -1
            if table[slot, 0] == 0 and table[slot, last] == 0:
                for word in range(last + 1):
                    table[slot, word] = entries[to, word] = entries[at, word]
                to += 1
                count += 1
        ends[buffer, group] = to
    return count


@jit_kept(nogil=True)
def gather_new(grouped: Any, begins: Any, ends: Any, group: int, until: int, log: Any, count: int) -> int:
    """Append what is new in some groups of all buffers to a log of so many entries; how many there are then."""
    for each in range(group, until):
        for buffer in range(len(grouped)):
            for at in range(begins[buffer, each], ends[buffer, each]):
                for word in range(log.shape[1]):
                    log[count, word] = grouped[buffer, at, word]
                count += 1
    return count


def rehash(table: Any, part_bits: int, wider: Any) -> bool:
    """Copy every entry into a wider table; False if something found no place."""
    entries = table[table.any(1)]
    begins, tops, ends = np.array([[0, len(entries)]], np.int32), np.ones(1, np.int64), np.zeros((1, 1), np.int32)
    return bool(insert_group(wider, part_bits, entries[None], begins, 0, tops, ends) >= 0)


def sort_table(table: Any) -> Any:
    """The entries of a table in order."""
    entries = table[table.any(1)]
    return np.sort(entries, 0) if entries.shape[1] == 1 else entries[np.lexsort((entries[:, 1], entries[:, 0]))]


@jit_kept(nogil=True)
def build_index(ordered: Any, index: Any) -> None:
    """Note where the entries begin that begin with each number; the index is one longer than there are such numbers."""
    bits = 0
    while 1 << bits < len(index) - 1:
        bits += 1
    down, at = _WORD - np.uint64(bits), 0
    for bucket in range(len(index) - 1):
        while at < len(ordered) and np.int64(ordered[at, 0] >> down) < bucket:
            at += 1
        index[bucket] = at
    index[len(index) - 1] = len(ordered)


@jit_kept(nogil=True)
def look_up(
    ordered: Any, index: Any, codes: Any, shift: int, entries: Any, steps: Any, step: int, end: int, places: Any,
    found: Any,
) -> int:  # fmt: skip
    """Fill in the codes of the entries of this step; the first that is not among those in order, or `end`.

    Some hundreds at a time, one access of each after the other: so the memory works on many of them at once.
    """
    bits, mask, last, touched = 0, (1 << shift) - 1, ordered.shape[1] - 1, np.uint64(0)
    while 1 << bits < len(index) - 1:
        bits += 1
    down = _WORD - np.uint64(bits)
    for begin in range(0, end, _TOGETHER):
        until = min(begin + _TOGETHER, end)
        for at in range(begin, until):
            places[at] = index[np.int64(entries[at, 0] >> down)] if steps[at] == step else 0
        for at in range(begin, until):
            touched |= ordered[places[at], 0]
        for at in range(begin, until):
            if steps[at] == step:
                word, other = entries[at, 0], entries[at, last]
                place, above = np.int64(places[at]), np.int64(index[np.int64(word >> down) + 1])
                for each in range(place, above):
                    place += (ordered[each, 0] < word) | ((ordered[each, 0] == word) & (ordered[each, last] < other))
                if place >= above or ordered[place, 0] != word or ordered[place, last] != other:
                    return at
                places[at] = place
        for at in range(begin, until):
            if steps[at] == step:
                place = np.int64(places[at])
                found[at] = codes[place >> shift] >> 2 * (place & mask) & (3 if shift else 0xFFFF)
    return end if touched or not end else 0


@jit_kept(nogil=True)
def settle_nodes(  # noqa: PLR0912  (the loop of what a node is worth, which is hot)
    first: Any, movers: Any, results: Any, steps: Any, found: Any, codes: Any, shift: int, begin: int, count: int,
    turn: int, ties: bool, patient: int, farthest: int,
) -> Any:  # fmt: skip
    """Give nodes their codes as far as the codes of their children decide them, at most `turn` moves from an end.

    Later a node may still find a shorter way to win. So a win is settled in its turn; and so is a tie, but only once
    all wins are (`ties`), and by a side that does not win by going on (`patient`). Returns how many nodes were settled,
    -1 if one is too far, and the nearest turn in which another may be.
    """
    settled, mask = 0, (1 << shift) - 1
    pending: Any = FAR
    for at in range(count):
        if results[at] == 255:  # it has a code
            continue
        code: Any = np.int64(results[at])
        mover: Any = np.int64(movers[at])
        distance: Any = 0
        if code == ONGOING:
            win: Any = FAR
            loss: Any = -1
            near: Any = FAR
            far: Any = -1
            is_open, is_endless = False, False
            for edge in range(first[at], first[at + 1]):
                result, distance = found[edge] & 3, np.int64(found[edge] >> 2) + 1
                if result == ONGOING:
                    is_open |= steps[edge] == 0
                    is_endless = True
                elif result == TIE:
                    near, far = min(near, distance), max(far, distance)
                elif result == 1 + mover:
                    win = min(win, distance)
                else:
                    loss = max(loss, distance)
            if win < FAR:
                code, distance = 1 + mover, win
                if is_open and win > turn:
                    code = ONGOING
            elif near < FAR and (mover != patient or not is_endless) and (ties or not is_open):
                code, distance = TIE, far if mover == patient else near
                if is_open and near > turn:
                    code = ONGOING
            elif not is_endless:
                code, distance = 2 - mover, loss
            else:
                distance = FAR
            if code == ONGOING:
                pending = min(pending, distance)
                continue
            if shift == 0:
                if distance > farthest:
                    return -1, pending
                code |= distance << 2
        node = begin + at
        codes[node >> shift] |= code << 2 * (node & mask)
        settled += 1
    return settled, pending
