"""What a person meets in a match line by line, besides its prompts and its clock."""

import re
import signal
from pathlib import Path

import pytest

from squarely import Match
from squarely.core.match.record import Record
from squarely.core.rules import registry
from squarely.core.rules.game import Game
from squarely.core.rules.rulebook import describe_options
from squarely.files.saved_matches import MatchSaver
from squarely.terminal.line_mode.session import Session
from squarely.terminal.match.live_match import LiveMatch
from squarely.terminal.match.match_settings import MatchSettings
from tests.games.outside_games import Heap
from tests.terminal.driving import PATIENCE, Desk, read_until

from .driven_console import DrivenConsole

HELP = "At any question, enter help to see what else you can say.\n"
CELL = "Player 1 (X), enter your move (e.g., A1): "

# Help, and other names of commands


def test_help_is_mentioned_once_before_the_first_question(desk: Desk) -> None:
    said = desk.squarely("play", "quad", typed=["B2", "A1", "quit"]).out
    assert said.startswith(f"{HELP}\nWelcome to ")
    assert said.count(HELP) == 1
    mended = registry.load("showdown", "mended")
    told = describe_options(mended)
    assert told.startswith("Mended rules: ")
    said = desk.squarely("play", "showdown", "--rules", "mended", typed=["quit"]).out
    assert " ".join(said.split()).startswith(" ".join(f"{told} {HELP} Welcome to ".split()))
    computers = desk.squarely("play", "quad", "--first", "random", "--second", "random", "--max-turns", "2").out
    assert HELP not in computers  # nobody is asked anything


def test_ways_to_leave(desk: Desk) -> None:
    for word in ("q", "exit", "quit", "Q", " EXIT "):
        said = desk.squarely("play", "quad", typed=["B2", word, "A1"])
        assert said.out.endswith(f"{word}\nYour match is saved. To continue: squarely resume\n")
        assert (said.code, desk.kept_moves()) == (0, ["B2"])
        desk.unfinished[0].unlink()


def test_help_is_grouped_narrow_and_names_everything_once(desk: Desk) -> None:
    said = desk.squarely("play", "quad", typed=["help", "?", "quit"]).out
    _, by_word, by_sign, _ = said.split(CELL)
    assert by_word.removeprefix("help\n") == by_sign.removeprefix("?\n")
    first, *lines = by_word.removeprefix("help\n").splitlines()
    assert first == "Answer the question, or enter one of these:"
    assert all(len(line) <= 40 for line in lines)
    assert [line for line in lines if line and line[0] != " "] == ["To see:", "To know:", "To do:", "Other:"]
    commands = " ".join(re.findall(r"(?m)^  (\w+) ", "\n".join(lines)))
    assert commands == "board moves rules hint why undo redo draw resign save quit help"
    assert "(q, exit)" in by_word
    assert "(?)" in by_word


def test_help_fits_forty_columns(desk: Desk) -> None:
    terminal = desk.terminal_of(40, "play", "quad")
    terminal.answer("enter your move", "help")
    terminal.answer("enter your move", "quit")
    told = terminal.ended().out.split("help\n", 1)[1].split("Player 1 (X)")[0]
    assert max(map(len, told.splitlines())) <= 40


@pytest.fixture
def _data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def q_is_a_move() -> Game:
    """Heap, where the words for taking one stone are `q`, and those for taking two are `undo`."""

    class OtherWords(Heap.Words):  # type: ignore[misc, name-defined]
        def read_move(self, position: object, text: str) -> list[int]:
            said, words = text.strip().lower(), {"q": 1, "undo": 2}
            return [words[said]] if said in words else super().read_move(position, text)

    class HeapByQ(Heap):  # type: ignore[misc, valid-type]
        name, Words = "heap", OtherWords

    return HeapByQ()


@pytest.mark.usefixtures("_data")
def test_the_games_own_words_come_before_ours_where_they_are_a_move() -> None:
    game = q_is_a_move()
    console = DrivenConsole([(0.0, word) for word in ("q", "undo", "take 3", "take 3", "undo", "quit")])
    settings = MatchSettings()
    session = Session(LiveMatch(Record(Match.of(game)), settings, MatchSaver("heap")), console)
    assert session.play() == 0
    assert [int(move) for move in session.match.moves] == [1, 2, 3, 3, 2]  # eleven stones: the last undo takes two
    assert session.match.outcome


# Taking back


def test_undo_says_what_was_taken_back_and_redo_plays_it_again(desk: Desk) -> None:
    typed = ["B2", "A1", "undo", "undo", "redo", "redo", "redo", "undo", "C3", "redo", "quit"]
    said = desk.squarely("play", "quad", typed=typed).out
    told = re.findall(r"(?m)^(?:Taken back|Played again|Sorry).*$|(?<=redo\n)Sorry.*", said)
    assert told == [
        *("Taken back: A1.", "Taken back: B2.", "Played again: B2.", "Played again: A1."),
        *("Sorry, there is nothing to play again.", "Taken back: A1.", "Sorry, there is nothing to play again."),
    ]
    assert desk.kept_moves() == ["B2", "C3"]


