"""Two people in two browsers play every game to its end, one of them with the keyboard alone, and a third watches."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

import squarely
from squarely.core.rules import registry
from tests.web.browser.lines import shortest
from tests.web.browser.people import PATIENCE, Person

OURS = ("center", "numbers", "quad", "showdown", "snatchers")


@pytest.mark.parametrize("game", OURS)
def test_by_link_to_the_end_with_somebody_watching(game: str, person: Callable[..., Person]) -> None:
    ann, bob, eve = person(), person(width=360, height=740, theme="dark"), person()
    start = squarely.load(game).write_position(squarely.load(game).start())
    ann.begin(game, name="Ann", position=start)
    bob.follow(ann.invitation)
    eve.follow(ann.invitation)  # too late: the seat is taken
    ann.sees("#player-second", "Player")
    expect(eve.page.locator("#problem")).to_contain_text("taken")
    eve.errors.clear()  # a browser notes that something was refused
    columns = round(len(shortest(game)[0].board) ** 0.5)
    for played in shortest(game):
        mover, other = (ann, bob) if played.side == 0 else (bob, ann)
        mover.waits_for_turn()
        expect(other.page.locator("#match")).to_have_attribute("data-phase", "theirs")
        if mover is bob:
            bob.press(played.squares, columns)
        else:
            ann.click(played.squares)
        for each in (ann, bob, eve):
            each.sees_board(played.board)
        expect(other.page.locator("#announced")).to_contain_text(played.told)
    for each in (ann, bob, eve):
        expect(each.page.locator("#match")).to_have_attribute("data-phase", "over")
        each.sees("#status", re.compile("won|lost"))
        expect(each.page.locator(".cell.won")).not_to_have_count(0)  # where it was decided
        expect(each.page.locator("#chart-here svg")).to_be_visible(timeout=PATIENCE)  # the review came without a click
    ends = [each.page.locator("#status").get_attribute("class") for each in (ann, bob, eve)]
    assert sorted(filter(None, ends)) == ["status over ", "status over lost", "status over won"]
    assert [each.moves.count() for each in (ann, bob, eve)] == [len(shortest(game))] * 3


def test_who_watches_cannot_move(person: Callable[..., Person]) -> None:
    ann, eve = person(), person()
    ann.begin("quad", name="Ann")
    eve.follow(f"/m/{ann.match}")
    eve.sees("#status", "you watch")
    eve.cell(5).click()
    eve.sees("#problem", "You watch this match")
    expect(eve.page.locator("#actions button:visible")).to_have_count(0)
    expect(eve.page.locator("#words")).to_be_disabled()
    expect(ann.page.locator("#watching")).to_contain_text("1 person")
    eve.sees_board([""] * 16)
    eve.errors.clear()


def test_from_the_home_page_to_the_end_with_the_keyboard_alone(person: Callable[..., Person]) -> None:
    bob = person()
    bob.visit("/")
    expect(bob.page.locator("input[name=game]")).to_have_count(len(registry.names()))
    keyboard = bob.page.keyboard
    _tab_to(bob, "#your-way")
    keyboard.press("Enter")
    _tab_to(bob, "input[name=game]")
    for _ in range(len(registry.names())):
        if bob.page.evaluate("document.activeElement.value") == "showdown":
            break
        keyboard.press("ArrowDown")
    _tab_to(bob, "input[name=opponent]")
    keyboard.press("ArrowDown")  # a friend here
    keyboard.press("Enter")
    bob.page.wait_for_url("**/m/*")
    bob.at_the_table()
    for played in shortest("showdown"):
        bob.waits_for_turn()
        bob.press(played.squares, 5)
        bob.sees_board(played.board)
    bob.sees("#status", "won")


def _tab_to(person: Person, selector: str) -> None:
    for _ in range(40):
        person.page.keyboard.press("Tab")
        if person.page.evaluate(f"document.activeElement.matches({selector!r})"):
            return
    raise AssertionError(f"the Tab key does not lead to {selector}")


def test_undo_draw_and_rematch_are_agreed_on(person: Callable[..., Person]) -> None:
    ann, bob = person(), person()
    ann.begin("snatchers", name="Ann")
    bob.follow(ann.invitation)
    ann.click((0, 10))
    bob.waits_for_turn()
    ann.page.get_by_role("button", name="Ask to take back").click()
    bob.sees("#offer", "Ann asks to take back the last move")
    bob.page.get_by_role("button", name="Accept").click()
    ann.waits_for_turn()
    ann.sees_board(["P1"] + [""] * 23 + ["P2"])
    bob.page.get_by_role("button", name="Offer a draw").click()
    ann.sees("#offer", "offers a draw")
    ann.page.get_by_role("button", name="Decline").click()
    bob.sees("#offer", "Ann does not want a draw.")
    bob.page.get_by_role("button", name="Close").click()
    expect(bob.page.locator("#offer")).to_be_hidden()
    expect(bob.page.get_by_role("button", name="Offer a draw")).to_be_disabled()  # until the next move
    ann.click((0, 10))
    bob.waits_for_turn()
    bob.page.get_by_role("button", name="Offer a draw").click()
    ann.page.get_by_role("button", name="Accept").click()
    bob.sees("#status", "Draw A draw was agreed")
    first_match = ann.match
    ann.page.get_by_role("button", name="Ask for a rematch").click()
    bob.page.get_by_role("button", name="Accept").click()
    for each in (ann, bob):
        each.page.wait_for_url(lambda url: first_match not in url)
        each.at_the_table()
    bob.waits_for_turn()  # the sides are swapped
    ann.sees("#player-second", "Ann")


def test_invitations_are_taken_up_wherever_they_are_opened(person: Callable[..., Person]) -> None:
    ann, bob = person(), person()
    ann.begin("quad", name="Ann")
    link = ann.invitation
    ann.visit("/")
    ann.follow(link)
    ann.sees("#invitation-says", "You have a seat here already. Send the link to a friend.")
    bob.follow(f"/m/{ann.match}")
    bob.sees("#status", "you watch")
    bob.page.evaluate("(link) => (location.href = link)", link)  # pasted into the address of the same page
    bob.accept()
    bob.sees("#player-second", "you")
    ann.page.evaluate("(link) => (location.href = link)", link)
    ann.click((5,))
    bob.waits_for_turn()
    expect(bob.page.get_by_role("button", name="Ask to take back")).to_be_disabled()  # nothing of his own yet
    expect(ann.page.get_by_role("button", name="Ask to take back")).to_be_enabled()
    assert "Send the link" not in ann.page.locator("#match").inner_text()
    ann.page.get_by_role("button", name="Resign").click()
    expect(ann.page.locator("#sure")).to_be_visible()
    bob.page.get_by_role("button", name="Resign").click()
    bob.page.locator("#sure-yes").click()
    ann.sees("#status", "You won")
    expect(ann.page.locator("#sure")).to_be_hidden()


def test_names_are_text_never_markup(person: Callable[..., Person]) -> None:
    ann, bob = person(), person()
    name = "<img src=x onerror=alert(1)>"
    ann.begin("quad", name=name)
    bob.follow(ann.invitation)
    bob.sees("#player-first", name)
    assert bob.page.locator("#player-first img").count() == 0
    assert name not in bob.page.content().partition("<body")[0]
