"""Whoever sits at the full-screen app in a test is at home, and waits for no pause that is only there to be seen."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from squarely.solver import background, oracle
from squarely.terminal.full_screen.match_screen import MatchScreen
from tests.patience import PATIENCE


async def sleep_once_all_is_done(seconds: float) -> None:
    """A busy machine may have done nothing meanwhile: what waits has several turns first."""
    for _ in range(10):
        await asyncio.sleep(0)
    await asyncio.sleep(seconds)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home of one's own, on a machine without a compiler; what is kept lies in `squarely` in it."""
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    for name in ("NO_COLOR", "COLORFGBG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(MatchScreen, "PACE", 0.0)
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")
    monkeypatch.setattr("textual._wait.sleep", sleep_once_all_is_done)
    monkeypatch.setattr("textual._wait.process_time", time.thread_time)  # a review may be worked out beside the screen
    advice = "squarely.terminal.match.advice.Advice.__init__.__defaults__"
    monkeypatch.setattr(advice, (PATIENCE,))  # a slow machine has its review, too
    monkeypatch.setattr(oracle, "find_spec", lambda _: None)  # no match waits for rules to be compiled
    monkeypatch.setattr(oracle, "SMALL", oracle.QUICK)
    yield tmp_path
    background.solve_beside.cache_clear()  # others have a compiler


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
