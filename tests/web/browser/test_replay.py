"""Stepping back through a match, while it is played and where nothing is solved, and playing on from there."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.browser.people import Person

EMPTY = [""] * 36


def _with(**marks: str) -> list[str]:
    """A board of six by six with these markers, each after the letter and the number of its square: `A1="X"`."""
    return [marks.get(f"{column}{row}", "") for row in range(1, 7) for column in "ABCDEF"]


def test_a_match_is_looked_back_on_while_it_is_played(person: Callable[..., Person]) -> None:
    ann, bob = person(), person()
    ann.begin("quad", name="Ann", options="size=6,block=3")  # nobody has solved that
    bob.follow(ann.invitation, name="Bob")
    for mover, square in ((ann, 0), (bob, 35), (ann, 1)):
        mover.waits_for_turn()
        mover.click((square,))
    expect(ann.moves).to_have_count(3)

    # With the arrow keys, right after a move by hand; nothing can be played there.
    ann.page.keyboard.press("ArrowLeft")
    ann.sees("#status", "Looking back at move 2 of 3")
    ann.sees_board(_with(A1="X", F6="O"))
    ann.page.keyboard.press("Home")
    ann.sees("#status", "Looking back at the start")
    ann.sees_board(EMPTY)
    ann.cell(8).click()
    ann.page.keyboard.press("b")
    ann.page.keyboard.press("Enter")
    ann.sees("#problem", "You are looking back. Go back to now to play.")
    ann.sees_board(EMPTY)

    # A move that is made meanwhile is told, and takes nobody away from where they look.
    bob.waits_for_turn()
    bob.click((34,))
    ann.sees("#status", "Looking back at the start – there is a new move")
    ann.sees_board(EMPTY)
    ann.moves.nth(0).get_by_role("button").click()
    ann.sees("#status", "Looking back at move 1 of 4")
    ann.sees_board(_with(A1="X"))

    # By the address, on a page that has not seen those positions.
    ann.page.reload()
    ann.sees("#status", "Looking back at move 1 of 4")
    ann.sees_board(_with(A1="X"))
    assert ann.page.locator("#match").get_attribute("data-phase") == "back"
    ann.page.get_by_role("button", name="Back to now").click()
    ann.sees_board(_with(A1="X", B1="X", F6="O", E6="O"))
    ann.waits_for_turn()
    assert "#" not in ann.page.url

    # From any step, at once: no other page lies between.
    bob.page.locator("#to-start").click()
    bob.page.locator("#on").click()
    before = bob.page.url.partition("#")[0]
    bob.page.get_by_role("button", name="Play on from here").click()
    bob.page.wait_for_url(re.compile(rf"^(?!{re.escape(before)}).*/m/"))
    bob.at_the_table()
    bob.sees_board(_with(A1="X"))
    bob.sees("#status", "Player 2 is to move")
    bob.sees("#game", "size=6,block=3")
    expect(bob.page.locator("#truths")).to_contain_text("This game is too large for the truth to be known at once")
    bob.errors.clear()  # a browser notes what was refused
