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

import pexpect

from squarely.core.match import record
from tests import patience, quick
from tests.terminal.fork_server import ForkServer

PATIENCE = patience.PATIENCE
COMMAND = str(Path(sys.executable).parent / "squarely")
GAMES = ("center", "numbers", "quad", "showdown", "snatchers")

AFTER_A_MATCH = "Your choice [quit]: "

Step = tuple[str, str]  # the end of a prompt, and the answer


class Said(NamedTuple):
    """What a command has printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def match(self) -> str:
        """What was said about the match itself; once it is over, a review of it may follow, and a menu."""
        return self.out.partition("\nReview\n")[0].partition("\nWhat next?\n")[0]


class Desk:
    """One user's machine: an empty home, its data folder, and the folder they are in."""

    def __init__(self, home: Path) -> None:
        self.here = home / "here"
        self.here.mkdir()
        self.data = home / "data"
        self._home = home

    def environment(self, **more: str) -> dict[str, str]:
        """Nothing of whoever runs the tests."""
        usual = _usual()
        if "PYTHONPATH" in usual and "PYTHONPATH" in more:
            more["PYTHONPATH"] += f"{os.pathsep}{usual['PYTHONPATH']}"
        return usual | {"HOME": str(self._home), "XDG_DATA_HOME": str(self.data)} | more

    def squarely(self, *args: str, typed: Iterable[str] | bytes = (), **environment: str) -> Said:
        """The command with everything typed sent through a pipe."""
        sent = typed if isinstance(typed, bytes) else "".join(f"{line}\n" for line in typed).encode()
        variables = self.environment(**environment)
        server = _fork_server()
        if server.can_run(args, sent, variables):
            code, out, err = server.run(args, sent, self.here, variables, PATIENCE)
        else:
            done = subprocess.run(
                [COMMAND, *args],
                input=sent,
                capture_output=True,
                cwd=self.here,
                env=variables,
                timeout=PATIENCE,
                check=False,
            )
            code, out, err = done.returncode, done.stdout, done.stderr
        said = Said(code, out.decode(), err.decode())
        assert "Traceback" not in said.out + said.err, said.err
        return said

    def started(self, *args: str, **environment: str) -> subprocess.Popen[bytes]:
        """The command with its pipes left open."""
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
        """The command on a pseudo-terminal."""
        return Terminal([COMMAND, *args], str(self.here), self.environment(**environment))

    def python(self, *args: str) -> "Terminal":
        """A script of Python on a pseudo-terminal."""
        return Terminal([sys.executable, *args], str(self.here), self.environment())

    def terminal_of(self, columns: int, *args: str, **environment: str) -> "Terminal":
        """The command on a pseudo-terminal of that width."""
        return Terminal([COMMAND, *args], str(self.here), self.environment(**environment), columns)

    def shell(self) -> "Terminal":
        """An interactive shell on a pseudo-terminal, to start and to stop the command in."""
        return Terminal(["bash", "--norc", "-i"], str(self.here), self.environment(PS1="ready$ "))

    @property
    def unfinished(self) -> list[Path]:
        """The unfinished matches kept for this user."""
        return sorted((self.data / "squarely" / "unfinished").glob("*.match"))

    @property
    def finished(self) -> list[Path]:
        """The finished ones."""
        return sorted((self.data / "squarely" / "finished").glob("*.match"))

    def kept_moves(self) -> list[str]:
        """The moves of the one unfinished match."""
        (path,) = self.unfinished
        return moves_in(path)


class Terminal:
    """A command on a pseudo-terminal, with everything it has shown."""

    def __init__(self, command: Sequence[str], here: str, environment: dict[str, str], columns: int = 160) -> None:
        self.child = pexpect.spawn(
            "env",  # which runs it as it is: a command alone would be split at the spaces of its folder
            list(command),
            cwd=here,
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
        """Everything shown so far, escape codes included."""
        return self._log.getvalue()

    @property
    def shown(self) -> str:
        """Everything shown so far, as a person reads it."""
        return re.sub(r"\x1b\[[0-9;]*m", "", self.raw).replace("\r\n", "\n")

    def expect(self, text: str) -> None:
        """Wait until the command shows this, after what was waited for before."""
        self.child.expect_exact(text)

    def answer(self, prompt: str, answer: str) -> None:
        """Wait for a prompt and answer it."""
        self.expect(prompt)
        self.child.sendline(answer)

    def left(self) -> Said:
        """What it has said by the time it has ended; after a match, nothing more is wanted."""
        if self.child.expect_exact([AFTER_A_MATCH, pexpect.EOF]) == 0:
            self.child.sendline("quit")
        return self.ended()

    def ended(self) -> Said:
        """What it has said by the time it has ended."""
        self.child.expect(pexpect.EOF)
        self.child.wait()
        self.child.ptyproc.delayafterclose = 0
        self.child.close()
        assert "Traceback" not in self.raw, self.raw
        code = self.child.exitstatus if self.child.exitstatus is not None else -self.child.signalstatus
        return Said(code, self.shown, "")


def _usual() -> dict[str, str]:
    path = f"{Path(COMMAND).parent}:{os.environ['PATH']}"
    return {"PATH": path, "LANG": "C.UTF-8", "TERM": "xterm-256color"} | quick.environment()


@cache
def _fork_server() -> ForkServer:
    """One for each process that tests."""
    return ForkServer(_usual())


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
    """The moves of a kept match, which must be whole."""
    return [str(move) for move in record.read(path.read_text(encoding="utf-8")).match.moves]


def tag(path: Path, name: str) -> str:
    """What a tag of a kept match says."""
    return record.read(path.read_text(encoding="utf-8")).tags().get(name, "")


def assert_printed(transcript: str, *blocks: str) -> None:
    """Every block is there, its lines whole and next to each other, each block after the one before."""
    lines, at = transcript.splitlines(), 0
    for block in blocks:
        wanted = block.splitlines()
        starts = range(at, len(lines) - len(wanted) + 1)
        found = next((start for start in starts if lines[start : start + len(wanted)] == wanted), None)
        rest = "\n".join(lines[at:])
        assert found is not None, f"not printed:\n{block}\n\nin what comes after the block before it:\n{rest}"
        at = found + len(wanted)
