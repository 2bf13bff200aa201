"""What is told fits the terminal: prose is broken between words, boards and what a rulebook prints are left alone."""

import re
import shlex
import subprocess

import pytest

from squarely.core.rules import registry
from squarely.core.rules.game import Game

from .driving import COMMAND, PATIENCE, Desk, Said

WIDTHS = (40, 80, 200)
MEASURE = 100  # columns of prose, however wide the terminal is


def told(desk: Desk, columns: int, *args: str) -> Said:
    said = desk.terminal_of(columns, *args).ended()
    assert said.code == 0
    shown = said.out.rpartition("\x1b[?25h")[2]  # after a sign of life while it works
    return said._replace(out=re.sub(r"\r|\x1b\[[0-9;]*[AK]", "", shown))


def too_long(said: str, columns: int, drawings: str = "") -> list[str]:
    """The lines that do not fit or are too long to be read with ease, but for drawings and what cannot be broken."""
    kept, room = set(drawings.splitlines()), min(columns, MEASURE)
    lines = [line for line in said.splitlines() if len(line) > room and line not in kept]
    return [line for line in lines if max(map(len, line.split())) < room]


def drawing(game: Game) -> str:
    return game.words.draw(game.start())


@pytest.mark.parametrize("columns", WIDTHS)
def test_rules_solve_court_and_games_fit(desk: Desk, columns: int) -> None:
    for args in (("rules", "snatchers"), ("solve", "showdown"), ("court", "showdown"), ("games",)):
        said = told(desk, columns, *args)
        drawings = drawing(registry.load(args[1])) if len(args) > 1 else ""
        assert too_long(said.out, columns, drawings) == [], args
        piped = desk.squarely(*args).out
        alike = [re.sub(r"Worked out in .*", "", text).split() for text in (said.out, piped)]
        assert alike[0] == alike[1], "a width changes where lines end and nothing else"
        assert drawings in said.out or args[0] == "court"


@pytest.mark.parametrize("columns", WIDTHS)
def test_a_review_fits(desk: Desk, columns: int) -> None:
    typed = ["3 3", "1 3", "2 2", "3 1", "1 1"]
    desk.squarely("play", "numbers", "--position", "389/245/167 1 0-0", "--save", "game.match", typed=typed)
    said = told(desk, columns, "review", "game.match")
    assert too_long(said.out, columns) == []
    assert said.out.split() == desk.squarely("review", "game.match").out.split()
    shown = told(desk, columns, "show", "game.match", "--all")
    assert too_long(shown.out, columns) == []


@pytest.mark.parametrize("columns", WIDTHS)
def test_the_menu_fits(desk: Desk, columns: int) -> None:
    terminal = desk.terminal_of(columns, "--plain")
    for prompt, answer in (("[center] ", "nonsense"), ("[center] ", "center"), ("[level:3] ", "x")):
        terminal.answer(prompt, answer)
    terminal.expect("[level:3] ")
    terminal.child.sendintr()
    assert too_long(terminal.ended().out, columns) == []


@pytest.mark.parametrize("columns", WIDTHS)
def test_a_match_fits_and_what_the_rulebook_prints_is_as_it_is(desk: Desk, columns: int) -> None:
    terminal = desk.terminal_of(columns, "play", "quad", "--names", "Maximiliane,Bartholomew")
    for answer in ("help", "rules", "moves", "hint", "why", "B9", "B2"):
        terminal.answer("(e.g., A1): ", answer)
    terminal.answer("(e.g., A1): ", "quit")
    said = terminal.ended().out
    prompts = re.sub(r"(?m)^.*enter your move.*$", "", said)
    assert too_long(prompts, columns, drawing(registry.load("quad"))) == []
    assert "Welcome to Capture Square!\n\nMaximiliane (X), you go first.\n\n  A   B   C   D\n" in said


def test_what_a_rulebook_prints_is_never_broken(desk: Desk) -> None:
    terminal = desk.terminal_of(40, "play", "numbers", "--position", "538/291/647 1 0-0")
    terminal.expect("Player 1: ")
    terminal.child.sendline("2 2")
    terminal.answer("Player 2: ", "quit")
    said = terminal.ended().out
    asked = "Please enter the position of the square you want to capture (e.g., 2 2 for row 2, column 2):\n"
    captured = "Captured squares: (2,2)=9, (1,2)=3, (2,1)=2, (2,3)=1, (3,2)=4\n"
    assert asked in said
    assert captured in said


@pytest.mark.parametrize("columns", WIDTHS)
def test_puzzles_and_saved_matches_fit(desk: Desk, columns: int) -> None:
    desk.squarely("play", "quad", "--names", "Maximiliane,Bartholomew", "--option", "size=5,block=3", typed=["B2"])
    (desk.data / "squarely" / "unfinished" / "ruined.match").write_text("nothing")
    listing = desk.terminal_of(columns, "resume")
    listing.answer("Which one? [1] ", "help")
    listing.answer("Which one? [1] ", "nothing")
    listing.answer("Which one? [1] ", "q")
    assert too_long(listing.ended().out, columns) == []
    puzzle = desk.terminal_of(columns, "puzzle", "showdown", "--seed", "1")
    for answer in ("help", "hint", "skip", "quit"):
        puzzle.answer("left/right): ", answer)
    assert too_long(puzzle.ended().out, columns) == []


def test_help_fits_as_click_does_it(desk: Desk) -> None:
    for args in (("--help",), ("play", "--help"), ("resume", "--help"), ("arena", "run", "--help")):
        said = told(desk, 80, *args).out
        assert [line for line in said.splitlines() if len(line) > 80] == [], args
        narrow = told(desk, 50, *args).out.partition("Usage: ")[2]
        assert [line for line in narrow.splitlines() if len(line) > 50] == [], args


def test_a_mistake_fits(desk: Desk) -> None:
    said = desk.terminal_of(40, "play", "quad", "--names", "Ann").ended()
    assert said.code == 2
    assert too_long(said.out, 40) == []
    assert " ".join(said.out.split()).startswith("squarely: --names takes two names of 1 to 32 printable characters")


def test_a_pipe_is_as_wide_as_it_was(desk: Desk) -> None:
    """Whatever the terminal that a pipe was started from says of itself."""
    wide = desk.squarely("rules", "quad", COLUMNS="200").out
    assert wide == desk.squarely("rules", "quad", COLUMNS="40").out
    assert max(len(line) for line in wide.splitlines()) <= 100
    piped = subprocess.run(
        ["bash", "-c", f"{shlex.quote(COMMAND)} solve showdown --position '*..../...../...../...../..... 1 -' | cat"],
        env=desk.environment(),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert "Player 1 to move: play can go on for ever." in piped.stdout
