"""Where words go and answers come from: a terminal, or a pipe, with colour and a clock only where they help."""

import math
import os
import select
import sys
import time
from collections.abc import Callable, Collection, Mapping
from functools import cached_property

from squarely.command_line.printing import count_columns, fit
from squarely.core.text.notation import strip_controls
from squarely.core.text.wrapping import WIDTH
from squarely.terminal.line_mode.highlights import highlight
from squarely.terminal.line_mode.line_editor import Editor, NewsCame, TimeUp, make_editor

_TICK = 1  # second


class EndOfInput(Exception):
    """Nobody will answer any more."""


class Console:
    """Standard input and output, as a person or a program uses them."""

    def __init__(self, plain: bool = False) -> None:
        self.is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
        dumb = plain or os.environ.get("TERM") == "dumb"
        self._moves_cursor = not dumb
        self.ascii_only = dumb or not (sys.stdout.encoding or "").lower().startswith("utf")
        self.has_colour = sys.stdout.isatty() and not dumb and not os.environ.get("NO_COLOR")
        self._echo = not sys.stdin.isatty()
        self.has_news: Callable[[], bool] = lambda: False  # asked while nobody answers
        self.is_after_gap = True  # whether the last line printed was empty, or none was
        self._pending = b""
        self._ended = False

    @cached_property
    def _editor(self) -> Editor | None:
        """Loaded where somebody is asked, and a terminal is there to answer."""
        return make_editor() if self.is_terminal else None

    @property
    def shows_clock(self) -> bool:
        """Whether the time left stands in front of a question."""
        return self._moves_cursor and self._editor is not None

    @property
    def width(self) -> int:
        """How long the lines of a page may be: what fits and is read with ease."""
        return min(count_columns(sys.stdout) or WIDTH, WIDTH)

    def say(self, text: str, sides: Mapping[str, int | None] | None = None, is_strong: bool = False) -> None:
        """Print prose, on a terminal in lines that fit; in colour, what belongs to the two sides stands out."""
        self.show(fit(text, sys.stdout), sides, is_strong=is_strong)

    def fit(self, question: str) -> str:
        """A question of ours, in lines that fit; those of a rulebook are asked as they are."""
        return fit(question, sys.stdout)

    def show(
        self,
        text: str,
        sides: Mapping[str, int | None] | None = None,
        marked: Collection[int] = (),
        is_strong: bool = False,
    ) -> None:
        """Print what has its own lines, as it is: boards, and what a rulebook prints. Marked characters stand out."""
        text = strip_controls(text)
        self.is_after_gap = text == "" or text.endswith("\n")
        sys.stdout.write((highlight(text, sides or {}, marked, is_strong) if self.has_colour else text) + "\n")
        sys.stdout.flush()

    def ask(self, question: str, deadline: float | None = None) -> str:
        """The next line of input, asked for with a question; TimeUp at the deadline, EndOfInput at the end.

        NewsCame as soon as there is something to tell first.
        """
        before, newline, last = strip_controls(question).rpartition("\n")
        editor, self.is_after_gap = self._editor, False
        sys.stdout.write(before + newline + ("" if editor else last))
        sys.stdout.flush()
        try:
            return self._ask_editor(editor, last, deadline) if editor else self._read_line(deadline)
        except (EndOfInput, NewsCame, TimeUp):
            sys.stdout.write("\n")
            raise

    def pause(self, seconds: float) -> bool:
        """Let a person read for so long; whether they press a key instead. Nobody waits where nobody watches."""
        if not self.is_terminal:
            return False
        from squarely.terminal.line_mode.key_presses import hear_keys

        with hear_keys(sys.stdin) as can_hear:
            if not can_hear or not select.select([sys.stdin], [], [], seconds)[0]:
                return False
            os.read(sys.stdin.fileno(), 65536)
            return True

    def _ask_editor(self, editor: Editor, question: str, deadline: float | None) -> str:
        """A line that somebody types and may edit."""
        editor.has_news = self.has_news
        try:
            return editor.ask_line(question, deadline, self.shows_clock)
        except EOFError:
            raise EndOfInput from None
        except TimeUp:
            self._forget_half_a_line()
            raise

    def _read_line(self, deadline: float | None) -> str:
        """A line from a pipe or, where there is no editor, from a terminal."""
        while b"\n" not in self._pending and not self._ended:
            self._wait(math.inf if deadline is None else deadline)
            chunk = os.read(sys.stdin.fileno(), 65536)
            self._ended = not chunk
            self._pending += chunk
        if not self._pending:
            raise EndOfInput
        line, _, self._pending = self._pending.partition(b"\n")
        answer = line.decode("utf-8", "replace").rstrip("\r")
        if self._echo:  # so that what went through a pipe reads as it would on a terminal
            sys.stdout.write(strip_controls(answer) + "\n")
        return answer

    def _wait(self, deadline: float) -> None:
        """Until there is something to read.

        It polls: Python would not notice a Ctrl-C that came just before it waits.
        """
        while True:
            left = deadline - time.monotonic()
            if left <= 0:
                self._forget_half_a_line()
                raise TimeUp
            if self.has_news():
                raise NewsCame
            if select.select([sys.stdin], [], [], min(left, _TICK))[0]:
                return

    def _forget_half_a_line(self) -> None:
        """What somebody had begun to type when their time ran out is not the next one's answer."""
        self._pending = b""
        if sys.stdin.isatty():
            import termios

            termios.tcflush(sys.stdin, termios.TCIFLUSH)
