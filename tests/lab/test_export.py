"""A suite is drawn by lot, spread, and comes to an end whatever the games are like."""

from collections import Counter
from itertools import count

import pytest

from squarely.core.errors import SquarelyError
from squarely.core.rules import registry
from squarely.lab.export import choose_suite
from squarely.lab.measure.measures import Measures
from squarely.lab.sweep.questions import Question
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


def test_shallow_and_deep_come_alike() -> None:
    chosen = choose_suite(14, 1, ["snatchers", "center"], guessing())
    assert len({each.options for each in chosen}) == 14
    bands = [range(0, 3), range(3, 5), range(5, 8), range(8, 11), range(11, 15), range(15, 20), range(20, 99)]
    assert [sum(each.longest_win in band for each in chosen) for band in bands] == [2] * 7


def test_games_that_are_all_too_large_are_not_tried_for_ever() -> None:
    bench = guessing(largest=0)
    with pytest.raises(SquarelyError, match="only 0 rule sets that differ could be found, not 5"):
        choose_suite(5, 1, ["quad", "center", "snatchers"], bench)
    assert len(bench.asked) <= 200


def test_settings_that_are_always_too_large_are_left_alone() -> None:
    """What is drawn more than a few times and never solved is not drawn again; what was solved once is."""
    bench = guessing(largest=4)
    choose_suite(10, 1, ["snatchers"], bench)
    drawn = Counter(map(size_of, bench.asked))
    assert max(drawn[size] for size in range(5, 10)) < min(20, drawn[3], drawn[4])
