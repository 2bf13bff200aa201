"""Reload, a lost network, a killed server: the same seat, the same board, no move lost or made twice.

A move on its way is on the board at once, marked as such; where it is refused it is taken back with the reason. The
shell is kept: what has not changed is not asked for again, and it says when the server is away.
"""

import json
import re
import signal
from pathlib import Path

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect

import squarely
from tests.patience import wait_until
from tests.web.browser.people import CHROMIUM, GAMES, QUIET, Come, Person
from tests.web.browser.places import shortest
from tests.web.serving import Served

_KEPT = """async () => {
  const names = await caches.keys();
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return [names, requests.flat().map(({ url }) => new URL(url).pathname)];
}"""
_READY = "() => navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))"


def test_a_reload_brings_the_same_seat_and_board_and_a_move_without_a_network_is_sent_later(
    ann: Person, bob: Person
) -> None:
    ann.begin("quad", name="Ann")
    bob.follow(ann.invitation)
    ann.click((5,))
    bob.waits_for_turn().page.reload()
    bob.waits_for_turn().sees_board([*[""] * 5, "X", *[""] * 10]).click((6,))
    ann.waits_for_turn().page.reload()
    ann.sees_board([*[""] * 5, "X", "O", *[""] * 9]).waits_for_turn()
    assert "join=" not in bob.page.url

    ann.page.evaluate("window.dispatchEvent(new Event('offline'))")
    ann.context.set_offline(True)
    ann.click((0,)).sees("#trouble", "sent then")
    ann.context.set_offline(False)
    bob.waits_for_turn().made(3)
    ann.hides("#trouble").sees_board(["X", *[""] * 4, "X", "O", *[""] * 9])
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
            each.sees_board([""] * 10 + ["P1", "", "", "", "P2"] + [""] * 10).made(2)
        ann.click((10, 12))
        bob.waits_for_turn()
    for each in (ann, bob):
        each.errors.clear()  # a browser complains about a server that is gone
        each.leave()


def device_link(someone: Person) -> str:
    someone.expects("#device-link").to_have_value(re.compile("#seat="))
    return someone.page.get_by_label("Link to your seat").input_value()


def test_a_seat_goes_to_another_device_by_its_holder_s_link(ann: Person, person: Come) -> None:
    phone = person(width=360, height=740)
    ann.begin("quad", "level:1", name="Ann").waits_for_turn().push("Play on another device")
    link = device_link(ann)
    ann.type("Escape")
    phone.follow(link).waits_for_turn().sees("#player-first", "Ann")
    assert phone.page.url == f"{phone.base}/m/{ann.match}"
    assert not [url for url in phone.requests if "seat=" in url or link.rpartition(".")[2] in url]
    phone.click((5,))
    ann.made(2).waits_for_turn()
    ann.at(".cell:not(.first):not(.second)").first.click()
    phone.made(4).page.reload()
    phone.waits_for_turn()


def test_a_link_to_a_seat_that_is_wrong_says_so_and_harms_nothing(ann: Person, eve: Person) -> None:
    ann.begin("quad", name="Ann")
    link = device_link(ann)
    for wrong, why in (
        (link[:-4] + "AAAA", "This link opens no seat here"),
        (link[:-30], "This link to a seat is incomplete"),
        (link.replace("seat=first.", "seat=third."), "This link to a seat is incomplete"),
        (link.replace("seat=first.", "seat=second."), "This link opens no seat here"),
    ):
        eve.visit("/me").follow(wrong).sees("#problem", why)
        assert "#" not in eve.page.url
        assert ann.match not in eve.page.evaluate("Object.keys(localStorage).join()")
    ann.follow(link[:-4] + "AAAA").sees("#problem", "This link opens no seat here").waits_for_turn()
    ann.follow(link.replace("seat=first.", "seat=second."))
    ann.sees("#problem", "You have the other seat at this match already")
    assert device_link(ann) == link


class Line:
    """The line between a page and the server: what is done in a match stays on it until it is let through."""

    def __init__(self, person: Person) -> None:
        self.held: list[str] = []
        self._person, person.stays = person, False
        person.page.route_web_socket("**/api/socket", self._between)

    def _between(self, page: WebSocketRoute) -> None:
        self.page, self.server = page, page.connect_to_server()
        page.on_message(self._said)

    def _said(self, message: str | bytes) -> None:
        if json.loads(message)["type"] == "act":
            self.held.append(str(message))
        else:
            self.server.send(message)

    def take(self) -> str:
        """What is held, once something is: a page shows a match, and a move on its way, before its line is open."""
        while not self.held:
            self._person.page.wait_for_timeout(10)
        return self.held.pop()

    def let_through(self) -> None:
        self.server.send(self.take())

    def refuse(self, why: str) -> None:
        turn = json.loads(self.take())["turn"]
        self.page.send(json.dumps({"type": "refused", "turn": turn, "code": "illegal", "message": why}))


