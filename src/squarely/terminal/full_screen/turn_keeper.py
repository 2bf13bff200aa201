"""One turn after the other: computers think beside the screen and are paced, and the clock is watched."""

import time
from collections.abc import Callable
from functools import partial

from textual.widget import Widget

from squarely.core.errors import SquarelyError
from squarely.core.match.match import Match
from squarely.core.rules.game import Move
from squarely.terminal.full_screen.background import run_beside
from squarely.terminal.match.live_match import LiveMatch

_TICK = 0.2  # seconds between two looks at the clock


class TurnKeeper:
    """Sees to it that a match goes on. What computers choose, and what they fail at, is handed to whoever plays it."""

    ANSWER_PAUSE = 0.3  # seconds that an answer takes at least, so that it is seen
    PACE = 0.8  # between two moves where only computers play

    def __init__(
        self,
        live: LiveMatch,
        host: Widget,
        play: Callable[[Move], None],
        fail: Callable[[SquarelyError], None],
        tick: Callable[[], None],
    ) -> None:
        self._live, self._host = live, host
        self._play, self._fail = play, fail
        self._waiting: Match | None = None  # the match in which a computer thinks
        self.is_paused = False
        host.set_interval(_TICK, tick)

    @property
    def is_thinking(self) -> bool:
        """Whether a computer thinks about the match as it stands."""
        return self._waiting is self._live.match

    def begin_turn(self) -> None:
        """The match has changed: a computer thinks, or a person's clock runs."""
        if not self._live.waits_for_computer:
            if self._live.match.outcome is None:
                self._live.begin_turn()
        elif not self.is_paused and not self._live.is_stopped and not self.is_thinking:
            self._waiting = self._live.match
            run_beside(self._host, self._live.choose_for_computer, partial(self._take, self._waiting, time.monotonic()))

    def pause(self) -> None:
        """Stop after what was chosen already, or go on."""
        self.is_paused = not self.is_paused
        self.begin_turn()

    def _take(self, match: Match, began: float, chosen: Move | Exception) -> None:
        """What a computer has chosen is played once it can be seen."""
        has_people = None in self._live.settings.seats.computers
        pause = self.ANSWER_PAUSE if has_people else self.PACE
        left = began + pause - time.monotonic()
        if left > 0:
            self._host.set_timer(left, partial(self._hand_over, match, chosen))
        else:
            self._hand_over(match, chosen)

    def _hand_over(self, match: Match, chosen: Move | Exception) -> None:
        if self._waiting is not match:
            return
        self._waiting = None
        if match is not self._live.match:  # it was taken back meanwhile
            return
        if isinstance(chosen, SquarelyError):
            self._fail(chosen)
        elif isinstance(chosen, Exception):
            raise chosen
        elif not self.is_paused:
            self._play(chosen)
