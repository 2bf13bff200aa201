"""Have questions answered: those that the log has by the log, the others by an executor, each kept at once."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from time import monotonic

from squarely.jobs.executors import Executor, executor
from squarely.jobs.work import Failed, do_each
from squarely.lab.log import LabLog
from squarely.lab.questions import Answer, Question, answer


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

    @property
    def rate(self) -> float | None:
        """Answers a minute, of those that were worked out now; None before the first."""
        worked_out, seconds = self.done - self.known, monotonic() - self.began
        return 60 * worked_out / seconds if worked_out and seconds else None

    @property
    def seconds_left(self) -> float | None:
        """What the rest will take if it takes as long as what was done; None before the first."""
        rate, left = self.rate, self.asked - self.done - len(self.failed)
        return 60 * left / rate if rate else None


Tell = Callable[[LabProgress], None]


def choose_executor(place: str) -> Executor[Question, Answer]:
    """Where questions are answered: here, in processes, on Ray."""
    return executor(place, partial(do_each, answer))


class Bench:
    """Where answers come from: a log, somewhere to work, and somebody who is told how far it is."""

    def __init__(self, log: LabLog, where: Executor[Question, Answer], tell: Tell = lambda _: None) -> None:
        self._log, self._where, self._tell = log, where, tell

    def ask(
        self, questions: Sequence[Question], what: str = "rule sets"
    ) -> tuple[list[Answer], list[Failed[Question]]]:
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
