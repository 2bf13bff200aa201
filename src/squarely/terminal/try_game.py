"""`squarely try`: play a game while its rules are being written, here or in the browser."""

import signal
import subprocess
import sys
import tempfile
import time
from datetime import date
from pathlib import Path
from typing import Any

import click

from squarely import Game, Match, Record, join_with_and
from squarely.authoring.reloaded_rules import BrokenSave, ReloadedRules, describe_broken_save, replay_match
from squarely.command_line.click_help import CommandWithExamples, complete_games_and_files, option_option
from squarely.command_line.printing import echo
from squarely.core.errors import BrokenGame, SquarelyError
from squarely.core.rules.author import describe_failure
from squarely.core.rules.registry import find_source, lend
from squarely.files.saved_matches import MatchSaver
from squarely.players import fold_name
from squarely.serving.listening import bind_socket
from squarely.terminal.line_mode.console import Console, EndOfInput, NewsCame
from squarely.terminal.line_mode.session import Session
from squarely.terminal.match.live_match import LiveMatch
from squarely.terminal.match.match_settings import MatchSettings
from squarely.terminal.options import first_option, plain_option, position_option, second_option

_HOST = "127.0.0.1"
_POLL = 0.3  # seconds
_AGAIN = "\nEnter plays it again; quit leaves: "
_LEAVING = ("q", "quit", "exit", "n", "no")
_ENDING = 10.0  # seconds that a server has to finish what is in flight
_SAYS = "What you save is shown there at once. Ctrl-C stops it; its matches are not kept."
_CHANGED = "Saved: new rules. The page shows them."
_EXAMPLES = """
squarely try .                          the game in this folder; what you save is played at once
squarely try corners                    an installed one
squarely try squarely_hop.py            a file that is a game
squarely try . --second level:3         against the computer
squarely try . --option rows=3          under other options
squarely try . --browser                in the browser; its page shows what you save
"""


@click.command("try", cls=CommandWithExamples, examples=_EXAMPLES)
@click.argument("game", shell_complete=complete_games_and_files)
@first_option
@second_option
@option_option
@position_option
@click.option("--seed", type=click.IntRange(0), default=0, help="Decides everything that is random.")
@click.option("--browser", is_flag=True, help="In the browser instead of here.")
@click.option("--port", type=click.IntRange(0, 65535), default=8765, show_default=True, help="Where, with --browser.")
@plain_option
def try_game(game: str, options: tuple[str, ...], browser: bool, port: int, plain: bool, **given: Any) -> int:
    """Play GAME, a name, a folder or a file, and see its rules change when you save them.

    The match goes on under the new rules, as far as its moves are still allowed. Rules that cannot be loaded, or break
    a law, are named with their line, and those before stay until that is mended. The match is not kept.
    """
    source = find_source(game)
    lend(source)
    rules = ReloadedRules(source, ",".join(options))
    if browser:
        return _serve_tried(source.name, rules, port)
    settings = MatchSettings(fold_name(given["first"]), fold_name(given["second"]), given["seed"])
    return Trial(source.name, rules, settings, given["position"], Console(plain)).play()


