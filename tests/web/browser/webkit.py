"""WebKit as Debian has it, and somebody who sits at it.

Playwright cannot speak with it; what it understands is WebDriver. It wants a screen, so it is given one that nobody
looks at. Errors are noted from the moment on at which a page has been loaded.
"""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import httpx

from tests.patience import PATIENCE

_NEEDED = {"WebKitWebDriver": "webkit2gtk-driver", "Xvfb": "xvfb"}
_NOTE = """
if (!window.noted) {
  window.noted = [];
  addEventListener("error", (event) => noted.push(event.message));
  addEventListener("unhandledrejection", (event) => noted.push(String(event.reason)));
  const said = console.error;
  console.error = (...words) => { noted.push(words.join(" ")); said(...words); };
}
"""
_BOARD = 'return [...document.querySelectorAll("[role=gridcell] .piece")].map((each) => each.textContent.trim())'

T = TypeVar("T")


@contextmanager
def opened_webkit(port: int) -> Iterator[httpx.Client]:
    """A driver of WebKit at this port, with a screen."""
    for program, package in _NEEDED.items():
        assert shutil.which(program), f"these tests need {program}: install it with apt-get install {package}"
    reading, writing = os.pipe()
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    screen = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]
    with subprocess.Popen(screen, pass_fds=[writing], **quiet) as showing:  # type: ignore[call-overload]
        os.close(writing)
        with open(reading, encoding="ascii") as number:
            display = f":{number.readline().strip()}"
        environment = {**os.environ, "DISPLAY": display}
        command = ["WebKitWebDriver", f"--port={port}"]
        with (
            subprocess.Popen(command, env=environment, **quiet) as driver,  # type: ignore[call-overload]
            httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, trust_env=False) as client,
        ):
            try:
                _eventually(lambda: client.get("/status").is_success)
                yield client
            finally:
                driver.terminate()
                driver.wait()
                showing.terminate()


def _eventually(happens: Callable[[], T]) -> T:
    """What comes of this as soon as something does; until then it may fail."""
    give_up = time.monotonic() + PATIENCE
    while True:
        try:
            if found := happens():
                return found
        except (httpx.HTTPError, Unfit):
            if time.monotonic() > give_up:
                raise
        assert time.monotonic() < give_up, "it does not happen"
        time.sleep(0.02)


class Unfit(Exception):
    """What was asked of the page cannot be done, or not yet."""


class WebKitPerson:
    """Somebody at a WebKit of their own."""

    def __init__(self, client: httpx.Client, base: str, width: int = 1280, height: int = 900) -> None:
        self.base = base
        self._client = client
        self._session = ""
        self._session = f"/session/{self._ask('POST', '/session', capabilities={})['sessionId']}"
        self._ask("POST", "/window/rect", width=width, height=height)

    def visit(self, path: str) -> None:
        """Go to a page of the server, or to a whole address."""
        self._ask("POST", "/url", url=path if path.startswith("http") else self.base + path)
        self.run(_NOTE)

    def begin(self, game: str, opponent: str = "link", name: str = "", seconds: int = 0, **more: str) -> None:
        """Begin a match on the home page."""
        assert not seconds, "nobody has needed that here yet"
        query = "&".join(f"{each}={value}" for each, value in {"game": game, "opponent": opponent, **more}.items())
        self.visit(f"/?{query}")
        self.waits(f"return document.querySelector('input[name=game][value={game}]')?.checked")
        if name:
            self._ask("POST", f"/element/{self._find('#name')}/value", text=name)
        self._click("#start")
        self.waits("return location.pathname.startsWith('/m/')")
        self.run(_NOTE)
        self._at_the_table()

    @property
    def invitation(self) -> str:
        """The link to send to a friend."""
        self.waits("return document.querySelector('#invitation-link').value.includes('#join=')")
        return str(self.run("return document.querySelector('#invitation-link').value"))

    def follow(self, link: str) -> None:
        """Open a link to a match; where it invites to a seat that is free, take it."""
        self.visit(link)
        self._at_the_table()
        if self.run("return document.querySelector('#invited')?.checkVisibility()"):
            self._click("#invited-play")

    def waits_for_turn(self) -> None:
        """Wait until it is this person's turn."""
        self.waits("return document.querySelector('#match').dataset.phase === 'ours'")

    def click(self, squares: tuple[int, ...]) -> None:
        """Make a move by clicking; squares that are chosen beforehand are not clicked again."""
        for square in squares:
            cell = f"document.querySelectorAll('[role=gridcell]')[{square}]"
            if self.run(f"return {cell}.ariaSelected") == "false":
                self._click(f"return {cell}")

    def sees(self, selector: str, text: str | re.Pattern[str]) -> None:
        """Wait until this is said there."""
        _eventually(lambda: re.search(text, self._text(selector)))

    def sees_board(self, texts: list[str]) -> None:
        """The pieces on the board, square by square."""
        _eventually(lambda: self.run(_BOARD) == texts)

    def leave(self) -> None:
        """Close the browser; nothing may have gone wrong in it."""
        errors = self.run("return window.noted")
        self._ask("DELETE", "")
        assert not errors, errors

    def waits(self, script: str) -> None:
        """Wait until a script finds something."""
        _eventually(lambda: self.run(script))

    def run(self, script: str) -> Any:
        """What a script returns."""
        return self._ask("POST", "/execute/sync", script=script, args=[])

    def _at_the_table(self) -> None:
        self.waits("return document.querySelector('#match').classList.contains('furnished')")

    def _text(self, selector: str) -> str:
        return str(self.run(f"return document.querySelector({selector!r})?.innerText ?? ''"))

    def _click(self, place: str) -> None:
        """A click of the mouse on what a selector or a script finds."""

        def click() -> bool:
            self._ask("POST", f"/element/{self._find(place)}/click")
            return True

        _eventually(click)

    def _find(self, place: str) -> str:
        found = self.run(place if place.startswith("return ") else f"return document.querySelector({place!r})")
        if not found:
            raise Unfit(f"nothing is at {place}")
        return str(next(iter(found.values())))

    def _ask(self, method: str, path: str, **what: Any) -> Any:
        answer = self._client.request(method, self._session + path, json=what if method == "POST" else None)
        value = answer.json()["value"]
        if answer.is_error:
            raise Unfit(f"{value['error']}: {value['message']}")
        return value
