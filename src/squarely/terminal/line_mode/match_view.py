"""A match on the console: what is printed about it, in its colours."""

from squarely.core.match.match import Match
from squarely.core.match.tabletop import Tabletop
from squarely.terminal.line_mode.console import Console
from squarely.terminal.line_mode.last_move_marks import find_marks
from squarely.terminal.match.advice import Advice


class MatchView:
    """A match as it stands, the console it is shown on, and advice about it."""

    def __init__(self, match: Match, console: Console) -> None:
        self._match = match
        self.console = console
        self.advice = Advice(match.game)

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self._match

    @property
    def drawing(self) -> str:
        """The board as it is now, with what the drawing does not show."""
        return self.match.game.words.draw_alone(self.match.position, self.match.names, self.console.width)

    def say(self, text: str, is_strong: bool = False) -> None:
        """Print prose, what belongs to the two sides standing out."""
        self.console.say(text, colours(self.match), is_strong)

    def say_apart(self, text: str) -> None:
        """Print something that is not to be overlooked: after an empty line, and bold."""
        self.say(text if self.console.is_after_gap else f"\n{text}", is_strong=True)

    def show(self, text: str) -> None:
        """Print what has its own lines: boards, with the last move marked, and what the rulebook prints."""
        marked = find_marks(self.match, text) if self.console.has_colour else ()
        self.console.show(text, colours(self.match), marked)

    def ask(self, question: str) -> str:
        """What somebody answers."""
        return self.console.ask(question)


def colours(match: Match) -> dict[str, int | None]:
    """What is coloured for which side: its mark or, where marks are numbers like those on the board, its name.

    None for a name in which nothing is coloured, whatever letters it has.
    """
    marks = Tabletop(match.game).marks(match.position)
    if any(mark.isdigit() for mark in marks):
        return {name: None if name.isdigit() else side for side, name in enumerate(match.names)}
    sides: dict[str, int | None] = dict.fromkeys(match.names)
    return sides | {mark: None if mark in match.names else side for side, mark in enumerate(marks)}
