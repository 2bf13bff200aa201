"""What stands out on a terminal."""

import re

import pytest

from squarely.terminal.line_mode.highlights import COLOURS, highlight

CODES = re.compile(r"\x1b\[[0-9;]*m")
LEVELS = (0, 95, 135, 175, 215, 255)  # of red, green and blue in the palette of 256 colours


def luminance(colour: int) -> float:
    """How bright a colour is, from 0 to 1, as the guidelines for accessible pages have it."""
    parts = [LEVELS[(colour - 16) // step % 6] / 255 for step in (36, 6, 1)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("colour", COLOURS)
def test_both_colours_are_read_on_black_and_on_white(colour: int) -> None:
    bright = luminance(colour)
    assert (bright + 0.05) / 0.05 > 4.4
    assert 1.05 / (bright + 0.05) > 4.4


def test_only_codes_are_added(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    text = "X Ray (X) and O Brien (O)\nplay on."
    shown = highlight(text, {"X Ray": None, "O Brien": None, "X": 0, "O": 1}, {31, 32}, is_strong=True)
    assert CODES.sub("", shown) == text
    assert re.findall(r"\x1b\[1;38;5;(\d+)m(.*?)\x1b\[0m", shown) == [(str(COLOURS[0]), "X"), (str(COLOURS[1]), "O")]
    assert re.findall(r"\x1b\[1;7m(.*?)\x1b\[0m", shown) == [text[31:33]]


def test_a_terminal_of_eight_colours_gets_two_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("COLORTERM", raising=False)
    assert highlight("X", {"X": 0}) == "\x1b[1;34mX\x1b[0m"
    assert highlight("O", {"O": 1}) == "\x1b[1;35mO\x1b[0m"
