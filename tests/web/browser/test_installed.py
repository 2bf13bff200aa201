"""A browser that keeps the shell: what has not changed is not asked for again, and it says when the server is away."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.patience import wait_until
from tests.web.browser.people import CHROMIUM, PATIENCE, QUIET, Person
from tests.web.serving import Served

KEPT = """async () => {
  const names = await caches.keys();
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return [names, requests.flat().map(({ url }) => new URL(url).pathname)];
}"""
READY = "navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))"


def asked(server: Served, since: int) -> list[str]:
    """What the server was asked for."""
    return [each["path"] for each in server.lines[since:] if each["event"] == "request"]


def test_the_second_visit_asks_for_nothing_that_has_not_changed(served: Served, person: Callable[..., Person]) -> None:
    ann = person()
    ann.begin("quad", "here")
    since = len(served.lines)
    for path, first in (("/", "input[name=game]"), (f"/m/{ann.match}", "[role=gridcell]")):
        ann.visit(path)
        expect(ann.page.locator(first).first).to_be_attached()
    ann.waits_for_turn()
    paths = asked(served, since)
    assert {"/", f"/m/{ann.match}"} <= set(paths)
    assert not [each for each in paths if each.startswith("/static/") or each == "/api/games"]


def test_it_can_be_installed(base: str, browser: Browser, tmp_path: Path) -> None:
    """In a window that keeps things: the others of the tests do not, and nothing can be installed from those."""
    with browser.browser_type.launch_persistent_context(
        tmp_path, executable_path=CHROMIUM, args=list(QUIET)
    ) as context:
        page = context.pages[0]
        page.goto(base)
        asking = context.new_cdp_session(page)
        manifest = asking.send("Page.getAppManifest")
        assert (manifest["url"], manifest["errors"]) == (f"{base}/manifest.webmanifest", [])
        wait_until(lambda: asking.send("Page.getInstallabilityErrors")["installabilityErrors"] == [])


def test_a_match_is_played_before_the_line_is_open(person: Callable[..., Person]) -> None:
    ann = person()
    ann.begin("quad", "here")
    ann.page.route_web_socket("**/api/socket", lambda _: None)  # it opens, and nobody answers
    ann.page.reload()
    ann.waits_for_turn()
    ann.cell(5).click()
    expect(ann.page.locator("#match")).to_have_attribute("data-phase", "sending")
    expect(ann.cell(5).locator(".piece")).to_have_text("X")
    ann.page.unroute_all()


def test_the_shell_says_when_the_server_is_away_and_comes_back_with_it(tmp_path: Path, browser: Browser) -> None:
    server = Served(tmp_path)
    ann = Person(browser, server.url, service_workers="allow")
    ann.begin("quad", "here")
    ann.page.evaluate("caches.open('other')")
    ann.page.wait_for_function(f"() => {READY}")
    names, kept = ann.page.evaluate(KEPT)
    assert sorted(name.partition("-shell-")[0] for name in names) == ["other", "squarely"]
    assert "/offline" in kept
    assert all(each.startswith("/static/") for each in kept if each != "/offline")
    ann.click((5,))
    ann.sees("#moves", "B2")
    link, port = ann.page.url, server.url.rpartition(":")[2]
    server.stop()
    for address in (link, "/", "/games/quad"):
        ann.visit(address)
        ann.sees("h1", "The server cannot be reached")
        ann.sees("#kept", "Your matches are kept there")
        expect(ann.page.locator("[role=gridcell]")).to_have_count(0)
    ann.visit(link)
    ann.page.locator("#again").click()
    ann.sees("#tried", "It still cannot be reached.")
    assert (
        ann.page.evaluate("getComputedStyle(document.querySelector('.main')).borderRadius") != "0px"
    )  # with its style
    with Served(tmp_path, f"--port={port}"):
        expect(ann.page.locator("#match")).to_have_attribute("data-phase", "ours", timeout=PATIENCE)  # by itself
        ann.sees("#moves", "B2")
    ann.context.close()


def test_a_shell_of_another_version_is_forgotten(person: Callable[..., Person]) -> None:
    ann = person(service_workers="allow")
    ann.context.add_init_script("caches.open('squarely-shell-0123456789ab')")
    ann.visit("/puzzles")
    ann.page.wait_for_function(f"() => {READY}")
    wait_until(lambda: len(ann.page.evaluate(KEPT)[0]) == 1)
    assert ann.page.evaluate(KEPT)[0] != ["squarely-shell-0123456789ab"]
