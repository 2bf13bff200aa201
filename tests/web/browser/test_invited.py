"""Whoever is invited is told what this is and who invites them, and asked for a name, before they take the seat."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.browser.people import Person


def test_an_invitation_is_a_question(person: Callable[..., Person]) -> None:
    ann, bob, eve = person(), person(width=360, height=740), person()
    ann.begin("quad", name="Ann")
    link = ann.invitation
    bob.visit(link)
    bob.sees("#invited-title", "Ann invites you to play Capture Square")
    bob.sees("#invited", "Be the first to form a 2x2 square with your markers.")
    bob.sees("#invited-rules", "Place your marker on any empty cell.")
    ann.sees("#player-second", "not here yet")

    # Not wanted: then one watches, and can think again.
    bob.page.get_by_role("button", name="Just watch").click()
    bob.sees("#status", "you watch")
    bob.page.get_by_role("button", name="Take the free seat").click()
    bob.page.locator("#invited-name").fill("B\u202eob")  # turns around what follows it
    bob.page.keyboard.press("Enter")
    bob.sees("#invited-problem", "name")
    bob.errors.clear()  # a browser notes that something was refused
    bob.page.locator("#invited-name").fill("Bob")
    bob.page.keyboard.press("Enter")
    bob.sees("#player-second", "Bob")
    expect(bob.page.locator("#player-second")).to_have_class("player you")
    ann.sees("#player-second", "Bob")
    assert "#" not in bob.page.url

    # Who has a seat is not asked again, and the next one is told that it is taken.
    for each in (bob, eve):
        each.visit("/")
        each.follow(link)
        expect(each.page.locator("#invited")).to_be_hidden()
    eve.sees("#problem", "That seat is taken already; you can watch.")
    expect(eve.page.get_by_role("button", name="Take the free seat")).to_be_hidden()
    expect(bob.page.locator("#problem")).to_be_empty()

    # The name is remembered for the next invitation: one click.
    eve.begin("center", name="Eve")
    bob.visit(eve.invitation)
    expect(bob.page.locator("#invited-name")).to_have_value("Bob")
    expect(bob.page.locator("#invited-play")).to_be_focused()
    bob.page.keyboard.press("Enter")
    eve.sees("#player-second", "Bob")