def test_against_a_computer_both_moves_are_taken_back_and_played_again(desk: Desk) -> None:
    said = desk.squarely("play", "quad", "--second", "random", "--seed", "5", typed=["A1", "undo", "redo"]).out
    mine, reply = desk.kept_moves()
    assert f"Taken back: {mine} and {reply}.\n" in said
    assert f"Played again: {mine} and {reply}.\n" in said


# Giving up


def test_anything_but_yes_goes_on_and_the_end_of_input_leaves_the_match_unfinished(desk: Desk) -> None:
    for answer in ("n", "no", "", "B2"):
        said = desk.squarely("play", "quad", typed=["B2", "resign", answer, "quit"])
        asked = f"Player 2, do you give up? Then Player 1 wins. (yes/no): {answer}\nThe match goes on.\n"
        assert f"{asked}Player 2 (O), enter your move" in said.out
        assert desk.kept_moves() == ["B2"]
        desk.unfinished[0].unlink()
    said = desk.squarely("play", "quad", typed=["B2", "resign"])
    assert said.out.endswith("No more input. Your match is saved. To continue: squarely resume\n")
    assert (said.code, desk.kept_moves()) == (1, ["B2"])


# What a computer does


def test_a_computers_move_stands_apart(desk: Desk) -> None:
    for game, name in (("quad", "Player 1 (X)"), ("center", "Player A"), ("showdown", "Player 1")):
        args = ("play", game, "--first", "random", "--seed", "1")
        assert f"\n\n▸ {name} plays " in desk.squarely(*args, typed=["quit"]).out
        assert f"\n\n> {name} plays " in desk.squarely(*args, "--plain", typed=["quit"]).out
    terminal = desk.terminal(*args)
    terminal.answer("): ", "quit")
    terminal.ended()
    assert "\x1b[1m▸ " in terminal.raw


@pytest.mark.usefixtures("_data")
def test_what_a_game_tells_about_a_move_is_said_once(capsys: pytest.CaptureFixture[str]) -> None:
    class TellingWords(Heap.Words):  # type: ignore[misc, name-defined]
        def news(self, match: Match) -> str:
            return f"{match.position.stones} stones are left."

    class TellingHeap(Heap):  # type: ignore[misc, valid-type]
        name, Words = "heap", TellingWords

    told = TellingHeap()
    console = DrivenConsole([(0.0, "take 3"), (0.0, "quit")])
    settings = MatchSettings(first="human", second="random")
    Session(LiveMatch(Record(Match.of(told)), settings, MatchSaver("heap")), console).play()
    assert capsys.readouterr().out.count("8 stones are left.") == 1


def test_why_tells_of_both_last_moves_and_moves_values_of_all(desk: Desk) -> None:
    args = ("play", "center", "--second", "random", "--seed", "1")
    said = desk.squarely(*args, typed=["place 0 0", "why", "moves values", "moves worth", "quit"]).out
    assert "> why\nYour move: " in said
    assert "\nPlayer B's move: " in said
    assert re.search(r"> moves values\nPlayer A has \d+ moves, the best first", said)
    assert "> moves worth\nSorry, I only know `moves` and `moves values`.\n" in said


# Ctrl-C


def test_ctrl_c_while_a_computer_thinks(desk: Desk) -> None:
    process = desk.started("play", "quad", "--second", "program:sleep 600")
    assert process.stdin is not None
    process.stdin.write(b"B2\n")
    process.stdin.flush()
    read_until(process, rb"B2\n[\s\S]*4 . \| . \| . \| . \n\n")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert out == b"\nYour match is saved. To continue: squarely resume\n"
    assert (err, process.returncode) == (b"", 130)
    assert desk.kept_moves() == ["B2"]


def test_ctrl_c_before_a_move(desk: Desk) -> None:
    terminal = desk.terminal("play", "quad")
    terminal.expect(CELL)
    terminal.child.sendintr()
    said = terminal.ended()
    assert said.out.endswith("\nNo move was made, so there is nothing to resume.\n")
    assert said.code == 130


# Two computers


def test_two_computers_are_paced_on_a_terminal_and_ctrl_c_leaves(desk: Desk) -> None:
    """A pause is long here, so that only Ctrl-C can end it."""
    patched = (
        "import squarely.terminal.line_mode.session as s; s._PAUSE = 3600; from squarely.__main__ import main; main()"
    )
    (desk.here / "slow.py").write_text(patched)
    terminal = desk.python("slow.py", "play", "showdown", "--first", "random", "--second", "random", "--seed", "4")
    terminal.expect(" plays ")
    terminal.expect("5 |   |   |   |   |   |")
    terminal.child.sendintr()
    assert terminal.ended().code == 130
    assert len(desk.kept_moves()) == 1
