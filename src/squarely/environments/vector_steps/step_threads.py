"""A thread pool that works in step: each thread does its own part of an order, and the caller waits for the last.

To play a move in a few thousand matches takes a fraction of a millisecond, and to wake a sleeping thread takes a good
part of that. So an idle thread spin-waits for the next order for a moment, in compiled code, before it sleeps; and so
does the caller while it waits for the others.

A part is done in chunks: first by its own thread, which has its matches in its cache, and then by those that have
finished theirs. So a thread that has no core, on a busy machine, holds up one chunk and not the step; where even that
costs more than it brings, the caller works alone for a while.

Orders and their progress are numbers in a shared array, read and written atomically; numba has no atomics of its own.
"""

import os
import threading
import time
import weakref
from collections.abc import Sequence
from functools import cache
from queue import SimpleQueue
from typing import Any

import numpy as np
from numba import extending, types
from numba.np.arrayobj import make_array

from squarely.solver.kept_code import jit_kept

CHUNK = 256  # matches

_LINE = 8  # numbers of a cache line: each thread has one of its own, against false sharing
_ORDER, _CHUNK, _CHUNKS, _FAILED, _DONE, _AWAITED = 0, 1, 2, 3, _LINE, _LINE + 1  # of the order and of its chunks
_FIRST_PART = 2 * _LINE
_TICKET, _LOW, _HIGH, _ASLEEP = 0, 1, 2, 3  # in the line of a thread and its part
_COUNT = 32  # low bits of a ticket: the chunks of its part that were claimed; the bits above count the orders
_CLAIMED = (1 << _COUNT) - 1
_NONE_LEFT = -1
_PATIENCE = 100_000  # spins before a thread sleeps, about a tenth of a millisecond
_RESTS = 16  # longest back-off, as a multiple of the time that was lost waiting

intrinsic: Any = extending.intrinsic  # untyped, as what is compiled is


@intrinsic
def atomic_load(_: Any, array: Any, at: Any) -> Any:  # noqa: ARG001 - numba goes by the names
    """Load a number atomically, sequentially consistent."""

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        return builder.load_atomic(_address_of(context, builder, signature, given), "seq_cst", 8)

    return types.int64(array, types.int64), generate


@intrinsic
def atomic_store(_: Any, array: Any, at: Any, number: Any) -> Any:  # noqa: ARG001 - as above
    """Store a number atomically: a thread that sees it sees all that was written before."""

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        builder.store_atomic(given[2], _address_of(context, builder, signature, given), "seq_cst", 8)
        return context.get_dummy_value()

    return types.void(array, types.int64, types.int64), generate


@intrinsic
def atomic_increment(_: Any, array: Any, at: Any) -> Any:  # noqa: ARG001 - as above
    """Increment a number atomically; gives what it was before."""

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        one = context.get_constant(types.int64, 1)
        return builder.atomic_rmw("add", _address_of(context, builder, signature, given), one, "seq_cst")

    return types.int64(array, types.int64), generate


def _address_of(context: Any, builder: Any, signature: Any, given: Any) -> Any:
    view = make_array(signature.args[0])(context, builder, given[0])  # type: ignore[no-untyped-call]
    return builder.gep(view.data, [given[1]])


