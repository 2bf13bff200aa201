"""A move on its way is on the board at once, marked as such; where it is refused it is taken back with the reason."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import WebSocketRoute, expect

import squarely
from tests.web.browser.lines import shortest
from tests.web.browser.people import Person
from tests.web.browser.test_two_people import OURS


class Line:
    """The line between a page and the server: what is done in a match stays on it until it is let through."""

    def __init__(self, person: Person) -> None:
        self.held: list[str] = []
        self._person = person
        person.page.route_web_socket("**/api/socket", self._between)

    def _between(self, page: WebSocketRoute) -> None:
        self.page, self.server = page, page.connect_to_server()
        page.on_message(self._said)

    def _said(self, message: str | bytes) -> None:
        if json.loads(message)["type"] == "act":
            self.held.append(str(message))
        else:
            self.server.send(message)

    def let_through(self) -> None:
        """All that is held, once something is."""
        self._wait_for_an_act()
        for message in self.held:
            self.server.send(message)
        self.held.clear()

    def refuse(self, why: str) -> None:
        """What is held, once something is."""
        self._wait_for_an_act()
        turn = json.loads(self.held.pop())["turn"]
        self.page.send(json.dumps({"type": "refused", "turn": turn, "code": "illegal", "message": why}))

    def _wait_for_an_act(self) -> None:
        """A page shows a match, and a move on its way, before its line is open."""
        while not self.held:
            self._person.page.wait_for_timeout(10)


@pytest.mark.parametrize("game", OURS)
def test_it_is_seen_at_once_and_stands_when_it_is_acknowledged(game: str, person: Callable[..., Person]) -> None:
    ann = person()
    line = Line(ann)
    start = squarely.load(game).write_position(squarely.load(game).start())
    ann.begin(game, "level:1", name="Ann", position=start)
    before = ann.page.locator("[role=gridcell] .piece").all_inner_texts()
    played = shortest(game)[0]
    ann.click(played.squares)
    ann.sees_board(played.board)
    _looks_on_its_way(ann)
    line.refuse("Sorry, that is not possible.")
    ann.sees("#problem", "Sorry, that is not possible.")
    ann.sees_board(before)
    ann.sees("#status", "Your turn")
    expect(ann.page.locator(".cell.sent")).to_have_count(0)
    ann.click(played.squares)
    ann.sees_board(played.board)
    line.let_through()
    expect(ann.moves.first).to_contain_text(played.note)
    expect(ann.page.locator(".cell.sent")).to_have_count(0)


def _looks_on_its_way(ann: Person) -> None:
    expect(ann.page.locator("#status")).to_have_text("Your move is on its way…")
    expect(ann.page.locator("[role=gridcell][aria-label*='on its way']")).not_to_have_count(0)
    expect(ann.page.locator("#choices button")).to_have_count(0)
    assert "Your turn" not in ann.page.title()


def test_it_is_still_on_its_way_after_a_reload(person: Callable[..., Person]) -> None:
    ann = person()
    line = Line(ann)
    ann.begin("quad", "here")
    ann.type_move("A1")
    ann.sees("#status", "Player 1’s move is on its way…")
    ann.page.keyboard.type("B1")  # whoever types the moves types on
    expect(ann.page.locator("#words")).to_have_value("B1")
    line.held.clear()
    ann.page.reload()
    ann.sees("#status", "Player 1’s move is on its way…")
    ann.sees_board(["X", *[""] * 15])
    line.let_through()
    ann.sees("#status", "Player 2 is to move")
