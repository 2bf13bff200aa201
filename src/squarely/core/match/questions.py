"""The questions that lead to a move, one after the other."""

from collections.abc import Sequence
from contextlib import suppress

from squarely.core.errors import BadMove
from squarely.core.match.match import Match
from squarely.core.rules.game import Move

_BACK = "back"


class Questions:
    """The questions that lead to a move. A refused answer is taken back alone: what was said before it stays.

    An answer in words that does not fit its question may still fit the first one. `back` returns to the question
    before, where the game does not take it for an answer.
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        self._ask_again(())

    def answer(self, answer: str) -> Move | None:
        """The move that the answers lead to, or None while there is another question.

        BadMove says why an answer is refused; the question is then the same as before.
        """
        given = self._answers
        try:
            return self._send(answer)
        except BadMove:
            if given and answer.strip().lower() == _BACK:
                self._ask_again(given[:-1])
                return None
            if given and any(c.isalpha() for c in answer):
                self._ask_again(())
                with suppress(BadMove):
                    return self._send(answer)
            self._ask_again(given)
            raise

    def _ask_again(self, answers: Sequence[str]) -> None:
        """From the first question, with what was answered before."""
        self._asking = self._match.game.words.ask(self._match)
        self.question, self._answers = next(self._asking), tuple[str, ...]()
        for answer in answers:
            self._send(answer)

    def _send(self, answer: str) -> Move | None:
        try:
            self.question = self._asking.send(answer)
        except StopIteration as done:
            return self._match.read(str(done.value))
        self._answers = (*self._answers, answer)
        return None
