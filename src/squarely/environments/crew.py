"""Threads that work in step: each does its own part of the same thing, and whoever asked waits for the last.

To play a move in a few thousand matches takes a fraction of a millisecond, and to wake a thread that sleeps takes a
good part of that. So a thread that has done its part looks out for the next order for a moment, in machine code, before
it goes to sleep. Orders, and what has become of them, are numbers in an array that all of them see.
"""

import os
import threading
import weakref
from collections.abc import Sequence
from functools import cache
from itertools import count
from queue import SimpleQueue
from typing import Any, TypeAlias

import numpy as np
from numba import extending, types
from numba.np.arrayobj import make_array

from squarely.solver.compiled import jit

intrinsic: Any = extending.intrinsic  # untyped, as what is compiled is

Part: TypeAlias = tuple[int, int]

_ISSUED, _ORDER = 0, 1  # where it stands how many orders were given, and what the last of them was
_LINE = 8  # numbers that the processor fetches at once: each thread writes into a line of its own
_DONE, _FAILED, _ASLEEP = 0, 1, 2  # where, in a thread's line, it stands what it has done and whether it looks out
_PATIENCE = 100_000  # looks, about a tenth of a millisecond


class Crew:
    """A thread for each part but the first, which is done by whoever gives the order.

    `perform` is a compiled function: given what is `given`, an order, and the two ends of a part, it says whether all
    went well.
    """

    def __init__(self, perform: Any, given: Sequence[Any], parts: Sequence[Part]) -> None:
        self._perform, self._given = perform, tuple(given)
        self._gather(parts)

    def run(self, order: int) -> bool:
        """Whether all parts of the order went well."""
        if self._process != os.getpid():  # threads stay behind where a process forks
            self._gather(self._parts)
        if issue(self._orders, order):
            for wake, line in zip(self._wakes, count(_LINE, _LINE)):
                if self._orders[line + _ASLEEP]:
                    wake.put(True)
        try:
            well = self._perform(*self._given, order, *self._parts[0])
        finally:
            others_well = finished(self._orders)
        if self._errors:
            raise self._errors.pop()
        return bool(well and others_well)

    def close(self) -> None:
        """Let go of the threads. Whatever is asked for from now on is done without them."""
        self._leave()
        self._gather([(self._parts[0][0], self._parts[-1][1])])

    def _gather(self, parts: Sequence[Part]) -> None:
        self._parts, self._process = parts, os.getpid()
        self._orders = np.zeros(_LINE * len(parts), np.int64)
        self._wakes: list[SimpleQueue[bool]] = [SimpleQueue() for _ in parts[1:]]
        self._errors: list[Exception] = []
        self._leave = weakref.finalize(self, _dismiss, self._wakes)
        serve = _serving(self._perform)
        for part, wake, line in zip(parts[1:], self._wakes, count(_LINE, _LINE)):
            self._orders[line + _ASLEEP] = True
            work = (*self._given, self._orders, line, *part)
            threading.Thread(target=_live, args=(serve, work, wake, self._errors), daemon=True).start()


def _live(serve: Any, work: tuple[Any, ...], wake: SimpleQueue[bool], errors: list[Exception]) -> None:
    """The life of a thread: to sleep, to be woken, to serve until there is nothing to do."""
    while wake.get():
        try:
            serve(*work)
        except Exception as error:
            errors.append(error)
            give_up(*work[-4:-2])


def _dismiss(wakes: Sequence[SimpleQueue[bool]]) -> None:
    for wake in wakes:
        wake.put(False)


@intrinsic
def peek(_: Any, array: Any, at: Any) -> Any:  # noqa: ARG001 - numba goes by the names
    """A number of an array as it is now, whatever other threads do."""

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        return builder.load_atomic(_place(context, builder, signature, given), "seq_cst", 8)

    return types.int64(array, types.int64), generate


@intrinsic
def poke(_: Any, array: Any, at: Any, number: Any) -> Any:  # noqa: ARG001 - as above
    """Write a number so that other threads see it, after everything that was written before."""

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        builder.store_atomic(given[2], _place(context, builder, signature, given), "seq_cst", 8)
        return context.get_dummy_value()

    return types.void(array, types.int64, types.int64), generate


def _place(context: Any, builder: Any, signature: Any, given: Any) -> Any:
    """Where the number stands in memory."""
    view = make_array(signature.args[0])(context, builder, given[0])  # type: ignore[no-untyped-call]
    return builder.gep(view.data, [given[1]])


@jit(nogil=True)
def issue(orders: Any, order: int) -> bool:
    """Give an order; whether somebody has to be woken for it."""
    orders[_ORDER] = order
    poke(orders, _ISSUED, orders[_ISSUED] + 1)
    asleep = False
    for line in range(_LINE, len(orders), _LINE):
        asleep |= peek(orders, line + _ASLEEP) != 0
    return asleep


@jit(nogil=True)
def finished(orders: Any) -> bool:
    """Wait until all have done the last order; whether it went well."""
    well = True
    for line in range(_LINE, len(orders), _LINE):
        while peek(orders, line + _DONE) != orders[_ISSUED]:
            pass
        well &= orders[line + _FAILED] == 0
    return well


@jit(nogil=True)
def give_up(orders: Any, line: int) -> None:
    """Leave an order as failed."""
    orders[line + _FAILED] = True
    poke(orders, line + _ASLEEP, 1)
    poke(orders, line + _DONE, peek(orders, _ISSUED))


@cache
def _serving(perform: Any) -> Any:
    @jit(nogil=True, _nrt=False)
    def serve(law: Any, matches: Any, bounds: Any, orders: Any, line: int, low: int, high: int) -> None:
        """Do every order as it comes, until none has come for a while."""
        poke(orders, line + _ASLEEP, 0)
        done, looks = orders[line + _DONE], 0
        while True:
            issued = peek(orders, _ISSUED)
            if issued != done:
                orders[line + _FAILED] = not perform(law, matches, bounds, orders[_ORDER], low, high)
                done, looks = issued, 0
                poke(orders, line + _DONE, done)
            elif looks < _PATIENCE:
                looks += 1
            else:
                poke(orders, line + _ASLEEP, 1)
                if peek(orders, _ISSUED) == done:
                    return  # whoever gives the next order sees that we sleep
                poke(orders, line + _ASLEEP, 0)

    return serve
