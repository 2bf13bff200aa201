"""Whose clock runs when: a session whose time passes only while somebody is asked, and by as much as the test says."""

from pathlib import Path

import pytest

from squarely import Match, load
from squarely.core.match.record import Record
from squarely.files.saved_matches import MatchSaver
from squarely.terminal.line_mode.session import Session
from squarely.terminal.match.live_match import LiveMatch
from squarely.terminal.match.match_settings import RANDOM_MOVE, MatchSettings

from .driven_console import Answer, DrivenConsole

LIMIT = 20.0  # seconds for each turn
HASTY = ((5, "draw"), (100, "no"))


@pytest.fixture(autouse=True)
def _isolated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def played(
    *answers: Answer, on_timeout: str = MatchSettings.on_timeout, game: str = "showdown"
) -> tuple[Session, DrivenConsole]:
    """A session of two people with a time limit, after these answers."""
    console = DrivenConsole(answers)
    settings = MatchSettings(time_limit=LIMIT, on_timeout=on_timeout)
    live = LiveMatch(Record(Match.of(load(game))), settings, MatchSaver(game), now=lambda: console.time)
    session = Session(live, console)
    session.play()
    return session, console


@pytest.mark.parametrize(
    ("answers", "left"),
    [
        # The clock of the player who offers a draw stands still while the other is asked; then the rest of it runs.
        ((*HASTY, (1, "right")), [20, None, 15, 20]),
        ((*HASTY, (15, "right")), [20, None, 15]),
        # A turn has one offer: a second one is refused, and the clock runs on.
        ((*HASTY, (5, "draw"), (5, "board"), (4, "draw"), (1, "right")), [20, None, 15, 10, 5, 1]),
        ((*HASTY, (1, "right"), (19, "down")), [20, None, 15, 20, 20]),
        # A move that is taken back starts a turn.
        (((19, "right"), (19, "undo")), [20, 20, 20]),
    ],
)
def test_the_time_that_each_question_leaves(answers: tuple[Answer, ...], left: list[float | None]) -> None:
    _, console = played(*answers)
    assert console.left == left


def test_a_draw_accepted_long_after_the_offerers_time_or_time_that_is_up(capsys: pytest.CaptureFixture[str]) -> None:
    session, console = played((19, "draw"), (100, "yes"))
    assert console.questions[1].endswith("Do you accept? (yes/no): ")
    assert session.match.outcome
    assert session.match.outcome.reason == "a draw was agreed"
    assert "The match ends without a winner: a draw was agreed.\n" in capsys.readouterr().out

    session, _ = played(*HASTY, (15, "right"))
    assert session.match.moves == ()
    ending = "Time is up, Player 1.\nPlayer 2 wins: Player 1 ran out of time.\n"
    assert f"Player 2 plays on.\n(Player 1 has 15 seconds.)\n{ending}" in capsys.readouterr().out

    session, console = played((20, "too late"), on_timeout=RANDOM_MOVE)
    assert (console.left, len(session.match.moves)) == ([20, 20], 1), "a random move starts the other's turn"


def test_a_second_question_does_not_start_the_clock_again() -> None:
    _, console = played((1, "place"), (1, "9 9"), (1, "place"), (1, "help"), (1, "back"), game="center")
    assert console.left == [20, 19, 18, 17, 16, 15]
    assert console.questions[0] == console.questions[-1] != console.questions[-2]
