"""How far the lab is: on one line that fits, and nothing is lost by a Ctrl-C."""

import sys
from io import StringIO
from pathlib import Path

import pytest

from squarely.command_line import printing
from squarely.lab.sweep.bench import LabProgress, open_bench, print_progress


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_line_that_is_written_over_fits_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(printing, "count_columns", lambda _: 30)
    print_progress(LabProgress(200, 12, 8, began=0.0))
    print_progress(LabProgress(200, 200, 8, began=0.0))
    begun, ended = screen.getvalue().split("\r\x1b[K")[1:]
    assert begun == "12 of 200 rule sets, 8 known "
    assert ended == "200 of 200 rule sets, 8 known\n"


def test_what_is_too_large_is_counted() -> None:
    assert LabProgress(9, 3, 3, 2).describe() == "3 of 9 rule sets, 3 known before, 2 too large"


def test_whoever_stops_it_is_told_that_nothing_is_lost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(KeyboardInterrupt), open_bench(tmp_path / "lab.jsonl"):
        raise KeyboardInterrupt
    assert "What was measured is kept" in capsys.readouterr().err
