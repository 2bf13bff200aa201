"""People at browsers: each with a browser of their own, who see, click, press keys, and note what goes wrong."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

from playwright.sync_api import Browser, Locator, Page, Playwright, expect

from tests import patience

CHROMIUM = "/usr/bin/chromium"
QUIET = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)
PATIENCE = patience.PATIENCE * 1000  # milliseconds


@contextmanager
def opened(playwright: Playwright) -> Iterator[Browser]:
    """A browser without a window."""
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
    yield browser
    browser.close()


class Person:
    """Somebody at a browser."""

    def __init__(
        self,
        browser: Browser,
        base: str,
        width: int = 1280,
        height: int = 900,
        theme: Literal["light", "dark"] = "light",
        **more: Any,
    ) -> None:
        self.base = base
        looks: Any = {"viewport": {"width": width, "height": height}, "color_scheme": theme}
        # A service worker keeps files for later visits, and whatever it fetches no test sees.
        self.context = browser.new_context(**{"service_workers": "block", **looks, **more})
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.errors: list[str] = []
        self.requests: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda said: self.errors.append(said.text) if said.type == "error" else None)
        self.page.on("request", lambda request: self.requests.append(request.url))

    def visit(self, path: str) -> None:
        """Go to a page of the server, or to a whole address."""
        self.page.goto(path if path.startswith("http") else self.base + path)

    def begin(self, game: str, opponent: str = "link", name: str = "", seconds: int = 0, **more: str) -> None:
        """Begin a match on the home page; what else is wanted stands in its address."""
        query = "&".join(f"{each}={value}" for each, value in {"game": game, "opponent": opponent, **more}.items())
        self.visit(f"/?{query}")
        expect(self.page.locator(f"input[name=game][value={game}]")).to_be_checked(timeout=PATIENCE)
        if name:
            self.page.locator("#name").fill(name)
        if seconds:
            self.page.locator("#more summary").click()
            self.page.locator("#seconds").fill(str(seconds))
        self.page.locator("#start").click()
        self.page.wait_for_url("**/m/*")
        self.at_the_table()

    def at_the_table(self) -> None:
        """Wait until the match is there, and all that stands around it."""
        expect(self.page.locator("#match")).to_have_class(re.compile("furnished"), timeout=PATIENCE)

    @property
    def invitation(self) -> str:
        """The link to send to a friend."""
        link = self.page.locator("#invitation-link")
        expect(link).to_have_value(re.compile("#join="), timeout=PATIENCE)
        return link.input_value()

    def follow(self, link: str, name: str = "") -> None:
        """Open a link to a match; where it invites to a seat that is free, take it."""
        self.visit(link)
        self.at_the_table()
        if self.page.locator("#invited").is_visible():
            self.accept(name)

    def accept(self, name: str = "") -> None:
        """Take the seat that one is invited to."""
        self.page.locator("#invited-name").fill(name)
        self.page.locator("#invited-play").click()
        expect(self.page.locator(".player.you")).to_be_visible(timeout=PATIENCE)

    def type_move(self, words: str) -> None:
        """Type a move, as the rulebook writes it."""
        if not self.page.locator("#words").is_visible():
            self.page.locator("#typing summary").click()
        self.page.locator("#words").fill(words)
        self.page.keyboard.press("Enter")

    @property
    def match(self) -> str:
        """The name of the match in its address."""
        return self.page.url.partition("/m/")[2][:12]

    def cell(self, square: int) -> Locator:
        return self.page.locator("[role=gridcell]").nth(square)

    @property
    def moves(self) -> Locator:
        """The moves in the list."""
        return self.page.locator("#moves li:has(b)")

    def waits_for_turn(self) -> None:
        """Wait until it is this person's turn."""
        expect(self.page.locator("#match")).to_have_attribute("data-phase", "ours", timeout=PATIENCE)

    def click(self, squares: tuple[int, ...]) -> None:
        """Make a move by clicking; squares that are chosen beforehand are not clicked again."""
        for square in squares:
            if self.cell(square).get_attribute("aria-selected") == "false":
                self.cell(square).click()

    def press(self, squares: tuple[int, ...], columns: int) -> None:
        """Make a move with the keyboard alone: to the board, over it with the arrows, Enter."""
        self.page.keyboard.press("b")
        for square in squares:
            if self.cell(square).get_attribute("aria-selected") == "true":
                continue
            self._walk(square, columns)
            self.page.keyboard.press("Enter")

    def _walk(self, square: int, columns: int) -> None:
        at = int(
            self.page.evaluate("[...document.querySelectorAll('[role=gridcell]')].indexOf(document.activeElement)")
        )
        assert at >= 0, "the keyboard is not on the board"
        rows, across = square // columns - at // columns, square % columns - at % columns
        for key, times in (("ArrowDown", rows), ("ArrowUp", -rows), ("ArrowRight", across), ("ArrowLeft", -across)):
            for _ in range(times):
                self.page.keyboard.press(key)

    def sees(self, selector: str, text: str | re.Pattern[str]) -> None:
        expect(self.page.locator(selector)).to_contain_text(text, timeout=PATIENCE)

    def sees_board(self, texts: list[str]) -> None:
        """The pieces on the board, square by square."""
        expect(self.page.locator("[role=gridcell] .piece")).to_have_text(texts, timeout=PATIENCE)

    def leave(self) -> None:
        """Close the browser; nothing may have gone wrong in it."""
        self.context.close()
        assert not self.errors, self.errors
        elsewhere = [url for url in self.requests if not url.startswith((self.base, "data:"))]
        assert not elsewhere, elsewhere
