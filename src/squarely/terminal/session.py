"""A match at the terminal, from the welcome to the last word, in the words of its rulebook."""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

from squarely.core.errors import BadPlayer, IllegalMove
from squarely.core.game import Move, Side
from squarely.core.match import Match
from squarely.core.notation import count_noun, quote
from squarely.core.record import Record
from squarely.core.tabletop import Tabletop
from squarely.files.match_lock import TakenOver
from squarely.files.output_file import BadFile, quote_path
from squarely.files.saved_matches import MatchSaver
from squarely.play.acts import Act, ActKind, ActRefused
from squarely.play.events import Event
from squarely.play.match_log import MatchLog
from squarely.play.offers import Offer
from squarely.play.turns import computer_moves, is_stopped
from squarely.players import check_players, dismiss_players
from squarely.terminal.commands import Quit, help_command, leave, view_commands
from squarely.terminal.line_editor import TimeUp
from squarely.terminal.match_settings import RANDOM_MOVE, MatchSettings
from squarely.terminal.match_view import MatchView
from squarely.terminal.prompt_loop import Command, ask_for_move
from squarely.terminal.screen import EndOfInput, Screen

OVER, UNFINISHED = 0, 1  # exit codes


class Session(MatchView):
    """One match. `play` returns the exit code; whatever happens, the match is saved move by move."""

    def __init__(
        self,
        record: Record,
        settings: MatchSettings,
        screen: Screen,
        keeper: MatchSaver,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(record.match, screen)
        self.settings = settings
        self.keeper = keeper
        self._record = record
        self._log = MatchLog(record.match, settings.seats, settings.time_limit or 0.0)
        self._now = now
        self._computers = settings.seat_computers()
        self._rules = self.match.game.rules
        self._warned = False
        self._commands: dict[str, Command] = {}
        self._commands |= {
            "help": help_command(self, self._commands),
            **view_commands(self),
            "why": Command("what the last move was worth, and why", self._why),
            "undo": Command("take back a move; against a computer, back to your own turn", self._undo),
            "save": Command("where the match is saved; save FILE saves it there too", self._save, takes_words=True),
            "resign": Command("give up: the other side wins", self._resign),
            "draw": Command("offer a draw: the other side is asked", self._offer_draw),
            "quit": Command("leave; the match is saved", leave),
        }

    @property
    def record(self) -> Record:
        """The match as it stands, with what is noted about it."""
        return replace(self._record, match=self.match, notes={**self._record.notes, **self.settings.as_tags()})

    def play(self) -> int:
        """Play to the end, or until somebody leaves; BadPlayer if somebody cannot play at all."""
        check_players(self.match, *self._computers.values())
        self._greet()
        try:
            while not self.match.outcome:
                if is_stopped(self.match, self.settings.max_turns):
                    self.say(f"Stopped unfinished after {count_noun(len(self.match.moves), 'turn')}. {self.farewell()}")
                    return OVER
                if self.match.mover in self._computers:
                    self._let_computers_move()
                else:
                    self._ask_person()
        except EndOfInput:
            self.say(f"The input has ended, the match has not. {self.farewell()}")
            return UNFINISHED
        except Quit:
            self.say(self.farewell())
            return OVER
        except TakenOver as other:
            self.say(f"This was not saved: {other}. To go on with it as it is there: squarely resume")
            return UNFINISHED
        except BadPlayer as failed:
            self.say(f"{self.match.mover_name} cannot move: {failed}. {self.farewell()}")
            if self.match.moves and self.keeper.resume_with:
                self.say(f"To seat somebody else there: {self.keeper.resume_with} --{self.match.mover} PLAYER")
            return UNFINISHED
        finally:
            dismiss_players(*self._computers.values())
            self.keeper.release()
        self._close()
        return OVER

    def ask(self, question: str) -> str:
        """An answer, while the mover's clock runs."""
        clock = self._log.clock
        return self.screen.ask(question, clock.deadline if clock else None)

    def farewell(self) -> str:
        """How to go on later."""
        if not self.match.moves:
            return "No move was made, so there is nothing to resume."
        if not self.keeper.resume_with:
            return f"The match could not be saved ({self.keeper.trouble})."
        return f"The match is saved; go on with: {self.keeper.resume_with}"

    def _greet(self) -> None:
        match = self.match
        if match.moves:
            title = match.game.rules.TITLE
            self.say(f"{title}, resumed after move {len(match.moves)} ({match.moves[-1]}).\n")
            self.show(f"{self.drawing}\n")
            return
        self.show(self._rules.welcome(match))
        tabletop = Tabletop(match.game)
        here, usual = (tabletop.beside(position, match.names) for position in (match.start, match.game.start()))
        if here != usual:  # a welcome is as the rulebook prints it, and that begins at the beginning
            self.say("\n".join([*here, ""]))

    def _ask_person(self) -> None:
        """Ask until there is a move, or something else has changed the match."""
        match, limit = self.match, self.settings.time_limit
        self._log = replace(self._log, begun_at=self._now())  # whoever reads the question is there now
        if words := self._rules.announce_turn(match):
            self.show(words)
        if limit and not self.screen.shows_clock:
            self.say(f"({match.mover_name} has {count_noun(limit, 'second')}.)")
        try:
            if after := ask_for_move(self, self._commands):
                self._play(after.moves[-1], by_reader=True)
        except TimeUp:
            self._run_out()

    def _let_computers_move(self) -> None:
        for after in computer_moves(self.match, self._computers, self.settings.max_turns):
            self.say(f"{self.match.mover_name} plays {after.moves[-1]}.")
            self._play(after.moves[-1], by_reader=False)

    def _run_out(self) -> None:
        match = self.match
        if self.settings.on_timeout == RANDOM_MOVE:
            move = Random(f"timeout {self.settings.seed} {len(match.moves)}").choice(match.legal_moves)
            self.say(f"Time is up, {match.mover_name}. A random move is played: {move}.")
            self._play(move, by_reader=True)
        elif event := self._log.run_out(self._now()):
            self.say(f"Time is up, {match.mover_name}.")
            self._add(event)

    def _play(self, move: Move, by_reader: bool) -> None:
        self._act(self.match.mover, "move", str(move))
        if words := self._rules.show_move(self.match, by_reader):
            self.show(words)

    def _act(self, side: Side, kind: ActKind, move: str = "") -> None:
        """Do what somebody wants; ActRefused if they may not."""
        result = self._log.judge(side, Act(self._log.length + 1, kind, move), self._now())
        if isinstance(result, Offer):
            self._log = replace(self._log, last_offer=result)
        else:
            self._add(result)

    def _add(self, event: Event) -> None:
        self._log = self._log.add(event)
        self.match = self._log.match
        if not self.keeper.save(self.record) and not self._warned:
            self._warned = True
            self.say(f"This match cannot be saved ({self.keeper.trouble}). It can still be played.")

    def _close(self) -> None:
        match = self.match
        outcome = match.outcome
        if outcome is None:
            return
        if outcome == match.game.outcome(match.position):
            self.show(self._rules.closing(match))
        elif outcome.winner is None:
            self.say(f"The match ends without a winner: {outcome.reason}.")
        else:
            self.say(f"{match.names[outcome.winner]} wins: {outcome.reason}.")
        if words := self.advice.review(match, self.screen.ascii_only, self.keeper.review_with, self.screen.width):
            self.show(words)

    def _why(self, _: str) -> None:
        self.say(self.advice.why(self.match))

    def _undo(self, _: str) -> None:
        try:
            self._act(self.match.mover, "undo")
        except ActRefused:
            raise IllegalMove("there is no move to take back.") from None
        self.show(f"\n{self.drawing}\n")

    def _save(self, words: str) -> None:
        if not words:
            self.say(f"{self.farewell()}\nTo save it in a file of your own: save FILE")
            return
        try:
            path = Path(words).expanduser()
            self.keeper.save_as(path, self.record)
        except BadFile as refused:
            self.say(f"Sorry, {refused}.")
        except (OSError, RuntimeError) as error:  # the disk is full, there is no such home
            self.say(f"Sorry, {quote(words)} cannot be written: {getattr(error, 'strerror', None) or error}.")
        else:
            self.say(f"Saved in {path}, and there after every move. Go on with: squarely resume {quote_path(path)}")

    def _resign(self, _: str) -> None:
        self._act(self.match.mover, "resign")

    def _offer_draw(self, _: str) -> None:
        """Ask the other side, while nobody's clock runs."""
        match, other = self.match, self.match.mover.other
        try:
            offer = self._log.make_offer("draw", match.mover, self._now())
        except ActRefused as refused:
            raise IllegalMove(f"{refused}.") from None
        self._log = replace(self._log, last_offer=offer)
        if self._accepts_draw(match, other):
            self._act(other, "accept")
        else:
            self._act(other, "decline")
            self.say(f"{match.names[other]} plays on.")

    def _accepts_draw(self, match: Match, side: Side) -> bool:
        if computer := self.settings.seats.computers[side]:
            from squarely.play.computer_answers import accepts_offer

            return accepts_offer(match, "draw", side, computer)
        offer = f"{match.names[side]}, {match.mover_name} offers a draw. Do you accept? (yes/no): "
        return self.screen.ask(self.screen.fit(offer)).strip().lower() in ("y", "yes")
