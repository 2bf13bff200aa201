"""Thousands of random strings at every prompt: no traceback, no hang, no lost match."""

import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import cycle
from random import Random

import pytest

from squarely import Match, load
from squarely.core.match.record import Record
from squarely.files.saved_matches import MatchSaver
from squarely.terminal.line_mode.console import Console, EndOfInput, Quit
from squarely.terminal.line_mode.menu import run_menu
from squarely.terminal.line_mode.session import Session
from squarely.terminal.match.live_match import LiveMatch
from squarely.terminal.match.match_settings import MatchSettings
from tests.thorough import IS_THOROUGH

from .driving import GAMES, Desk, moves_in
from .stands import STANDS, Stand


def _split(text: str) -> list[str]:
    return text.split("|")


_LOOKALIKES = _split(
    "place 0 0|place 1 1|move 0 0 0 1|move 0 0 1 0|0 0|0 0 0 1|pass|p 2 1|place|move|B2|a1|D4|E5|A 1|swap A1 B1|"
    "swap B1|A1 B1|swap A1 with B1|swap|2 2|1,3|(3, 3)|2 2 : 1 2|2 2 : 1 2, 2 1|all|none|a|n|up|down|l|RIGHT|up 2|"
    "left 1|u 2|1|2|3|yes|no|help|board|moves|save|rules|help me|board now|moves?|undoo|resigned|quitt|HELP"
)
_CHANGES = [*_split(" |0|9|-|²|１|٣|\t|\x00|:|'|\"|\\|%s|{0}|a|É"), "", "1" * 30, ",", ",,"]
_ODD = _split(
    " |\t\t|\x00|\x1b[2J|\x1b]0;title\x07|\x04|\x03|\r|\x7f|\x08\x08|\u2028|\u202etfel|\ufeff|e\u0301|🏳️‍🌈|ｕｐ|ⅷ|İ|ß|"
    'None|nan|-0|1e9|0x1|$(ls)|`ls`|; ls|../..|[Game "quad"]|*|1-0|?|??|!|#|//|\\n|%n%n|<b>|&amp;||\0\0\0\0\0\0\0\0\0'
)
_LEAVING = ("undo", "redo", "resign", "draw", "quit", "q", "exit", "hint", "why")  # what these do is tested elsewhere


def strings(seed: str, count: int) -> Iterator[str]:
    """So many strings without a line break, none of them a command that leaves or changes the match."""
    chance = Random(f"noise {seed}")
    for _ in range(count):
        text = _one(chance).replace("\n", " ")
        name, _, rest = text.strip().partition(" ")
        leaves = name.lower() in _LEAVING or (name.lower() == "save" and rest)
        yield f"not {text}" if leaves else text


def _one(chance: Random) -> str:
    kind = chance.random()
    if kind < 0.30:
        return _changed(chance, chance.choice(_LOOKALIKES))
    if kind < 0.40:
        return " ".join(chance.choices([*_LOOKALIKES, *_ODD], k=chance.randint(1, 4)))
    if kind < 0.50:
        return chance.choice(_ODD)
    if kind < 0.75:
        return "".join(chr(chance.randint(32, 126)) for _ in range(chance.randint(0, 12)))
    if kind < 0.85:
        return "".join(chr(chance.randint(0, 255)) for _ in range(chance.randint(0, 12)))
    if kind < 0.998:
        return "".join(_character(chance) for _ in range(chance.randint(1, 12)))
    return chance.choice(["x", "1", " ", "A1 ", "\x00", "é", "2 2, "]) * chance.choice([300, 5_000, 30_000])


def _changed(chance: Random, text: str) -> str:
    """Almost what it was: a few places replaced, removed or filled."""
    for _ in range(chance.randint(0, 3)):
        at = chance.randint(0, len(text))
        text = text[:at] + chance.choice(_CHANGES) + text[at + chance.randint(0, 1) :]
    return text


def _character(chance: Random) -> str:
    """Any character that UTF-8 can carry."""
    number = chance.randint(0, 0x10FFFF - 0x800)
    return chr(number if number < 0xD800 else number + 0x800)


