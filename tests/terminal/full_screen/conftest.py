"""Whoever sits at the full-screen app in a test is at home, and waits for no pause that is only there to be seen."""

from pathlib import Path

import pytest

from squarely.terminal.full_screen.match_screen import MatchScreen
from tests.patience import PATIENCE


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of one's own."""
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    for name in ("NO_COLOR", "COLORFGBG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(MatchScreen, "PACE", 0.0)
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")
    monkeypatch.setattr(
        "squarely.terminal.match.advice.Advice.__init__.__defaults__", (PATIENCE,)
    )  # a slow machine has its review, too
    return tmp_path


@pytest.fixture
def data_folder(home: Path) -> Path:
    """Where the app keeps matches, empty at first."""
    return home / "squarely"


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
