"""What a person meets in a match line by line, besides its prompts."""

import re
import signal

import pytest

from squarely import Match
from squarely.core.match.record import Record
from squarely.core.rules import registry
from squarely.core.rules.game import Game
from squarely.core.rules.rulebook import describe_options
from squarely.files.saved_matches import MatchSaver
from squarely.terminal.line_mode.session import Session
from squarely.terminal.match.live_match import LiveMatch
from squarely.terminal.match.match_settings import RANDOM_MOVE, MatchSettings
from tests.games.outside_games import Heap
from tests.terminal.driving import PATIENCE, Desk, enter, read_until

from .driven_console import Answer, DrivenConsole

HELP = "At any question, enter help to see what else you can say.\n"
CELL = "Player 1 (X), enter your move (e.g., A1): "


def test_help_is_mentioned_once_before_the_first_question(desk: Desk) -> None:
    said = desk.squarely("play", "quad", typed=["B2", "A1", "quit"]).out
    assert said.startswith(f"{HELP}\nWelcome to ")
    assert said.count(HELP) == 1
    told = describe_options(registry.load("showdown", "mended"))
    assert told.startswith("Mended rules: ")
    said = desk.squarely("play", "showdown", "--rules", "mended", typed=["quit"]).out
    assert " ".join(said.split()).startswith(" ".join(f"{told} {HELP} Welcome to ".split()))
    computers = desk.squarely("play", "quad", "--first", "random", "--second", "random", "--max-turns", "2").out
    assert HELP not in computers  # nobody is asked anything


def test_help_is_grouped_narrow_and_names_everything_once(desk: Desk) -> None:
    said = desk.squarely("play", "quad", typed=["help", "?", "quit"]).out
    _, by_word, by_sign, _ = said.split(CELL)
    assert by_word.removeprefix("help\n") == by_sign.removeprefix("?\n")
    first, *lines = by_word.removeprefix("help\n").splitlines()
    assert first == "Answer the question, or enter one of these:"
    assert all(len(line) <= 40 for line in lines)
    assert [line for line in lines if line and line[0] != " "] == ["To see:", "To know:", "To do:", "Other:"]
    assert "(q, exit)" in by_word
    assert "(?)" in by_word


class OtherHeap(Heap):  # type: ignore[misc, valid-type]
    """Heap, in which `q` takes one stone and `undo` two, and which tells how many are left."""

    name = "heap"

    class Words(Heap.Words):  # type: ignore[misc, name-defined]
        def read_move(self, position: object, text: str) -> list[int]:
            said, words = text.strip().lower(), {"q": 1, "undo": 2}
            return [words[said]] if said in words else super().read_move(position, text)

        def news(self, match: Match) -> str:
            return f"{match.position.stones} stones are left."


def play(game: Game, settings: MatchSettings, *answers: Answer) -> tuple[Session, DrivenConsole]:
    """A session whose time passes only while somebody is asked, and by as much as the answers say."""
    console = DrivenConsole(answers)
    live = LiveMatch(Record(Match.of(game)), settings, MatchSaver(game.name), now=lambda: console.time)
    session = Session(live, console)
    session.play()
    return session, console


def test_the_games_own_words_come_before_ours_where_they_are_a_move_and_what_it_tells_is_said_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    answers = [(0.0, word) for word in ("q", "undo", "take 3", "take 3", "undo", "quit")]
    session, _ = play(OtherHeap(), MatchSettings(), *answers)
    assert [int(move) for move in session.match.moves] == [1, 2, 3, 3, 2]  # eleven stones: the last undo takes two
    assert session.match.outcome
    capsys.readouterr()
    play(OtherHeap(), MatchSettings(first="human", second="random"), (0, "take 3"), (0, "quit"))
    assert capsys.readouterr().out.count("8 stones are left.") == 1


def test_against_a_computer_both_moves_are_taken_back_and_its_answer_is_the_same_again(desk: Desk) -> None:
    typed = ["A1", "undo", "redo", "undo", "A1", "why", "moves values"]
    said = desk.squarely("play", "quad", "--second", "random", "--seed", "5", typed=typed).out
    mine, reply = desk.kept_moves()
    assert said.count(f"Taken back: {mine} and {reply}.\n") == 2
    assert f"Played again: {mine} and {reply}.\n" in said
    assert re.findall(r"(?m)^▸ Player 2 \(O\) plays (..)\.$", said) == [reply] * 2
    assert f"{CELL}why\nYour move: " in said
    assert "\nPlayer 2's move: " in said
    assert f"{CELL}moves values\nPlayer 1 has 14 moves, the best first" in said


