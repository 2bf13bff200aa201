"""What the pictures of the documentation show: places of the site, and moments of a match."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.web.browser.people import PATIENCE, Person
from tests.web.browser.places import go

_OPENING = (5, 10, 6, 9, 0, 3)  # squares of quad, first and second by turns
_ABOUT_TO_WIN = "XX../X.O./..O./O... X"
_ABOUT_TO_LOSE = ".X.X/..O./.XOO/X..O X"  # two squares of O lack one marker each


class Visitor(Person):
    """Somebody with friends, who are there as long as they are."""

    def __init__(self, *where: Any, **how: Any) -> None:
        super().__init__(*where, **how)
        self.friends: list[Person] = []

    def leave(self) -> None:
        """Leave, and the friends with them."""
        super().leave()
        for friend in self.friends:
            friend.leave()


def _playing(visitor: Visitor) -> None:
    """A friend far away has just moved."""
    assert visitor.context.browser
    friend = Person(visitor.context.browser, visitor.base)
    visitor.begin("quad", name="Ann")
    friend.visit(visitor.invitation)
    friend.at_the_table()
    if friend.page.locator("#invited").is_visible():
        friend.page.locator("#invited-name").fill("Bob")
        friend.page.locator("#invited-play").click()
    for number, square in enumerate(_OPENING):
        mover = (visitor, friend)[number % 2]
        mover.waits_for_turn()
        mover.click((square,))
    visitor.waits_for_turn()
    close = visitor.page.get_by_role("button", name="Close").first
    if close.is_visible():  # that the friend has come
        close.click()
    visitor.friends.append(friend)


def _won(visitor: Visitor) -> None:
    visitor.begin("quad", "level:3", name="Ann", position=_ABOUT_TO_WIN)
    visitor.click((5,))
    _is_over(visitor)


def _lost(visitor: Visitor) -> None:
    visitor.begin("quad", "perfect", name="Ann", position=_ABOUT_TO_LOSE)
    visitor.click((0,))
    _is_over(visitor)


def _is_over(visitor: Visitor) -> None:
    expect(visitor.page.locator("#match")).to_have_attribute("data-phase", "over", timeout=PATIENCE)
    expect(visitor.page.locator("#chart-here svg")).to_be_attached(timeout=PATIENCE)


_MOMENTS: dict[str, Callable[[Visitor], None]] = {"playing": _playing, "won": _won, "lost": _lost}
SHEETS = ("home", "playing", "match", "won", "lost", "puzzle", "review", "atlas", "game")


def show(visitor: Visitor, scene: str) -> None:
    """Bring a scene about, with the top of the page in view and nothing moving any more."""
    if scene in _MOMENTS:
        _MOMENTS[scene](visitor)
        visitor.page.wait_for_load_state("networkidle")
    else:
        go(visitor, scene)
    visitor.page.mouse.move(0, 0)
    visitor.page.evaluate("scrollTo(0, 0)")
    settle(visitor)


def settle(visitor: Visitor) -> None:
    """Wait until nothing moves or changes its colour any more."""
    visitor.page.evaluate("new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))")
    visitor.page.evaluate("Promise.all(document.getAnimations().map((each) => each.finished.catch(() => {})))")
