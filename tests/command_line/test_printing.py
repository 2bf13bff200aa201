"""Printing: a sign of life while something large is worked out, and commands that are never broken over two lines."""

import io
import re
import sys

import pytest

from squarely.command_line import printing
from squarely.command_line.printing import fit, show_progress
from squarely.core.text.wrapping import GLUE
from tests.patience import wait_until


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_shown_and_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    monkeypatch.setattr(printing, "_SOON", 0.01)
    with show_progress() as note:
        assert note
        note(19_000)
        wait_until(lambda: "19,000 positions" in terminal.getvalue())
    assert re.search(r"\x1b\[\?25h\r?\x1b\[1A\x1b\[2K$", terminal.getvalue()), repr(terminal.getvalue()[-60:])


def test_what_is_quick_shows_nothing_and_a_pipe_is_told_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printing, "_SOON", 1000)
    for stream in (Terminal(), io.StringIO()):
        monkeypatch.setattr(sys, "stderr", stream)
        with show_progress() as note:
            assert (note is not None) == stream.isatty()
            if note:
                note(5)
        assert stream.getvalue() == ""


def test_what_is_glued_stays_on_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    said = f"To continue: {'squarely resume'.replace(' ', GLUE)}"
    assert fit(said, io.StringIO()) == "To continue: squarely resume"
    monkeypatch.setattr(printing, "count_columns", lambda _: 24)
    assert fit(said, Terminal()) == "To continue:\nsquarely resume"
