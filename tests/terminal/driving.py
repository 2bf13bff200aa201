"""A desk to play at: the real command, with a home of its own, driven through a pipe or a pseudo-terminal."""

import os
import re
import select
import signal
import subprocess
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import click
import pexpect
import pytest
from click.testing import CliRunner

from squarely.cli import squarely
from squarely.core.errors import SquarelyError
from squarely.core.match import record
from tests import patience
from tests.terminal.fork_server import ForkServer

PATIENCE = patience.PATIENCE
COMMAND = str(Path(sys.executable).parent / "squarely")
GAMES = ("center", "numbers", "quad", "showdown", "snatchers")

AFTER_A_MATCH = "Your choice [quit]: "


class Said(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def match(self) -> str:
        """What was said about the match itself; once it is over, a review of it may follow, and a menu."""
        return self.out.partition("\nReview\n")[0].partition("\nWhat next?\n")[0]


class Desk:
    columns = 160  # of a terminal

    def __init__(self, home: Path) -> None:
        self.here = home / "here"
        self.here.mkdir()
        self.data = home / "data"
        self._home = home

    def environment(self, **more: str) -> dict[str, str]:
        """Nothing of whoever runs the tests."""
        return _usual() | {"HOME": str(self._home), "XDG_DATA_HOME": str(self.data)} | more

    def squarely(self, *args: str, typed: Iterable[str] | bytes = (), **environment: str) -> Said:
        """The command with everything typed sent through a pipe."""
        sent = typed if isinstance(typed, bytes) else "".join(f"{line}\n" for line in typed).encode()
        variables = self.environment(**environment)
        server = _fork_server()
        if server.can_run(args, sent, variables):
            return _said(*server.run(args, sent, self.here, variables, PATIENCE))
        return self._run([COMMAND, *args], sent, variables)

    def bash(self, script: str, *args: str, typed: bytes = b"", **environment: str) -> Said:
        return self._run(["bash", "--norc", "-c", script, *args], typed, self.environment(**environment))

    def _run(self, command: list[str], sent: bytes, variables: dict[str, str]) -> Said:
        done = subprocess.run(
            command, input=sent, capture_output=True, cwd=self.here, env=variables, timeout=PATIENCE, check=False
        )
        return _said(done.returncode, done.stdout, done.stderr)

    def started(self, *args: str, **environment: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [COMMAND, *args],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=self.here,
            env=self.environment(**environment),
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509, a shell's background has it ignored
        )

    def terminal(self, *args: str, **environment: str) -> "Terminal":
        return Terminal([COMMAND, *args], self.here, self.environment(**environment), self.columns)

    def python(self, *args: str) -> "Terminal":
        return Terminal([sys.executable, *args], self.here, self.environment())

    @property
    def unfinished(self) -> list[Path]:
        return sorted((self.data / "squarely" / "unfinished").glob("*.match"))

    @property
    def finished(self) -> list[Path]:
        return sorted((self.data / "squarely" / "finished").glob("*.match"))

    def kept_moves(self) -> list[str]:
        (path,) = self.unfinished
        return moves_in(path)


class Terminal:
    def __init__(self, command: Sequence[str], here: Path, environment: dict[str, str], columns: int = 160) -> None:
        self.child = pexpect.spawn(
            "env",  # which runs it as it is: a command alone would be split at the spaces of its folder
            list(command),
            cwd=str(here),
            env=environment,
            encoding="utf-8",
            codec_errors="replace",
            dimensions=(60, columns),
            timeout=PATIENCE,
        )
        self.child.delaybeforesend = None
        self._log = StringIO()
        self.child.logfile_read = self._log

    @property
    def raw(self) -> str:
        return self._log.getvalue()

    @property
    def shown(self) -> str:
        """As a person reads it."""
        return re.sub(r"\x1b\[[0-9;]*m", "", self.raw).replace("\r\n", "\n")

    def expect(self, text: str) -> None:
        """Wait until the command shows this, after what was waited for before."""
        self.child.expect_exact(text)

    def answer(self, prompt: str, answer: str) -> None:
        self.expect(prompt)
        self.child.sendline(answer)

    def ended(self) -> Said:
        self.child.expect(pexpect.EOF)
        self.child.wait()
        self.child.ptyproc.delayafterclose = 0
        self.child.close()
        assert "Traceback" not in self.raw, self.raw
        code = self.child.exitstatus if self.child.exitstatus is not None else -self.child.signalstatus
        return Said(code, self.shown, "")


def _said(code: int, out: bytes, err: bytes) -> Said:
    said = Said(code, out.decode(), err.decode())
    assert "Traceback" not in said.out + said.err, said.err
    return said


def _usual() -> dict[str, str]:
    path = f"{Path(COMMAND).parent}:{os.environ['PATH']}"
    return {"PATH": path, "LANG": "C.UTF-8", "TERM": "xterm-256color"}


@cache  # one for each process that tests
def _fork_server() -> ForkServer:
    return ForkServer(_usual())


def refusal(*args: str) -> str:
    """What the command says that does not even begin, in this process."""
    with pytest.raises((click.UsageError, SquarelyError)) as told:
        squarely.main(list(args), standalone_mode=False)
    return told.value.format_message() if isinstance(told.value, click.UsageError) else str(told.value)


def printed(*args: str, code: int = 0, charset: str = "utf-8") -> str:
    """What the command prints in this process: on standard output, or on standard error if it fails."""
    said = CliRunner(charset=charset).invoke(squarely, args, standalone_mode=False, catch_exceptions=False)
    assert (said.return_value or 0, said.stdout if code else said.stderr) == (code, "")
    return said.output


def enter(process: subprocess.Popen[bytes], *lines: str) -> None:
    assert process.stdin is not None
    process.stdin.write("".join(f"{line}\n" for line in lines).encode())
    process.stdin.flush()


def read_until(process: subprocess.Popen[bytes], pattern: bytes) -> bytes:
    """What a command with open pipes has printed, as soon as there is a match for the pattern in it."""
    assert process.stdout is not None
    printed = b""
    while not re.search(pattern, printed):
        assert select.select([process.stdout], [], [], PATIENCE)[0], f"it does not say {pattern!r}: {printed!r}"
        chunk = os.read(process.stdout.fileno(), 65536)
        assert chunk, f"it ended without saying {pattern!r}: {printed!r}"
        printed += chunk
    return printed


def moves_in(path: Path) -> list[str]:
    return [str(move) for move in record.read(path.read_text(encoding="utf-8")).match.moves]


def tag(path: Path, name: str) -> str:
    return record.read(path.read_text(encoding="utf-8")).tags().get(name, "")
