"""How long a person at a terminal waits: for the first prompt, for the app's first frame, for what a key does.

Every command runs on a pseudo-terminal of its own. Rounds go through all of them in turn, so that whatever else the
machine does disturbs all alike. What starts is measured by its shortest round, what a key does by the median.
"""

import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import sys
import tempfile
import termios
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median

ROUNDS = 15
SQUARELY = str(Path(sys.executable).parent / "squarely")
BARE = [sys.executable, "-c", "pass"]
ASKING = [sys.executable, "-c", "input('ready '); input('again ')"]
LINES = [SQUARELY, "play", "quad"]
PROMPT = "enter your move (e.g., A1): "

# Textual with nothing in it but a word, and a key that changes it.
_EMPTY = """
from textual.app import App
from textual.widgets import Static
class Empty(App):
    def compose(self):
        yield Static("ready 0")
    def on_key(self):
        self.query_one(Static).update("again 1")
Empty().run()
"""
EMPTY = [sys.executable, "-c", _EMPTY]
APP, SHOWN = [SQUARELY], "quad"

_PATIENCE = 30.0  # seconds


class Terminal:
    """A command on a pseudo-terminal, and all that it has written so far."""

    def __init__(self, command: Sequence[str], home: Path) -> None:
        environment = {**os.environ, "HOME": str(home), "XDG_DATA_HOME": str(home), "TERM": "xterm-256color"}
        environment.pop("NO_COLOR", None)
        self._written = b""
        self.began = time.perf_counter()
        self._process, self._end = pty.fork()
        if not self._process:
            os.execve(command[0], list(command), environment)
        fcntl.ioctl(self._end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))

    def wait_for(self, text: str) -> float:
        """The moment at which it had written this, counted on from what was waited for before."""
        wanted = text.encode()
        while wanted not in self._written:
            self._read(f"{text!r} is not written: {self._written!r}")
        self._written = self._written.partition(wanted)[2]
        return time.perf_counter()

    def wait_until_quiet(self) -> None:
        """Return when it has written nothing for a while."""
        while select.select([self._end], [], [], 0.3)[0]:
            self._written += os.read(self._end, 65536)
        self._written = b""

    def wait_for_anything(self) -> float:
        """The moment at which it wrote again."""
        self._read("nothing is written")
        return time.perf_counter()

    def wait_for_end(self) -> float:
        """The moment at which it had ended."""
        with contextlib.suppress(OSError):  # so a pseudo-terminal says that nobody is at its other end
            while True:
                self._read("it does not end")
        return time.perf_counter()

    def _read(self, otherwise: str) -> None:
        if not select.select([self._end], [], [], _PATIENCE)[0]:
            raise TimeoutError(otherwise)
        self._written += os.read(self._end, 65536)

    def press(self, keys: str) -> float:
        """Press keys; the moment at which that was done."""
        os.write(self._end, keys.encode())
        return time.perf_counter()

    def close(self) -> None:
        """End it, whatever it does."""
        os.kill(self._process, signal.SIGKILL)
        os.waitpid(self._process, 0)
        os.close(self._end)


@contextmanager
def opened(command: Sequence[str], home: Path) -> Iterator[Terminal]:
    """The command on a terminal, ended afterwards."""
    terminal = Terminal(command, home)
    try:
        yield terminal
    finally:
        terminal.close()


def first_sign(command: Sequence[str], text: str, home: Path) -> float:
    """Seconds from starting a command until it has written this, or has ended if it is not to write anything."""
    with opened(command, home) as terminal:
        return (terminal.wait_for(text) if text else terminal.wait_for_end()) - terminal.began


def answer_shown(command: Sequence[str], asked: str, again: str, home: Path) -> float:
    """Seconds from an answer that is entered until the next question stands there."""
    with opened(command, home) as terminal:
        terminal.wait_for(asked)
        terminal.wait_until_quiet()
        entered = terminal.press("B2\r")
        return terminal.wait_for(again) - entered


def key_shown(command: Sequence[str], text: str, key: str, home: Path) -> float:
    """Seconds from a key until the screen changes."""
    with opened(command, home) as terminal:
        terminal.wait_for(text)
        terminal.wait_until_quiet()
        pressed = terminal.press(key)
        return terminal.wait_for_anything() - pressed


def terminals() -> list[tuple[str, str, str, str, str]]:
    """The rows of the table: what, measured, beside it, ratio, wanted."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        starts = {"bare": (BARE, ""), "lines": (LINES, PROMPT), "empty": (EMPTY, "ready"), "app": (APP, SHOWN)}
        for command, text in starts.values():  # so that everything is compiled and in the cache
            first_sign(command, text, home)
        rounds = [{name: first_sign(*start, home) for name, start in starts.items()} for _ in range(ROUNDS)]
        took = {name: min(each[name] for each in rounds) for name in starts}
        keys = [
            (
                answer_shown(LINES, PROMPT, PROMPT, home),
                answer_shown(ASKING, "ready ", "again ", home),
                key_shown(APP, SHOWN, "\x1b[B", home),
                key_shown(EMPTY, "ready", "x", home),
            )
            for _ in range(ROUNDS)
        ]
        move, asked, key, empty_key = (median(column) for column in zip(*keys, strict=True))
    later = took["app"] - took["lines"]
    return [
        ("`squarely play quad`, first prompt", _ms(took["lines"]), f"`python3 -c pass` {_ms(took['bare'])}",
         _times(took["lines"], took["bare"]), "≤ 6 ×"),
        ("`squarely`, first frame of the app", _ms(took["app"]), f"Textual's empty app {_ms(took['empty'])}",
         _times(took["app"], took["empty"]), ""),
        ("and how much later than that first prompt", _ms(later), "", "", "≤ 400 ms"),
        ("line by line, from Enter until the move is kept and the next question asked", _ms(move),
         f"`input()` of Python {_ms(asked)}", _times(move, asked), "≤ 50 ms"),
        ("in the app, from a key until the screen changes", _ms(key), f"Textual's empty app {_ms(empty_key)}",
         _times(key, empty_key), "≤ 50 ms"),
    ]  # fmt: skip


def _ms(seconds: float) -> str:
    return f"{seconds * 1e3:.1f} ms" if seconds < 0.01 else f"{seconds * 1e3:.0f} ms"


def _times(this: float, that: float) -> str:
    return f"{this / that:.1f} ×"


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        for row in terminals():
            print(" | ".join(row))
