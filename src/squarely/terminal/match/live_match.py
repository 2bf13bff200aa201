"""A match in play at this machine: the log judges what is done, it is saved, and only then told."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Literal

from squarely import BadMove, Match, Move, Record, Side, SquarelyError
from squarely.core.match.match import OCCURRENCES_FOR_AN_END
from squarely.core.text.notation import as_sentence, count_noun, join_with_and
from squarely.core.text.wrapping import GLUE
from squarely.files.saved_matches import MatchSaver
from squarely.play.events import Act, ActKind, ActRefused, Event
from squarely.play.match_log import MatchLog
from squarely.play.offers import accepts_offer
from squarely.play.seats import Seats
from squarely.play.series import Series
from squarely.play.turns import computer_moves, describe_endless, is_stopped
from squarely.players import HUMAN, check_players, dismiss_players
from squarely.terminal.match.match_events import Ending, Told, name_with_token, tell_end, tell_refusal
from squarely.terminal.match.match_settings import RANDOM_MOVE, MatchSettings


class LiveMatch:
    """One match with its players, its clock and its file. Every act returns what is to be told about it, in order.

    What a player may not do is told as a refusal; nothing has changed then.
    """

    def __init__(
        self, record: Record, settings: MatchSettings, saver: MatchSaver, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._record, self.saver, self.series, self._now = record, saver, Series(), now
        self._log = MatchLog(record.match, settings.seats, settings.time_limit or 0.0)
        self._computers = settings.seat_computers()
        self._undone: tuple[tuple[Move, ...], ...] = ()  # what each undo has taken back, until something else is played
        self._was_warned = False
        self.agree(settings)
        self.go_on()

    # How it stands

    @property
    def match(self) -> Match:
        return self._log.match

    @property
    def seats(self) -> Seats:
        return self._log.seats

    @property
    def record(self) -> Record:
        """The match with what is noted about it."""
        return replace(self._record, match=self.match)

    @property
    def waits_for_computer(self) -> bool:
        return self.match.mover in self._computers and self.match.outcome is None

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
        return bool(self._undone)

    @property
    def resign_question(self) -> str:
        return f"{self.match.mover_name}, do you give up? Then {self._other_name} wins."

    @property
    def draw_question(self) -> str:
        return f"{self._other_name}, {self.match.mover_name} offers a draw. Do you accept?"

    @property
    def seat_question(self) -> str:
        name = self.match.mover_name
        return f"{name} cannot move. Do you want to move for {name} yourself? If not, it is asked again."

    @property
    def _other_name(self) -> str:
        return self.match.names[self.match.mover.other]

    @property
    def ending(self) -> Ending:
        return tell_end(self.match, self.seats, self._log.events[-1] if self._log.events else None)

    def find_stop(self) -> Told | None:
        """Why the match stops here unfinished, if it does: at its turn limit, or where computers get nowhere."""
        if self.settings.max_turns is None and None in self.seats.computers:
            return None
        if is_stopped(self.match, self.settings.max_turns):
            why = f"Stopped unfinished after {count_noun(len(self.match.moves), 'turn')}."
        else:
            why = describe_endless(self.match, self.seats, self._since)
        return Told("stopped", f"{why} {self.describe_farewell()}") if why else None

    def describe_farewell(self) -> str:
        """How to go on with a match that is not over."""
        if not self.match.moves:
            return "No move was made, so there is nothing to resume."
        if not self.saver.keeps:
            return "A match that is tried is not kept."
        if not (command := self.saver.find_command("resume")):
            return f"The match could not be saved ({self.saver.trouble})."
        return f"Your match is saved. To continue: {command.replace(' ', GLUE)}"

    # Players

    def open(self) -> None:
        """BadPlayer if a player cannot play this game."""
        check_players(self.match, *self._computers.values())

    @property
    def notes(self) -> list[str]:
        """What people should know about the computers before they play."""
        return [*filter(None, (player.note(self.match) for player in self._computers.values()))]

    def close(self) -> None:
        """Send the computers home, and leave the file to the next process."""
        dismiss_players(*self._computers.values())
        self.saver.release()

    def take_seat(self) -> None:
        """From now on a person moves in place of the computer that is to move."""
        side = self.match.mover
        dismiss_players(self._computers.pop(side, None))
        self.agree(replace(self.settings, first=HUMAN) if side == Side.FIRST else replace(self.settings, second=HUMAN))

    def agree(self, settings: MatchSettings) -> None:
        """From now on these settings hold."""
        self.settings = settings
        self._record = replace(self._record, notes=settings.replace_tags(self._record.notes))
        self._log = replace(self._log, seats=settings.seats)

    def go_on(self) -> None:
        """Let computers that were stopped play for a while longer."""
        self._since = len(self.match.moves)  # from where on they are watched for getting nowhere

    def begin_turn(self) -> None:
        """The mover is asked now: the clock runs from here, or from the last event if that was later."""
        self._log = replace(self._log, begun_at=self._now())

    def choose_for_computer(self) -> Move:
        """What the computer whose turn it is wants to play. Changes nothing, so that a thread may wait for it."""
        return next(computer_moves(self.match, self._computers, self.settings.max_turns)).moves[-1]

    def fail(self, error: SquarelyError) -> Told:
        """A computer cannot move."""
        said = f"{self.match.mover_name} cannot move: {as_sentence(str(error))}"
        return Told("failed", f"{said} {self.describe_farewell()}")

    # Acts

    def play(self, move: Move) -> list[Told]:
        self._undone = ()
        return self._act("move", move)

    def undo(self) -> list[Told]:
        """Take back the last move; against a computer, back to the person's own turn."""
        before = self.match.moves
        told = self._act("undo")
        if taken := before[len(self.match.moves) :]:
            self._undone = (*self._undone, taken)
            return _tell_taken("back", "Taken back", taken, told)
        return [Told("refused", "Sorry, there is no move to take back.")]

    def redo(self) -> list[Told]:
        """Play again what was taken back last."""
        if not self._undone:
            return [Told("refused", "Sorry, there is nothing to play again.")]
        *rest, again = self._undone
        told = [each for move in again for each in self._act("move", move)]
        self._undone = tuple(rest)
        return _tell_taken("again", "Played again", again, told)

    def resign(self) -> list[Told]:
        return self._act("resign")

    def offer_draw(self) -> list[Told] | None:
        """Offer a draw for the mover, and have a computer answer; None where a person has to be asked first."""
        try:
            offer = self._log.make_offer("draw", self.match.mover, self._now())
        except ActRefused as refused:
            return [tell_refusal(refused)]
        self._log = replace(self._log, last_offer=offer)
        other = self.match.mover.other
        if (computer := self.seats.computers[other]) is None:
            return None
        return self.answer_draw(accepts_offer(self.match, "draw", other, computer))

    def answer_draw(self, accepts: bool) -> list[Told]:
        """What the other side says to the draw that was offered."""
        told = self._act("accept" if accepts else "decline", side=self.match.mover.other)
        return told if accepts else [Told("declined", f"{self._other_name} plays on.")]

    def run_out(self) -> list[Told]:
        """The mover's time is over: the match is lost, or a random move is played if that was agreed."""
        match, said = self.match, f"Time is up, {self.match.mover_name}."
        if self.settings.on_timeout == RANDOM_MOVE:
            move = Random(f"timeout {self.settings.seed} {len(match.moves)}").choice(match.legal_moves)
            return [Told("time", f"{said} A random move is played: {move}."), *self.play(move)]
        event = self._log.run_out(self._now())
        return [Told("time", said), *self._add(event)] if event else []

    def _act(self, kind: ActKind, move: Move | str = "", side: Side | None = None) -> list[Told]:
        """Do what one side wants, the mover if none is given."""
        act = Act(len(self._log.events) + 1, kind, move)
        try:
            result = self._log.judge(self.match.mover if side is None else side, act, self._now())
        except ActRefused as refused:
            why = refused.__cause__ if isinstance(refused.__cause__, BadMove) else refused
            return [tell_refusal(why)]
        if isinstance(result, Event):
            return self._add(result)
        self._log = replace(self._log, last_offer=result)
        return []

    def _add(self, event: Event) -> list[Told]:
        """Save the match with this event, then have it, and say what has happened."""
        before, log = self.match, self._log.add(event)
        self.saver.save(replace(self._record, match=log.match))
        self._log = log
        self.series = self.series.after(self.match, self.seats)
        return [*self._tell(before, event.kind == "move")]

    def _tell(self, before: Match, is_move: bool) -> Iterator[Told]:
        """What has happened; to people, also that the same position comes for the third time."""
        match = self.match
        if is_move:
            yield Told("move", f"{name_with_token(before, before.mover)} plays {match.moves[-1]}.")
        if self.saver.trouble and not self._was_warned:
            self._was_warned = True
            yield Told("unsaved", self.saver.describe_trouble())
        if is_move and (news := match.game.words.news(match)):
            yield Told("news", news)
        if match.outcome:
            yield Told("over", self.ending.text)
        elif is_move and None in self.seats.computers:
            count = match.positions.count
            if count(match.position) == OCCURRENCES_FOR_AN_END > count(before.position):  # once, not all round a circle
                yield Told("repeated", "This position has come three times. Enter `draw` to end it, or go on.")


def _tell_taken(kind: Literal["back", "again"], done: str, moves: tuple[Move, ...], told: list[Told]) -> list[Told]:
    """The moves in one sentence, in place of each by itself."""
    said = Told(kind, f"{done}: {join_with_and([str(move) for move in moves])}.")
    return [said, *(each for each in told if each.kind != "move")]
