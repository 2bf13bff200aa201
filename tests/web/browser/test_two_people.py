"""Two people in two browsers play every game to its end, one of them with the keyboard alone, and a third watches."""

import re

import pytest
from playwright.sync_api import expect

import squarely
from squarely.core.rules import registry
from tests.web.browser.people import GAMES, Come, Person
from tests.web.browser.places import shortest


@pytest.mark.parametrize("game", GAMES)
def test_by_link_to_the_end_with_somebody_watching(game: str, ann: Person, eve: Person, person: Come) -> None:
    bob = person(width=360, height=740, theme="dark")
    start = squarely.load(game).write_position(squarely.load(game).start())
    ann.begin_at_home(game, name="Ann", position=start)
    bob.follow(ann.invitation)
    eve.follow(ann.invitation)  # too late: the seat is taken
    ann.sees("#player-second", "Player").sees("#watching", "1 person")
    eve.sees("#problem", "taken").cell(5).click()
    eve.sees("#problem", "You watch this match").counts("#actions button:visible", 0)
    eve.expects("#words").to_be_disabled()
    eve.errors.clear()  # a browser notes that something was refused
    columns = round(len(shortest(game)[0].board) ** 0.5)
    for played in shortest(game):
        mover, other = (ann, bob) if played.side == 0 else (bob, ann)
        other.expects("#match").to_have_attribute("data-phase", "theirs")
        mover.waits_for_turn()
        bob.press(played.squares, columns) if mover is bob else ann.click(played.squares)
        for each in (ann, bob, eve):
            each.sees_board(played.board)
        other.sees("#announced", played.told)
    for each in (ann, bob, eve):
        each.expects("#match").to_have_attribute("data-phase", "over")
        each.sees("#status", re.compile("won|lost"))
        each.expects(".cell.won").not_to_have_count(0)  # where it was decided
        each.shows("#chart-here svg")  # the review came without a click
        each.made(len(shortest(game)))
    ends = [each.at("#status").get_attribute("class") for each in (ann, bob, eve)]
    assert sorted(filter(None, ends)) == ["status over ", "status over lost", "status over won"]


def test_from_the_home_page_to_the_end_with_the_keyboard_alone(ann: Person) -> None:
    ann.visit("/").counts("input[name=game]", len(registry.names()))
    _tab_to(ann, "#your-way")
    ann.type("Enter")
    _tab_to(ann, "input[name=game]")
    for _ in range(len(registry.names())):
        if ann.page.evaluate("document.activeElement.value") == "showdown":
            break
        ann.type("ArrowDown")
    _tab_to(ann, "input[name=opponent]")
    ann.type("ArrowDown", "Enter").is_let_in()  # a friend here
    for played in shortest("showdown"):
        ann.waits_for_turn().press(played.squares, 5).sees_board(played.board)
    ann.sees("#status", "won")


def _tab_to(person: Person, selector: str) -> None:
    for _ in range(40):
        person.type("Tab")
        if person.page.evaluate(f"document.activeElement.matches({selector!r})"):
            return
    raise AssertionError(f"the Tab key does not lead to {selector}")


def test_undo_draw_and_rematch_are_agreed_on(ann: Person, bob: Person) -> None:
    ann.begin("snatchers", name="Ann")
    bob.follow(ann.invitation)
    ann.click((0, 10))
    bob.waits_for_turn()
    expect(bob.button("Ask to take back")).to_be_disabled()  # nothing of his own yet
    ann.push("Ask to take back")
    bob.sees("#offer", "Ann asks to take back the last move").push("Accept")
    ann.waits_for_turn().sees_board(["P1"] + [""] * 23 + ["P2"])
    bob.push("Offer a draw")
    ann.sees("#offer", "offers a draw").push("Decline")
    bob.sees("#offer", "Ann does not want a draw.").push("Close").hides("#offer")
    expect(bob.button("Offer a draw")).to_be_disabled()  # until the next move
    ann.click((0, 10))
    bob.waits_for_turn().push("Offer a draw")
    ann.push("Accept")
    bob.sees("#status", "Draw A draw was agreed")
    first_match = ann.match
    ann.push("Ask for a rematch")
    bob.push("Accept")
    for each in (ann, bob):
        each.page.wait_for_url(lambda url: first_match not in url)
        each.at_the_table()
    bob.waits_for_turn()  # the sides are swapped
    ann.sees("#player-second", "Ann")


def test_invitations_are_taken_up_wherever_they_are_opened(ann: Person, bob: Person) -> None:
    link = ann.begin("quad", name="Ann").invitation
    ann.visit("/").follow(link).sees("#invitation-says", "You have a seat here already. Send the link to a friend.")
    bob.follow(f"/m/{ann.match}").sees("#status", "you watch")
    bob.page.evaluate("(link) => (location.href = link)", link)  # pasted into the address of the same page
    bob.accept().sees("#player-second", "you")
    ann.page.evaluate("(link) => (location.href = link)", link)
    ann.click((5,))
    bob.waits_for_turn()
    assert "Send the link" not in ann.at("#match").inner_text()
    ann.push("Resign").shows("#sure")
    bob.push("Resign", "#sure-yes")
    ann.sees("#status", "You won").hides("#sure")


def test_an_invitation_is_a_question(ann: Person, eve: Person, person: Come) -> None:
    """Whoever is invited is told what this is and who invites them, and asked for a name, before they take the seat."""
    bob = person(width=360, height=740)
    name = "<img src=x onerror=alert(1)>"  # text, never markup
    link = ann.begin("quad", name=name).invitation
    bob.visit(link).sees("#invited-title", f"{name} invites you to play Capture Square")
    bob.sees("#invited", "Be the first to form a 2x2 square with your markers.")
    bob.sees("#invited-rules", "Place your marker on any empty cell.")
    ann.sees("#player-second", "not here yet")
    bob.sees("#player-first", name).counts("#invited img, #player-first img", 0)
    assert name not in bob.page.content().partition("<body")[0]

    # Not wanted: then one watches, and can think again.
    bob.push("Just watch").sees("#status", "you watch").push("Take the free seat")
    bob.at("#invited-name").fill("B\u202eob")  # turns around what follows it
    bob.type("Enter").sees("#invited-problem", "name").errors.clear()  # a browser notes that something was refused
    bob.at("#invited-name").fill("Bob")
    bob.type("Enter").sees("#player-second", "Bob").expects("#player-second").to_have_class("player you")
    ann.sees("#player-second", "Bob")
    assert "#" not in bob.page.url

    # Who has a seat is not asked again, and the next one is told that it is taken.
    for each in (bob, eve):
        each.visit("/").follow(link).hides("#invited")
    eve.sees("#problem", "That seat is taken already; you can watch.")
    expect(eve.button("Take the free seat")).to_be_hidden()
    bob.expects("#problem").to_be_empty()

    # The name is remembered for the next invitation: one click.
    eve.begin("center", name="Eve")
    bob.visit(eve.invitation).expects("#invited-name").to_have_value("Bob")
    bob.expects("#invited-play").to_be_focused()
    bob.type("Enter")
    eve.sees("#player-second", "Bob")
