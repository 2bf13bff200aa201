"""People who come again and again: no seat at a match that goes on is lost, and every such match is found again."""

from collections.abc import Callable

from playwright.sync_api import Route, expect

from tests.web.browser.people import Person

BEGIN = """async (count) => {
  const { saveSeat } = await import("/static/site/site.js");
  const body = JSON.stringify({ game: "showdown", opponent: "level:1" });
  const headers = { "Content-Type": "application/json" };
  for (let number = 0; number < count; number += 1) {
    const begun = await (await fetch("/api/matches", { method: "POST", headers, body })).json();
    begun.seats.forEach((seat) => saveSeat(seat, false));
  }
}"""
RESIGN = """async (match) => {
  const { getSeats } = await import("/static/site/site.js");
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
TO_THE_FRONT = "document.dispatchEvent(new Event('visibilitychange'))"
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
    ann.requests.clear()
    ann.visit("/")
    shown = ann.page.locator("#matches a")
    expect(shown).to_have_count(6)
    expect(shown.first).to_have_attribute("href", f"/m/{match}")
    ann.sees("#matches li:first-child", "Not here yet")
    ann.page.get_by_role("button", name="Show all 52").click()
    expect(shown).to_have_count(52)
    expect(ann.page.locator("#matches .coming")).to_have_count(0)
    assert len([url for url in ann.requests if "/api/summaries" in url]) == 3  # not one for each
    assert ann.page.evaluate(RESIGN, match)
    ann.page.evaluate(BACK)
    expect(shown.last).to_have_attribute("href", f"/m/{match}")
    ann.sees("#matches li:last-child", "You lost")
    ann.requests.clear()
    ann.page.evaluate(BACK)
    while len([url for url in ann.requests if "/api/summaries" in url]) < 3:
        ann.page.wait_for_timeout(20)
    assert not [url for url in ann.requests if match in url]  # it is over: nobody has to ask again
    oldest = shown.nth(50).get_attribute("href") or ""
    ann.visit(oldest)
    ann.waits_for_turn()


def test_matches_are_taken_off_the_list_and_put_back(person: Callable[..., Person]) -> None:
    ann, bob = person(), person()
    ann.begin("quad", name="Ann")
    friends = ann.match
    bob.follow(ann.invitation)
    ann.visit("/")
    ann.page.evaluate(BEGIN, 2)
    ann.visit("/")
    shown, back = ann.page.locator("#matches li"), ann.page.locator("#hidden-matches")
    expect(shown).to_have_count(3)
    ann.sees("#matches li:first-child", "Your turn")
    expect(ann.page.locator("#clear-finished")).to_be_hidden()
    shown.nth(1).get_by_role("button", name="Hide").click()
    expect(shown).to_have_count(2)
    expect(back).to_be_focused()
    back.click()
    shown.get_by_role("button", name="Show again").click()
    expect(shown).to_have_count(3)
    expect(back).to_be_hidden()
    for match in [(each.get_attribute("href") or "")[-12:] for each in shown.locator("a").all()[1:]]:
        assert ann.page.evaluate(RESIGN, match)
    ann.page.evaluate(TO_THE_FRONT)
    expect(shown.get_by_text("You lost")).to_have_count(2)
    ann.page.get_by_role("button", name="Clear finished").click()
    expect(shown).to_have_count(1)
    shown.get_by_role("button", name="Hide").click()
    ann.sees("#no-matches", "Nothing here yet")
    ann.visit("/")  # hidden, not forgotten
    expect(shown).to_have_count(0)
    ann.page.get_by_role("button", name="Show 3 hidden").click()
    expect(shown).to_have_count(3)
    shown.first.get_by_role("button", name="Show again").click()
    ann.page.get_by_role("button", name="Leave out what is hidden").click()
    expect(shown.locator("a")).to_have_attribute("href", f"/m/{friends}")
    ann.visit(f"/m/{friends}")
    ann.waits_for_turn()
    ann.click((5,))
    bob.waits_for_turn()


def test_where_nothing_is_kept_a_seat_lasts_as_long_as_the_tab(person: Callable[..., Person]) -> None:
    ann, bob = person(), person()
    for each in (ann, bob):
        each.context.add_init_script(CLOSED)
    ann.visit("/")
    ann.sees("#fleeting", "closing it gives up your seat")
    ann.page.get_by_role("button", name="Fill a 2x2 square Capture Square Play").click()  # one tap
    ann.page.wait_for_url("**/m/*")
    ann.waits_for_turn()
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
        ann.type_move(move)
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
        ann.sees("main", why)
    ann.errors.clear()  # a browser notes what was refused
