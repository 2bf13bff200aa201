"""What somebody probably meant who typed a name that does not exist."""

from collections.abc import Iterable


def suggestion(typed: str, known: Iterable[str]) -> str:
    """The end of a sentence that refuses a name: the nearest one there is, or all there are."""
    names = list(known)
    near = nearest(typed, names)
    return f"did you mean {near}?" if near else f"there are {', '.join(names)}"


def nearest(typed: str, known: Iterable[str]) -> str | None:
    """The name that was meant: the beginning of one name alone, or one with about every third letter mistaken."""
    said, names = typed.strip().casefold(), list(known)
    begun = [name for name in names if len(said) > 1 and name.casefold().startswith(said)]
    if len(begun) == 1:
        return begun[0]
    slips = {name: _slips(said, name.casefold()) for name in names}
    best = min(slips, key=lambda name: slips[name], default=None)
    return best if best is not None and slips[best] <= (len(said) + 2) // 3 else None


def _slips(typed: str, meant: str) -> int:
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
