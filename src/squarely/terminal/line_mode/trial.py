"""A game that is tried: one match after the other, under the rules that were saved last."""

import time
from datetime import date

from squarely.authoring.reloaded_rules import BrokenSave, ReloadedRules, describe_broken_save
from squarely.authoring.replayed_match import replay_match
from squarely.core.errors import BrokenGame, SquarelyError
from squarely.core.match.match import Match
from squarely.core.match.record import Record
from squarely.core.rules.author import describe_failure
from squarely.core.rules.game import Game
from squarely.core.rules.sources import GameSource
from squarely.core.text.notation import join_with_and
from squarely.files.saved_matches import MatchSaver
from squarely.terminal.line_mode.console import Console, EndOfInput, NewsCame
from squarely.terminal.line_mode.session import Session
from squarely.terminal.match.live_match import LiveMatch
from squarely.terminal.match.match_settings import MatchSettings

_POLL = 0.5  # seconds
_AGAIN = "\nEnter plays it again; quit leaves: "
_LEAVING = ("q", "quit", "exit", "n", "no")


class Trial:
    """The matches of one `squarely try`, at a console."""

    def __init__(
        self, source: GameSource, rules: ReloadedRules, settings: MatchSettings, position: str | None, console: Console
    ) -> None:
        self._name, self._rules, self._settings, self._position = source.name, rules, settings, position
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
            live = LiveMatch(
                Record(match, date.today().isoformat()), self._settings, MatchSaver(game.name, keeps=False)
            )
            try:
                code = Session(live, console).play(greets)
                if live.match.outcome is None or not console.is_terminal:
                    return code
                if console.ask(_AGAIN).strip().lower() in _LEAVING:
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
        said = f"{told}."
        while True:
            self._wait(said)
            if after := self._take_in(before):
                return after
            said = ""

    def _wait(self, said: str) -> None:
        """Say what is wrong, and wait until something is saved; SquarelyError where nobody is there to mend it."""
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
