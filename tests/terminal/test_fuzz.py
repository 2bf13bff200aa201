"""Ten thousand random strings at every prompt: no traceback, no hang, no lost match."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from squarely import Match, load
from squarely.core.match.record import Record
from squarely.files import saved_matches
from squarely.files.saved_matches import MatchSaver
from squarely.terminal.line_mode.console import Console, EndOfInput, Quit
from squarely.terminal.line_mode.menu import choose_match, run_menu
from squarely.terminal.line_mode.session import Session
from squarely.terminal.match.live_match import LiveMatch
from squarely.terminal.match.match_settings import MatchSettings
from tests.thorough import many

from .driving import GAMES, PATIENCE, Desk, moves_in
from .noise import strings
from .stands import STANDS, Stand

MANY = many(10_000)  # at each prompt
SOME = many(3_000)  # of them once more through a real pipe


@pytest.fixture(autouse=True)
def _isolated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(os, "fsync", lambda _: None)  # thousands of moves are made and taken back


class NoisyScreen(Console):
    """Answers one prompt with noise, the questions that lead there with what leads there, and takes back moves."""

    def __init__(self, stand: Stand, noise: Iterator[str], home: Match) -> None:
        super().__init__(plain=True)
        self.session: Session | None = None
        self.home = home
        self.asked = 0
        self._noise = noise
        self._prompt = stand.prompt
        self._leads = dict(zip([stand.first_prompt, *_BETWEEN[: len(stand.lead) - 1]], stand.lead, strict=False))

    def show(self, text: str, *_: Any, **__: Any) -> None:
        text.encode()

    def ask(self, question: str, _deadline: float | None = None, _words: object = None) -> str:
        assert self.session is not None
        match, home = self.session.match, self.home
        if match != home:
            assert match.undo() == home, "noise has changed the match, and not by a legal move"
            return "undo"
        if question != self._prompt:
            # Where noise was the first half of an answer, any whole move ends the turn, and is taken back.
            move = "none" if question.startswith("Which adjacent") else str(home.legal_moves[0])
            return self._leads.get(question, move)
        self.asked += 1
        try:
            return next(self._noise)
        except StopIteration:
            raise EndOfInput from None


_BETWEEN = ["Enter the row and column of the token to move (e.g., '0 0'):\n> "]


def session_at(stand: Stand, noise: Iterator[str]) -> tuple[Session, NoisyScreen]:
    options = ",".join(value for name, value in zip(stand.args, stand.args[1:], strict=False) if name == "--option")
    rules = load(stand.args[1], options)
    home = Match.of(rules, rules.read_position(stand.before)).play(stand.typed[-1])
    assert rules.write_position(home.position) == stand.now
    console = NoisyScreen(stand, noise, home)
    console.session = Session(LiveMatch(Record(home), MatchSettings(), MatchSaver(rules.name)), console)
    return console.session, console


@pytest.mark.parametrize("stand", STANDS, ids=lambda stand: stand.name)
def test_noise_at_every_prompt(stand: Stand) -> None:
    noise = strings(stand.name, MANY)
    asked = 0
    while True:
        session, console = session_at(stand, noise)
        session.live.saver.save(session.live.record)
        code = session.play()
        asked += console.asked
        if code:  # the noise has ended, the match has not
            break
        assert session.match.undo() == console.home, "noise has ended the match, and not by a legal move"
    assert asked == MANY + 1
    assert session.match == console.home
    assert moves_in(session.live.saver.path) == [str(move) for move in console.home.moves]


def test_noise_when_a_draw_is_offered() -> None:
    """Whatever is said, short of yes, the match goes on."""
    stand = next(stand for stand in STANDS if stand.name == "showdown")
    answered = 0
    for noise in strings("draw", MANY):
        if noise.strip().lower() in ("y", "yes"):
            continue
        session, console = session_at(stand, iter(()))
        answered += offer_draw(session, console, stand.prompt, noise)
        assert session.match == console.home
    assert answered > MANY * 0.99


def offer_draw(session: Session, console: NoisyScreen, prompt: str, answer: str) -> bool:
    """Offer a draw and answer like this, then leave. Whether there was something to answer."""
    asked: list[str] = []

    def ask(question: str, deadline: float | None = None, words: object = None) -> str:
        asked.append(question)
        if len(asked) == 1 and question == prompt:
            return "draw"
        if len(asked) == 2 and question.endswith("Do you accept? (yes/no): "):
            return answer
        raise EndOfInput

    console.ask = ask  # type: ignore[method-assign, assignment]
    assert session.play() == 1
    return len(asked) == 3 and asked[-1] == prompt


class NoisyMenu(Console):
    """Answers one question of the menu with noise, those before it with Enter, and leaves any match that begins."""

    def __init__(self, target: str, before: tuple[str, ...], noise: Iterator[str]) -> None:
        super().__init__(plain=True)
        self.asked = 0
        self.ended = False
        self._target, self._before, self._noise = target, before, noise

    def show(self, text: str, *_: Any, **__: Any) -> None:
        text.encode()

    def ask(self, question: str, _deadline: float | None = None, _words: object = None) -> str:
        if question.startswith(self._before):
            return ""
        if not question.startswith(self._target):
            raise EndOfInput
        self.asked += 1
        try:
            return next(self._noise)
        except StopIteration:
            self.ended = True
            raise EndOfInput from None


QUESTIONS = ("Which game, by number or name?", "Who is your opponent")


@pytest.mark.parametrize("target", QUESTIONS)
def test_noise_in_the_menu(target: str) -> None:
    console = NoisyMenu(target, QUESTIONS[: QUESTIONS.index(target)], strings(target, MANY))
    while not console.ended:
        try:
            run_menu(console)
        except (EndOfInput, Quit):
            continue
    assert console.asked == MANY + 1


def test_noise_when_asked_which_match_to_resume(desk: Desk) -> None:
    for move in ("B2", "C3"):
        match = Match.of(load("quad")).play(move)
        MatchSaver(f"quad-{move}").save(Record(match))
    noise = (text for text in strings("resume", MANY) if text.strip() not in ("", "1", "2"))
    console = NoisyMenu("Which one?", (), noise)
    with pytest.raises(EndOfInput):
        choose_match(console, saved_matches.list_unfinished, can_delete=True)
    assert console.asked > MANY * 0.8
    assert len(desk.unfinished) == 2


def raw_noise(seed: str, count: int) -> list[bytes]:
    """Noise as bytes, some of it not even text. The tilde makes sure that nothing in it is a move or a command."""
    chance = Random(f"raw {seed}")
    return [
        b"~" + (text.encode() if chance.random() < 0.8 else chance.randbytes(12).replace(b"\n", b""))
        for text in strings(seed, count)
    ]


@pytest.mark.parametrize("name", GAMES)
def test_noise_through_a_real_pipe(desk: Desk, name: str) -> None:
    """The position before the noise is the position after it."""
    first = next(stand for stand in STANDS if stand.args[1] == name)
    stands = [stand for stand in STANDS if stand.args == first.args]
    lines = [answer.encode() for answer in first.typed]
    for number, noise in enumerate(raw_noise(name, SOME)):
        lines += [answer.encode() for answer in stands[number % len(stands)].lead]
        lines.append(noise)
    said = desk.squarely(*first.args, typed=b"\n".join([*lines, b"board", b""]))
    assert said.err == ""
    assert said.code == 1
    assert said.out.count("As text: ") == 1
    assert f"As text: {first.now}\n" in said.out
    assert said.out.count("\nSorry, ") == SOME
    assert len(desk.kept_moves()) == len(first.typed)


def test_saving_under_random_names(desk: Desk) -> None:
    """Any name is written or refused, inside the folder one is in, and the match goes on."""
    names = [text.replace("/", "").replace("~", "").replace("..", "") for text in strings("save", 600)]
    typed = ["B2", *(f"save {name}" for name in names), "board", "A1"]
    said = desk.squarely("play", "quad", typed=typed)
    assert "As text: ..../.X../..../.... O\n" in said.out
    assert desk.kept_moves() == ["B2", "A1"]
    saved = said.out.count("\nSaved in ")
    assert 200 < saved <= len(names)
    written = [path for path in desk.here.iterdir() if not path.name.endswith(".part")]
    assert 200 < len(written) <= saved
    assert len(list(desk.here.iterdir())) == len(written)
    assert max(map(len, map(moves_in, written))) == 2
    assert all(moves_in(path)[:1] == ["B2"] for path in written)


def test_commands_that_leave_with_random_words_behind_them(desk: Desk) -> None:
    """`quit` and its like take no words, so with words they are an answer like any other."""
    chance = Random("leaving")
    words = [text for text in strings("leaving", 1000) if text.strip()]
    typed = [f"{chance.choice(['quit', 'resign', 'undo', 'draw'])} {text}" for text in words]
    said = desk.squarely("play", "quad", typed=["B2", *typed, "board"])
    assert said.code == 1
    assert "As text: ..../.X../..../.... O\n" in said.out
    assert desk.kept_moves() == ["B2"]


ARGUMENTS = """
import json, os, signal, sys, tempfile
from squarely import cli
from squarely.terminal import rules
from squarely.terminal import play
from squarely.terminal import show
from squarely.terminal.line_mode import menu  # so that each child has them already
for line in sys.stdin:
    args = json.loads(line)
    with tempfile.TemporaryFile() as printed:
        child = os.fork()
        if not child:
            signal.alarm(60)
            nothing = os.open(os.devnull, os.O_RDWR)
            os.dup2(nothing, 0)
            os.dup2(nothing, 1)
            os.dup2(printed.fileno(), 2)
            sys.stdin = open(0)
            sys.argv = ["squarely", *args]
            try:
                sys.exit(cli.main())
            except SystemExit as left:
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(left.code or 0)
            except BaseException:
                import traceback
                traceback.print_exc()
            sys.stderr.flush()
            os._exit(99)
        _, status = os.waitpid(child, 0)
        printed.seek(0)
        complaint = printed.read().decode("utf-8", "replace")
    code = os.waitstatus_to_exitcode(status)
    sys.stdout.write(json.dumps([args, code, complaint]) + "\\n")
