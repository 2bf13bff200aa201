"""What somebody scores who never looks at the position: the best answer that is always the same, or a guess."""

from collections import Counter, defaultdict
from collections.abc import Iterable

from squarely.arena.probes import BEST, Question
from squarely.arena.views import PLAIN
from squarely.notation import words

_Set = tuple[str, str, str, str]


class Guessing:
    """Counts over a set of questions: all views of a position together, the plain one first."""

    def __init__(self, questions: Iterable[Question] = ()) -> None:
        self._counts: dict[_Set, Counter[tuple[str, ...]]] = defaultdict(Counter)
        self._asked: Counter[_Set] = Counter()
        self._guessed: dict[_Set, float] = defaultdict(float)
        self._plain: tuple[str, tuple[str, ...]] = "", ()
        for question in questions:
            self.add(question)

    def add(self, question: Question) -> None:
        """Count one question: each right answer once, under the name that it has in the plain view."""
        if question.view == PLAIN:
            self._plain = question.group, question.answers[:1]
        told = question.answers
        if question.kind != BEST and self._plain[0] == question.group:
            told = self._plain[1]
        where = _set(question)
        self._asked[where] += 1
        self._guessed[where] += question.guess
        self._counts[where].update({tuple(words(each)) for each in told})

    def chance(self, question: Question) -> float:
        """The share of questions like this one that are answered rightly without looking."""
        where = _set(question)
        constant = max(self._counts[where].values(), default=0)
        return max(constant, self._guessed[where]) / self._asked[where]


def _set(question: Question) -> _Set:
    return question.game, question.options, question.kind, question.view
