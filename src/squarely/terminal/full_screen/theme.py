"""The two themes of the full-screen app, dark and light, in the colours of the browser, and which of them is shown."""

import contextlib
import os
from collections.abc import Mapping
from typing import Any

from textual.theme import Theme

from squarely.files import saved_matches

DARK, LIGHT = "squarely-dark", "squarely-light"
_FILE = "screen-theme"
_WORDS = {"dark": DARK, "light": LIGHT}  # as the file has them
_LIGHT_GROUNDS = ("7", "15")  # of the sixteen colours of a terminal

# What is not one of Textual's own names. Colour is never the only sign of any of them.
_OURS = {
    "first": ("#6fd0ea", "#0a6580"),  # the two sides
    "second": ("#f5b969", "#964800"),
    "mark": ("#544716", "#ffe6a1"),  # under the last move
    "won": ("#1f5130", "#bfe8c8"),  # under the squares that decided
    "good": ("#7fdc98", "#1b6e33"),  # values
    "bad": ("#ff9d94", "#a8231b"),
    "even": ("#c8c0d2", "#5f5868"),
    "endless": ("#a8c7fa", "#0b57d0"),
    "soft": ("#a9b1ba", "#555c66"),  # text that can wait
    "line": ("#333b42", "#ddd7c9"),  # between things
    "edge": ("#7d868f", "#82867f"),  # around what can be operated
    "here": ("#282a3b", "#ebe8f6"),  # chosen, or under the pointer
    "on-accent": ("#17134a", "#ffffff"),
    "tray": ("#0a0c0e", "#d8cfbc"),  # a square that lies deeper: burnt, for one
    "tile": ("#2a3138", "#fbf7ec"),
    "footer-background": ("#1b2025", "#fffefb"),  # the last line
    "footer-foreground": ("#a9b1ba", "#555c66"),
    "footer-key-foreground": ("#b6b2ff", "#4639b8"),
}
_TEXTUALS = {
    "primary": ("#b6b2ff", "#4639b8"),
    "secondary": _OURS["first"],
    "accent": ("#b6b2ff", "#4639b8"),
    "foreground": ("#e9ebee", "#1b2027"),
    "background": ("#121518", "#f5f2ea"),
    "surface": ("#1b2025", "#fffefb"),
    "panel": ("#232930", "#ece7db"),
    "success": _OURS["good"],
    "warning": _OURS["second"],
    "error": _OURS["bad"],
}


def make_themes() -> tuple[Theme, ...]:
    """The dark one and the light one."""
    made = []
    for which, name in enumerate((DARK, LIGHT)):
        named: dict[str, Any] = {part: colours[which] for part, colours in _TEXTUALS.items()}
        ours = {part: colours[which] for part, colours in _OURS.items()}
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
