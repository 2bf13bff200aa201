"""A thread pool that works in step: each thread does its own part of an order, and the caller waits for the last.

To play a move in a few thousand matches takes a fraction of a millisecond, and to wake a sleeping thread takes a good
part of that. So an idle thread spin-waits for the next order for a moment, in compiled code, before it sleeps; and so
does the caller while it waits for the others.

A part is done in chunks, and a thread that has finished its own steals those of a part that stands still. So a thread
that has no core, on a busy machine, holds up one chunk and not the step. Where even that costs more than it brings, the
caller works alone for a while. A part that makes progress is left to its thread, which has its matches in its cache.

Orders and their progress are numbers in a shared array.
"""

import os
import threading
import time
import weakref
from collections.abc import Sequence
from functools import cache
from itertools import count
from queue import SimpleQueue
from typing import Any, TypeAlias

import numpy as np

from squarely.environments.vector_steps.atomics import atomic_increment, atomic_load, atomic_store
from squarely.solver.compiled import jit

Part: TypeAlias = tuple[int, int]

CHUNK = 256  # matches

_LINE = 8  # numbers of a cache line: each thread has a line of its own, against false sharing
_ORDER, _CHUNK, _CHUNKS, _DONE, _AWAITED = 0, 1, 2, _LINE, _LINE + 1  # of the order and of its chunks
_FIRST_PART = 2 * _LINE
_TICKET, _LOW, _HIGH, _FAILED, _ASLEEP = 0, 1, 2, 3, 4  # in the line of a thread and its part
_COUNT = 32  # low bits of a ticket: the chunks of its part that were begun; the bits above count the orders
_BEGUN = (1 << _COUNT) - 1
_NONE_LEFT = -1
_PATIENCE = 100_000  # spins before a thread sleeps, about a tenth of a millisecond
_GRACE = 20_000  # spins without progress after which a part stands still
_RESTS = 16  # threads that cost more than they bring rest at most so many times as long as they were waited for