class StepThreads:
    """That many threads for that many matches; the first of them is the caller's.

    `perform` is a compiled function: given what is `given`, an order, and the two ends of a chunk, it says whether all
    went well.
    """

    _is_busy: bool
    _alone_until: float  # until then the caller works alone, since the threads cost more than they brought
    _rests: int
    _orders: Any

    def __init__(self, perform: Any, given: Sequence[Any], count: int, threads: int, chunk: int = CHUNK) -> None:
        self._perform, self._given, self._count, self._chunk = perform, tuple(given), count, chunk
        self._serve = _compile_serve(perform)
        self._gather(threads)

    def run(self, order: int) -> bool:
        """Whether all of the order went well."""
        if self._process != os.getpid():  # a forked process has none of its parent's threads
            self._gather(self.threads)
        if self._is_busy:  # Ctrl-C broke the last order off; its rest comes first
            self._finish()
        if self.threads == 1 or time.perf_counter() < self._alone_until:
            return bool(self._perform(*self._given, order, 0, self._count))
        self._is_busy = True
        issue_order(self._orders, order)
        for line, wake in self._wakes.items():
            if self._orders[line + _ASLEEP]:
                self._orders[line + _ASLEEP] = False
                wake.put(True)
        return self._finish()

    def close(self) -> None:
        """Let go of the threads. Whatever is asked for from now on is done without them."""
        if self._is_busy:
            self._finish()
        self._leave()
        self._gather(1)

    def _finish(self) -> bool:
        """Do the chunks that no thread has claimed, and wait for the others."""
        began, is_done = time.perf_counter(), None
        while is_done is None:
            try:
                is_done = self._serve(*self._given, self._orders, _FIRST_PART)
            except Exception as error:
                self._errors.append(error)
                fail_chunk(self._orders)
        if not is_done:
            worked = time.perf_counter()
            while not announce_sleeper(self._orders):
                self._done.get()
            waited = time.perf_counter() - worked
            if waited > worked - began:
                is_again = began - self._alone_until < _RESTS * waited
                self._rests = min(2 * self._rests, _RESTS) if is_again else 1
                self._alone_until = time.perf_counter() + self._rests * waited
        self._is_busy = False
        if self._errors:
            raised = self._errors.pop()
            self._errors.clear()
            raise raised
        return not self._orders[_FAILED]

    def _gather(self, threads: int) -> None:
        self.threads, self._process, self._is_busy = threads, os.getpid(), False
        self._alone_until, self._rests = 0.0, 1
        self._orders = np.zeros(_FIRST_PART + _LINE * threads, np.int64)
        self._orders[_CHUNK] = self._chunk
        for part in range(threads):
            low, high = (self._count * end // threads for end in (part, part + 1))
            self._orders[_FIRST_PART + part * _LINE :][: _ASLEEP + 1] = 0, low, high, True
            self._orders[_CHUNKS] += -(-(high - low) // self._chunk)
        lines = range(_FIRST_PART + _LINE, len(self._orders), _LINE)
        self._wakes: dict[int, SimpleQueue[bool]] = {line: SimpleQueue() for line in lines}
        self._done: SimpleQueue[bool] = SimpleQueue()
        self._errors: list[Exception] = []
        self._leave = weakref.finalize(self, _stop_threads, [*self._wakes.values()])
        for line, wake in self._wakes.items():
            own = (self._serve, (*self._given, self._orders, line), wake, self._done, self._errors)
            threading.Thread(target=_run_thread, args=own, daemon=True).start()


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
                fail_chunk(work[-2])
            done.put(True)


def _stop_threads(wakes: Sequence[SimpleQueue[bool]]) -> None:
    for wake in wakes:
        wake.put(False)


@jit_kept(nogil=True)
def issue_order(orders: Any, order: int) -> None:
    """Give an order: all before it is done."""
    orders[_ORDER], orders[_FAILED] = order, 0
    atomic_store(orders, _DONE, 0)
    atomic_store(orders, _AWAITED, 0)
    for line in range(_FIRST_PART, len(orders), _LINE):
        atomic_store(orders, line + _TICKET, ((atomic_load(orders, line + _TICKET) >> _COUNT) + 1) << _COUNT)


@jit_kept(nogil=True)
def claim_chunk(orders: Any, line: int) -> int:
    """Claim the next chunk of a part: where it begins, or _NONE_LEFT."""
    low, high, chunk = orders[line + _LOW], orders[line + _HIGH], orders[_CHUNK]
    if low + (atomic_load(orders, line + _TICKET) & _CLAIMED) * chunk >= high:
        return _NONE_LEFT
    at = low + (atomic_increment(orders, line + _TICKET) & _CLAIMED) * chunk
    return at if at < high else _NONE_LEFT


@jit_kept(nogil=True)
def announce_sleeper(orders: Any) -> bool:
    """Announce that the caller sleeps until all is done; whether it already is."""
    atomic_store(orders, _AWAITED, 1)
    return atomic_load(orders, _DONE) == orders[_CHUNKS]


@jit_kept(nogil=True)
def fail_chunk(orders: Any) -> None:
    """Leave the chunk in hand as failed."""
    atomic_store(orders, _FAILED, 1)
    atomic_increment(orders, _DONE)


@cache
def _compile_serve(perform: Any) -> Any:
    @jit_kept(nogil=True, _nrt=False)
    def serve(law: Any, matches: Any, bounds: Any, orders: Any, own: int) -> bool:
        """Do chunks of each order as it comes, those of one's own part first, until none has come for a while.

        For the caller: True if all is done, False if others are still at work. For any other thread: True if it is to
        wake the caller, False if it may sleep.
        """
        gave_it, seen, looks = own == _FIRST_PART, np.int64(0), 0
        while True:
            issued = atomic_load(orders, own + _TICKET) >> _COUNT
            if issued != seen:
                seen, looks, line, is_last = issued, 0, own, False
                while True:
                    low = claim_chunk(orders, line)
                    while low != _NONE_LEFT:
                        high = min(low + orders[_CHUNK], orders[line + _HIGH])
                        if not perform(law, matches, bounds, orders[_ORDER], low, high):
                            atomic_store(orders, _FAILED, 1)
                        is_last = atomic_increment(orders, _DONE) + 1 == orders[_CHUNKS]
                        low = claim_chunk(orders, line)
                    line = line + _LINE if line + _LINE < len(orders) else _FIRST_PART
                    if line == own:
                        break
                if is_last and not gave_it and atomic_load(orders, _AWAITED):
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