"""


def random_arguments(count: int) -> Iterator[list[str]]:
    chance = Random("arguments")
    noise = [text.replace("\x00", "").replace("/", "") for text in strings("arguments", 2000) if len(text) < 1000]
    commands = ["play", "play", "play", "resume", "games", "rules", "show", "completion", "pla", ""]
    options = [
        *("--first", "--second", "--option", "-o", "--position", "--seed", "--toss", "--time-limit", "--on-timeout"),
        *("--max-turns", "--names", "--save", "--plain", "--json", "--all", "--end", "-h", "--help", "--version", "--"),
    ]
    values = [
        *GAMES,
        *("random", "human", "0", "1", "-1", "1e400", "nan", "9" * 5000, "Ann,Bob", "size=5", "size=5,size=3", "="),
        *(
            "..../..../..../.... X",
            "XOXO/XOXO/OXOX/OXOX X",
            "538/291/647 1 0-0",
            "---/---/--- A",
            "lose",
            "\udcff",
            "file",
        ),
    ]
    for _ in range(count):
        args = [chance.choice(commands)] if chance.random() < 0.9 else []
        if chance.random() < 0.6:
            args.append(chance.choice(GAMES))
        for _ in range(chance.randint(0, 4)):
            args.append(chance.choice(options) if chance.random() < 0.6 else chance.choice(values))
            if chance.random() < 0.5:
                args.append(chance.choice(values if chance.random() < 0.5 else noise))
        yield args


def test_random_arguments(desk: Desk) -> None:
    """Whatever is on the command line: an exit code that people expect, and a sentence if it was a mistake."""
    asked = list(random_arguments(300))
    done = subprocess.run(
        [sys.executable, "-c", ARGUMENTS],
        input="".join(json.dumps(args) + "\n" for args in asked),
        capture_output=True,
        text=True,
        cwd=desk.here,
        env=desk.environment(),
        timeout=PATIENCE,
        check=True,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(asked)
    for args, code, complaint in answers:
        assert code in (0, 1, 2), (args, code, complaint)
        assert "Traceback" not in complaint, (args, complaint)
        assert complaint.strip() or code != 2, args
    codes = [code for _, code, _ in answers]
    assert min(codes.count(0), codes.count(1), codes.count(2)) > 10
