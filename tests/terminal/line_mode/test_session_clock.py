"""Whose clock runs when: a session whose time passes only while somebody is asked, and by as much as the test says."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from squarely import Match, load
from squarely.core.match.record import Record
from squarely.files.saved_matches import MatchSaver
from squarely.terminal.line_mode.console import Console, EndOfInput, TimeUp
from squarely.terminal.line_mode.session import Session
from squarely.terminal.match.live_match import LiveMatch
from squarely.terminal.match.match_settings import RANDOM_MOVE, MatchSettings

LIMIT = 20.0  # seconds for each turn
BEGUN = 1000.0  # what the clock on the wall shows when the session begins
ACCEPT = "Do you accept? (yes/no): "

Answer = tuple[float, str]  # after so many seconds


class DrivenConsole(Console):
    """Gives the answers of a test, and notes how much time each question leaves: None where no clock runs."""

    def __init__(self, answers: Sequence[Answer]) -> None:
        super().__init__(plain=True)
        self.time = BEGUN
        self.questions: list[str] = []
        self.left: list[float | None] = []
        self._answers = iter(answers)

    def ask(self, question: str, deadline: float | None = None, words: object = None) -> str:
        self.questions.append(question)
        self.left.append(None if deadline is None else deadline - self.time)
        seconds, answer = next(self._answers, (0.0, None))
        if answer is None:
            raise EndOfInput
        self.time += seconds
        if deadline is not None and self.time >= deadline:
            raise TimeUp
        return answer


@pytest.fixture(autouse=True)
def _isolated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def played(
    *answers: Answer, on_timeout: str = MatchSettings.on_timeout, game: str = "showdown"
) -> tuple[Session, DrivenConsole]:
    """A session of two people with a time limit, after these answers."""
    console = DrivenConsole(answers)
    settings = MatchSettings(time_limit=LIMIT, on_timeout=on_timeout)
    session = Session(
        LiveMatch(Record(Match.of(load(game))), settings, MatchSaver(game), now=lambda: console.time), console
    )
    session.play()
    return session, console


def test_the_clock_of_whoever_offers_a_draw_stands_still_while_the_other_is_asked() -> None:
    """Longer than the whole turn has; whoever is told no has the rest of it."""
    session, console = played((5, "draw"), (100, "no"), (1, "right"))
    assert console.left == [LIMIT, None, LIMIT - 5, LIMIT]
    assert console.questions[1].endswith(ACCEPT)
    assert [str(move) for move in session.match.moves] == ["right"]


def test_a_draw_may_be_accepted_long_after_the_offerers_time(capsys: pytest.CaptureFixture[str]) -> None:
    session, _ = played((19, "draw"), (100, "yes"))
    assert session.match.outcome
    assert session.match.outcome.reason == "a draw was agreed"
    assert "The match ends without a winner: a draw was agreed.\n" in capsys.readouterr().out


def test_whoever_is_told_no_has_the_rest_of_the_turn_and_no_more(capsys: pytest.CaptureFixture[str]) -> None:
    session, console = played((5, "draw"), (100, "no"), (15, "right"))
    assert console.left == [LIMIT, None, LIMIT - 5]
    assert session.match.moves == ()
    ending = "Time is up, Player 1.\nPlayer 2 wins: Player 1 ran out of time.\n"
    assert f"Player 2 plays on.\n(Player 1 has 15 seconds.)\n{ending}" in capsys.readouterr().out


def test_offering_again_and_again_wins_no_time() -> None:
    """A turn has one offer; a second one is refused, and the clock runs on."""
    _, console = played((5, "draw"), (100, "no"), (5, "draw"), (5, "board"), (4, "draw"), (1, "right"))
    assert console.left == [20, None, 15, 10, 5, 1]


def test_each_turn_has_its_own_time_after_a_draw_was_declined() -> None:
    _, console = played((5, "draw"), (100, "no"), (1, "right"), (19, "down"))
    assert console.left == [20, None, 15, 20, 20]


def test_a_second_question_does_not_start_the_clock_again() -> None:
    answers = [(1.0, "place"), (1.0, "9 9"), (1.0, "place"), (1.0, "help"), (1.0, "back")]
    _, console = played(*answers, game="center")
    assert console.left == [20, 19, 18, 17, 16, 15]
    assert console.questions[0] == console.questions[-1] != console.questions[-2]


def test_a_move_that_is_taken_back_starts_a_turn() -> None:
    _, console = played((19, "right"), (19, "undo"))
    assert console.left == [20, 20, 20]


def test_a_random_move_instead_of_losing_starts_the_others_turn() -> None:
    session, console = played((20, "too late"), on_timeout=RANDOM_MOVE)
    assert console.left == [20, 20]
    assert len(session.match.moves) == 1
