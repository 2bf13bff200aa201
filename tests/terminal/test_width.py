"""What is told fits the terminal: prose is broken between words, boards and what a rulebook prints are left alone."""

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from squarely import load
from squarely.core.match.record import Record, write
from squarely.files import saved_matches
from squarely.terminal.line_mode.console import EndOfInput, Quit
from squarely.terminal.line_mode.menu import choose_match, play_matches, run_menu
from squarely.terminal.match.new_match import prepare_match
from squarely.terminal.puzzle import ask_puzzles, begin_puzzles
from tests.boards import at, played

from .driving import Desk, printed
from .line_mode.driven_console import DrivenConsole

pytestmark = pytest.mark.slow
MEASURE = 100  # columns of prose, however wide the terminal is


def set_width(monkeypatch: pytest.MonkeyPatch, columns: int | None) -> None:
    """How wide a terminal is for what is said in this process; None: a pipe."""
    for name in ("command_line.printing", "terminal.line_mode.console", "terminal.review"):
        monkeypatch.setattr(f"squarely.{name}.count_columns", lambda _: columns)


def answered(ask: Callable[[DrivenConsole], object], *answers: str) -> str:
    console = DrivenConsole([(0.0, answer) for answer in answers])
    with suppress(EndOfInput, Quit):
        ask(console)
    return console.said + "\n".join(console.questions)


def assert_fits(said: str, columns: int, drawings: str = "") -> None:
    """No line is longer than fits or is read with ease, but for drawings and what cannot be broken."""
    kept, room = set(drawings.splitlines()), min(columns, MEASURE)
    lines = [line for line in said.splitlines() if len(line) > room and line not in kept]
    assert [line for line in lines if max(map(len, line.split())) < room] == []


def drawing(name: str) -> str:
    game = load(name)
    return game.words.draw(game.start())


def test_pages_and_tables_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    match = at(load("numbers"), "389/245/167 1 0-0")
    Path("game.match").write_text(write(Record(played(match, "3 3", "1 3", "2 2", "3 1", "1 1"))))
    for command in ("rules snatchers", "solve showdown", "court showdown", "games", "review game.match", "show --all"):
        args = [*command.split(), *(["game.match"] if "--all" in command else [])]
        drawings = drawing(args[1]) if args[0] in ("rules", "solve") else ""
        said = {}
        for columns in (None, 40, 200):
            set_width(monkeypatch, columns)
            said[columns] = printed(*args)
            if columns:
                assert_fits(said[columns], columns, drawings)
            assert drawings in said[columns]
        alike = [re.sub(r"Worked out in .*", "", text).split() for text in said.values()]
        assert alike[0] == alike[1] == alike[2], "a width changes where lines end and nothing else"


@pytest.mark.parametrize("columns", [40, 200])
def test_whatever_is_answered_fits(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    set_width(monkeypatch, columns)
    assert_fits(answered(run_menu, "nonsense", "center", "x", "q"), columns)
    live = prepare_match("quad", names="Maximiliane,Bartholomew").live
    commands = ("help", "rules", "moves", "hint", "why", "B9", "B2", "quit")
    said = answered(lambda console: play_matches(live, console), *commands)
    assert_fits(re.sub(r"(?m)^.*enter your move.*$", "", said), columns, drawing("quad"))
    assert "Welcome to Capture Square!\n\nMaximiliane (X), you go first.\n\n  A   B   C   D\n" in said
    (saved_matches.folder() / "unfinished" / "ruined.match").write_text("nothing")
    said = answered(lambda console: choose_match(console, saved_matches.list_unfinished, True), "help", "nothing")
    assert_fits(said, columns)
    puzzles = begin_puzzles(load("showdown"), seed=1)
    assert_fits(answered(lambda console: ask_puzzles(puzzles, console), "help", "hint", "skip"), columns)


def test_what_a_rulebook_prints_is_never_broken(desk: Desk) -> None:
    desk.columns = 40
    terminal = desk.terminal("play", "numbers", "--position", "538/291/647 1 0-0")
    for answer in ("2 2", "quit"):
        terminal.answer(": ", answer)
    said = terminal.ended().out
    asked = "Please enter the position of the square you want to capture (e.g., 2 2 for row 2, column 2):\n"
    assert asked in said
    assert "Captured squares: (2,2)=9, (1,2)=3, (2,1)=2, (2,3)=1, (3,2)=4\n" in said


def test_pages_help_and_a_mistake_fit_on_a_terminal(desk: Desk) -> None:
    for desk.columns, *args in ((80, "--help"), (50, "play", "--help")):
        said = desk.terminal(*args).ended().out
        usage = said if args == ["--help"] else said.partition("Usage: ")[2]
        assert max(map(len, usage.splitlines())) <= desk.columns
    desk.columns = 40
    assert_fits(desk.terminal("rules", "snatchers").ended().out, 40, drawing("snatchers"))
    mistake = desk.terminal("play", "quad", "--names", "Ann").ended()
    assert mistake.code == 2
    assert_fits(mistake.out, 40)
    assert " ".join(mistake.out.split()).startswith("squarely: --names takes two names of 1 to 32 printable characters")


def test_a_pipe_is_as_wide_as_it_was(desk: Desk) -> None:
    """Whatever the terminal that a pipe was started from says of itself."""
    wide = desk.squarely("rules", "quad", COLUMNS="200").out
    assert wide == desk.squarely("rules", "quad", COLUMNS="40").out
    assert max(len(line) for line in wide.splitlines()) <= 100
    piped = desk.bash("squarely solve showdown --position '*..../...../...../...../..... 1 -' | cat")
    assert "Player 1 to move: play can go on for ever." in piped.out
