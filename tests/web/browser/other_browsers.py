"""Firefox and WebKit as Debian has them, and somebody who sits at one of them.

Playwright cannot speak with them; both understand the commands of WebDriver, Firefox on a line of its own. WebKit wants
a screen, so it is given one that nobody looks at. Errors are noted from the moment on at which a page has been loaded.
"""

import json
import os
import re
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias
from urllib.parse import urlencode

import httpx

from tests.patience import PATIENCE, wait_until
from tests.web.postgres import free_port

Ask: TypeAlias = Callable[..., Any]  # a command by its name, with what it is told

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
_UNHEARD: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
_ENTER = "\ue007"  # the key, in WebDriver
_SETTINGS = 'user_pref("marionette.port", 0);\nuser_pref("network.proxy.type", 0);\n'
_PATHS = {
    "SetWindowRect": "/window/rect",
    "Navigate": "/url",
    "ExecuteScript": "/execute/sync",
    "ElementClick": "/element/{id}/click",
    "ElementSendKeys": "/element/{id}/value",
}


class Unfit(Exception):
    """What was asked of the page cannot be done, or not yet."""


@contextmanager
def opened_firefox() -> Iterator[Ask]:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "user.js").write_text(_SETTINGS, encoding="ascii")
        port = Path(folder) / "MarionetteActivePort"
        command = ["firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", folder]
        with subprocess.Popen(command, **_UNHEARD) as firefox:
            try:
                wait_until(lambda: port.exists() and port.read_text(encoding="ascii") != "")
                with (
                    socket.create_connection(("127.0.0.1", int(port.read_text(encoding="ascii"))), PATIENCE) as line,
                    line.makefile("rb") as said,
                ):
                    _hear(said)  # who it is

                    def ask(command: str, **what: Any) -> Any:
                        message = json.dumps([0, 1, f"WebDriver:{command}", what]).encode()
                        line.sendall(b"%d:%b" % (len(message), message))
                        *_, error, found = _hear(said)
                        return _take(error or found.get("value"), bool(error))

                    ask("NewSession", capabilities={})
                    yield ask
            finally:
                firefox.terminate()


def _hear(said: BinaryIO) -> Any:
    """The next message, which begins with its length."""
    length = b""
    while (sign := said.read(1)) != b":":
        length += sign
    return json.loads(said.read(int(length)))


@contextmanager
def opened_webkit() -> Iterator[Ask]:
    """A WebKit with a screen."""
    port, (reading, writing) = free_port(), os.pipe()
    screen = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]
    with subprocess.Popen(screen, pass_fds=[writing], **_UNHEARD) as showing:
        os.close(writing)
        with open(reading, encoding="ascii") as number:
            environment = {**os.environ, "DISPLAY": f":{number.readline().strip()}"}
        with (
            subprocess.Popen(["WebKitWebDriver", f"--port={port}"], env=environment, **_UNHEARD) as driver,
            httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, trust_env=False) as client,
        ):

            def ask(command: str, **what: Any) -> Any:
                answer = client.post(session + _PATHS[command].format(**what), json=what)
                return _take(answer.json()["value"], answer.is_error)

            try:
                _eventually(lambda: client.get("/status").is_success)
                begun = client.post("/session", json={"capabilities": {}}).json()["value"]
                session = f"/session/{begun['sessionId']}"
                yield ask
                client.delete(session)
            finally:
                driver.terminate()
                driver.wait()
                showing.terminate()


def _take(answer: Any, is_error: bool) -> Any:
    if is_error:
        raise Unfit(f"{answer['error']}: {answer['message']}")
    return answer


def _eventually(happens: Callable[[], object]) -> None:
    """Wait until this comes true; until then it may fail."""

    def has_happened() -> bool:
        try:
            return bool(happens())
        except (httpx.HTTPError, Unfit):
            return False

    wait_until(has_happened)


class OtherPerson:
    """Somebody at a browser of their own: does and sees what a `Person` does and sees."""

    def __init__(self, ask: Ask, base: str) -> None:
        self._ask, self.base = ask, base
        ask("SetWindowRect", width=1280, height=900)

    def visit(self, path: str) -> None:
        self._ask("Navigate", url=path if path.startswith("http") else self.base + path)
        self._run(_NOTE)

    def begin_at_home(self, game: str, opponent: str = "link", name: str = "", **more: str) -> None:
        self.visit(f"/?{urlencode({'game': game, 'opponent': opponent, **more})}")
        self._waits(f"return document.querySelector('input[name=game][value={game}]')?.checked")
        self._ask("ElementSendKeys", id=self._find("#name"), text=name)
        self._click("#start")
        self._waits("return location.pathname.startsWith('/m/')")
        self._run(_NOTE)
        self._at_the_table()

    @property
    def invitation(self) -> str:
        self._waits("return document.querySelector('#invitation-link').value.includes('#join=')")
        return str(self._run("return document.querySelector('#invitation-link').value"))

    def follow(self, link: str) -> None:
        self.visit(link)
        self._at_the_table()
        if self._run("return document.querySelector('#invited')?.checkVisibility()"):
            self._ask("ElementSendKeys", id=self._find("#invited-name"), text=_ENTER)  # a button may still move

    def waits_for_turn(self) -> None:
        self._waits("return document.querySelector('#match').dataset.phase === 'ours'")

    def click(self, squares: tuple[int, ...]) -> None:
        for square in squares:
            cell = f"document.querySelectorAll('[role=gridcell]')[{square}]"
            if self._run(f"return {cell}.ariaSelected") == "false":
                self._click(f"return {cell}")

    def sees(self, selector: str, text: str | re.Pattern[str]) -> None:
        seen = f"return document.querySelector({selector!r})?.innerText ?? ''"
        _eventually(lambda: re.search(text, str(self._run(seen))))

    def sees_board(self, texts: list[str]) -> None:
        _eventually(lambda: self._run(_BOARD) == texts)

    def leave(self) -> None:
        """Nothing may have gone wrong in the browser."""
        errors = self._run("return window.noted")
        assert not errors, errors

    def _at_the_table(self) -> None:
        self._waits("return document.querySelector('#match').classList.contains('furnished')")

    def _waits(self, script: str) -> None:
        _eventually(lambda: self._run(script))

    def _run(self, script: str) -> Any:
        return self._ask("ExecuteScript", script=script, args=[])

    def _click(self, place: str) -> None:
        _eventually(lambda: self._ask("ElementClick", id=self._find(place)) is None)

    def _find(self, place: str) -> str:
        found = self._run(place if place.startswith("return ") else f"return document.querySelector({place!r})")
        if not found:
            raise Unfit(f"nothing is at {place}")
        return str(next(iter(found.values())))
