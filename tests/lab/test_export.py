"""A suite is drawn by lot, spread, and comes to an end whatever the games are like."""

from collections.abc import Sequence

import pytest

from squarely.jobs.work import Failed
from squarely.lab.export import TooFew, choose_suite
from squarely.lab.questions import Answer, Question
from squarely.lab.run import Bench
from tests.lab.made_up import made_up


class Guessing(Bench):
    """A bench that solves nothing: every game is as deep as it happens to be asked, or all are too large."""

    def __init__(self, too_large: bool = False) -> None:
        self.too_large, self.asked = too_large, 0

    def ask(
        self, questions: Sequence[Question], what: str = ""  # noqa: ARG002
    ) -> tuple[list[Answer], list[Failed[Question]]]:  # fmt: skip
        answers = []
        for question in questions:
            self.asked += 1
            found = made_up(question.options, longest_win=self.asked % 25, positions=self.asked)
            answers.append(Answer(question, None if self.too_large else found.as_data(), "too large"))
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
    bench = Guessing(too_large=True)
    with pytest.raises(TooFew, match="only 0 rule sets that differ could be found, not 5"):
        choose_suite(5, 1, ["quad", "center", "snatchers"], bench)
    assert bench.asked == 200
