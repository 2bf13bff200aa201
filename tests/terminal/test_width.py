"""What is told fits the terminal: prose is broken between words, boards and what a rulebook prints are left alone."""

import re

import pytest

from squarely.core.rules import registry

from .driving import Desk, Said

pytestmark = pytest.mark.slow
MEASURE = 100  # columns of prose, however wide the terminal is
widths = pytest.mark.parametrize("columns", [40, 200])


def told(desk: Desk, columns: int, *args: str) -> Said:
    said = desk.terminal_of(columns, *args).ended()
    assert said.code == 0
    shown = said.out.rpartition("\x1b[?25h")[2]  # after a sign of life while it works
    return said._replace(out=re.sub(r"\r|\x1b\[[0-9;]*[AK]", "", shown))


def typed(desk: Desk, columns: int, prompt: str, args: tuple[str, ...], *answers: str) -> str:
    """What is said to some answers, all to the same prompt."""
    terminal = desk.terminal_of(columns, *args)
    for answer in answers:
        terminal.answer(prompt, answer)
    return terminal.ended().out


def assert_fits(said: str, columns: int, drawings: str = "") -> None:
    """No line is longer than fits or is read with ease, but for drawings and what cannot be broken."""
    kept, room = set(drawings.splitlines()), min(columns, MEASURE)
    lines = [line for line in said.splitlines() if len(line) > room and line not in kept]
    assert [line for line in lines if max(map(len, line.split())) < room] == []


def drawing(name: str) -> str:
    game = registry.load(name)
    return game.words.draw(game.start())


@widths
def test_pages_and_tables_fit(desk: Desk, columns: int) -> None:
    played = ["3 3", "1 3", "2 2", "3 1", "1 1"]
    desk.squarely("play", "numbers", "--position", "389/245/167 1 0-0", "--save", "game.match", typed=played)
    for command in ("rules snatchers", "solve showdown", "court showdown", "games", "review game.match"):
        args = command.split()
        said = told(desk, columns, *args).out
        drawings = drawing(args[1]) if args[0] in ("rules", "solve") else ""
        assert_fits(said, columns, drawings)
        assert drawings in said
        piped = desk.squarely(*args).out
        alike = [re.sub(r"Worked out in .*", "", text).split() for text in (said, piped)]
        assert alike[0] == alike[1], "a width changes where lines end and nothing else"
    assert_fits(told(desk, columns, "show", "game.match", "--all").out, columns)


@widths
def test_whatever_is_answered_fits(desk: Desk, columns: int) -> None:
    assert_fits(typed(desk, columns, "] ", ("--plain",), "nonsense", "center", "x", "q"), columns)
    match = ("play", "quad", "--names", "Maximiliane,Bartholomew")
    said = typed(desk, columns, "(e.g., A1): ", match, "help", "rules", "moves", "hint", "why", "B9", "B2", "quit")
    assert_fits(re.sub(r"(?m)^.*enter your move.*$", "", said), columns, drawing("quad"))
    assert "Welcome to Capture Square!\n\nMaximiliane (X), you go first.\n\n  A   B   C   D\n" in said
    desk.squarely(*match, "--option", "size=5,block=3", typed=["B2"])
    (desk.data / "squarely" / "unfinished" / "ruined.match").write_text("nothing")
    assert_fits(typed(desk, columns, "Which one? [1] ", ("resume",), "help", "nothing", "q"), columns)
    puzzle = ("puzzle", "showdown", "--seed", "1")
    assert_fits(typed(desk, columns, "left/right): ", puzzle, "help", "hint", "skip", "quit"), columns)


def test_what_a_rulebook_prints_is_never_broken(desk: Desk) -> None:
    args = ("play", "numbers", "--position", "538/291/647 1 0-0")
    said = typed(desk, 40, ": ", args, "2 2", "quit")
    asked = "Please enter the position of the square you want to capture (e.g., 2 2 for row 2, column 2):\n"
    assert asked in said
    assert "Captured squares: (2,2)=9, (1,2)=3, (2,1)=2, (2,3)=1, (3,2)=4\n" in said


def test_help_and_a_mistake_fit(desk: Desk) -> None:
    for args in (("--help",), ("play", "--help"), ("arena", "run", "--help")):
        narrow = told(desk, 50, *args).out.partition("Usage: ")[2]
        for said, columns in ((told(desk, 80, *args).out, 80), (narrow, 50)):
            assert [line for line in said.splitlines() if len(line) > columns] == [], args
    mistake = desk.terminal_of(40, "play", "quad", "--names", "Ann").ended()
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