pytestmark = [pytest.mark.slow, pytest.mark.thorough]
SHARE = 1 if IS_THOROUGH else 16
MANY = 8_000 // SHARE  # at each prompt
SOME = 2_000 // SHARE  # of them once more through a real pipe


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: None)  # thousands of moves are made and taken back


class Noisy(Console):
    """Answers a question as it is told to, and with noise where it is told None."""

    def __init__(self, noise: Iterator[str], answer: Callable[[str], str | None]) -> None:
        super().__init__(plain=True)
        self.asked, self.ended = 0, False
        self._noise, self._answer = noise, answer

    def show(self, text: str, is_strong: bool = False) -> None:
        text.encode()

    def ask(self, question: str, *_: object, **__: object) -> str:
        if (answer := self._answer(question)) is not None:
            return answer
        self.asked += 1
        for noise in self._noise:
            return noise
        self.ended = True
        raise EndOfInput


@pytest.mark.parametrize("stand", STANDS, ids=lambda stand: stand.name)
def test_noise_at_every_prompt(stand: Stand) -> None:
    """A move that comes of it is a legal one, and is taken back."""
    rules = load(stand.args[1], "".join(stand.args[5:]))  # behind a position and `--option`
    home = Match.of(rules, rules.read_position(stand.before)).play(stand.typed[-1])
    assert rules.write_position(home.position) == stand.now
    token = "Enter the row and column of the token to move (e.g., '0 0'):\n> "
    leads = dict(zip((stand.first_prompt, token), stand.lead, strict=False))

    def answer(question: str) -> str | None:
        if session.match != home:
            assert session.match.undo() == home, "noise has changed the match, and not by a legal move"
            return "undo"
        # Where noise was the first half of an answer, any whole move ends the turn, and is taken back.
        move = "none" if question.startswith("Which adjacent") else str(home.legal_moves[0])
        return None if question == stand.prompt else leads.get(question, move)

    console = Noisy(strings(stand.name, MANY), answer)
    while not console.ended:
        session = Session(LiveMatch(Record(home), MatchSettings(), MatchSaver(rules.name)), console)
        session.live.saver.save(session.live.record)
        session.play()
        if not console.ended:
            assert session.match.undo() == home, "noise has ended the match, and not by a legal move"
    assert console.asked == MANY + 1
    assert session.match == home
    assert moves_in(session.live.saver.path) == [str(move) for move in home.moves]


