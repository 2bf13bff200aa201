"""Have questions answered: those that the log has by the log, the others by an executor, each kept at once."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from time import monotonic

from squarely.command_line.printing import count_columns, echo
from squarely.jobs.executors import Executor, executor
from squarely.jobs.work import Failed, do_each
from squarely.lab.sweep.log import LabLog
from squarely.lab.sweep.questions import Answer, Question, answer


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


def choose_executor(place: str) -> Executor[Question, Answer]:
    """Where questions are answered: here, in processes, on Ray."""
    return executor(place, partial(do_each, answer))


class Bench:
    """Where answers come from: a log, somewhere to work, and somebody who is told how far it is."""

    def __init__(self, log: LabLog, where: Executor[Question, Answer], tell: Tell = lambda _: None) -> None:
        self._log, self._where, self._tell = log, where, tell

    def ask(self, questions: Sequence[Question], what: str = "rule sets") -> Answers:
        """The answers in the order of the questions, and what could not be answered."""
        known = {question: found for question in questions if (found := self._log.find(question))}
        refused = sum(each.found is None for each in known.values())
        progress = LabProgress(len(questions), len(known), len(known), refused, what=what)
        self._tell(progress)
        left = [[question] for question in dict.fromkeys(questions) if question not in known]
        for results in self._where.results(left) if left else ():
            answers = [each for each in results if isinstance(each, Answer)]
            self._log.keep(answers)
            known |= {each.question: each for each in answers}
            progress.done += len(answers)
            progress.refused += sum(each.found is None for each in answers)
            progress.failed += [each for each in results if isinstance(each, Failed)]
            self._tell(progress)
        lost = {question for question in questions if question not in known} - {each.item for each in progress.failed}
        assert not lost, "an executor hands over every item, done or failed"
        return [known[question] for question in questions if question in known], progress.failed


def make_progress_printer() -> Tell:
    """On standard error, one line that changes on a terminal; elsewhere a line for every tenth."""
    watched = sys.stderr.isatty()

    def tell(progress: LabProgress) -> None:
        line, ended, asked = progress.describe(), progress.done + len(progress.failed), progress.asked
        if watched:
            columns = count_columns(sys.stderr) or len(line) + 1  # a line that is broken could not be written over
            sys.stderr.write(f"\r\x1b[K{line[: columns - 1]}" + ("\n" if ended == asked else ""))
            sys.stderr.flush()
        elif ended == 0 or 10 * ended // asked != 10 * (ended - 1) // asked:
            echo(line, err=True)

    return tell


@contextmanager
def say_when_stopped() -> Iterator[None]:
    """Ctrl-C loses nothing, and says so."""
    try:
        yield
    except KeyboardInterrupt:
        echo("\nStopped. What was measured is kept: call it again to go on.", err=True)
        raise


def describe_time(seconds: float) -> str:
    """`40 s`, `12 min`, `1.5 h`."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
