"""A match that another process plays: to be watched, taken over, or left to it."""

from squarely.terminal.full_screen.places import ReopenMatch, WatchMatch
from squarely.terminal.full_screen.question_screen import QuestionScreen


class InUseScreen(QuestionScreen):
    """Asks what to do about it, and sees to it."""

    def __init__(self, asked: ReopenMatch, holder: str) -> None:
        says = f"This match is being played by {holder}.\n\nWhoever is there is told if you take it over."
        super().__init__(says, {"w": "Watch", "t": "Take over", "l": "Leave it"})
        self._asked = asked

    def action_answer(self, letter: str) -> None:
        """Do what was chosen."""
        self.dismiss(letter)
        if letter == "w":
            self.app.post_message(WatchMatch(self._asked.path))
        elif letter == "t":
            self.app.post_message(ReopenMatch(self._asked.path, take_over=True, **self._asked.changes))