class StepThreads:
    """A thread for each part but the first, which is done by whoever gives the order.

    `perform` is a compiled function: given what is `given`, an order, and the two ends of a chunk, it says whether all
    went well.
    """

    _is_busy: bool
    _alone_until: float  # until then the caller works alone, since the threads cost more than they brought
    _rests: int
    _serve: Any
    _orders: Any

    def __init__(self, perform: Any, given: Sequence[Any], parts: Sequence[Part], chunk: int = CHUNK) -> None:
        self._perform, self._given, self._chunk = perform, tuple(given), chunk
        self._gather(parts)

    def run(self, order: int) -> bool:
        """Whether all parts of the order went well."""
        if self._process != os.getpid():  # a forked process has none of its parent's threads
            self._gather(self._parts)
        if self._is_busy:  # Ctrl-C broke the last order off; its rest comes first
            self._finish()
        if len(self._parts) == 1 or time.perf_counter() < self._alone_until:
            return bool(self._perform(*self._given, order, self._parts[0][0], self._parts[-1][1]))
        self._is_busy = True
        if issue_order(self._orders, order):
            for wake, line in zip(self._wakes, count(_FIRST_PART + _LINE, _LINE)):
                if self._orders[line + _ASLEEP]:
                    self._orders[line + _ASLEEP] = False
                    wake.put(True)
        return self._finish()

    def close(self) -> None:
        """Let go of the threads. Whatever is asked for from now on is done without them."""
        if self._is_busy:
            self._finish()
        self._leave()
        self._gather([(self._parts[0][0], self._parts[-1][1])])

    def _finish(self) -> bool:
        """Do the chunks that nobody else has begun, and wait for the others."""
        began, is_done = time.perf_counter(), None
        while is_done is None:
            try:
                is_done = self._serve(*self._given, self._orders, _FIRST_PART)
            except Exception as error:
                self._errors.append(error)
                fail_chunk(self._orders, _FIRST_PART)
        if not is_done:
            worked = time.perf_counter()
            while not announce_sleeper(self._orders):
                self._done.get()
            done = time.perf_counter()
            waited = done - worked
            if waited > worked - began:
                is_again = began - self._alone_until < _RESTS * waited
                self._rests = min(2 * self._rests, _RESTS) if is_again else 1
                self._alone_until = done + self._rests * waited
        self._is_busy = False
        if self._errors:
            raised = self._errors.pop()
            self._errors.clear()
            raise raised
        return bool(has_succeeded(self._orders))

    def _gather(self, parts: Sequence[Part]) -> None:
        self._parts, self._process = parts, os.getpid()
        self._is_busy = False
        self._alone_until = 0.0
        self._rests = 1
        self._serve = _compile_serve(self._perform)
        self._orders = np.zeros(_FIRST_PART + _LINE * len(parts), np.int64)
        self._orders[_CHUNK] = self._chunk
        for (low, high), line in zip(parts, count(_FIRST_PART, _LINE)):
            self._orders[line + _LOW], self._orders[line + _HIGH] = low, high
            self._orders[_CHUNKS] += -(-(high - low) // self._chunk)
        self._wakes: list[SimpleQueue[bool]] = [SimpleQueue() for _ in parts[1:]]
        self._done: SimpleQueue[bool] = SimpleQueue()
        self._errors: list[Exception] = []
        self._leave = weakref.finalize(self, _stop_threads, self._wakes)
        for wake, line in zip(self._wakes, count(_FIRST_PART + _LINE, _LINE)):
            self._orders[line + _ASLEEP] = True
            work = (*self._given, self._orders, line)
            threading.Thread(
                target=_run_thread, args=(self._serve, work, wake, self._done, self._errors), daemon=True
            ).start()


def _run_thread(
    serve: Any, work: tuple[Any, ...], wake: SimpleQueue[bool], done: SimpleQueue[bool], errors: list[Exception]
) -> None:
    """The life of a thread: to sleep, to be woken, to serve until there is nothing to do."""
    while wake.get():
        while True:
            try:
                if not serve(*work):
                    break
            except Exception as error:
                errors.append(error)
                fail_chunk(*work[-2:])
            done.put(True)


def _stop_threads(wakes: Sequence[SimpleQueue[bool]]) -> None:
    for wake in wakes:
        wake.put(False)


@jit(nogil=True)
def issue_order(orders: Any, order: int) -> bool:
    """Give an order; whether somebody has to be woken for it."""
    orders[_ORDER] = order
    atomic_store(orders, _DONE, 0)
    atomic_store(orders, _AWAITED, 0)
    for line in range(_FIRST_PART, len(orders), _LINE):
        orders[line + _FAILED] = 0
    asleep = False
    for line in range(_FIRST_PART, len(orders), _LINE):
        atomic_store(orders, line + _TICKET, ((orders[line + _TICKET] >> _COUNT) + 1) << _COUNT)
        asleep |= atomic_load(orders, line + _ASLEEP) != 0
    return asleep


@jit(nogil=True)
def claim_chunk(orders: Any, line: int) -> int:
    """Claim the next chunk of a part: where it begins, or _NONE_LEFT."""
    low, high, chunk = orders[line + _LOW], orders[line + _HIGH], orders[_CHUNK]
    if low + (atomic_load(orders, line + _TICKET) & _BEGUN) * chunk >= high:
        return _NONE_LEFT
    at = low + (atomic_increment(orders, line + _TICKET) & _BEGUN) * chunk
    return at if at < high else _NONE_LEFT


@jit(nogil=True)
def is_stalled(orders: Any, line: int) -> bool:
    """Whether chunks of a part are left, and for a moment none of them was begun."""
    low, high, chunk = orders[line + _LOW], orders[line + _HIGH], orders[_CHUNK]
    ticket, looks = atomic_load(orders, line + _TICKET), 0
    while low + (ticket & _BEGUN) * chunk < high:
        if looks == _GRACE:
            return True
        now = atomic_load(orders, line + _TICKET)
        looks = looks + 1 if now == ticket else 0
        ticket = now
    return False


@jit(nogil=True)
def announce_sleeper(orders: Any) -> bool:
    """Announce that the caller sleeps until all is done; whether it already is."""
    atomic_store(orders, _AWAITED, 1)
    return atomic_load(orders, _DONE) == orders[_CHUNKS]


@jit(nogil=True)
def has_succeeded(orders: Any) -> bool:
    """Whether the last order did, in all parts."""
    well = True
    for line in range(_FIRST_PART, len(orders), _LINE):
        well &= orders[line + _FAILED] == 0
    return well


@jit(nogil=True)
def fail_chunk(orders: Any, line: int) -> None:
    """Leave the chunk in hand as failed."""
    orders[line + _FAILED] = True
    atomic_increment(orders, _DONE)


@cache
def _compile_serve(perform: Any) -> Any:
    @jit(nogil=True, _nrt=False)
    def serve(law: Any, matches: Any, bounds: Any, orders: Any, own: int) -> bool:
        """Do chunks of each order as it comes, those of one's own part first, until none has come for a while.

        For the caller: True if all is done, False if others are still at work. For any other thread: True if it is to
        wake the caller, False if it may sleep.
        """
        gave_it, seen, looks = own == _FIRST_PART, np.int64(0), 0
        while True:
            issued = atomic_load(orders, own + _TICKET) >> _COUNT
            if issued != seen:
                seen, looks, line, completed = issued, 0, own, False
                while True:
                    is_mine = line == own or is_stalled(orders, line)
                    low = claim_chunk(orders, line) if is_mine else _NONE_LEFT
                    while low != _NONE_LEFT:
                        high = min(low + orders[_CHUNK], orders[line + _HIGH])
                        if not perform(law, matches, bounds, orders[_ORDER], low, high):
                            orders[own + _FAILED] = True
                        completed = atomic_increment(orders, _DONE) + 1 == orders[_CHUNKS]
                        low = claim_chunk(orders, line)
                    line = line + _LINE if line + _LINE < len(orders) else _FIRST_PART
                    if line == own:
                        break
                if completed and not gave_it and atomic_load(orders, _AWAITED):
                    return True
            elif gave_it and atomic_load(orders, _DONE) == orders[_CHUNKS]:
                return True
            elif looks < _PATIENCE:
                looks += 1
            elif gave_it:
                return False
            else:
                atomic_store(orders, own + _ASLEEP, 1)
                if atomic_load(orders, own + _TICKET) >> _COUNT == seen:
                    return False  # the caller sees with the next order that this thread sleeps
                atomic_store(orders, own + _ASLEEP, 0)

    return serve
