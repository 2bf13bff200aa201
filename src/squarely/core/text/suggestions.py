"""The nearest names to one that does not exist."""

import shlex
from collections.abc import Iterable

_ALIKE = 0.65  # of 1: one letter of four mistaken, or two neighbours exchanged, and not `chess` for `check`


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
    """The name that was meant: the beginning of one name alone, or one that is much alike."""
    from difflib import get_close_matches

    said, names = typed.strip().casefold(), {name.casefold(): name for name in known}
    begun = [name for name in names if len(said) > 1 and name.startswith(said)]
    near = begun if len(begun) == 1 else get_close_matches(said, names, 1, _ALIKE)
    return names[near[0]] if near else None
