"""What the oracle tells the players: hints and reasons during a match, a short review after it."""

import time
from typing import TYPE_CHECKING

from squarely.core.errors import SquarelyError
from squarely.core.game import Game
from squarely.core.match import Match

if TYPE_CHECKING:
    from squarely.solver.oracle import Oracle

_PATIENCE = 1.0  # seconds of work that the end of a match may take for what nobody asked for


class _TooSlow(SquarelyError):
    """Somebody is waiting."""


class Advice:
    """Advice for one match at a time. A game that cannot be solved gets an explanation instead."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._known: Oracle | None = None
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

    def why(self, match: Match) -> str:
        """What is to be said about the last move."""
        from squarely.review.explain import explain_move
        from squarely.review.grading import grade_move

        if not match.moves:
            return "No move has been made yet."
        before = match.undo()
        try:
            oracle = self._oracle(match)
            return explain_move(grade_move(oracle, before.position, match.moves[-1]), oracle).text(match.names)
        except SquarelyError as error:
            return f"Nobody knows: {error}."

    def review(self, match: Match, plain: bool, more_with: str, width: int) -> str:
        """The short review of a match that is over; nothing if there is none, or none at once."""
        from squarely.review.grading import grade_match
        from squarely.review.report import write_short

        if not match.moves:
            return ""
        self._deadline = time.process_time() + _PATIENCE
        try:
            oracle = self._oracle(match)
            return write_short(grade_match(match, oracle), oracle, plain, more_with, width)
        except SquarelyError:
            return ""
        finally:
            self._deadline = None

    def _oracle(self, match: Match) -> "Oracle":
        """The oracle, asked about the start first, so that it works out the whole match at once."""
        from squarely.solver.oracle import Oracle

        if self._known is None:
            self._known = Oracle(self._game, progress=self._progress)
        self._known.value(match.start)
        return self._known

    def _progress(self, _: int) -> None:
        if self._deadline is not None and time.process_time() > self._deadline:
            raise _TooSlow