class Trial:
    """The matches of one `squarely try`, at a console."""

    def __init__(
        self, name: str, rules: ReloadedRules, settings: MatchSettings, position: str | None, console: Console
    ) -> None:
        self._name, self._rules, self._settings, self._position = name, rules, settings, position
        self._console = console
        console.has_news = rules.have_changed

    def play(self) -> int:
        """Play until the author leaves; returns the exit code."""
        game, console = self._load_first(), self._console
        if console.is_terminal:
            files = join_with_and([file.name for file in self._rules.files])
            console.say(f"What you save in {files} is played at once.")
        start = game.start_for(self._settings.seed) if self._position is None else game.read_position(self._position)
        match, greets = Match.of(game, start), True
        while True:
            saver = MatchSaver(game.name, keeps=False)
            live = LiveMatch(Record(match, date.today().isoformat()), self._settings, saver)
            try:
                code = Session(live, console).play(greets)
                is_over = live.match.outcome is not None and console.is_terminal
                if not is_over or console.ask(_AGAIN).strip().lower() in _LEAVING:
                    return code
                match, greets = Match.of(match.game, match.start, match.names), True
            except NewsCame:
                changed = self._take_in(live.match)
                match, greets = changed or live.match, changed is not None
            except EndOfInput:
                return code
            except Exception as error:  # whatever rules raise that are still being written
                match, greets = self._wait_after(error, live.match), True

    def _load_first(self) -> Game:
        """Load the game; on a terminal, wait for the author to mend it."""
        while True:
            try:
                return self._rules.load()
            except BrokenSave as broken:
                self._wait(f"{self._name} cannot be played: {broken}.")

    def _wait_after(self, error: Exception, before: Match) -> Match:
        """The match again, once rules are saved that do not fail as these did; other errors are not ours."""
        told = str(error) if isinstance(error, BrokenGame) else describe_failure(error)
        if not told or (isinstance(error, SquarelyError) and not isinstance(error, BrokenGame)):
            raise error
        self._wait(f"{told}.")
        while not (after := self._take_in(before)):
            self._wait("")
        return after

    def _wait(self, said: str) -> None:
        """Say what is wrong, and wait until something is saved; SquarelyError where there is no terminal."""
        if not self._console.is_terminal:
            raise SquarelyError(said.rstrip("."))
        if said:
            self._console.say(f"{said}\nIt goes on when that is mended; Ctrl-C leaves.")
        while not self._rules.have_changed():
            time.sleep(_POLL)

    def _take_in(self, before: Match) -> Match | None:
        """What was saved: the match under the new rules, or None where these are broken; says so."""
        try:
            match, says = replay_match(before, self._rules.load(), self._settings.seed, self._position)
        except BrokenSave as broken:
            self._console.say(describe_broken_save(broken))
            return None
        self._console.say(f"Saved: new rules. {says}".rstrip())
        return match


# In the browser


def _serve_tried(name: str, rules: ReloadedRules, port: int) -> int:
    """Serve until Ctrl-C, by a server that is started anew whenever rules are saved. Returns the exit code."""
    with bind_socket(_HOST, port) as free:  # refused here with a sentence, and any free one if it is 0
        address = f"{_HOST}:{free.getsockname()[1]}"
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # the server must not be left behind
    server: subprocess.Popen[str] | None = None
    with tempfile.TemporaryDirectory(prefix="squarely-try-") as folder:
        trouble = Path(folder) / "trouble.txt"  # what the page shows of rules that are not in order
        try:
            while server is None or server.poll() is None:
                try:
                    rules.load()
                except BrokenSave as broken:
                    trouble.write_text(said := describe_broken_save(broken), encoding="utf-8")
                    echo(said)
                else:
                    trouble.unlink(missing_ok=True)
                    is_first = server is None
                    _stop(server)
                    server = _start(address, folder, trouble)
                    echo(f"{name} is at http://{address}\n{_SAYS}" if is_first else _CHANGED)
                while not rules.have_changed() and (server is None or server.poll() is None):
                    time.sleep(_POLL)
            return server.returncode or 1
        except KeyboardInterrupt:
            return 0
        finally:
            _stop(server)


def _start(address: str, folder: str, trouble: Path) -> subprocess.Popen[str]:
    """A server that listens. Why it does not, it says itself."""
    host, port = address.split(":")
    command = [sys.executable, "-m", "squarely", "serve", "--host", host, "--port", port, "--log", "warning"]
    command += ["--database", f"sqlite:///{folder}/matches.db", "--tried", str(trouble)]
    pipe = subprocess.PIPE  # to its standard input, too: it ends with its parent
    server = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
    assert server.stdout
    server.stdout.readline()  # its address, as soon as it listens
    return server


def _stop(server: "subprocess.Popen[str] | None") -> None:
    if server and server.poll() is None:
        server.terminate()
        try:
            server.wait(_ENDING)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
