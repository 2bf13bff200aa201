"""Firefox and WebKit: people at them play every game by link to its end, against somebody at Chromium."""

import re

import pytest

import squarely
from squarely.core.match.match import Match
from tests.web.browser.other_browsers import OtherPerson, opened_firefox, opened_webkit
from tests.web.browser.people import GAMES, Come, Person
from tests.web.browser.places import shortest

pytestmark = pytest.mark.soak


def play_by_link(game: str, ann: Person | OtherPerson, bob: Person | OtherPerson) -> None:
    """Ann invites Bob, they move by turns, and each is told who won."""
    match = Match.of(squarely.load(game))
    ann.begin_at_home(game, name="Ann", position=match.game.write_position(match.position))
    bob.follow(ann.invitation)
    for played in shortest(game):
        mover = (ann, bob)[played.side]
        mover.waits_for_turn()
        mover.click(played.squares)
        for each in (ann, bob):
            each.sees_board(played.board)
        match = match.play(played.words)
    assert match.outcome
    for side, each in enumerate((ann, bob)):
        each.sees("#status", "You won" if side == match.outcome.winner else re.compile("^(?!You won).*(won|lost)"))


@pytest.mark.parametrize("number", range(len(GAMES)), ids=GAMES)
def test_they_play_with_chromium_by_link(number: int, base: str, person: Come) -> None:
    looks = {"width": 360, "height": 740, "theme": "dark"}
    for opened, chromium in ((opened_firefox, person(**looks)), (opened_webkit, person())):
        with opened() as ask:
            other = OtherPerson(ask, base)
            both = (other, chromium)
            play_by_link(GAMES[number], *(both if number % 2 else reversed(both)))
            other.leave()
