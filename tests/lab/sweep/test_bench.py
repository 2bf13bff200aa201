"""Answers are kept for these very rules and this very lab; how far the lab is; and nothing is lost by a Ctrl-C."""

import sys
from io import StringIO
from pathlib import Path

import pytest

from squarely.command_line import printing
from squarely.files.line_log import LineLog
from squarely.lab.measure.measures import Measures
from squarely.lab.sweep import bench
from squarely.lab.sweep.bench import ANSWER, LabProgress, open_bench, print_progress
from squarely.lab.sweep.questions import Answer, Question

QUESTION = Question("truth", "snatchers", "size=3,reach=1")
TOO_LARGE = QUESTION._replace(limit=3)


def counting(path: Path) -> tuple[list[Answer], int]:
    """The answers, and how many had to be worked out."""
    told = []
    with open_bench(path, tell=lambda now: told.append((now.done, now.known))) as opened:
        answers, failed = opened.ask([QUESTION, TOO_LARGE])
    assert not failed
    return answers, told[-1][0] - told[-1][1]


def test_what_was_answered_is_not_asked_again_but_of_other_rules_and_a_line_that_was_touched_is_not_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "lab.jsonl"
    first, worked_out = counting(path)
    assert worked_out == 2
    assert isinstance(first[0].found, Measures)
    assert (first[0].found.value, first[0].found.distance) == ("second", 6)
    assert first[1] == Answer(TOO_LARGE, None, "this game has more than 3 positions")
    assert counting(path) == (first, 0)
    lines = path.read_text().splitlines()
    with monkeypatch.context() as changed:
        changed.setattr(bench, "fingerprint", lambda _: "of other rules")
        assert counting(path) == (first, 2)
    assert counting(path) == (first, 0)
    path.write_text(f"{lines[0].replace('second', 'first')}\n{lines[1]}\nno\n{{}}\n{lines[1][:50]}")
    with LineLog(path, ANSWER) as kept:
        assert kept.trouble == [
            f"line 1 of {path} is left out: it was changed after it was written",
            f"line 3 of {path} is left out: it is not JSON",
            f"line 4 of {path} is left out: it is not an answer of the lab",
            f"line 5 of {path} is left out: it was cut short",
        ]
        assert list(kept.entries.values()) == [(bench.fingerprint("snatchers"), first[1])]
    assert counting(path) == (first, 1)


def test_the_fingerprint_follows_whatever_measures(monkeypatch: pytest.MonkeyPatch) -> None:
    before = bench.fingerprint("snatchers")
    assert bench.fingerprint("center") != before
    monkeypatch.setattr(bench, "hash_lab", lambda: "of another lab")
    bench.fingerprint.cache_clear()
    assert bench.fingerprint("snatchers") != before
    bench.fingerprint.cache_clear()


def test_a_line_of_progress_fits_the_terminal_and_whoever_stops_it_is_told_that_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(KeyboardInterrupt), open_bench(tmp_path / "lab.jsonl"):
        raise KeyboardInterrupt
    assert "What was measured is kept" in capsys.readouterr().err
    screen = StringIO()
    screen.isatty = lambda: True  # type: ignore[method-assign]
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(printing, "count_columns", lambda _: 30)
    print_progress(LabProgress(200, 12, 8, began=0.0))
    print_progress(LabProgress(200, 200, 8, began=0.0))
    begun, ended = screen.getvalue().split("\r\x1b[K")[1:]
    assert begun == "12 of 200 rule sets, 8 known "
    assert ended == "200 of 200 rule sets, 8 known\n"
    assert LabProgress(9, 3, 3, 2).describe() == "3 of 9 rule sets, 3 known before, 2 too large"
