"""`squarely try --browser`: a server that is started anew, with its matches, whenever the rules are saved."""

import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from squarely.authoring.reloaded_rules import BrokenSave, ReloadedRules, describe_broken_save
from squarely.command_line.printing import echo
from squarely.serving.server_socket import bind_socket

_HOST = "127.0.0.1"
_POLL = 0.3  # seconds
_ENDING = 10.0  # seconds that a server has to finish what is in flight


class _Server:
    """The process that serves the game as it was when it was started."""

    def __init__(self, folder: Path, port: int) -> None:
        self.port = port
        self.trouble = folder / "trouble.txt"
        self._command = [
            *(sys.executable, "-m", "squarely", "serve", "--host", _HOST, "--port", str(port), "--log", "warning"),
            *("--database", f"sqlite:///{folder / 'matches.db'}", "--tried", str(self.trouble)),
        ]
        self._process: subprocess.Popen[str] | None = None

    @property
    def code(self) -> int | None:
        """The exit code, if it has ended by itself."""
        return self._process.poll() if self._process else None

    def start(self) -> bool:
        """Start it; returns whether it listens. Why not, it says itself."""
        pipe = subprocess.PIPE  # to its standard input, too: it ends when nobody holds that any more
        self._process = subprocess.Popen(self._command, stdin=pipe, stdout=pipe, text=True)
        assert self._process.stdout
        return bool(self._process.stdout.readline())  # its address, as soon as it listens

    def stop(self) -> None:
        """Have it finish what is in flight, and end."""
        if self._process is None or self._process.poll() is not None:
            return
        self._process.terminate()
        try:
            self._process.wait(_ENDING)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def serve_tried(name: str, rules: ReloadedRules, port: int) -> int:
    """Serve until Ctrl-C, every time the rules are saved with the new ones. Returns the exit code."""
    with tempfile.TemporaryDirectory(prefix="squarely-try-") as folder:
        return _serve(name, rules, Path(folder), port)


def _serve(name: str, rules: ReloadedRules, folder: Path, port: int) -> int:
    with bind_socket(_HOST, port) as free:  # refused here with a sentence, and any free one if it is 0
        port = free.getsockname()[1]
    server = _Server(folder, port)
    try:
        with _end_on_termination():
            if not _load_first(name, rules) or not server.start():
                return server.code or 1
            echo(f"{name} is at http://{_HOST}:{port}")
            echo("What you save is shown there at once. Ctrl-C stops it; its matches are not kept.")
            return _follow(rules, server)
    except KeyboardInterrupt:
        return 0
    finally:
        server.stop()


def _follow(rules: ReloadedRules, server: _Server) -> int:
    """Start the server anew whenever something is saved that can be played."""
    while server.code is None:
        time.sleep(_POLL)
        if not rules.have_changed():
            continue
        try:
            rules.load()
        except BrokenSave as broken:
            said = describe_broken_save(broken)
            server.trouble.write_text(said, encoding="utf-8")
            echo(said)
            continue
        server.trouble.unlink(missing_ok=True)
        server.stop()
        if not server.start():
            return server.code or 1
        echo("Saved: new rules. The page shows them.")
    return server.code


def _load_first(name: str, rules: ReloadedRules) -> bool:
    """Wait until the game can be played; True then."""
    while True:
        try:
            rules.load()
            return True
        except BrokenSave as broken:
            echo(f"{name} cannot be played: {broken}.\nIt begins when that is mended; Ctrl-C leaves.")
        while not rules.have_changed():
            time.sleep(_POLL)


@contextmanager
def _end_on_termination() -> Iterator[None]:
    """Being told to end is a Ctrl-C, too: the server must not be left behind."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
