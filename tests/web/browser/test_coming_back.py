"""Reload, a lost network, a killed server: the same seat, the same board, no move lost or made twice."""

import re
import signal
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.web.browser.people import PATIENCE, Person
from tests.web.serving import Served


def test_a_reload_in_the_middle_brings_the_same_seat_and_board(person: Callable[..., Person]) -> None:
    ann, bob = person(), person()
    ann.begin("quad", name="Ann")
    bob.follow(ann.invitation)
    ann.click((5,))
    bob.waits_for_turn()
    bob.page.reload()
    bob.waits_for_turn()
    board = [""] * 16
    board[5] = "X"
    bob.sees_board(board)
    bob.click((6,))
    board[6] = "O"
    ann.waits_for_turn()
    ann.page.reload()
    ann.sees_board(board)
    ann.waits_for_turn()
    assert "join=" not in bob.page.url


def test_a_move_made_without_a_network_is_sent_when_there_is_one(person: Callable[..., Person]) -> None:
    ann, bob = person(), person()
    ann.begin("snatchers", name="Ann")
    bob.follow(ann.invitation)
    ann.waits_for_turn()
    ann.page.evaluate("window.dispatchEvent(new Event('offline'))")
    ann.context.set_offline(True)
    ann.click((0, 10))
    ann.sees("#trouble", "sent then")
    ann.context.set_offline(False)
    bob.waits_for_turn()
    expect(ann.page.locator("#trouble")).to_be_hidden()
    ann.sees_board([""] * 10 + ["P1"] + [""] * 13 + ["P2"])
    expect(bob.moves).to_have_count(1)
    ann.errors.clear()  # a browser without a network complains


def test_a_killed_server_loses_nothing(browser: Browser, tmp_path: Path) -> None:
    first = Served(tmp_path)
    port = first.url.rpartition(":")[2]
    ann, bob = Person(browser, first.url), Person(browser, first.url)
    ann.begin("snatchers", name="Ann")
    bob.follow(ann.invitation)
    ann.click((0, 10))
    bob.waits_for_turn()
    first.stop(signal.SIGKILL)
    bob.click((24, 14))  # into the void
    with Served(tmp_path, f"--port={port}"):
        ann.waits_for_turn()
        for each in (ann, bob):
            each.sees_board([""] * 10 + ["P1", "", "", "", "P2"] + [""] * 10)
            expect(each.moves).to_have_count(2)
        ann.click((10, 12))
        bob.waits_for_turn()
    for each in (ann, bob):
        each.errors.clear()  # a browser complains about a server that is gone
        each.leave()


def device_link(someone: Person) -> str:
    """The link that takes a seat to another device."""
    field = someone.page.locator("#device-link")
    expect(field).to_have_value(re.compile("#seat="), timeout=PATIENCE)
    return field.input_value()


def test_a_seat_goes_to_another_device_by_its_holder_s_link(person: Callable[..., Person]) -> None:
    ann, phone = person(), person(width=360, height=740)
    ann.begin("quad", "level:1", name="Ann")
    ann.waits_for_turn()
    link = device_link(ann)
    phone.follow(link)
    phone.waits_for_turn()
    assert phone.page.url == f"{phone.base}/m/{ann.match}"
    assert not [url for url in phone.requests if "seat=" in url or link.rpartition(".")[2] in url]
    phone.click((5,))
    expect(ann.moves).to_have_count(2)
    ann.waits_for_turn()
    free = [at for at, text in enumerate(ann.page.locator("[role=gridcell] .piece").all_inner_texts()) if not text]
    ann.click((free[0],))
    expect(phone.moves).to_have_count(4)
    phone.page.reload()
    phone.waits_for_turn()


def test_a_link_to_a_seat_that_is_wrong_says_so_and_harms_nothing(person: Callable[..., Person]) -> None:
    ann, eve = person(), person()
    ann.begin("quad", name="Ann")
    link = device_link(ann)
    for wrong, why in (
        (link[:-4] + "AAAA", "This link opens no seat here"),
        (link[:-30], "This link to a seat is incomplete"),
        (link.replace("seat=first.", "seat=third."), "This link to a seat is incomplete"),
        (link.replace("seat=first.", "seat=second."), "This link opens no seat here"),
    ):
        eve.visit("/")
        eve.follow(wrong)
        eve.sees("#problem", why)
        assert "#" not in eve.page.url
        assert ann.match not in eve.page.evaluate("Object.keys(localStorage).join()")
    ann.follow(link[:-4] + "AAAA")
    ann.sees("#problem", "This link opens no seat here")
    ann.waits_for_turn()
    ann.follow(link.replace("seat=first.", "seat=second."))
    ann.sees("#problem", "You have the other seat at this match already")
    assert device_link(ann) == link
