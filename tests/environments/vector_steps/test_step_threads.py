"""Threads that look out for orders: nothing is done twice or left out, whenever they fall asleep and are woken."""

import gc
import multiprocessing
import os
import threading
import time
from random import Random
from typing import Any

import numpy as np
import pytest

from squarely.environments.vector_steps import step_threads as crews
from squarely.environments.vector_steps.step_threads import StepThreads, atomic_load
from squarely.solver.compiled import jit
from tests.patience import PATIENCE

PARTS = [(0, 10), (10, 25), (25, 26), (26, 100)]
THREADS = 4  # more than this machine may have cores

pytestmark = pytest.mark.slow


def _add(limit: Any, numbers: Any, divisor: Any, order: int, low: int, high: int) -> bool:
    """Add the order to every number; False where one comes above the limit, an error where there is no divisor."""
    well = True
    for at in range(low, high):
        numbers[at] += order // divisor[at]
        well &= numbers[at] <= limit
    return well


add = jit(_add, nogil=True)


def gathered(limit: int = 1 << 40) -> tuple[StepThreads, Any, Any]:
    numbers, divisor = np.zeros(100, np.int64), np.ones(100, np.int64)
    return StepThreads(add, (limit, numbers, divisor), 100, THREADS, chunk=4), numbers, divisor


def test_every_part_of_every_order_is_done_once() -> None:
    crew, numbers, _ = gathered()
    random, total = Random(1), 0
    for _ in range(1000):
        order = random.randrange(1, 1000)
        total += order
        assert crew.run(order)
        assert (numbers == total).all()
        if random.random() < 0.1:
            time.sleep(random.choice((0, 0.00005, 0.0001, 0.0002, 0.002)))  # about as long as they look out


def test_what_goes_wrong_in_any_part_is_told_and_the_others_go_on() -> None:
    for low, high in PARTS:
        crew, numbers, divisor = gathered(limit=10)
        assert crew.run(10)
        numbers[low:high] += 1
        assert not crew.run(0)
        numbers[low:high] = 0
        divisor[high - 1] = 0
        for _ in range(3):
            with pytest.raises(ZeroDivisionError):
                crew.run(1)
        divisor[high - 1], numbers[:] = 1, 5
        assert crew.run(5)
        assert (numbers == 10).all()


def test_whoever_gives_an_order_does_what_threads_without_a_core_have_not_begun(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(crews, "_run_thread", lambda *_: None)  # as if none of them ever came to run
    crew, numbers, _ = gathered()
    # In a thread of its own, so that it is noticed if it does not come to an end.
    caller = threading.Thread(target=lambda: [crew.run(order) for order in (1, 2)], daemon=True)
    caller.start()
    _wait_for({caller})
    assert (numbers == 3).all()


def _keep_waiting(_: Any, gates: Any, __: Any, order: int, low: int, high: int) -> bool:
    """The first chunk is done when the second was begun, by another thread, and that one when its gate is opened."""
    gates[low] = order
    while atomic_load(gates, low + 1) != order:
        pass
    return True


keep_waiting = jit(_keep_waiting, nogil=True)


def test_to_wait_for_another_thread_takes_no_processor() -> None:
    gates, took = np.zeros(3, np.int64), list[float]()
    crew = StepThreads(keep_waiting, (0, gates, 0), 2, 2, chunk=1)
    gates[1:] = 1
    assert crew.run(1)  # compiles

    def run() -> None:
        began = time.thread_time()
        assert crew.run(2)
        took.append(time.thread_time() - began)

    waiting = threading.Thread(target=run)
    waiting.start()
    time.sleep(0.5)
    gates[2] = 2
    waiting.join()
    assert took[0] < 0.25


def test_an_order_that_was_broken_off_is_completed_before_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    crew, numbers, _ = gathered()

    def interrupted(*_: object) -> bool:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(crew, "_finish", interrupted)
        with pytest.raises(KeyboardInterrupt):
            crew.run(1)
    assert crew.run(2)
    assert (numbers == 3).all()


@pytest.mark.parametrize("is_let_go", [True, False])
def test_threads_leave_when_they_are_let_go_or_nobody_has_them_any_more(is_let_go: bool) -> None:
    before = set(threading.enumerate())
    crew, numbers, _ = gathered()
    crew.run(1)
    mine = set(threading.enumerate()) - before
    assert len(mine) == THREADS - 1
    if is_let_go:
        crew.close()
        _wait_for(mine)
        assert crew.run(2)
        assert (numbers == 3).all()
    else:
        del crew
        gc.collect()
        _wait_for(mine)


def _wait_for(threads: set[threading.Thread]) -> None:
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing forks here")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_process_that_forks_gathers_its_own() -> None:
    crew, numbers, _ = gathered()
    crew.run(1)

    def child(answer: Any) -> None:
        crew.run(4)
        answer.put(numbers.tolist())

    forking = multiprocessing.get_context("fork")
    answer = forking.SimpleQueue()
    process = forking.Process(target=child, args=(answer,))
    process.start()
    assert answer.get() == [5] * 100
    process.join()
    assert crew.run(2)
    assert (numbers == 3).all()
