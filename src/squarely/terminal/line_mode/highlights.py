"""What stands out on a terminal: what belongs to the two sides in their colours, what has changed in reverse."""

import os
import re
from collections.abc import Collection, Mapping
from itertools import groupby

# A blue and an orange of the palette that no terminal changes, about as far from black as from white; nobody who is
# blind for some colours takes one for the other.
COLOURS = (63, 130)
_FEW_COLOURS = (34, 35)  # where there are only eight: blue and magenta
_BOLD, _REVERSE, _RESET = "1", "7", "\x1b[0m"


def highlight(text: str, sides: Mapping[str, int | None], marked: Collection[int] = (), is_strong: bool = False) -> str:
    """The text with codes around what stands out; without those it is as it was.

    `sides` says what is coloured for which side, None for what is not although a part of it would be; `marked` are the
    places of the characters that have changed; all of a strong text is bold.
    """
    colours = _find_colours(text, sides)
    styles = [
        (";".join(_codes(colours.get(at), at in marked, is_strong and letter != "\n")), letter)
        for at, letter in enumerate(text)
    ]
    shown = []
    for style, letters in groupby(styles, key=lambda each: each[0]):
        run = "".join(letter for _, letter in letters)
        shown.append(f"\x1b[{style}m{run}{_RESET}" if style else run)
    return "".join(shown)


def _find_colours(text: str, sides: Mapping[str, int | None]) -> dict[int, int]:
    """The side of every character that belongs to one."""
    if not sides:
        return {}
    either = "|".join(map(re.escape, sorted(sides, key=len, reverse=True)))  # a name before a mark within it
    found = re.finditer(rf"(?<!\w)({either})(?!\w)", text)
    return {at: side for each in found if (side := sides[each[0]]) is not None for at in range(*each.span())}


def _codes(side: int | None, is_marked: bool, is_strong: bool) -> list[str]:
    codes = [_BOLD] if side is not None or is_marked or is_strong else []
    if is_marked:
        codes.append(_REVERSE)
    if side is not None:
        codes.append(f"38;5;{COLOURS[side]}" if _has_many_colours() else str(_FEW_COLOURS[side]))
    return codes


def _has_many_colours() -> bool:
    """Whether the terminal says that it knows more than eight."""
    return "256" in os.environ.get("TERM", "") or bool(os.environ.get("COLORTERM"))
