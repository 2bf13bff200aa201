"""What the oracle tells the players: hints and reasons during a match, a short review after it."""

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from squarely.core.errors import SquarelyError, TooLarge
from squarely.core.match.match import Match
from squarely.core.rules.game import Game, Position, Side
from squarely.core.text.notation import name_reader, whose

if TYPE_CHECKING:
    from squarely.solver.oracle import Oracle, ValuedMove

_PATIENCE = 1.0  # seconds of work that the end of a match may take for what nobody asked for


class _TooSlow(SquarelyError):
    """Somebody is waiting."""


class Advice:
    """Advice for one match at a time. A game that cannot be solved gets an explanation instead."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._known: Oracle | None = None
        self._too_large: Position | None = None  # a start that too much can follow
        self._deadline: float | None = None
        self._hinted: Match | None = None
        self._step = 0

    def hint(self, match: Match) -> str:
        """The next hint: one step further each time, from the beginning once the match has changed."""
        from squarely.review.hints import give_hint

        self._step = self._step + 1 if match is self._hinted else 1
        self._hinted = match
        try:
            return give_hint(self._oracle(match), match.position, match.names, self._step)
        except SquarelyError as error:
            return f"There are no hints here: {error}."

    def hinted_squares(self, match: Match) -> tuple[int, ...]:
        """The squares that the hint given last points at; none where it points at none, or there was none."""
        from squarely.review.hints import find_squares

        try:
            return find_squares(self._oracle(match), match.position, self._step) if match is self._hinted else ()
        except SquarelyError:
            return ()

    def judge_moves(self, match: Match) -> "Sequence[ValuedMove]":
        """Every legal move with where it leads and what that is worth; SquarelyError if nobody knows."""
        return self._oracle(match).value_moves(match.position)

    def value_moves(self, match: Match, width: int) -> str:
        """Every legal move with what it is worth to the mover, the best first, in lines of that width."""
        from squarely.review.move_values import write_move_values

        try:
            return write_move_values(self._oracle(match), match.position, match.names, width)
        except SquarelyError as error:
            return f"There are no values here: {error}."

    def why(self, match: Match, person: Side | None = None) -> str:
        """What is to be said about the last move.

        With `person`, the side of somebody who plays a computer: about their own last move and about the computer's,
        whichever came later at the end, each labelled with whose it is.
        """
        if not match.moves:
            return "No move has been made yet."
        if person is None:
            return self._explain(match, match.names, len(match.moves) - 1)
        names = name_reader(match.names, person)
        movers = [Side(position.mover) for position in match.positions[: len(match.moves)]]
        last = sorted(max(at for at, mover in enumerate(movers) if mover == side) for side in {*movers})
        return "\n".join(f"{_label(movers[at], person, match.names)}: {self._explain(match, names, at)}" for at in last)

    def review(self, match: Match, plain: bool, more_with: str, width: int, person: Side | None = None) -> str:
        """The short review of a match that is over; nothing if there is none, or none at once.

        `person` is the side of somebody who plays a computer, and reads this.
        """
        from squarely.review.grading import grade_match
        from squarely.review.report import write_short

        if not match.moves:
            return ""
        self._deadline = time.thread_time() + _PATIENCE
        try:
            oracle = self._oracle(match, match.start)
            return write_short(grade_match(match, oracle), oracle, plain, more_with, width, person)
        except SquarelyError:
            return ""
        finally:
            self._deadline = None

    def _explain(self, match: Match, names: Sequence[str], at: int) -> str:
        """What is to be said about the move of this number, counted from 0."""
        from squarely.review.explain import explain_move
        from squarely.review.grading import grade_move

        try:
            oracle = self._oracle(match, match.positions[at])
            return explain_move(grade_move(oracle, match.positions[at], match.moves[at]), oracle).text(names)
        except SquarelyError as error:
            return f"Nobody knows: {error}."

    def _oracle(self, match: Match, position: Position | None = None) -> "Oracle":
        """The oracle, asked about the start first, so that it works out the whole match at once.

        Where too much can follow the start, it is asked about this position, or where the match stands: near its end a
        game may be small.
        """
        from squarely.solver.oracle import Oracle

        if self._known is None:
            self._known = Oracle(self._game, progress=self._progress)
        here = match.position if position is None else position
        if match.start != self._too_large:
            try:
                self._known.value(match.start)
                return self._known
            except TooLarge:
                self._too_large = match.start
        self._known.value(here)
        return self._known

    def _progress(self, _: int) -> None:
        if self._deadline is not None and time.thread_time() > self._deadline:
            raise _TooSlow


def _label(side: Side, person: Side, names: Sequence[str]) -> str:
    """Whose move it is that is explained."""
    return f"{'Your' if side == person else whose(names[side])} move"
