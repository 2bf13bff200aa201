"""Any work over any items: what fails says why without ending the rest. It is the same in processes: tests/arena."""

from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import nullcontext
from functools import partial
from typing import Any

import pytest

from squarely.core.errors import SquarelyError
from squarely.jobs import executors
from squarely.jobs.executors import Processes, executor
from squarely.jobs.work import DIED, Failed, do_each, give_up


def halve(number: int) -> int:
    if number % 2:
        raise SquarelyError(f"{number} is odd")
    return number // (number - 8) * 0 + number // 2


def test_an_item_that_fails_does_not_end_the_others() -> None:
    done = [1, Failed(3, "3 is odd"), Failed(8, "ZeroDivisionError: integer division or modulo by zero"), 2]
    assert do_each(halve, [2, 3, 8, 4]) == done
    here = executor("here", partial(do_each, halve)).results([[2, 3], [8, 4]])
    assert [each for results in here for each in results] == done
    assert give_up([1, 2]) == [Failed(1, DIED), Failed(2, DIED)]


class BreaksAtOnce:
    """A pool whose processes die before the second batch comes."""

    def __init__(self) -> None:
        self._batches = 0

    def submit(self, work: Any, batch: list[int]) -> "Future[Any]":
        self._batches += 1
        if self._batches == 2:
            raise BrokenProcessPool
        future: Future[Any] = Future()
        future.set_result(work(batch))
        return future


def test_a_batch_that_comes_when_all_have_died_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "_pool", lambda _: nullcontext(BreaksAtOnce()))
    found = Processes(1, partial(do_each, halve)).results([[number] for number in (2, 4, 6, 10)])
    assert sorted(each for results in found for each in results if isinstance(each, int)) == [1, 2, 3, 5]
