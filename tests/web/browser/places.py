"""The places of the site that somebody can come to, each with how to get there and when it is all there."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.browser.lines import shortest
from tests.web.browser.people import PATIENCE, Person


def _home(visitor: Person) -> None:
    visitor.visit("/")
    expect(visitor.page.locator("input[name=game]").first).to_be_attached(timeout=PATIENCE)


def _setup(visitor: Person) -> None:
    visitor.visit("/?game=quad&options=size=3")
    expect(visitor.page.locator("#start")).to_be_enabled(timeout=PATIENCE)


def _me(visitor: Person) -> None:
    line = (
        '{"key":"one","day":"2026-11-16","game":"center","rules":"","opponent":"level:4","side":"first",'
        '"result":"won","moves":7,"levels":[]}'
    )
    visitor.context.add_init_script(f"localStorage.setItem('squarely.results', '[{line}]')")
    visitor.visit("/me")
    expect(visitor.page.locator("#rows tr")).to_have_count(1, timeout=PATIENCE)


def _invitation(visitor: Person) -> None:
    visitor.begin("quad", "link", name="Ann")


def _match(visitor: Person) -> None:
    visitor.begin("center", "perfect", name="Ann")
    visitor.click((1,))
    visitor.waits_for_turn()
    visitor.page.locator("#truth").click()
    expect(visitor.page.locator("#truths li").first).to_be_visible(timeout=PATIENCE)


def _sudden_death(visitor: Person) -> None:
    visitor.begin("quad", "here", position="XXOO/OOXX/XXOO/OXX. O")
    visitor.click((15,))
    visitor.sees("#news", "Sudden Death")


def _review(visitor: Person) -> None:
    visitor.begin("snatchers", "here", name="Ann")
    for played in shortest("snatchers"):
        visitor.waits_for_turn()
        visitor.click(played.squares)
        visitor.sees_board(played.board)
    expect(visitor.page.locator("#chart-here svg")).to_be_visible(timeout=PATIENCE)


def _puzzle(visitor: Person) -> None:
    visitor.visit("/puzzles?game=quad")
    expect(visitor.page.locator("[role=gridcell]").first).to_be_visible(timeout=PATIENCE)


def _atlas(visitor: Person) -> None:
    visitor.visit("/atlas/snatchers")
    expect(visitor.page.locator("[role=option]").first).to_be_visible(timeout=PATIENCE)


def _folded(visitor: Person) -> None:
    visitor.visit("/atlas/center")
    expect(visitor.page.locator("[role=option]").first).to_be_visible(timeout=PATIENCE)


def _game(visitor: Person) -> None:
    visitor.visit("/games/showdown")
    expect(visitor.page.get_by_text("proved").first).to_be_attached(timeout=2 * PATIENCE)


def _missing(visitor: Person) -> None:
    visitor.visit("/nowhere")
    visitor.errors.clear()  # a browser notes that there is nothing


_WAYS: dict[str, Callable[[Person], None]] = {
    "home": _home,
    "setup": _setup,
    "me": _me,
    "invitation": _invitation,
    "match": _match,
    "sudden-death": _sudden_death,
    "review": _review,
    "puzzle": _puzzle,
    "atlas": _atlas,
    "atlas-folded": _folded,
    "game": _game,
    "missing": _missing,
}
PLACES = tuple(_WAYS)


def go(visitor: Person, place: str) -> None:
    """Go to a place, and wait until it is all there."""
    _WAYS[place](visitor)
    visitor.page.wait_for_load_state("networkidle")
