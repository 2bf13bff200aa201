"""People at browsers: each with a browser of their own, who see, click, press keys, and note what goes wrong."""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Self, TypeAlias
from urllib.parse import urlencode

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Playwright, expect
from playwright.sync_api._generated import LocatorAssertions

from tests import patience

CHROMIUM = "/usr/bin/chromium"
QUIET = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)
PATIENCE = patience.PATIENCE * 1000  # milliseconds
GAMES = ("center", "numbers", "quad", "showdown", "snatchers")
LOOKS = {"width", "height", "theme", "reduced_motion", "forced_colors"}
_LIGHTEST = "/healthz"  # of all that the server has: one word
_BEGIN = """(wanted) => void import("/static/site/site.js").then(
  ({ beginMatch }) => beginMatch(wanted, () => {}, document.body))"""
_STORE = "([name, value]) => localStorage.setItem(`squarely.${name}`, JSON.stringify(value))"
_FORGET = "localStorage.clear(), sessionStorage.clear(), (window.name = '')"
_FOCUSED = "[...document.querySelectorAll('[role=gridcell]')].indexOf(document.activeElement)"

expect.set_options(timeout=PATIENCE)


@contextmanager
def opened(playwright: Playwright) -> Iterator[Browser]:
    """A browser without a window, in whose place the day begins as it does for the server."""
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET), env={**os.environ, "TZ": "UTC"})
    yield browser
    browser.close()


