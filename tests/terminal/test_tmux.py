"""The real command in a real terminal: what a person sees who types `squarely`."""

from collections.abc import Iterator

import pytest

from tests.terminal.driving import Desk
from tests.terminal.tmux import Tmux, open_tmux

pytestmark = pytest.mark.slow
QUAD = "Player 1 (X), enter your move (e.g., A1):"


@pytest.fixture
def tmux(desk: Desk) -> Iterator[Tmux]:
    with open_tmux(desk.here, desk.environment()) as tmux:
        yield tmux


def test_a_match_line_by_line_is_stopped_and_goes_on(desk: Desk, tmux: Tmux) -> None:
    tmux.enter("squarely play quad")
    tmux.wait_for("Welcome to Capture Square!", QUAD)
    tmux.type("B")
    tmux.wait_for(f"{QUAD} B")
    tmux.press("C-z")
    tmux.wait_for("Stopped")
    tmux.enter("fg")
    tmux.wait_for(f"fg\nsquarely play quad\n{QUAD} B")
    tmux.press("2", "Enter")
    tmux.wait_for("Player 2 (O), enter your move")
    tmux.press("C-c")
    tmux.wait_for_shell()
    assert desk.kept_moves() == ["B2"]


def test_the_app_is_stopped_where_a_shell_can_bring_it_back_and_its_match_is_resumed(desk: Desk, tmux: Tmux) -> None:
    """As by `make play`: a shell that waits only for the end would hang, and the terminal with it."""
    tmux.enter("sh -c 'squarely; true'")
    tmux.wait_for("quad", "q Quit")
    tmux.press("C-z")
    tmux.wait_for("Stopped")
    tmux.wait_for_shell()
    tmux.enter("fg")
    tmux.wait_for("quad", "q Quit")
    tmux.press("3")
    tmux.wait_for("New match", "Opponent")
    tmux.press("Enter")
    tmux.wait_for("Player 1", "level:", "enter your move")
    tmux.press("Enter")
    tmux.wait_for("1  X  A4", "2  O  ", "enter your move")
    for size in ((120, 40), (80, 24)):
        tmux.resize(*size)
        tmux.wait_for("1  X  A4", "q Quit")
    tmux.press("q")
    tmux.wait_for_shell()
    kept = desk.kept_moves()
    tmux.enter("exec squarely resume")
    tmux.wait_for("quad (mended), you against level:3, 2 moves", "Which one?")
    tmux.press("Enter")
    tmux.wait_for("1  X  A4", f"2  O  {kept[1]}", "enter your move")
    tmux.press("C-z")
    tmux.wait_for("Ctrl-Z does nothing here")
    assert desk.kept_moves() == kept
