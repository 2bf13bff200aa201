"""A player that is a program: it reads positions and legal moves line by line and answers a move.

    squarely 1 GAME OPTIONS        once, when the program is started; nothing after GAME if the rulebook's rules hold
    position LINE                  then, whenever it is its turn, these three lines
    moves MOVE | MOVE | MOVE
    go

It answers one line, the move. When its input ends, so should the program.
"""

import os
import select
import shlex
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from squarely.core.errors import BadMove, BadPlayer
from squarely.core.match.match import Match
from squarely.core.rules.game import Game
from squarely.core.text.notation import quote
from squarely.players.player import Player
from squarely.players.player_faults import FAILED, TIMED_OUT, UNREADABLE, PlayerFault

PROTOCOL = 1
PATIENCE = 10.0  # seconds for a move, unless the match has a time limit of its own
_GRACE = 1.0  # seconds in which to leave, once the input has ended
_LONGEST_LINE = 4096


@contextmanager
def _deferred_interrupt() -> Iterator[None]:
    """Ctrl-C waits until the end of the block; only the main thread ever sees one."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if came:
            signal.raise_signal(came[0])


class Program(Player):
    """Runs from its first turn until it is closed. Whatever goes wrong is a BadPlayer, and then it runs no more."""

    def __init__(self, command: str, patience: float | None = None) -> None:
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise BadPlayer(f"the command {quote(command)} cannot be read: {str(error).lower()}") from None
        if not command.isprintable():
            raise BadPlayer(f"the command {quote(command)} is not one line of printable text")
        if not self._words:
            raise BadPlayer("program: needs a command behind it, such as program:./player.sh")
        if not shutil.which(self._words[0]):
            raise BadPlayer(f"there is no program {quote(self._words[0])} here that can be run")
        self._name = f"the program {quote(command)}"
        self._patience = patience or PATIENCE
        self._game: Game | None = None
        self._child: subprocess.Popen[bytes] | None = None

    def choose(self, match: Match) -> int:
        if match.game != self._game:
            self.close()
        moves = " | ".join(map(str, match.legal_moves))
        turn = f"position {match.game.write_position(match.position)}\nmoves {moves}\ngo\n"
        try:
            if self._child is None:
                with _deferred_interrupt():  # a process that runs is known
                    self._start()
                self._game = match.game
                turn = f"squarely {PROTOCOL} {match.game.name} {match.game.options}".rstrip() + f"\n{turn}"
            answer = self._ask(turn)
            try:
                return match.play(answer).moves[-1]
            except BadMove as refused:
                why = f"{self._name} answered {quote(answer)}: {str(refused).rstrip('.')}"
                raise PlayerFault.of(refused, why) from None
        except BadPlayer:
            self._end(grace=0)
            raise

    def close(self) -> None:
        """Let the program end, and end it if it does not."""
        self._end(_GRACE)

    def _start(self) -> None:
        try:
            self._child = subprocess.Popen(
                self._words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
            )
        except OSError as error:
            raise BadPlayer(f"{self._name} cannot be started: {error.strerror}") from None
        assert self._child.stdin
        assert self._child.stdout
        self._stdin, self._stdout, self._has_answered = self._child.stdin, self._child.stdout, False
        os.set_blocking(self._stdin.fileno(), False)

    def _ask(self, text: str) -> str:
        """The line that it answers; waits no longer than the patience."""
        if self._has_answered and select.select([self._stdout], [], [], 0)[0] and (early := self._read()):
            raise self._fail(f"said {quote(early.decode(errors='replace'))} before it was asked", UNREADABLE)
        deadline, unsent, said = time.monotonic() + self._patience, text.encode(), b""
        while unsent or b"\n" not in said:
            left = max(0.0, deadline - time.monotonic())
            readable, writable, _ = select.select([self._stdout], [self._stdin] if unsent else [], [], left)
            if not readable and not writable:
                silent = "not ended its line" if said else "not answered"
                raise self._fail(f"has {silent} within {self._patience:g} seconds", TIMED_OUT)
            if writable:
                sent = len(unsent)  # if it reads no more; whether it answers is seen elsewhere
                with suppress(BrokenPipeError):
                    sent = os.write(self._stdin.fileno(), unsent)
                unsent = unsent[sent:]
            if readable:
                said += self._read() or self._explain_exit(said)
            if len(said) > _LONGEST_LINE:
                raise self._fail(f"answered more than {_LONGEST_LINE} characters, which is no move", UNREADABLE)
        line, _, more = said.partition(b"\n")
        if more:
            raise self._fail("answered more than one line", UNREADABLE)
        self._has_answered = True
        try:
            return line.decode().strip()
        except UnicodeDecodeError:
            raise self._fail("answered something that is not text", UNREADABLE) from None

    def _end(self, grace: float) -> int:
        """Close its input, give it time to leave, then stop it and everything it has started. Returns its exit code."""
        child, self._child = self._child, None
        if child is None:
            return 0
        with suppress(OSError):
            self._stdin.close()
        deadline = time.monotonic() + grace
        while (left := deadline - time.monotonic()) > 0:  # what it still says goes unread
            if select.select([self._stdout], [], [], left)[0] and not self._read():
                break
        # To the whole group, and before the child is waited for, so that its number cannot be another process's.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGTERM)
        try:
            child.wait(_GRACE)
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(child.pid, signal.SIGKILL)
        self._stdout.close()
        return child.wait()

    def _read(self) -> bytes:
        return os.read(self._stdout.fileno(), _LONGEST_LINE)

    def _explain_exit(self, said: bytes) -> bytes:
        code = self._end(_GRACE)
        how = f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
        how = "closed its output" if code == -signal.SIGTERM else how
        raise self._fail(how + (" in the middle of a line" if said else " instead of answering"))

    def _fail(self, says: str, kind: str = FAILED) -> PlayerFault:
        return PlayerFault(kind, f"{self._name} {says}")
