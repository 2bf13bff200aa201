"""A suite is drawn by lot, spread, and comes to an end whatever the games are like."""

from collections import Counter
from itertools import count

import pytest

from squarely.core.errors import SquarelyError
from squarely.core.rules import registry
from squarely.lab.export import choose_suite
from squarely.lab.measure.measures import Measures
from squarely.lab.sweep.questions import Question
from tests.boards import refusal
from tests.lab.made_up import Believing, made_up

pytestmark = pytest.mark.slow


def size_of(question: Question) -> int:
    return int(registry.load(question.game, question.options).settings["size"])


def guessing(largest: int = 9) -> Believing:
    """It solves nothing: every game is as deep as it happens to be asked, or too large."""
    asked = count(1)

    def answer(question: Question) -> Measures | None:
        number = next(asked)
        found = made_up(question.options, longest_win=number % 25, positions=100 + number)
        return found if size_of(question) <= largest else None

    return Believing(answer)


def test_shallow_and_deep_come_alike_and_another_seed_brings_others() -> None:
    chosen = choose_suite(7, 1, ["snatchers", "center"], guessing())
    assert len({each.options for each in chosen}) == 7
    bands = [range(0, 3), range(3, 5), range(5, 8), range(8, 11), range(11, 15), range(15, 20), range(20, 99)]
    assert [sum(each.longest_win in band for each in chosen) for band in bands] == [1] * 7
    assert choose_suite(7, 2, ["snatchers", "center"], guessing()) != chosen


def test_what_is_always_too_large_is_not_drawn_for_ever() -> None:
    bench = guessing(largest=0)
    said = refusal(SquarelyError, choose_suite, 5, 1, ["quad", "center", "snatchers"], bench)
    assert said == "only 0 rule sets that differ could be found, not 5"
    assert len(bench.asked) <= 200
    bench = guessing(largest=4)
    choose_suite(10, 1, ["snatchers"], bench)
    drawn = Counter(map(size_of, bench.asked))  # what was solved once is drawn again
    assert max(drawn[size] for size in range(5, 10)) < min(20, drawn[3], drawn[4])
