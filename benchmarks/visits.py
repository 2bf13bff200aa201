"""A visit over a long line: how soon somebody can play, and what their browser asks for.

    python benchmarks/visits.py [VISITS]

Between browser and server stands a proxy that delays everything, connecting included, by 100 ms there and back. A match
is usable when a click on a square plays: the page clicks by itself as soon as it is its turn, and the move has to be on
the board then. Cold is the first visit of a browser, warm its next one, to another match, its connections closed.
Beside each visit a bare page without a script or a style is visited over the same line.
"""

import json
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))  # for the server and the browser, which live in the tests

import httpx
from playwright.sync_api import Browser, BrowserContext, sync_playwright
from slow_line import SlowLine, slow_line

from tests.web.browser.people import opened
from tests.web.serving import Served

VISITS = 7
ROUND_TRIP = 0.1  # seconds
_WANTED = {"cold": 800, "warm": 500}  # milliseconds
_BARE = b"<!doctype html><html lang=en><title>Bare</title><p>Here."

# As soon as it is our turn, the page plays on the first square; what is on the board then is read in the next frame.
_PLAY = """
const watch = new MutationObserver(() => {
  if (document.getElementById("match")?.dataset.phase !== "ours") return;
  const cell = document.querySelector("[role=gridcell]");
  if (!cell) return;
  watch.disconnect();
  const usable = performance.now();
  cell.click();
  requestAnimationFrame(() => (window.visit = { usable, shown: cell.textContent.trim() !== "" }));
});
watch.observe(document, { subtree: true, childList: true, attributes: true });
"""


class Visit(NamedTuple):
    """Milliseconds until the match could be played, and what was asked of the server meanwhile."""

    usable: float
    asked: int  # requests
    files: int  # of these, for files of the page
    bytes: int


class _Bare(BaseHTTPRequestHandler):
    """Serves the bare page, and nothing else."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.send_response(200)
        for name, value in (("Content-Type", "text/html"), ("Content-Length", str(len(_BARE)))):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(_BARE)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Keep quiet."""


@contextmanager
def bare_page() -> Iterator[int]:
    """A server with the bare page; its port."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Bare)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server.server_address[1]
    server.shutdown()
    thread.join()
    server.server_close()


def visit_match(context: BrowserContext, server: Served, line: SlowLine) -> Visit:
    """Come to a match where it is our turn, and play."""
    begun = httpx.post(f"{server.url}/api/matches", json={"game": "quad", "opponent": "here"}).json()
    stored = {"seats": [{"side": each["side"], "secret": each["secret"]} for each in begun["seats"]], "taken": 1}
    page = context.new_page()
    page.add_init_script(f"localStorage.setItem('squarely.match.{begun['match']}', {json.dumps(json.dumps(stored))})")
    page.add_init_script(_PLAY)
    before = len(server.lines)
    page.goto(f"http://127.0.0.1:{line.port}/m/{begun['match']}")
    page.wait_for_function("() => window.visit")
    seen = page.evaluate("window.visit")
    assert seen["shown"], "the click did not play"
    page.wait_for_selector("#moves li b")  # the server has acknowledged it
    received = page.evaluate(
        "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))"
        ".reduce((sum, each) => sum + each.transferSize, 0)"
    )
    time.sleep(1)  # what is fetched when the page has nothing better to do
    page.close()
    asked = [each["path"] for each in server.lines[before:] if each["event"] == "request"]
    return Visit(seen["usable"], len(asked), sum(each.startswith("/static/") for each in asked), received)


def visit_bare(context: BrowserContext, line: SlowLine) -> float:
    """Come to the bare page; milliseconds until it is there."""
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{line.port}/")
    took = page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
    page.close()
    return float(took)


def visited(browser: Browser, server: Served, lines: tuple[SlowLine, SlowLine]) -> dict[str, tuple[Visit, float]]:
    """One browser that has never been here: its first visit and its second, each with one to the bare page."""
    context, found = browser.new_context(viewport={"width": 1280, "height": 800}), {}
    for when in _WANTED:
        bare = visit_bare(context, lines[1])
        found[when] = visit_match(context, server, lines[0]), bare
        for line in lines:
            line.hang_up()
    context.close()
    return found


def visits(count: int = VISITS) -> list[tuple[str, str, str, str, str]]:
    """A row for first visits and one for second ones: medians."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Served(Path(folder), "--limit=matches_per_address=100000") as server,
        bare_page() as bare_port,
        slow_line(int(server.url.rpartition(":")[2]), ROUND_TRIP) as line,
        slow_line(bare_port, ROUND_TRIP) as bare_line,
        sync_playwright() as playwright,
        opened(playwright) as browser,
    ):
        found = [visited(browser, server, (line, bare_line)) for _ in range(count)]
    rows = []
    for when, wanted in _WANTED.items():
        usable = median(each[when][0].usable for each in found)
        bare = median(each[when][1] for each in found)
        some = found[0][when][0]
        rows.append(
            (
                f"{when}, until a click plays / requests, of these for files / bytes",
                f"{usable:.0f} ms / {some.asked}, {some.files} / {some.bytes:,}",
                f"bare page: {bare:.0f} ms",
                f"{usable / bare:.1f} ×",
                f"≤ {wanted} ms{', 0 for files' if when == 'warm' else ''}",
            )
        )
    return rows


if __name__ == "__main__":
    for row in visits(int(sys.argv[1]) if len(sys.argv) > 1 else VISITS):
        print(" | ".join(row))
