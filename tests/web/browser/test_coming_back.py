"""Reload, a lost network, a killed server: the same seat, the same board, no move lost or made twice."""

import signal
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.web.browser.people import Person
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
