"""The baseline of never looking at the position: the best constant answer, or a random guess."""

from collections import Counter, defaultdict
from collections.abc import Iterable

from squarely.arena.probe.position_views import PLAIN
from squarely.arena.probe.questions import BEST, Question
from squarely.core.text.notation import split_words

_Set = tuple[str, str, str, str]


class GuessingBaseline:
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
        where = _set_key(question)
        self._asked[where] += 1
        self._guessed[where] += question.guess
        self._counts[where].update({tuple(split_words(each)) for each in told})

    def expected_score(self, question: Question) -> float:
        """The share of questions like this one that are answered rightly without looking."""
        where = _set_key(question)
        constant = max(self._counts[where].values(), default=0)
        return max(constant, self._guessed[where]) / self._asked[where]


def _set_key(question: Question) -> _Set:
    return question.game, question.options, question.kind, question.view
