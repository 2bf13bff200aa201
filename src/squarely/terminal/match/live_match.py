"""A match in play at this machine, however it is shown: its log judges what is done, and what is done is saved."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from squarely.core.errors import IllegalMove
from squarely.core.match.match import Match
from squarely.core.match.record import Record
from squarely.core.rules.game import Move, Side
from squarely.files.saved_matches import MatchSaver
from squarely.play.acts import Act, ActKind, ActRefused
from squarely.play.events import Event
from squarely.play.match_log import MatchLog
from squarely.play.turns import computer_moves, is_stopped
from squarely.players import HUMAN, check_players, dismiss_players
from squarely.terminal.match.match_settings import RANDOM_MOVE, MatchSettings


class LiveMatch:
    """One match with its players, its clock and its file. TakenOver, from whatever changes it: nothing was changed."""

    def __init__(
        self,
        record: Record,
        settings: MatchSettings,
        saver: MatchSaver,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.settings = settings
        self.saver = saver
        self._record = record
        self._log = MatchLog(record.match, settings.seats, settings.time_limit or 0.0)
        self._now = now
        self._computers = settings.seat_computers()
        self._undone: tuple[tuple[Move, ...], ...] = ()  # what each undo has taken back, until something else is played

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self._log.match

    @property
    def record(self) -> Record:
        """The match as it stands, with what is noted about it."""
        return self._write_record(self.match)

    @property
    def is_stopped(self) -> bool:
        """Whether its turn limit has stopped it unfinished."""
        return is_stopped(self.match, self.settings.max_turns)

    @property
    def waits_for_computer(self) -> bool:
        """Whether a computer is to move."""
        return self.match.outcome is None and self.match.mover in self._computers

    @property
    def deadline(self) -> float | None:
        """When the mover runs out of time; None without a clock, and while it stands still."""
        return self._log.clock.deadline if self._log.clock else None

    @property
    def seconds_left(self) -> float | None:
        """What the mover still has, also while the clock stands still; None without one."""
        return self._log.clock.left(self._now()) if self._log.clock else None

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back that can be played again."""
        return bool(self._undone)

    def open(self) -> None:
        """BadPlayer if somebody cannot play this at all."""
        check_players(self.match, *self._computers.values())

    def close(self) -> None:
        """Send the computers home, and leave the file to whoever comes next."""
        dismiss_players(*self._computers.values())
        self.saver.release()

    def take_seat(self, side: Side) -> None:
        """From now on a person moves for this side, in place of a computer."""
        dismiss_players(self._computers.pop(side, None))
        settings = self.settings
        first, second = (
            HUMAN if side == each else name for each, name in zip(Side, (settings.first, settings.second), strict=True)
        )
        self.settings = replace(settings, first=first, second=second)
        self._log = replace(self._log, seats=self.settings.seats)

    def begin_turn(self) -> None:
        """The mover is asked now: the clock runs from here, or from the last event if that was later."""
        self._log = replace(self._log, begun_at=self._now())

    def choose_for_computer(self) -> Move:
        """What the computer whose turn it is wants to play. Changes nothing, so that a thread may wait for it."""
        return next(computer_moves(self.match, self._computers, self.settings.max_turns)).moves[-1]

    def play(self, move: str | Move) -> None:
        """Play the mover's move; ActRefused says why not."""
        self._act(self.match.mover, "move", move=str(move))
        self._undone = ()

    def touch(self, squares: Sequence[int]) -> None:
        """Play the move that touching these squares means; ActRefused says why not."""
        self._act(self.match.mover, "move", squares=squares)
        self._undone = ()

    def undo(self) -> tuple[Move, ...]:
        """Take back the last move, against a computer so many that a person is to move; returns them."""
        before = self.match.moves
        try:
            self._act(self.match.mover, "undo")
        except ActRefused:
            raise IllegalMove("there is no move to take back.") from None
        taken = before[len(self.match.moves) :]
        self._undone = (*self._undone, taken)
        return taken

    def redo(self) -> tuple[Move, ...]:
        """Play again what was taken back last; returns it."""
        if not self._undone:
            raise IllegalMove("there is nothing to play again.")
        *rest, again = self._undone
        for move in again:
            self._act(self.match.mover, "move", move=str(move))
        self._undone = tuple(rest)
        return again

    def resign(self) -> None:
        """The mover gives up."""
        self._act(self.match.mover, "resign")

    def offer_draw(self) -> bool | None:
        """Offer a draw for the mover: whether a computer has accepted; None if a person has to be asked first."""
        match, other = self.match, self.match.mover.other
        try:
            offer = self._log.make_offer("draw", match.mover, self._now())
        except ActRefused as refused:
            raise IllegalMove(f"{refused}.") from None
        self._log = replace(self._log, last_offer=offer)
        computer = self.settings.seats.computers[other]
        if computer is None:
            return None
        from squarely.play.computer_answers import accepts_offer

        accepts = accepts_offer(match, "draw", other, computer)
        self.answer_draw(accepts)
        return accepts

    def answer_draw(self, accepts: bool) -> None:
        """What the other side says to the draw that was offered."""
        self._act(self.match.mover.other, "accept" if accepts else "decline")

    def run_out(self) -> Move | None:
        """The mover's time is over: the match is lost, or a random move is played if that was agreed, and returned."""
        match = self.match
        if self.settings.on_timeout == RANDOM_MOVE:
            move = Random(f"timeout {self.settings.seed} {len(match.moves)}").choice(match.legal_moves)
            self.play(move)
            return move
        if event := self._log.run_out(self._now()):
            self._add(event)
        return None

    def _act(self, side: Side, kind: ActKind, move: str = "", squares: Sequence[int] | None = None) -> None:
        """Do what somebody wants; ActRefused if they may not."""
        result = self._log.judge(side, Act(self._log.length + 1, kind, move, squares), self._now())
        if isinstance(result, Event):
            self._add(result)
        else:
            self._log = replace(self._log, last_offer=result)

    def _add(self, event: Event) -> None:
        """Save the match with this event, then have it."""
        after = self._log.add(event)
        self.saver.save(self._write_record(after.match))
        self._log = after

    def _write_record(self, match: Match) -> Record:
        return replace(self._record, match=match, notes=self.settings.replace_tags(self._record.notes))
