"""The words around a match: what is said before, between and after the moves.

A rulebook that prints its own dialogue has it in its game's file, as functions of the names in DEFAULTS; a game that
has none speaks with these.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from squarely.core.errors import BadMove
from squarely.core.last_move import describe_captures
from squarely.core.match import Match
from squarely.core.rules import Asking
from squarely.core.tabletop import Tabletop
from squarely.core.text_wrapping import wrap


def welcome(match: Match) -> str:
    """Said once, when a match begins; shows the board if the rulebook does."""
    return f"Welcome to {match.game.rules.TITLE}!\n\n{match.game.draw(match.position)}\n"


def announce_turn(match: Match) -> str:
    """Said before the mover is asked; may be empty. A side that moves again is told so."""
    moves_again = match.moves and match.positions[-2].mover == match.mover
    return f"{match.mover_name}, it is your turn again." if moves_again else ""


def ask(match: Match) -> Asking:
    """The questions that lead to a move. A question may end in the middle of a line."""
    example = match.legal_moves[0]
    return (yield f"{match.mover_name}, enter your move (e.g., {example}): ")


def show_move(match: Match, by_reader: bool = True) -> str:  # noqa: ARG001
    """Said after each move, with the board as it is now, to whoever made it or to the one who plays against it."""
    captured = describe_captures(match)
    drawn = Tabletop(match.game).draw(match.position, match.names)
    return "\n".join(["", drawn, *([wrap(captured)] if captured else []), ""])


def news(match: Match) -> str:  # noqa: ARG001
    """What the last move, or the start, has changed about the game itself, if anything; `show_move` may say it too."""
    return ""


def closing(match: Match) -> str:
    """Said when the rules have ended the match."""
    outcome = match.outcome
    if outcome is None or outcome.winner is None:
        return "The game ends without a winner."
    return f"Congratulations, {match.names[outcome.winner]}! You have won the game: {outcome.reason}."


DEFAULTS: dict[str, Callable[..., Any]] = {
    function.__name__: function for function in (welcome, announce_turn, ask, show_move, news, closing)
}


class Questions:
    """The questions that lead to a move. A refused answer is taken back alone: what was said before it stays.

    An answer in words that does not fit its question may still fit the first one: then somebody has changed their mind.
    """

    def __init__(self, match: Match) -> None:
        self.question = ""
        self._match = match
        self._answers: Sequence[str] = ()
        self._tell(())

    def answer(self, answer: str) -> Match | None:
        """The match after the move that the answers lead to, or None while there is another question.

        BadMove says why an answer is refused; the question is then the same as before.
        """
        try:
            return self._tell((*self._answers, answer))
        except BadMove:
            if self._answers and any(c.isalpha() for c in answer):
                with suppress(BadMove):
                    return self._tell((answer,))
            raise

    def _tell(self, answers: Sequence[str]) -> Match | None:
        """Go through the questions with these answers."""
        asking = self._match.game.rules.ask(self._match)
        question = next(asking)
        try:
            for answer in answers:
                question = asking.send(answer)
        except StopIteration as done:
            return self._match.play(str(done.value))
        self.question, self._answers = question, answers
        return None
