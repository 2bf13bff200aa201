"""WebKit as Debian has it, and somebody who sits at it.

Playwright cannot speak with it; what it understands is WebDriver. It wants a screen, so it is given one that nobody
looks at. Errors are noted from the moment on at which a page has been loaded.
"""

import os
import re
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

import httpx

from tests.patience import PATIENCE, wait_until

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
_QUIET: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


@contextmanager
def opened_webkit(port: int) -> Iterator[httpx.Client]:
    """A driver of WebKit at this port, with a screen."""
    reading, writing = os.pipe()
    screen = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]
    with subprocess.Popen(screen, pass_fds=[writing], **_QUIET) as showing:
        os.close(writing)
        with open(reading, encoding="ascii") as number:
            environment = {**os.environ, "DISPLAY": f":{number.readline().strip()}"}
        with (
            subprocess.Popen(["WebKitWebDriver", f"--port={port}"], env=environment, **_QUIET) as driver,
            httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, trust_env=False) as client,
        ):
            try:
                _eventually(lambda: client.get("/status").is_success)
                yield client
            finally:
                driver.terminate()
                driver.wait()
                showing.terminate()


def _eventually(happens: Callable[[], object]) -> None:
    """Wait until this comes true; until then it may fail."""

    def has_happened() -> bool:
        try:
            return bool(happens())
        except (httpx.HTTPError, Unfit):
            return False

    wait_until(has_happened)


class Unfit(Exception):
    """What was asked of the page cannot be done, or not yet."""


class WebKitPerson:
    """Somebody at a WebKit of their own: does and sees what a `Person` does and sees."""

    def __init__(self, client: httpx.Client, base: str) -> None:
        self.base = base
        self._client = client
        self._session = ""
        self._session = f"/session/{self._ask('POST', '/session', capabilities={})['sessionId']}"
        self._ask("POST", "/window/rect", width=1280, height=900)

    def visit(self, path: str) -> None:
        self._ask("POST", "/url", url=path if path.startswith("http") else self.base + path)
        self.run(_NOTE)

    def begin_at_home(self, game: str, opponent: str = "link", name: str = "", **more: str) -> None:
        self.visit(f"/?{urlencode({'game': game, 'opponent': opponent, **more})}")
        self.waits(f"return document.querySelector('input[name=game][value={game}]')?.checked")
        self._ask("POST", f"/element/{self._find('#name')}/value", text=name)
        self._click("#start")
        self.waits("return location.pathname.startsWith('/m/')")
        self.run(_NOTE)
        self._at_the_table()

    @property
    def invitation(self) -> str:
        self.waits("return document.querySelector('#invitation-link').value.includes('#join=')")
        return str(self.run("return document.querySelector('#invitation-link').value"))

    def follow(self, link: str) -> None:
        self.visit(link)
        self._at_the_table()
        if self.run("return document.querySelector('#invited')?.checkVisibility()"):
            self._click("#invited-play")

    def waits_for_turn(self) -> None:
        self.waits("return document.querySelector('#match').dataset.phase === 'ours'")

    def click(self, squares: tuple[int, ...]) -> None:
        for square in squares:
            cell = f"document.querySelectorAll('[role=gridcell]')[{square}]"
            if self.run(f"return {cell}.ariaSelected") == "false":
                self._click(f"return {cell}")

    def sees(self, selector: str, text: str | re.Pattern[str]) -> None:
        seen = f"return document.querySelector({selector!r})?.innerText ?? ''"
        _eventually(lambda: re.search(text, str(self.run(seen))))

    def sees_board(self, texts: list[str]) -> None:
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

    def _click(self, place: str) -> None:
        """A click of the mouse on what a selector or a script finds."""
        _eventually(lambda: self._ask("POST", f"/element/{self._find(place)}/click") is None)

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
