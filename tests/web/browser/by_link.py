"""The script of two people who play a game by link to its end, whichever browsers they sit at."""

import re
from typing import Protocol

import squarely
from squarely.core.match.match import Match
from tests.web.browser.lines import shortest


class Somebody(Protocol):
    """What a person does with a page and sees on it."""

    @property
    def invitation(self) -> str:
        """The link to send to a friend."""

    def begin(self, game: str, opponent: str = "link", name: str = "", seconds: int = 0, **more: str) -> None:
        """Begin a match on the home page."""

    def follow(self, link: str) -> None:
        """Open a link to a match and take the seat that it offers."""

    def waits_for_turn(self) -> None:
        """Wait until it is this person's turn."""

    def click(self, squares: tuple[int, ...]) -> None:
        """Make a move with the mouse."""

    def sees(self, selector: str, text: str | re.Pattern[str]) -> None:
        """Wait until this is said there."""

    def sees_board(self, texts: list[str]) -> None:
        """Wait until the board looks like this."""


def play_by_link(game: str, ann: Somebody, bob: Somebody) -> None:
    """Ann invites Bob, they move by turns, and each is told who won."""
    match = Match.of(squarely.load(game))
    ann.begin(game, name="Ann", position=match.game.write_position(match.position))
    bob.follow(ann.invitation)
    for played in shortest(game):
        mover = (ann, bob)[played.side]
        mover.waits_for_turn()
        mover.click(played.squares)
        for each in (ann, bob):
            each.sees_board(played.board)
        match = match.play(played.words)
    assert match.outcome
    assert match.outcome.winner is not None
    for side, each in enumerate((ann, bob)):
        each.sees("#status", "You won" if side == match.outcome.winner else re.compile("^(?!You won).*(won|lost)"))
