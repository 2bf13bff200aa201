"""The questions that lead to a move, one after the other."""

from collections.abc import Sequence
from contextlib import suppress

from squarely.core.errors import BadMove
from squarely.core.match.match import Match


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
        asking = self._match.game.words.ask(self._match)
        question = next(asking)
        try:
            for answer in answers:
                question = asking.send(answer)
        except StopIteration as done:
            return self._match.play(str(done.value))
        self.question, self._answers = question, answers
        return None
