"""A match on the screen: what is printed about it, in its colours."""

from squarely.core.match import Match
from squarely.core.tabletop import Tabletop
from squarely.terminal.advice import Advice
from squarely.terminal.screen import Screen


class MatchView:
    """A match as it stands, the screen it is shown on, and advice about it."""

    def __init__(self, match: Match, screen: Screen) -> None:
        self.match = match
        self.screen = screen
        self.advice = Advice(match.game)

    @property
    def drawing(self) -> str:
        """The board as it is now, with what the drawing does not show."""
        return Tabletop(self.match.game).draw(self.match.position, self.match.names, self.screen.width)

    def say(self, text: str) -> None:
        """Print prose, what belongs to the two sides standing out."""
        self.screen.say(text, colours(self.match))

    def show(self, text: str) -> None:
        """Print what has its own lines: boards, and what the rulebook prints."""
        self.screen.show(text, colours(self.match))

    def ask(self, question: str) -> str:
        """What somebody answers."""
        return self.screen.ask(question)


def colours(match: Match) -> dict[str, int | None]:
    """What is coloured for which side: its mark or, where marks are numbers like those on the board, its name.

    None for a name in which nothing is coloured, whatever letters it has.
    """
    marks = match.game.rules.MARKS
    if any(mark.isdigit() for mark in marks):
        return {name: None if name.isdigit() else side for side, name in enumerate(match.names)}
    sides: dict[str, int | None] = dict.fromkeys(match.names)
    return sides | {mark: None if mark in match.names else side for side, mark in enumerate(marks)}
