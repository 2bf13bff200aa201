"""Where words go and answers come from: a terminal with readline, or a pipe."""

import math
import os
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from types import ModuleType

from squarely.command_line.click_help import begin_with
from squarely.command_line.printing import count_columns, fit
from squarely.core.text.notation import strip_controls
from squarely.core.text.wrapping import WIDTH

_TICK = 0.5  # seconds between two looks at what may have changed meanwhile
_BOLD, _RESET = "\x1b[1m", "\x1b[0m"


class Quit(Exception):
    """The person at the prompt wants to leave."""


class AnotherMatchWanted(Exception):
    """Another match is to be chosen from the menu."""


class EndOfInput(Exception):
    """There will be no more answers."""


class TimeUp(Exception):
    """The deadline passed before an answer came."""


class NewsCame(Exception):
    """Something has changed before an answer came, and is to be looked at first."""


class Console:
    """Standard input and output, as a person or a program uses them."""

    def __init__(self, plain: bool = False) -> None:
        self.is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
        dumb = plain or os.environ.get("TERM") == "dumb"
        self.ascii_only = dumb or not (sys.stdout.encoding or "").lower().startswith("utf")
        self._has_bold = sys.stdout.isatty() and not dumb and not os.environ.get("NO_COLOR")
        self.has_news: Callable[[], bool] | None = None  # asked while an answer is waited for
        self.is_after_gap = True  # whether the last line printed was empty, or none was
        self._pending = b""
        self._ended = False

    @cached_property
    def _readline(self) -> ModuleType | None:
        """Loaded where a question is asked on a terminal; None where the machine has none."""
        if not self.is_terminal:
            return None
        try:
            import readline
        except ImportError:
            return None
        # The first two print what no rulebook does.
        for setting in ("set enable-bracketed-paste off", "set enable-meta-key off", "tab: complete"):
            readline.parse_and_bind(setting)
        readline.set_completer_delims("")
        sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
        return readline

    @property
    def width(self) -> int:
        """How long the lines of a page may be: what fits and is read with ease."""
        return min(count_columns(sys.stdout) or WIDTH, WIDTH)

    def say(self, text: str, is_strong: bool = False) -> None:
        """Print prose, on a terminal in lines that fit."""
        self.show(fit(text, sys.stdout), is_strong)

    def show(self, text: str, is_strong: bool = False) -> None:
        """Print what has its own lines, as it is: boards, and what a rulebook prints."""
        text = strip_controls(text)
        self.is_after_gap = text == "" or text.endswith("\n")
        sys.stdout.write(f"{_BOLD}{text}{_RESET}\n" if is_strong and self._has_bold else f"{text}\n")
        sys.stdout.flush()

    def fit(self, question: str) -> str:
        """A question of ours, in lines that fit; those of a rulebook are asked as they are."""
        return fit(question, sys.stdout)

    def ask(self, question: str, deadline: float | None = None, words: Callable[[], Sequence[str]] = tuple) -> str:
        """The next line of input, asked for with a question. On a terminal, Tab completes these words.

        TimeUp at the deadline, EndOfInput at the end, NewsCame as soon as something has changed.
        """
        before, newline, last = strip_controls(question).rpartition("\n")
        readline, self.is_after_gap = self._readline, False
        sys.stdout.write(before + newline + ("" if readline else last))
        sys.stdout.flush()
        try:
            until = math.inf if deadline is None else deadline
            if readline is None:
                return self._read_line(until)
            readline.set_completer(lambda typed, at: dict(enumerate(begin_with(words(), typed))).get(at))
            with self._alarm(until), _shown_again(lambda: last + readline.get_line_buffer()):
                return input(last)
        except EOFError:
            sys.stdout.write("\n")
            raise EndOfInput from None
        except (EndOfInput, NewsCame, TimeUp):
            sys.stdout.write("\n")
            self._forget_half_a_line()
            raise

    @contextmanager
    def _alarm(self, deadline: float) -> Iterator[None]:
        """Break off what waits inside at the deadline, at news, and at a Ctrl-C that Python has not noticed yet."""
        before = signal.signal(signal.SIGALRM, lambda *_: self._look(deadline))
        signal.setitimer(signal.ITIMER_REAL, max(0.001, min(deadline - time.monotonic(), _TICK)), _TICK)
        try:
            with _keep_typed():
                yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)

    def _read_line(self, until: float) -> str:
        """A line from a pipe or, where there is no readline, from a terminal."""
        while b"\n" not in self._pending and not self._ended:
            while not select.select([sys.stdin], [], [], max(0.0, min(until - time.monotonic(), _TICK)))[0]:
                self._look(until)
            chunk = os.read(sys.stdin.fileno(), 65536)
            self._ended = not chunk
            self._pending += chunk
        if not self._pending:
            raise EndOfInput
        line, _, self._pending = self._pending.partition(b"\n")
        answer = line.decode("utf-8", "replace").rstrip("\r")
        if not sys.stdin.isatty():  # so that what went through a pipe reads as it would on a terminal
            sys.stdout.write(strip_controls(answer) + "\n")
        return answer

    def _look(self, deadline: float) -> None:
        if time.monotonic() >= deadline:
            raise TimeUp
        self.look_for_news()

    def look_for_news(self) -> None:
        """NewsCame if something has changed."""
        if self.has_news and self.has_news():
            raise NewsCame

    def _forget_half_a_line(self) -> None:
        """What was typed when time ran out is not the next player's answer."""
        self._pending = b""
        if sys.stdin.isatty():
            import termios

            termios.tcflush(sys.stdin, termios.TCIFLUSH)


@contextmanager
def _keep_typed() -> Iterator[None]:
    """Have a Ctrl-C drop what was typed only once it is noticed: readline would wait for ever for what is gone."""
    import termios

    stdin, local_modes = sys.stdin.fileno(), 3
    before = termios.tcgetattr(stdin)
    during, when = [*before], termios.TCSANOW
    during[local_modes] |= termios.NOFLSH
    termios.tcsetattr(stdin, termios.TCSANOW, during)
    try:
        yield
    except KeyboardInterrupt:
        when = termios.TCSAFLUSH
        raise
    finally:
        with suppress(termios.error):  # the terminal has gone
            termios.tcsetattr(stdin, when, before)


@contextmanager
def _shown_again(write: Callable[[], str]) -> Iterator[None]:
    """Have a prompt, and what was typed at it, shown again after Ctrl-Z and `fg`."""
    before = signal.signal(signal.SIGCONT, lambda *_: os.write(sys.stdout.fileno(), write().encode()))
    try:
        yield
    finally:
        signal.signal(signal.SIGCONT, before)