def test_noise_when_a_draw_is_offered(desk: Desk) -> None:
    """Whatever is said, short of yes, the match goes on. An offer is good for one turn: one moves, and offers again."""
    noise = [text for text in strings("draw", SOME // 2) if text.strip().lower() not in ("y", "yes")]
    typed = [line for text, move in zip(noise, cycle(("right", "down", "left", "up"))) for line in ("draw", text, move)]
    said = desk.squarely("play", "showdown", typed=typed)
    assert (said.code, said.err) == (1, "")
    assert said.out.count(" plays on.\n") == len(noise) == len(desk.kept_moves())


GAME, OPPONENT, KEPT = "Which game, by number or name?", "Who is your opponent", "Which one?"


@pytest.mark.parametrize(("target", "lead"), [(GAME, ""), (OPPONENT, ""), (KEPT, "resume")])
def test_noise_in_the_menu(desk: Desk, target: str, lead: str) -> None:
    """Also when it is asked which match to resume."""

    def answer(question: str) -> str | None:
        if question.startswith(target):
            return None
        if question.startswith(GAME):
            return lead
        raise EndOfInput  # a match has begun

    for move in ("B2", "C3"):
        MatchSaver(f"quad-{move}").save(Record(Match.of(load("quad")).play(move)))
    console = Noisy(strings(target, MANY), answer)
    while not console.ended:
        with suppress(EndOfInput, Quit):
            run_menu(console)
    assert console.asked == MANY + 1
    assert len(desk.unfinished) == 2


@pytest.mark.parametrize("name", GAMES)
def test_noise_through_a_real_pipe(desk: Desk, name: str) -> None:
    """Some of it is not even text. The tilde makes sure that none is a move or a command, and the position stays."""
    chance, first = Random(f"raw {name}"), next(stand for stand in STANDS if stand.args[1] == name)
    stands = cycle(stand for stand in STANDS if stand.args == first.args)
    lines = [answer.encode() for answer in first.typed]
    for text, stand in zip(strings(name, SOME), stands, strict=False):
        lines += [answer.encode() for answer in stand.lead]
        lines.append(b"~" + (text.encode() if chance.random() < 0.8 else chance.randbytes(12).replace(b"\n", b"")))
    said = desk.squarely(*first.args, typed=b"\n".join([*lines, b"board", b""]))
    assert (said.code, said.err) == (1, "")
    assert said.out.count("As text: ") == said.out.count(f"As text: {first.now}\n") == 1
    assert said.out.count("\nSorry, ") == SOME
    assert len(desk.kept_moves()) == len(first.typed)


def test_saving_under_random_names_and_leaving_with_random_words(desk: Desk) -> None:
    """Any name is written or refused, in the folder one is in. `quit` and its like take no words."""
    chance = Random("leaving")
    leaving = [f"{chance.choice(['quit', 'resign', 'undo', 'draw'])} {text}" for text in strings("leaving", SOME)]
    texts = strings("save", 300 if IS_THOROUGH else 100)
    names = [text.replace("/", "").replace("~", "").replace("..", "") for text in texts]
    typed = ["B2", *(f"save {name}" for name in names), *(text for text in leaving if text.split()[1:]), "board", "A1"]
    said = desk.squarely("play", "quad", typed=typed)
    assert said.code == 1
    assert "As text: ..../.X../..../.... O\n" in said.out
    assert desk.kept_moves() == ["B2", "A1"]
    saved = said.out.count("\nSaved in ")
    assert 30 < len(list(desk.here.iterdir())) <= saved <= len(names)
    assert max(len(moves_in(path)) for path in desk.here.iterdir()) == 2
    assert all(moves_in(path)[:1] == ["B2"] for path in desk.here.iterdir())


OPTIONS = [
    *("--first", "--second", "--option", "-o", "--position", "--seed", "--toss", "--time-limit", "--on-timeout"),
    *("--max-turns", "--names", "--save", "--plain", "--json", "--all", "--end", "-h", "--help", "--version", "--"),
]
VALUES = [
    *(*GAMES, "random", "human", "0", "1", "-1", "1e400", "nan", "9" * 5000, "Ann,Bob", "size=5", "size=5,size=3", "="),
    *("..../..../..../.... X", "XOXO/XOXO/OXOX/OXOX X", "538/291/647 1 0-0", "---/---/--- A", "lose", "\udcff", "file"),
]
COMMANDS = ["play", "play", "play", "resume", "games", "rules", "show", "completion", "pla", ""]


def test_random_arguments(desk: Desk) -> None:
    """Whatever is on the command line: an exit code that people expect, and a sentence if it was a mistake."""
    chance, codes = Random("arguments"), Counter[int]()
    noise = [text.replace("\x00", "").replace("/", "") for text in strings("arguments", SOME) if len(text) < 1000]
    for _ in range(640 // SHARE):
        args = [chance.choice(COMMANDS)] if chance.random() < 0.9 else []
        if chance.random() < 0.6:
            args.append(chance.choice(GAMES))
        for _ in range(chance.randint(0, 4)):
            args.append(chance.choice(OPTIONS) if chance.random() < 0.6 else chance.choice(VALUES))
            if chance.random() < 0.5:
                args.append(chance.choice(VALUES if chance.random() < 0.5 else noise))
        said = desk.squarely(*args)
        codes[said.code] += 1
        assert said.code in (0, 1) or (said.code == 2 and said.err.strip()), (args, said)
    assert min(codes[code] for code in (0, 1, 2)) > 1
