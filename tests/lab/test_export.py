"""A suite is drawn by lot, spread, and comes to an end whatever the games are like."""

from collections import Counter
from collections.abc import Sequence

import pytest

from squarely.core.errors import SquarelyError
from squarely.core.rules import registry
from squarely.jobs.work import Failed
from squarely.lab.export import choose_suite
from squarely.lab.sweep.bench import Bench
from squarely.lab.sweep.questions import Answer, Question
from tests.lab.made_up import made_up


class Guessing(Bench):
    """A bench that solves nothing: every game is as deep as it happens to be asked, or too large."""

    def __init__(self, largest: int = 9) -> None:
        self.largest, self.asked, self.questions = largest, 0, list[Question]()

    def ask(
        self, questions: Sequence[Question], what: str = ""
    ) -> tuple[list[Answer], list[Failed[Question]]]:  # fmt: skip
        answers = []
        for question in questions:
            self.asked += 1
            self.questions.append(question)
            is_solved = int(registry.load(question.game, question.options).settings["size"]) <= self.largest
            found = made_up(question.options, longest_win=self.asked % 25, positions=100 + self.asked)
            answers.append(Answer(question, found if is_solved else None, "too large"))
        return answers, []


def test_shallow_and_deep_come_alike() -> None:
    chosen = choose_suite(14, 1, ["snatchers", "center"], Guessing())
    assert len({each.options for each in chosen}) == 14
    depths = sorted(each.longest_win for each in chosen)
    bands = [
        sum(low <= depth < high for depth in depths)
        for low, high in ((0, 3), (3, 5), (5, 8), (8, 11), (11, 15), (15, 20), (20, 99))
    ]
    assert bands == [2] * 7


def test_games_that_are_all_too_large_are_not_tried_for_ever() -> None:
    bench = Guessing(largest=0)
    with pytest.raises(SquarelyError, match="only 0 rule sets that differ could be found, not 5"):
        choose_suite(5, 1, ["quad", "center", "snatchers"], bench)
    assert bench.asked <= 200


def test_settings_that_are_always_too_large_are_left_alone() -> None:
    """What is drawn more than a few times and never solved is not drawn again; what was solved once is."""
    bench = Guessing(largest=4)
    choose_suite(10, 1, ["snatchers"], bench)
    drawn = Counter(registry.load(each.game, each.options).settings["size"] for each in bench.questions)
    assert max(drawn[size] for size in range(5, 10)) < min(20, drawn[3], drawn[4])
