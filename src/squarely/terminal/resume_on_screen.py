"""An unfinished match gone on with in the full-screen app."""

from pathlib import Path
from typing import Any

from squarely.terminal.match.match_settings import SCREEN, MatchSettings
from squarely.terminal.match.record_file import load_record


def was_on_screen(path: Path) -> bool:
    """Whether a match was played full-screen last."""
    return MatchSettings.from_tags(load_record(path).notes).shown_as == SCREEN


def resume_on_screen(path: Path | None, watch: bool = False, take_over: bool = False, **changes: Any) -> int:
    """Play on full-screen, from a record or from one that is chosen there; returns the exit code."""
    from squarely.terminal.full_screen.places import OpenUnfinished, ReopenMatch, WatchMatch
    from squarely.terminal.full_screen.run_app import run_app

    if path is None:
        return run_app(OpenUnfinished())
    load_record(path)  # what cannot be read is told here, not in the app
    return run_app(WatchMatch(path) if watch else ReopenMatch(path, take_over, **changes))
