"""A match at the terminal, from the welcome to the last word, in the words of its rulebook."""

import time
from dataclasses import replace
from datetime import date
from random import Random

from squarely.dialogue import Questions, Voice
from squarely.errors import BadMove, BadPlayer
from squarely.held import TakenOver
from squarely.match import Match
from squarely.notation import counted
from squarely.players import LLM, PROGRAM, Player, check, dismiss
from squarely.record import Record
from squarely.saved import Keeper
from squarely.tabletop import Tabletop
from squarely.terminal.commands import COMMANDS, Quit
from squarely.terminal.counsel import Counsel
from squarely.terminal.editor import TimeUp
from squarely.terminal.screen import EndOfInput, Screen
from squarely.terminal.table import RANDOM_MOVE, Table

OVER, UNFINISHED = 0, 1  # exit codes


class Session:
    """One match at one table. `play` returns the exit code; whatever happens, the match is saved move by move."""

    def __init__(self, record: Record, table: Table, screen: Screen, keeper: Keeper) -> None:
        self.match = record.match
        self.table = table
        self.screen = screen
        self.keeper = keeper
        self.counsel = Counsel(record.match.game)
        self._record = record
        self._players = table.players()
        self._voice = Voice(self.match.game.rules)
        self._deadline: float | None = None
        self._warned = False

    @property
    def record(self) -> Record:
        """The match as it stands, with what is noted about it."""
        return replace(self._record, match=self.match, notes={**self._record.notes, **self.table.notes()})

    def play(self) -> int:
        """Play to the end, or until somebody leaves; BadPlayer if somebody cannot play at all."""
        check(self.match, *self._players)
        self._greet()
        try:
            while not self.match.outcome:
                if self.table.max_turns and len(self.match.moves) >= self.table.max_turns:
                    self.say(f"Stopped unfinished after {counted(len(self.match.moves), 'turn')}. {self.farewell()}")
                    return OVER
                player = self._players[self.match.mover]
                if player:
                    self._computer_turn(player)
                else:
                    self._human_turn()
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
            dismiss(*self._players)
            self.keeper.let_go()
        self._close()
        return OVER

    @property
    def drawn(self) -> str:
        """The board as it is now, with what the drawing does not show."""
        return Tabletop(self.match.game).drawn(self.match.position, self.match.names, self.screen.width)

    def say(self, text: str) -> None:
        """Print prose, what belongs to the two sides standing out."""
        self.screen.say(text, standing_out(self.match))

    def show(self, text: str) -> None:
        """Print what has its own lines: boards, and what the rulebook prints."""
        self.screen.show(text, standing_out(self.match))

    def ask(self, question: str) -> str:
        """An answer, while the mover's clock runs."""
        return self.screen.ask(question, self._deadline)

    def farewell(self) -> str:
        """How to go on later."""
        if not self.match.moves:
            return "No move was made, so there is nothing to resume."
        if not self.keeper.resume_with:
            return f"The match could not be saved ({self.keeper.trouble})."
        return f"The match is saved; go on with: {self.keeper.resume_with}"

    def opponent_accepts_draw(self) -> bool:
        """Ask whoever sits opposite the mover, while nobody's clock runs."""
        match, other = self.match, self.match.mover.other
        asked_at = time.monotonic()
        try:
            if self._players[other] is None:
                offer = f"{match.names[other]}, {match.mover_name} offers a draw. Do you accept? (yes/no): "
                return self.screen.ask(self.screen.fitted(offer)).strip().lower() in ("y", "yes")
            if self.table.seated(other).startswith((LLM, PROGRAM)):
                return False  # it answers with moves only
            from squarely.players.draws import agrees_to_draw

            return agrees_to_draw(match, other)
        finally:
            if self._deadline is not None:
                self._deadline += time.monotonic() - asked_at

    def take_back(self) -> None:
        """Undo to the last turn of a human: one move between people, against a computer its reply as well."""
        match = self.match.undo()
        while self._players[match.mover] is not None:
            match = match.undo()
        self._set(match)
        self.show(f"\n{self.drawn}\n")

    def end(self, match: Match) -> None:
        """The match with an end that its players made."""
        self._set(match)

    def _greet(self) -> None:
        match = self.match
        if match.moves:
            title = match.game.rules.TITLE
            self.say(f"{title}, resumed after move {len(match.moves)} ({match.moves[-1]}).\n")
            self.show(f"{self.drawn}\n")
            return
        self.show(self._voice.welcome(match))
        tabletop = Tabletop(match.game)
        here, usual = (tabletop.beside(position, match.names) for position in (match.start, match.game.start()))
        if here != usual:  # a welcome is as the rulebook prints it, and that begins at the beginning
            self.say("\n".join([*here, ""]))

    def _human_turn(self) -> None:
        """Ask until there is a move, or something else has changed the match."""
        match, limit = self.match, self.table.time_limit
        self._deadline = time.monotonic() + limit if limit else None
        if words := self._voice.turn(match):
            self.show(words)
        if limit and not self.screen.shows_clock:
            self.say(f"({match.mover_name} has {counted(limit, 'second')}.)")
        questions = Questions(match)
        while self.match is match:
            try:
                if after := self._asked(questions):
                    self._played(after, by_reader=True)
            except BadMove as refused:
                self.say(f"Sorry, {refused}")
            except TimeUp:
                self._out_of_time()

    def _asked(self, questions: Questions) -> Match | None:
        """The match after a move, or None if a command changed it instead."""
        match = self.match
        while True:
            answer = self.ask(questions.question)
            name, _, rest = answer.strip().partition(" ")
            command = COMMANDS.get(name.lower())
            if command and (not rest or command.takes_words):
                command.run(self, rest.strip())
                if self.match is not match:
                    return None
            elif after := questions.answer(answer):
                return after

    def _computer_turn(self, player: Player) -> None:
        move = self.match.game.named(self.match.position, player.choose(self.match))
        self.say(f"{self.match.mover_name} plays {move}.")
        self._played(self.match.play(move), by_reader=False)

    def _out_of_time(self) -> None:
        match = self.match
        if self.table.on_timeout == RANDOM_MOVE:
            move = Random(f"timeout {self.table.seed} {len(match.moves)}").choice(match.legal_moves)
            self.say(f"Time is up, {match.mover_name}. A random move is played: {move}.")
            self._played(match.play(move), by_reader=True)
        else:
            self.say(f"Time is up, {match.mover_name}.")
            self._set(match.run_out_of_time())

    def _played(self, match: Match, by_reader: bool) -> None:
        self._set(match)
        if words := self._voice.told(match, by_reader):
            self.show(words)

    def _set(self, match: Match) -> None:
        self.match = match
        if not self.keeper.keep(self.record) and not self._warned:
            self._warned = True
            self.say(f"This match cannot be saved ({self.keeper.trouble}). It can still be played.")

    def _close(self) -> None:
        match = self.match
        outcome = match.outcome
        if outcome is None:
            return
        if outcome == match.game.outcome(match.position):
            self.show(self._voice.closing(match))
        elif outcome.winner is None:
            self.say(f"The match ends without a winner: {outcome.reason}.")
        else:
            self.say(f"{match.names[outcome.winner]} wins: {outcome.reason}.")
        if words := self.counsel.review(match, self.screen.ascii_only, self.keeper.review_with, self.screen.width):
            self.show(words)


def standing_out(match: Match) -> dict[str, int | None]:
    """What is coloured for which side: its mark or, where marks are numbers like those on the board, its name.

    None for a name in which nothing is coloured, whatever letters it has.
    """
    marks = match.game.rules.MARKS
    if any(mark.isdigit() for mark in marks):
        return {name: None if name.isdigit() else side for side, name in enumerate(match.names)}
    sides: dict[str, int | None] = dict.fromkeys(match.names)
    return sides | {mark: None if mark in match.names else side for side, mark in enumerate(marks)}


def opened(match: Match, table: Table, screen: Screen, keeper: Keeper) -> Session:
    """A session for a match that begins today."""
    return Session(Record(match, date.today().isoformat()), table, screen, keeper)
