"""A match in play on the console: what is printed and asked about it, whoever acts."""

from squarely.core.match.match import Match
from squarely.terminal.line_mode.console import Console
from squarely.terminal.line_mode.match_view import MatchView
from squarely.terminal.match.farewell import describe_farewell
from squarely.terminal.match.live_match import LiveMatch

_YES = ("y", "yes")


class LiveView(MatchView):
    """A match in play, the console it is shown on, and advice about it."""

    def __init__(self, live: LiveMatch, console: Console) -> None:
        super().__init__(live.match, console)
        self.live = live
        self._warned = False

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.live.match

    def ask(self, question: str) -> str:
        """An answer, while the mover's clock runs."""
        return self.console.ask(question, self.live.deadline)

    def agrees(self, question: str) -> bool:
        """Whether the answer to a question of ours is yes; anything else is no. The clock runs if there is one."""
        return self.ask(self.console.fit(f"{question} (yes/no): ")).strip().lower() in _YES

    def farewell(self) -> str:
        """How to go on later."""
        return describe_farewell(self.live)

    def warn_if_unsaved(self) -> None:
        """Once a match."""
        if self.live.saver.trouble and not self._warned:
            self._warned = True
            self.say(f"This match cannot be saved ({self.live.saver.trouble}). It can still be played.")
