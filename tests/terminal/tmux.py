"""A real terminal emulator: tmux with a server of its own, typed into and read as a person reads a screen."""

import os
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.patience import wait_until

PROMPT = "ready$ "


class Tmux:
    def __init__(self, here: Path, environment: Mapping[str, str], folder: Path, size: tuple[int, int]) -> None:
        self._socket, self._environment = folder / "socket", {**environment, "PS1": PROMPT}
        columns, rows = (str(number) for number in size)
        shell = ("bash", "--norc", "--noprofile", "-i")
        self._run("new-session", "-d", "-x", columns, "-y", rows, "-c", str(here), *shell)

    def _run(self, *command: str) -> str:
        tmux = ("tmux", "-u", "-f", os.devnull, "-S", str(self._socket), *command)
        return subprocess.run(tmux, env=self._environment, capture_output=True, text=True, check=True).stdout

    def press(self, *keys: str) -> None:
        self._run("send-keys", *keys)

    def type(self, text: str) -> None:
        self._run("send-keys", "-l", text)

    def enter(self, line: str) -> None:
        self.type(line)
        self.press("Enter")

    def resize(self, columns: int, rows: int) -> None:
        self._run("resize-window", "-x", str(columns), "-y", str(rows))

    def lines(self, *options: str) -> list[str]:
        """The rows of the screen as they are now; `-e` keeps the colours."""
        return self._run("capture-pane", "-p", *options).splitlines()

    def wait_for(self, *texts: str) -> None:
        try:
            wait_until(lambda: all(text in screen for screen in ["\n".join(self.lines())] for text in texts))
        except AssertionError:
            raise AssertionError("\n".join([f"{texts} is not shown:", *self.lines()])) from None

    def wait_for_shell(self) -> None:
        wait_until(lambda: [line for line in self.lines() if line.strip()][-1:] == [PROMPT.strip()])

    def close(self) -> None:
        """End the server and everything that runs in it."""
        self._run("kill-server")


@contextmanager
def open_tmux(here: Path, environment: Mapping[str, str], size: tuple[int, int] = (80, 24)) -> Iterator[Tmux]:
    """A terminal in that folder; afterwards nothing is left of it."""
    with tempfile.TemporaryDirectory(prefix="squarely-tmux-") as folder:  # short: a socket's path must be
        tmux = Tmux(here, environment, Path(folder), size)
        try:
            yield tmux
        finally:
            tmux.close()
