"""Rules that never come to an end are stopped, where the system has the clock for it, and told with their position."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from squarely.core.errors import BrokenRules
from squarely.core.rules.game import Game

_TICK, _TICKS = 0.5, 6  # seconds of processor time between two looks, and how many find the same call still at work
_VERBS = ("start", "deal", "legal_moves", "play", "outcome", "points")


class _Endless(BaseException):
    """No Exception, so that those who judge rules do not go on to the next position."""


@contextmanager
def stop_endless_rules() -> Iterator[None]:
    """BrokenRules if one call of a verb works for more than some seconds on the main thread."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return
    seen: list[FrameType | None] = [None]

    def look(_: int, frame: FrameType | None) -> None:
        verb = _find_verb(frame)
        seen[:] = [*seen, verb] if verb and verb is seen[-1] else [verb]
        if len(seen) > _TICKS and verb:
            raise _Endless(_describe_verb(verb))

    look_before = signal.signal(signal.SIGVTALRM, look)
    timer_before = signal.setitimer(signal.ITIMER_VIRTUAL, _TICK, _TICK)
    try:
        yield
    except _Endless as stopped:
        raise BrokenRules(str(stopped)) from None
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, *timer_before)
        signal.signal(signal.SIGVTALRM, look_before)


def _find_verb(frame: FrameType | None) -> FrameType | None:
    """The outermost call of a verb that is at work."""
    found = None
    while frame:
        code = frame.f_code
        if code.co_name in _VERBS and code.co_argcount and isinstance(frame.f_locals.get(code.co_varnames[0]), Game):
            found = frame
        frame = frame.f_back
    return found


def _describe_verb(frame: FrameType) -> str:
    game, *given = (frame.f_locals[name] for name in frame.f_code.co_varnames[: frame.f_code.co_argcount])
    where = [game.write_position(each) for each in given if isinstance(each, game.Position)]
    return (
        f"`{frame.f_code.co_name}` of {game.name} has not come to an end in {_TICK * _TICKS:.0f} seconds of work"
        f"{(where and f' on {where[0]}') or ''} ({Path(frame.f_code.co_filename).name}, line {frame.f_lineno})"
    )
