"""A sign of life while something large is worked out."""

import io
import sys

import pytest

from squarely.terminal.line_mode.progress_line import show_progress
from tests.patience import wait_until


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_it_goes_on_while_nothing_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """While rules are compiled nobody counts positions."""
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    with show_progress() as note:
        assert note
        note(19_000)
        wait_until(lambda: terminal.getvalue().count("\r19,000 positions, ") >= 2)
    assert terminal.getvalue().endswith("\r\x1b[K"), "and leaves nothing behind"


def test_what_is_quick_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    monkeypatch.setattr("squarely.terminal.line_mode.progress_line._TICK", 1000)
    with show_progress() as note:
        assert note
        note(5)
    assert terminal.getvalue() == ""


def test_a_pipe_is_told_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with show_progress() as note:
        assert note is None
