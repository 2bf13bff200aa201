"""A line typed at a terminal: edited and remembered by readline, under a clock that stays out of its way."""

import os
import signal
import sys
import time
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import ModuleType
from typing import NoReturn

from squarely.core.board.grid import DIRECTIONS

_TICK = 1.0  # second
_CLOCK_WIDTH = 8
_ARROWS = dict(zip(DIRECTIONS, "ABDC", strict=True))  # the last letter of what the key sends
_WITHOUT_WIDTH = ("Mn", "Me", "Cf")  # accents, and what joins letters or chooses how they look
_SETTINGS = (
    "set enable-bracketed-paste off",  # these two print what no rulebook does
    "set enable-meta-key off",
    "tab: self-insert",
)


class TimeUp(Exception):
    """The deadline passed before an answer came."""


class NewsCame(Exception):
    """Something has happened before an answer came, and is to be told first."""


class _Stopped(Exception):
    """Somebody pressed Ctrl-Z."""


class Editor:
    """Asks for lines on the terminal that standard input and output are."""

    def __init__(self, readline: ModuleType) -> None:
        self.has_news: Callable[[], bool] = lambda: False
        self._readline = readline
        self._prompt = ""
        self._deadline: float | None = None
        self._clocked = False
        self._waiting = False
        self._typed = ""
        for setting in _SETTINGS:
            readline.parse_and_bind(setting)
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")

    def ask_line(self, prompt: str, deadline: float | None, clocked: bool) -> str:
        """What is typed; TimeUp at the deadline, NewsCame before it, EOFError at the end. The prompt is one line."""
        self._deadline, self._clocked = deadline, clocked
        self._bind_arrows(prompt)
        typed = ""
        while True:
            self._prompt = f"{format_clock(deadline)}{prompt}" if deadline is not None and clocked else prompt
            try:
                return self._input(typed)
            except _Stopped:
                typed = self._typed
                os.kill(os.getpid(), signal.SIGTSTP)  # as it would have; on `fg` we go on here
                # At once where no shell controls jobs: then the prompt still stands there, and is written over.
                os.write(sys.stdout.fileno(), b"\r\x1b[K" if clocked else b"\n")

    def _input(self, typed: str) -> str:
        """A line that begins with what was typed before."""
        if typed:  # only then: readline swallows a Ctrl-C that comes while a hook runs
            self._readline.set_startup_hook(lambda: self._readline.insert_text(typed))
        with _keep_input(), self._signals():
            self._waiting = True
            try:
                return input(self._prompt)
            except SystemError as confused:  # Python, by a second signal while it raises what the first one asked for
                raise confused.__cause__ or confused from None
            finally:
                self._waiting = False
                self._readline.set_startup_hook(None)

    @contextmanager
    def _signals(self) -> Iterator[None]:
        """An alarm each second, which also lets Python notice a Ctrl-C, and our own way to stop."""
        before = {
            signal.SIGALRM: signal.signal(signal.SIGALRM, self._look_at_the_clock),
            signal.SIGTSTP: signal.signal(signal.SIGTSTP, self._stop),
        }
        left = _TICK if self._deadline is None else self._deadline - time.monotonic()
        signal.setitimer(signal.ITIMER_REAL, max(0.001, min(left, _TICK)), _TICK)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            for number, handler in before.items():
                signal.signal(number, handler)

    def _look_at_the_clock(self, *_: object) -> None:
        if self._waiting and self.has_news():
            raise NewsCame
        if self._deadline is None or not self._waiting:
            return
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise TimeUp
        if left < _TICK:
            signal.setitimer(signal.ITIMER_REAL, left, _TICK)
        # Only while all of it stands on one row is it known where the clock is.
        if self._clocked and measure_width(self._prompt + self._readline.get_line_buffer()) < _count_columns():
            os.write(sys.stdout.fileno(), f"\x1b7\r{format_clock(self._deadline)}\x1b8".encode())

    def _stop(self, *_: object) -> NoReturn:
        self._typed = self._readline.get_line_buffer() if self._waiting else ""
        raise _Stopped

    def _bind_arrows(self, prompt: str) -> None:
        """Where directions are asked for, an arrow key writes its direction; elsewhere it moves the cursor as usual."""
        directed = all(direction in prompt for direction in DIRECTIONS)
        usual = {"up": "previous-history", "down": "next-history", "left": "backward-char", "right": "forward-char"}
        for direction, letter in _ARROWS.items():
            does = rf'"\C-a\C-k{direction}"' if directed else usual[direction]
            for key in (rf"\e[{letter}", rf"\eO{letter}"):
                self._readline.parse_and_bind(f'"{key}": {does}')


@contextmanager
def _keep_input() -> Iterator[None]:
    """Have a Ctrl-C leave alone what was typed before it, until it is noticed.

    The terminal would drop it; and readline, once it has seen that there is something to read, waits for that and
    notices nothing else.
    """
    import termios

    stdin, local_modes = sys.stdin.fileno(), 3
    try:
        before = termios.tcgetattr(stdin)
        during = [*before]
        during[local_modes] |= termios.NOFLSH
        termios.tcsetattr(stdin, termios.TCSANOW, during)
    except termios.error:  # the terminal has gone away
        yield
        return
    when = termios.TCSANOW
    try:
        yield
    except KeyboardInterrupt:
        when = termios.TCSAFLUSH  # and now drop it
        raise
    finally:
        with suppress(termios.error):
            termios.tcsetattr(stdin, when, before)


def make_editor() -> Editor | None:
    """The editor of this terminal; None where the machine has none."""
    try:
        import readline
    except ImportError:
        return None
    return Editor(readline)


def format_clock(deadline: float | None) -> str:
    """The time that is left, always equally wide."""
    left = max(0, round((deadline or 0) - time.monotonic()))
    return f"[{left // 60}:{left % 60:02d}] ".ljust(_CLOCK_WIDTH)


def measure_width(text: str) -> int:
    """How many columns a terminal shows a text in."""
    return sum(map(_measure_letter, text))


def _measure_letter(letter: str) -> int:
    if unicodedata.category(letter) in _WITHOUT_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def _count_columns() -> int:
    return os.get_terminal_size(sys.stdout.fileno()).columns
