"""The command by a fork: a process that has loaded it once, and whose children each are the command.

To start Python and load the command takes several times as long as most commands do. A child has its own pipes, folder,
variables and arguments before it enters `main`. The command is started from nothing where Python itself is told
something by variables, for the faces that start processes of their own, on terminals, and where pipes are kept open.
"""

import atexit
import contextlib
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

_LONGEST = 32_768  # bytes that a pipe and a packet take before anybody reads them
_FROM_NOTHING = ("arena", "mcp", "serve")
_LOADED = ("cli", *(f"terminal.{name}" for name in ("rules", "line_mode.menu", "play", "puzzle", "review", "show")))


class ForkServer:
    """The process that forks, seen from the tests. It ends with whoever started it."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._said_to_python = _said_to_python(environment)
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            number, pipe = theirs.fileno(), subprocess.PIPE
            command = [sys.executable, __file__, str(number)]
            self._process = subprocess.Popen(
                command, env=environment, stdin=pipe, stdout=pipe, stderr=pipe, pass_fds=[number]
            )
        atexit.register(self._close)

    def can_run(self, arguments: tuple[str, ...], sent: bytes, environment: Mapping[str, str]) -> bool:
        """Whether a child is as the command is that was started from nothing."""
        is_short = len(sent) + len(_asked(arguments, Path(), environment)) < _LONGEST
        starts_no_others = not arguments or arguments[0] not in _FROM_NOTHING
        return is_short and starts_no_others and _said_to_python(environment) == self._said_to_python

    def run(
        self, arguments: tuple[str, ...], sent: bytes, here: Path, environment: Mapping[str, str], patience: float
    ) -> tuple[int, bytes, bytes]:
        """The exit code of the command, and what it has printed on its two outputs."""
        (stdin, answers), (out, stdout), (err, stderr) = (os.pipe() for _ in range(3))
        socket.send_fds(self._socket, [_asked(arguments, here, environment)], [stdin, stdout, stderr])
        for end in (stdin, stdout, stderr):
            os.close(end)
        child = int(self._socket.recv(100))
        with contextlib.suppress(BrokenPipeError), open(answers, "wb", buffering=0) as pipe:
            pipe.write(sent)
        printed = {out: b"", err: b""}
        reading = set(printed)
        while reading:
            ready, _, _ = select.select(reading, [], [], patience)
            if not ready:
                os.kill(child, signal.SIGKILL)
                raise AssertionError(f"squarely {' '.join(arguments)} does not end: {printed}")
            for end in ready:
                chunk = os.read(end, _LONGEST)
                printed[end] += chunk
                if not chunk:
                    reading.remove(end)
                    os.close(end)
        return int(self._socket.recv(100)), printed[out], printed[err]

    def _close(self) -> None:
        self._socket.close()
        self._process.communicate()


def _said_to_python(environment: Mapping[str, str]) -> dict[str, str]:
    return {name: environment[name] for name in environment if name.startswith(("PYTHON", "LANG", "LC_"))}


def _asked(arguments: tuple[str, ...], here: Path, environment: Mapping[str, str]) -> bytes:
    return json.dumps({"arguments": arguments, "here": str(here), "environment": dict(environment)}).encode()


def _fork_for_each(line: socket.socket) -> None:
    """Returns in each child, as the command that was asked for; in the parent it never does."""
    while True:
        message, files, _, _ = socket.recv_fds(line, _LONGEST, 3)
        if not message:
            os._exit(0)  # nobody asks any more
        child = os.fork()
        if not child:
            line.close()
            return _become(json.loads(message), files)
        for file in files:
            os.close(file)
        line.send(str(child).encode())
        _, status = os.waitpid(child, 0)
        line.send(str(os.waitstatus_to_exitcode(status)).encode())


def _become(asked: dict[str, Any], files: list[int]) -> None:
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    os.chdir(asked["here"])
    os.environ.clear()
    os.environ.update(asked["environment"])
    sys.argv[1:] = asked["arguments"]


if __name__ == "__main__":
    sys.path[0] = str(Path(sys.executable).parent)  # where the command is
    for name in _LOADED:
        import_module(f"squarely.{name}")
    gc.freeze()
    _fork_for_each(socket.socket(fileno=int(sys.argv[1])))
    from squarely.__main__ import main

    main()
