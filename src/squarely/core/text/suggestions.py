"""What somebody probably meant who typed a name that does not exist."""

import shlex
from collections.abc import Iterable


def suggest(typed: str, known: Iterable[str]) -> str:
    """The end of a sentence that refuses a name: the nearest one there is, or all there are."""
    names = list(known)
    near = find_nearest(typed, names)
    return propose(near) if near else f"there are {', '.join(names)}"


def propose(meant: str) -> str:
    """The end of a sentence that refuses what was typed: what was probably meant."""
    return f"did you mean {meant}?"


def command_suggestion(*words: str) -> str:
    """The end of a sentence that refuses a command line: the one that was meant."""
    return f"did you mean: {shlex.join(['squarely', *words])}"


def find_folded(typed: str, known: Iterable[str]) -> str | None:
    """The name that was typed, in capitals or not; exactly as it was typed, if there is one."""
    names = list(known)
    if typed in names:
        return typed
    said = typed.strip().casefold()
    return next((name for name in names if name.casefold() == said), None)


def find_nearest(typed: str, known: Iterable[str]) -> str | None:
    """The name that was meant: the beginning of one name alone, or one with at most every third letter mistaken."""
    said, names = typed.strip().casefold(), list(known)
    begun = [name for name in names if len(said) > 1 and name.casefold().startswith(said)]
    if len(begun) == 1:
        return begun[0]
    most = max(1, len(said) // 3) if len(said) > 1 else 0  # one letter for another is no slip where there is no other
    slips = {
        name: _edit_distance(said, name.casefold()) for name in names if abs(len(name.casefold()) - len(said)) <= most
    }
    best = min(slips, key=lambda name: slips[name], default=None)
    return best if best is not None and slips[best] <= most else None


def _edit_distance(typed: str, meant: str) -> int:
    """How many letters were left out, added, mistaken or exchanged with their neighbour: the edit distance."""
    before: list[int] = []
    row = list(range(len(meant) + 1))
    for y, letter in enumerate(typed, 1):
        two_before, before, row = before, row, [y]
        for x, other in enumerate(meant, 1):
            row.append(min(before[x] + 1, row[x - 1] + 1, before[x - 1] + (letter != other)))
            if y > 1 and x > 1 and (letter, typed[y - 2]) == (meant[x - 2], other):
                row[x] = min(row[x], two_before[x - 2] + 1)
    return row[-1]
