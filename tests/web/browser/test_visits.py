"""People who come again and again: no seat at a match that goes on is lost, and every such match is found again."""

from collections.abc import Callable

from playwright.sync_api import Route, expect

from tests.web.browser.people import Person

BEGIN = """async (count) => {
  const { saveSeat } = await import("/static/site/seats.js");
  const body = JSON.stringify({ game: "showdown", opponent: "level:1" });
  const headers = { "Content-Type": "application/json" };
  for (let number = 0; number < count; number += 1) {
    const begun = await (await fetch("/api/matches", { method: "POST", headers, body })).json();
    begun.seats.forEach((seat) => saveSeat(seat, false));
  }
}"""
RESIGN = """async (match) => {
  const { getSeats } = await import("/static/site/seats.js");
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${getSeats(match)[0].secret}` };
  const body = JSON.stringify({ turn: 1, act: "resign" });
  return (await fetch(`/api/matches/${match}/turns`, { method: "POST", headers, body })).ok;
}"""
AS_BEFORE = """(match) => {
  const { seats } = JSON.parse(localStorage.getItem(`squarely.match.${match}`));
  localStorage.clear();
  localStorage.setItem("squarely.seats", JSON.stringify({ [match]: seats }));
}"""
BACK = "window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"
CLOSED = """for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("closed", "SecurityError"); } });"""
FULL = """() => {
  for (let size = 2 ** 22; size; size = Math.floor(size / 2)) {
    try { localStorage.setItem(`full.${size}`, "x".repeat(size)); } catch {}
  }
}"""


def test_a_friend_s_match_is_found_after_fifty_others(person: Callable[..., Person]) -> None:
    ann = person()
    ann.begin("quad", name="Ann")
    match = ann.match
    ann.page.evaluate(AS_BEFORE, match)  # as an earlier version kept it
    ann.visit("/")
    ann.page.evaluate(BEGIN, 51)
    ann.visit("/")
    shown, others = ann.page.locator("#matches a"), ann.page.locator("#other-matches a")
    expect(shown).to_have_count(6)
    expect(shown.first).to_have_attribute("href", f"/m/{match}")
    ann.page.locator("#others summary").click()
    expect(others).to_have_count(46)
    assert ann.page.evaluate(RESIGN, match)
    ann.page.evaluate(BACK)
    expect(others).to_have_count(45)
    last = others.last.get_attribute("href") or ""
    ann.visit(last)
    ann.waits_for_turn()


def test_where_nothing_is_kept_a_seat_lasts_as_long_as_the_tab(person: Callable[..., Person]) -> None:
    ann, bob = person(), person()
    for each in (ann, bob):
        each.context.add_init_script(CLOSED)
    ann.visit("/")
    ann.sees("#fleeting", "closing it gives up your seat")
    ann.begin("quad", name="Ann")
    bob.follow(ann.invitation)
    for each in (ann, bob):
        each.sees("#fleeting", "closing it gives up your seat")
        each.page.reload()
    ann.waits_for_turn()
    ann.click((5,))
    bob.waits_for_turn()


def test_where_storage_is_full_a_seat_lasts_as_long_as_the_tab(person: Callable[..., Person]) -> None:
    ann = person()
    ann.visit("/")
    expect(ann.page.locator("#fleeting")).to_be_hidden()
    ann.page.evaluate(FULL)
    ann.begin("quad", "here")
    ann.sees("#fleeting", "full")
    ann.page.reload()
    ann.waits_for_turn()


def test_a_match_that_nobody_can_judge_is_stepped_through(person: Callable[..., Person]) -> None:
    ann = person()
    ann.begin("quad", "here", options="size=5")
    for move in ("A1", "B2", "C3"):
        ann.waits_for_turn()
        ann.page.locator("#words").fill(move)
        ann.page.keyboard.press("Enter")
        ann.sees("#moves", move)
    ann.page.keyboard.press("Escape")
    ann.page.get_by_role("button", name="Resign").click()
    ann.page.locator("#sure-yes").click()
    ann.sees("#review-says", "Nothing is judged here")
    pieces = ann.page.locator("[role=gridcell] .piece:not(:empty)")
    expect(pieces).to_have_text(["X", "O", "X"])
    ann.page.get_by_role("button", name="One move back").click()
    expect(pieces).to_have_text(["X", "O"])
    ann.sees("#step-text", "2. Player 2: B2.")
    ann.page.locator("#moves button").first.click()
    expect(pieces).to_have_text(["X"])
    link = ann.page.url
    assert link.endswith("#move-1")
    ann.visit("/")
    ann.visit(link)
    ann.sees("#step-text", "1. Player 1: A1.")


def test_the_start_says_that_it_is_on_its_way(person: Callable[..., Person]) -> None:
    ann = person()
    ann.visit("/?game=quad&opponent=here")
    expect(ann.page.get_by_role("radio", name="✓")).to_have_count(0)  # that it is chosen is said already
    answers: list[Route] = []
    ann.page.route("**/api/matches", lambda asked: answers.insert(0, asked))
    ann.page.locator("#start").click()
    ann.sees("#start", "Starting")
    expect(ann.page.locator("#start")).to_be_disabled()
    while not answers:
        ann.page.wait_for_timeout(20)
    answers[0].fulfill(status=400, json={"error": "not today"})
    ann.sees("#problem", "Not today.")
    expect(ann.page.locator("#start")).to_have_text("Start")
    expect(ann.page.locator("#start")).to_be_enabled()
    ann.errors.clear()  # a browser notes what was refused


def test_an_address_that_asks_for_what_there_is_not_is_told_so(person: Callable[..., Person]) -> None:
    ann = person()
    for address, why in (
        ("/?game=quat", "There is no game quat here"),
        ("/?game=quad&options=size%3Dhuge", "size"),
        ("/?game=quad&options=sise%3D5", "sise"),
        ("/?game=quad&opponent=level:12", "There is no opponent level:12 here"),
    ):
        ann.visit(address)
        ann.sees("#problem", why)
    ann.visit("/?game=quat")
    ann.page.locator("#start").click()
    ann.sees("#problem", "Choose a game first")
    for address, why in (("game=quat", "There is no game quat here"), ("level=7", "There is no level 7")):
        ann.visit(f"/puzzles?{address}")
        ann.sees("#about", why)
    ann.errors.clear()  # a browser notes what was refused
