"""Have questions answered: those that the log has by the log, the others by an executor, each kept at once."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from hashlib import sha256
from importlib.resources import files
from os import urandom
from pathlib import Path
from time import monotonic

from platformdirs import user_cache_path

from squarely.command_line.printing import echo, make_progress_line
from squarely.core.rules import registry
from squarely.core.rules.game import Game
from squarely.files.line_log import LineForm, LineLog, read_sealed, seal
from squarely.files.output_file import Kind
from squarely.files.typed_data import convert
from squarely.jobs.executors import executor
from squarely.jobs.work import Executor, Failed, do_each
from squarely.lab.measure.measures import Measures
from squarely.lab.sweep.questions import Answer, Comparison, Question, answer

VERSION = 1
LOG = Kind("a log of the lab", '{"lab":', is_read_again=True)
# Whatever answering a question takes, besides the rules of the game.
_MEASURING = ("core", "solver", "players/level.py", "players/sight.py", "lab/measure", "lab/sweep/questions.py")

Entry = tuple[str, Answer]  # a fingerprint of what it is true of, and an answer


def _write_line(entry: Entry) -> str:
    made, (question, found, refusal) = entry
    written = found and found._asdict()
    return seal({"lab": VERSION, "fingerprint": made, **question._asdict(), "found": written, "refusal": refusal})


def _read_line(line: str) -> Entry:
    """The answer of such a line; ValueError says what is wrong with it."""
    data = read_sealed(line, "lab", VERSION, "an answer of the lab")
    question = convert(data, Question)
    made, refusal = convert([data.get("fingerprint"), data.get("refusal")], tuple[str, str])
    form: type[Measures | Comparison] = Comparison if question.kind == "compare" else Measures
    return made, Answer(question, convert(data["found"], form) if data.get("found") else None, refusal)


# A line for each answer, bound to the rules and to the lab that gave it.
ANSWER = LineForm("answer", _write_line, _read_line, key=lambda entry: (entry[0], entry[1].question))


def default_path(game: str) -> Path:
    """Where the answers about a game are kept by default. It can be removed at any time."""
    return user_cache_path("squarely", appauthor=False) / "lab" / f"{game}.jsonl"


@cache
def fingerprint(game: str) -> str:
    """A hash of the rules of a game and of everything that measures them: what changes is never answered by the log."""
    printed = registry.find_class(game)
    kinds = [each for kind in (printed, *printed.variations()) for each in kind.__mro__ if issubclass(each, Game)]
    sources = {getattr(sys.modules.get(each.__module__), "__file__", None) for each in kinds}
    if None in sources:  # it could not be checked later that these are the same
        return urandom(8).hex()
    homes = [Path(str(source)) for source in sources]
    packages = [home.parent if (home.parent / "__init__.py").exists() else home for home in homes]
    return sha256(f"{hash_files(packages)} {hash_lab()}".encode()).hexdigest()[:16]


@cache
def hash_lab() -> str:
    """A hash of every file that answering a question takes."""
    return hash_files([Path(str(files("squarely"))) / name for name in _MEASURING])


def hash_files(places: list[Path]) -> str:
    """A hash of files, and of all files in folders."""
    found = {file for place in places for file in ([place] if place.is_file() else place.rglob("*.py"))}
    return sha256(b"".join(file.read_bytes() for file in sorted(found))).hexdigest()


@dataclass
class LabProgress:
    """How far the lab is with a list of questions."""

    asked: int
    done: int
    known: int  # of those done, by the log
    refused: int = 0  # of those done, too large
    failed: list[Failed[Question]] = field(default_factory=list)
    began: float = field(default_factory=monotonic)
    what: str = "rule sets"
    show: Callable[[str, int, int], None] = field(default_factory=make_progress_line)

    def describe(self) -> str:
        """`12 of 200 rule sets, 8 known before, 3 too large, 35 a minute, about 5 minutes left`."""
        parts = [f"{self.done:,} of {self.asked:,} {self.what}"]
        told = {"known before": self.known, "too large": self.refused, "could not be measured": len(self.failed)}
        parts += [f"{count:,} {what}" for what, count in told.items() if count]
        worked_out, seconds = self.done - self.known, monotonic() - self.began
        if worked_out and seconds:
            parts.append(f"{60 * worked_out / seconds:,.0f} a minute")
            left = (self.asked - self.done - len(self.failed)) * seconds / worked_out
            parts += [f"about {describe_time(left)} left"] if left >= 1 else []
        return ", ".join(parts)


Tell = Callable[[LabProgress], None]
Answers = tuple[list[Answer], list[Failed[Question]]]


class Bench:
    """Where answers come from: a log, and an executor for what is not in it. `tell` hears how far it is."""

    def __init__(self, log: LineLog[Entry], where: Executor[Question, Answer], tell: Tell) -> None:
        self._log, self._where, self._tell = log, where, tell

    def ask(self, questions: Sequence[Question], what: str = "rule sets") -> Answers:
        """The answers in the order of the questions, and what could not be answered."""
        made = {question: fingerprint(question.game) for question in questions}
        known = {each: entry[1] for each in questions if (entry := self._log.entries.get((made[each], each)))}
        refused = sum(each.found is None for each in known.values())
        progress = LabProgress(len(questions), len(known), len(known), refused, what=what)
        self._tell(progress)
        left = [[question] for question in dict.fromkeys(questions) if question not in known]
        for results in self._where.results(left) if left else ():
            answers = [each for each in results if isinstance(each, Answer)]
            self._log.add((made[each.question], each) for each in answers)
            known |= {each.question: each for each in answers}
            progress.done += len(answers)
            progress.refused += sum(each.found is None for each in answers)
            progress.failed += [each for each in results if isinstance(each, Failed)]
            self._tell(progress)
        return [known[question] for question in questions if question in known], progress.failed


def print_progress(progress: LabProgress) -> None:
    """How far it is, on standard error."""
    progress.show(progress.describe(), progress.done + len(progress.failed), progress.asked)


@contextmanager
def open_bench(path: Path, place: str = "here", tell: Tell = print_progress) -> Iterator[Bench]:
    """A bench with its log, which is locked meanwhile. Ctrl-C loses nothing, and says so."""
    where: Executor[Question, Answer] = executor(place, partial(do_each, answer))
    with LineLog(path, ANSWER) as log:
        for sentence in log.trouble:
            echo(f"{sentence}. What it says is measured again.", err=True)
        try:
            yield Bench(log, where, tell)
        except KeyboardInterrupt:
            echo("\nStopped. What was measured is kept: call it again to go on.", err=True)
            raise


def describe_time(seconds: float) -> str:
    """`40 s`, `12 min`, `1.5 h`."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