def test_anything_but_yes_goes_on_and_the_end_of_input_leaves_the_match_unfinished(desk: Desk) -> None:
    said = desk.squarely("play", "quad", typed=["B2", "resign", "n", "resign", "", "resign", "B2", "resign"])
    for answer in ("n", "", "B2"):
        asked = f"Player 2, do you give up? Then Player 1 wins. (yes/no): {answer}\nThe match goes on.\n"
        assert f"{asked}Player 2 (O), enter your move" in said.out
    assert said.out.endswith("No more input. Your match is saved. To continue: squarely resume\n")
    assert (said.code, desk.kept_moves()) == (1, ["B2"])


def test_a_computers_move_stands_apart(desk: Desk) -> None:
    for game, name in (("center", "Player A"), ("quad", "Player 1 (X)")):
        args = ("play", game, "--first", "random", "--seed", "1")
        assert f"\n\n▸ {name} plays " in desk.squarely(*args, typed=["quit"]).out
    assert f"\n\n> {name} plays " in desk.squarely(*args, "--plain", typed=["quit"]).out
    terminal = desk.terminal(*args)
    terminal.answer("): ", "quit")
    terminal.ended()
    assert "\x1b[1m▸ " in terminal.raw


def test_ctrl_c_while_a_computer_thinks(desk: Desk) -> None:
    process = desk.started("play", "quad", "--second", "program:sleep 600")
    enter(process, "B2")
    read_until(process, rb"B2\n[\s\S]*4 . \| . \| . \| . \n\n")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert out == b"\nYour match is saved. To continue: squarely resume\n"
    assert (err, process.returncode) == (b"", 130)
    assert desk.kept_moves() == ["B2"]


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


# Whose clock runs when

LIMIT = 20.0  # seconds for each turn
HASTY = ((5, "draw"), (100, "no"))


def play_on_clock(
    *answers: Answer, on_timeout: str = MatchSettings.on_timeout, game: str = "showdown"
) -> tuple[Session, DrivenConsole]:
    return play(registry.load(game), MatchSettings(time_limit=LIMIT, on_timeout=on_timeout), *answers)


def test_the_time_that_each_question_leaves() -> None:
    for answers, left in (
        # The clock of the player who offers a draw stands still while the other is asked; then the rest of it runs.
        ((*HASTY, (1, "right"), (19, "down")), [20, None, 15, 20, 20]),
        ((*HASTY, (15, "right")), [20, None, 15]),
        # A turn has one offer: a second one is refused, and the clock runs on.
        ((*HASTY, (5, "draw"), (5, "board"), (4, "draw"), (1, "right")), [20, None, 15, 10, 5, 1]),
        # A move that is taken back starts a turn.
        (((19, "right"), (19, "undo")), [20, 20, 20]),
    ):
        assert play_on_clock(*answers)[1].left == left


def test_a_draw_accepted_long_after_the_offerers_time_or_time_that_is_up_or_a_second_question() -> None:
    session, console = play_on_clock((19, "draw"), (100, "yes"))
    assert console.questions[1].endswith("Do you accept? (yes/no): ")
    assert session.match.outcome
    assert session.match.outcome.reason == "a draw was agreed"
    session, console = play_on_clock(*HASTY, (15, "right"))
    assert session.match.moves == ()
    ending = "Time is up, Player 1.\nPlayer 2 wins: Player 1 ran out of time.\n"
    assert f"Player 2 plays on.\n(Player 1 has 15 seconds.)\n{ending}" in console.said
    session, console = play_on_clock((20, "too late"), on_timeout=RANDOM_MOVE)
    assert (console.left, len(session.match.moves)) == ([20, 20], 1), "a random move starts the other's turn"
    _, console = play_on_clock((1, "place"), (1, "9 9"), (1, "place"), (1, "help"), (1, "back"), game="center")
    assert console.left == [20, 19, 18, 17, 16, 15]
    assert console.questions[0] == console.questions[-1] != console.questions[-2]
