"""Solve a game in a thread, beside a match, or search where it is too large for that: only those who ask wait for it,
and leaving does not.
"""

import time
from functools import lru_cache
from threading import Event, Thread
from typing import TYPE_CHECKING

from squarely.core.errors import BrokenRules, SquarelyError, TooLarge
from squarely.core.match.match import Match
from squarely.core.rules.game import Game, Position

if TYPE_CHECKING:
    from squarely.solver.oracle import Oracle

_FIRST_PROMPT = 0.1  # seconds in which the first question of a match is asked: nothing heavy is loaded before
_LONG = 1.0  # seconds after which it is worth telling that it takes a while
_MOST = 10_000_000  # positions: more would take too much memory from a person who only plays
_DEEP = 3_000_000  # nodes that are looked at before anybody asks
_SLICE, _REST, _WHILE = 0.05, 0.15, 60.0  # seconds of searching, of rest after it, and of both at the most


class NotSolvedYet(SquarelyError):
    """It is still being worked out. The message says how far that is."""


class BackgroundSolve:
    """Everything that can follow a start, worked out in a daemon thread."""

    def __init__(self, game: Game, start: Position) -> None:
        self._game, self._start, self._began = game, start, time.monotonic()
        self._positions, self._is_wanted, self._is_done = 0, Event(), Event()
        self._result: Oracle | Exception | None = None
        self._match: Match | None = None  # as it stands
        Thread(target=self._solve, daemon=True).start()

    @property
    def progress(self) -> str:
        """How far it is, once it takes a while; "" before, and once it is done."""
        takes_long = not self._is_done.is_set() and time.monotonic() > self._began + _LONG
        return self._count() if takes_long else ""

    def wait(self, seconds: float) -> "Oracle":
        """The oracle that knows it all. NotSolvedYet if that takes longer; TooLarge and the like if it has failed."""
        self._is_wanted.set()
        if not self._is_done.wait(seconds) or self._result is None:
            raise NotSolvedYet(
                f"these rules are still being worked out ({self._count()}); please ask again in a moment"
            )
        if isinstance(self._result, Exception):
            raise self._result
        return self._result

    def follow(self, match: Match) -> None:
        """Search from here on, where nothing can be solved."""
        is_new, self._match = match is not self._match, match
        if is_new and self._is_done.is_set():
            Thread(target=self._search, args=[match], daemon=True).start()

    def _search(self, match: Match) -> None:
        """Look deeper, a little at a time, until that is enough or the match has gone on."""
        if not isinstance(self._result, TooLarge) or isinstance(self._result, BrokenRules) or match.outcome:
            return
        from squarely.solver.believer import share_search

        shared, until, looked = share_search(self._game, None), time.monotonic() + _WHILE, 0
        while match is self._match and looked < _DEEP and time.monotonic() < until:
            looked = shared.look(match, _DEEP, _SLICE).nodes
            time.sleep(_REST)

    def _solve(self) -> None:
        self._is_wanted.wait(_FIRST_PROMPT)
        try:
            from squarely.solver.oracle import Oracle, find_oracle

            oracle = find_oracle(Match.of(self._game, self._start))  # which the computer's first move needs, too
            if oracle is None:
                oracle = Oracle(self._game, patient=True, progress=self._report)
                oracle.value(self._start)
            self._result = oracle
        except Exception as error:  # raised in the asking thread
            self._result = error
        self._is_done.set()
        if self._match:
            self._search(self._match)

    def _report(self, positions: int) -> None:
        self._positions = positions
        if positions > _MOST:
            raise TooLarge(f"this game has over {_MOST:,} positions, too many to solve while you play")

    def _count(self) -> str:
        return f"{self._positions:,} positions so far" if self._positions else "just begun"


@lru_cache(maxsize=4)
def solve_beside(game: Game, start: Position) -> BackgroundSolve:
    """Begin to solve. All matches from the same start share one solve, so that a rematch has its hints at once."""
    return BackgroundSolve(game, start)
