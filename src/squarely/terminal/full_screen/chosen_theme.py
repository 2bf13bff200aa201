"""Which theme is shown: the one that was chosen before, else the one that suits the terminal as far as it says so."""

import contextlib
import os
from collections.abc import Mapping

from squarely.files import saved_matches
from squarely.terminal.full_screen.theme import DARK, LIGHT

_FILE = "screen-theme"
_WORDS = {"dark": DARK, "light": LIGHT}
_LIGHT_GROUNDS = ("7", "15")  # of the sixteen colours of a terminal


def find_theme(environment: Mapping[str, str] = os.environ) -> str:
    """The name of the theme to begin with."""
    with contextlib.suppress(OSError, UnicodeDecodeError):
        kept = (saved_matches.folder() / _FILE).read_text(encoding="utf-8").strip()
        if kept in _WORDS:
            return _WORDS[kept]
    ground = environment.get("COLORFGBG", "").rpartition(";")[2]
    return LIGHT if ground in _LIGHT_GROUNDS else DARK


def keep_theme(name: str) -> None:
    """Begin with this one next time; where nothing can be kept, only this time."""
    word = next(word for word, theme in _WORDS.items() if theme == name)
    with contextlib.suppress(OSError):
        saved_matches.replace_text(saved_matches.folder() / _FILE, f"{word}\n")
