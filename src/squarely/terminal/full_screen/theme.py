"""The two themes of the full-screen app, dark and light, in the colours of the browser, and which of them is shown."""

import contextlib
import os
from collections.abc import Mapping
from typing import Any

from textual.theme import Theme

from squarely.files import saved_matches
from squarely.review.drawing.svg import PALETTE

DARK, LIGHT = "squarely-dark", "squarely-light"
_FILE = "screen-theme"
_WORDS = {"dark": DARK, "light": LIGHT}  # as the file has them
_LIGHT_GROUNDS = ("7", "15")  # of the sixteen colours of a terminal

# Light and dark, by the names of the pages. Colour is never the only sign of anything.
_COLOURS = PALETTE | {
    "won": ("#bfe8c8", "#1f5130"),  # under the squares that decided
    "even": ("#5f5868", "#c8c0d2"),  # values: a tie, play that can go on for ever
    "endless": PALETTE["focus"],
    "panel": ("#ece7db", "#232930"),
}
_TEXTUALS = {
    "primary": "accent",
    "secondary": "first",
    "accent": "accent",
    "foreground": "ink",
    "background": "paper",
    "surface": "card",
    "panel": "panel",
    "success": "good",
    "warning": "second",
    "error": "bad",
}


def make_themes() -> tuple[Theme, ...]:
    """The light one and the dark one."""
    made = []
    for which, name in enumerate((LIGHT, DARK)):
        ours = {part: colours[which] for part, colours in _COLOURS.items()}
        named: dict[str, Any] = {theirs: ours[part] for theirs, part in _TEXTUALS.items()}
        made.append(Theme(name, dark=name == DARK, variables=ours, **named))
    return tuple(made)


def find_theme(environment: Mapping[str, str] = os.environ) -> str:
    """The theme that was chosen before, else the one that suits the terminal as far as the terminal says so."""
    with contextlib.suppress(OSError, UnicodeDecodeError, KeyError):
        return _WORDS[(saved_matches.folder() / _FILE).read_text(encoding="utf-8").strip()]
    ground = environment.get("COLORFGBG", "").rpartition(";")[2]
    return LIGHT if ground in _LIGHT_GROUNDS else DARK


def keep_theme(name: str) -> None:
    """Begin with this one next time; where nothing can be kept, only this time."""
    word = next(word for word, theme in _WORDS.items() if theme == name)
    with contextlib.suppress(OSError):
        saved_matches.replace_text(saved_matches.folder() / _FILE, f"{word}\n")
