"""A match whose rules are being written: when they are saved, it goes on under the new ones."""

from collections.abc import Callable

from squarely.core.match.match import Match
from squarely.terminal.line_mode.console import Console
from squarely.terminal.line_mode.line_editor import NewsCame
from squarely.terminal.line_mode.session import Session
from squarely.terminal.match.live_match import LiveMatch

_AGAIN = "Enter plays it again; quit leaves: "
_LEAVING = ("q", "quit", "exit", "n", "no")


class RulesChanged(Exception):
    """The match goes on under other rules, as this one."""

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match


class TrySession(Session):
    """One match under rules that may change. `take_in` says what has become of it, or why nothing has."""

    def __init__(self, live: LiveMatch, console: Console, take_in: Callable[[Match], Match | None]) -> None:
        super().__init__(live, console)
        self._take_in = take_in

    def farewell(self) -> str:
        """It is not kept."""
        return "A match that is tried is not kept." if self.match.moves else "No move was made."

    def play(self) -> int:
        """Play to the end, or until somebody leaves; RulesChanged if it goes on otherwise."""
        try:
            return super().play()
        except NewsCame:  # while a question of another kind was asked
            self._look_at_news()
            raise RulesChanged(self.match) from None

    def _ask_person(self) -> None:
        try:
            super()._ask_person()
        except NewsCame:
            self._look_at_news()

    def _let_computer_move(self) -> None:
        if self.console.has_news():
            self._look_at_news()
        super()._let_computer_move()

    def _look_at_news(self) -> None:
        """Go on under the new rules, or, where they are broken, as before."""
        if changed := self._take_in(self.match):
            raise RulesChanged(changed)


def ask_to_play_again(console: Console) -> bool:
    """Whether a match that is over is to be played again; NewsCame if the rules change before that is said."""
    return console.ask(f"\n{_AGAIN}").strip().lower() not in _LEAVING