class Person:
    def __init__(self, browser: Browser, base: str, **how: Any) -> None:
        looks = {each: how.pop(each) for each in LOOKS & how.keys()}
        # A service worker keeps files for later visits, and whatever it fetches no test sees.
        self.context = browser.new_context(**{"service_workers": "block", **how})
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.stays = not how  # and may come again, to another test
        self.errors: list[str] = []
        self.requests: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._listen)
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.come(base, **looks)

    def _listen(self, said: ConsoleMessage) -> None:
        if said.type == "error" and not said.location["url"].endswith("/favicon.ico"):  # pages name another icon
            self.errors.append(said.text)

    def come(self, base: str, width: int = 1280, height: int = 900, theme: str = "light", **media: str) -> Self:
        self.base = base
        self.page.set_viewport_size({"width": width, "height": height})
        usual = {"media": "null", "reduced_motion": "no-preference", "forced_colors": "none"}
        preferred: Any = {**usual, "color_scheme": theme, **media}
        self.page.emulate_media(**preferred)
        return self

    def store(self, name: str, value: Any) -> Self:
        self.visit(_LIGHTEST).page.evaluate(_STORE, [name, value])
        return self

    def begin_with(self, script: str) -> Self:
        """Have this script run before those of every page: from now on they are somebody else."""
        self.stays = False
        self.context.add_init_script(script)
        return self

    def visit(self, path: str) -> Self:
        self.page.goto(path if path.startswith("http") else self.base + path)
        return self

    def begin(self, game: str, opponent: str = "link", **more: str | int) -> Self:
        """Begin a match as the home page does it, without its form."""
        if self.page.url != self.base + _LIGHTEST:
            self.visit(_LIGHTEST)
        self.page.evaluate(_BEGIN, {"game": game, "opponent": opponent, **more})
        return self.is_let_in()

    def begin_at_home(self, game: str, opponent: str = "link", name: str = "", **more: str) -> Self:
        """Begin a match on the home page; what else is wanted stands in its address."""
        self.visit(f"/?{urlencode({'game': game, 'opponent': opponent, **more})}")
        self.expects(f"input[name=game][value={game}]").to_be_checked()
        if name:
            self.at("#name").fill(name)
        return self.push("#start").is_let_in()

    def is_let_in(self) -> Self:
        self.page.wait_for_url("**/m/*")
        return self.at_the_table()

    def at_the_table(self) -> Self:
        """Wait for all that stands around it, too."""
        self.expects("#match").to_have_class(re.compile("furnished"))
        return self

    @property
    def invitation(self) -> str:
        self.expects("#invitation-link").to_have_value(re.compile("#join="))
        return self.at("#invitation-link").input_value()

    def follow(self, link: str) -> Self:
        """Open a link to a match; where it invites to a seat that is free, take it."""
        self.visit(link).at_the_table()
        return self.accept() if self.at("#invited").is_visible() else self

    def accept(self, name: str = "") -> Self:
        self.at("#invited-name").fill(name)
        self.at("#invited-play").click()
        self.expects(".player.you").to_be_visible()
        return self

    def type_move(self, words: str) -> Self:
        if not self.at("#words").is_visible():
            self.push("#typing summary")
        self.at("#words").fill(words)
        return self.type("Enter")

    def push(self, *what: str) -> Self:
        for each in what:
            (self.at(each) if each[0] in "#.[" else self.button(each)).click()
        return self

    def type(self, *keys: str) -> Self:
        for key in keys:
            self.page.keyboard.press(key)
        return self

    @property
    def match(self) -> str:
        return self.page.url.partition("/m/")[2][:12]

    def at(self, selector: str) -> Locator:
        return self.page.locator(selector)

    def expects(self, selector: str) -> LocatorAssertions:
        return expect(self.page.locator(selector))

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name)

    def cell(self, square: int) -> Locator:
        return self.at("[role=gridcell]").nth(square)

    @property
    def moves(self) -> Locator:
        return self.at("#moves li:has(b)")

    def waits_for_turn(self) -> Self:
        self.expects("#match").to_have_attribute("data-phase", "ours")
        return self

    def click(self, squares: tuple[int, ...]) -> Self:
        """Make a move by clicking; squares that are chosen beforehand are not clicked again."""
        for square in squares:
            if self.cell(square).get_attribute("aria-selected") == "false":
                self.cell(square).click()
        return self

    def press(self, squares: tuple[int, ...], columns: int) -> Self:
        """Make a move with the keyboard alone: to the board, over it with the arrows, Enter."""
        self.type("b")
        for square in squares:
            if self.cell(square).get_attribute("aria-selected") != "true":
                at = int(self.page.evaluate(_FOCUSED))
                assert at >= 0, "the keyboard is not on the board"
                down, right = square // columns - at // columns, square % columns - at % columns
                self.type(*["ArrowDown"] * down, *["ArrowUp"] * -down)
                self.type(*["ArrowRight"] * right, *["ArrowLeft"] * -right, "Enter")
        return self

    def shows(self, *selectors: str) -> Self:
        for each in selectors:
            expect(self.at(each).first).to_be_visible()
        return self

    def hides(self, *selectors: str) -> Self:
        for each in selectors:
            self.expects(each).to_be_hidden()
        return self

    def has_in_view(self, *selectors: str) -> Self:
        """All of each is within the window."""
        for each in selectors:
            self.expects(each).to_be_in_viewport(ratio=1)
        return self

    def counts(self, selector: str, count: int) -> Self:
        self.expects(selector).to_have_count(count)
        return self

    def made(self, moves: int) -> Self:
        expect(self.moves).to_have_count(moves)
        return self

    def hears(self, square: int, label: str | re.Pattern[str]) -> Self:
        """A screen reader says this of a square."""
        expect(self.cell(square)).to_have_attribute("aria-label", label)
        return self

    def sees(self, selector: str, text: str | re.Pattern[str]) -> Self:
        self.expects(selector).to_contain_text(text)
        return self

    def sees_board(self, texts: list[str]) -> Self:
        """The pieces on the board, square by square."""
        self.expects("[role=gridcell] .piece").to_have_text(texts)
        return self

    def leave(self) -> None:
        """Close the browser; nothing may have gone wrong in it."""
        self.context.close()
        self._expect_no_trouble()

    def forget(self) -> Self:
        """Be as new for another test; nothing may have gone wrong in this one."""
        self.page.unroute_all()
        if self.base.startswith("http"):
            self.visit(_LIGHTEST).page.evaluate(_FORGET)
        self._expect_no_trouble()
        self.requests.clear()
        return self

    def _expect_no_trouble(self) -> None:
        elsewhere = [url for url in self.requests if not url.startswith((self.base, "data:"))]
        assert not self.errors + elsewhere, self.errors + elsewhere


Come: TypeAlias = Callable[..., Person]