@pytest.mark.parametrize("game", GAMES)
def test_a_move_is_seen_at_once_and_stands_when_it_is_acknowledged(game: str, ann: Person) -> None:
    line = Line(ann)
    start = squarely.load(game).write_position(squarely.load(game).start())
    ann.begin(game, "level:1", name="Ann", position=start)
    before = ann.at("[role=gridcell] .piece").all_inner_texts()
    played = shortest(game)[0]
    ann.click(played.squares).sees_board(played.board)
    ann.expects("#status").to_have_text("Your move is on its way…")
    ann.expects("[role=gridcell][aria-label*='on its way']").not_to_have_count(0)
    ann.counts("#choices button", 0)
    assert "Your turn" not in ann.page.title()
    line.refuse("Sorry, that is not possible.")
    ann.sees("#problem", "Sorry, that is not possible.").sees_board(before).sees("#status", "Your turn")
    ann.counts(".cell.sent", 0).click(played.squares).sees_board(played.board)
    line.let_through()
    expect(ann.moves.first).to_contain_text(played.note)
    ann.counts(".cell.sent", 0)


def test_a_move_is_made_before_the_line_is_open_and_still_on_its_way_after_a_reload(ann: Person) -> None:
    line = Line(ann)
    ann.begin("quad", "here").type_move("A1").sees("#status", "Player 1’s move is on its way…")
    ann.page.keyboard.type("B1")  # whoever types the moves types on
    ann.expects("#words").to_have_value("B1")
    line.take()
    ann.page.reload()
    ann.sees("#status", "Player 1’s move is on its way…").sees_board(["X", *[""] * 15])
    line.let_through()
    ann.sees("#status", "Player 2 is to move")
    ann.page.route_web_socket("**/api/socket", lambda _: None)  # it opens, and nobody answers
    ann.page.reload()
    ann.waits_for_turn().click((5,)).expects("#match").to_have_attribute("data-phase", "sending")
    expect(ann.cell(5).locator(".piece")).to_have_text("O")


def test_the_second_visit_asks_for_nothing_that_has_not_changed(served: Served, ann: Person) -> None:
    ann.begin_at_home("quad", "here")
    match, since = f"/m/{ann.match}", len(served.lines)
    ann.visit("/").expects("input[name=game]").not_to_have_count(0)
    ann.visit(match).waits_for_turn()
    paths = [each["path"] for each in served.lines[since:] if each["event"] == "request"]
    assert {"/", match} <= set(paths)
    assert not [each for each in paths if each.startswith("/static/") or each == "/api/games"]


def test_it_can_be_installed(base: str, browser: Browser, tmp_path: Path) -> None:
    """In a window that keeps things: the others of the tests do not, and nothing can be installed from those."""
    kind = browser.browser_type
    with kind.launch_persistent_context(tmp_path, executable_path=CHROMIUM, args=list(QUIET)) as context:
        page = context.pages[0]
        page.goto(base)
        asking = context.new_cdp_session(page)
        manifest = asking.send("Page.getAppManifest")
        assert (manifest["url"], manifest["errors"]) == (f"{base}/manifest.webmanifest", [])
        wait_until(lambda: asking.send("Page.getInstallabilityErrors")["installabilityErrors"] == [])


def test_the_shell_says_when_the_server_is_away_and_comes_back_with_it_and_another_version_is_forgotten(
    tmp_path: Path, browser: Browser
) -> None:
    server = Served(tmp_path)
    ann = Person(browser, server.url, service_workers="allow")
    opening = "Promise.all(['other', 'squarely-shell-0123456789ab'].map((name) => caches.open(name))).then(() => 0)"
    ann.visit("/healthz").page.evaluate(opening)
    ann.begin("quad", "here")
    ann.page.wait_for_function(_READY)
    wait_until(lambda: len(ann.page.evaluate(_KEPT)[0]) == 2)
    names, kept = ann.page.evaluate(_KEPT)
    assert sorted(name.partition("-shell-")[0] for name in names) == ["other", "squarely"]
    assert "squarely-shell-0123456789ab" not in names
    assert "/offline" in kept
    assert all(each.startswith("/static/") for each in kept if each != "/offline")
    ann.click((5,)).sees("#moves", "B2")
    link, port = ann.page.url, server.url.rpartition(":")[2]
    server.stop()
    for address in ("/", "/games/quad", link):
        ann.visit(address).sees("h1", "The server cannot be reached").sees("#kept", "Your matches are kept there")
        ann.counts("[role=gridcell]", 0)
    ann.push("#again").sees("#tried", "It still cannot be reached.")
    radius = ann.page.evaluate("getComputedStyle(document.querySelector('.main')).borderRadius")
    assert radius != "0px", "it has its style"
    with Served(tmp_path, f"--port={port}"):  # it comes back by itself
        ann.waits_for_turn().sees("#moves", "B2")
    ann.context.close()
