"""The first thing somebody sees: a board with the value of every move, games that one tap plays, today's puzzle.

A match of one's own is set up in a sheet; a link to a position opens it with the position drawn. To people who come
again and again no seat at a match that goes on is lost, and every such match is found again.
"""

from datetime import UTC, datetime
from urllib.parse import urlencode

from playwright.sync_api import Route, expect

import squarely
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules import registry
from squarely.core.rules.rulebook import write_goal
from squarely.web.study.analysis import choose_example, pose_daily_puzzle
from squarely.web.study.atlas import has_atlas
from tests.web.browser.people import Come, Person

_IS_WHOLE = """(element) => {
  const box = element.getBoundingClientRect();
  const corners = [[box.left + 4, box.top + 4], [box.right - 4, box.bottom - 4]];
  const isIn = box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
  return isIn && corners.every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
}"""
_BEGIN = """async (count) => {
  const { saveSeat } = await import("/static/site/site.js");
  const body = JSON.stringify({ game: "showdown", opponent: "level:1" });
  const headers = { "Content-Type": "application/json" };
  for (let number = 0; number < count; number += 1) {
    const begun = await (await fetch("/api/matches", { method: "POST", headers, body })).json();
    begun.seats.forEach((seat) => saveSeat(seat, false));
  }
}"""
_RESIGN = """async (match) => {
  const { getSeats } = await import("/static/site/site.js");
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${getSeats(match)[0].secret}` };
  const body = JSON.stringify({ turn: 1, act: "resign" });
  return (await fetch(`/api/matches/${match}/turns`, { method: "POST", headers, body })).ok;
}"""
_AS_BEFORE = """(match) => {
  const { seats } = JSON.parse(localStorage.getItem(`squarely.match.${match}`));
  localStorage.clear();
  localStorage.setItem("squarely.seats", JSON.stringify({ [match]: seats }));
}"""
_BACK = "window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"
_TO_THE_FRONT = "document.dispatchEvent(new Event('visibilitychange'))"
_CLOSED = """for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("closed", "SecurityError"); } });"""
_FULL = """() => {
  for (let size = 2 ** 22; size; size = Math.floor(size / 2)) {
    try { localStorage.setItem(`full.${size}`, "x".repeat(size)); } catch {}
  }
}"""


def is_whole(visitor: Person, selector: str) -> bool:
    return bool(visitor.at(selector).evaluate(_IS_WHOLE))


def test_a_newcomer_sees_the_games_and_one_tap_plays_the_computer(ann: Person) -> None:
    plays = ann.visit("/").at(".play")
    ann.counts(".play", len(registry.names())).shows("#no-matches")
    for width, height in ((1280, 800), (768, 1024), (360, 740), (1366, 768)):
        ann.page.set_viewport_size({"width": width, "height": height})
        ann.page.evaluate("scrollTo(0, 0)")
        assert is_whole(ann, ".game >> nth=0"), (width, height)
        assert is_whole(ann, "#example-board .grid"), (width, height)
    assert len({name.inner_text() for name in plays.locator("b").all()}) == len(registry.names())
    ann.push("Rules & options of Fill a 2x2 square")
    ann.expects("[name=opponent]:focus").to_have_value("link")  # a friend is one tap further
    ann.sees("#summary", "Fill a 2x2 square")
    ann.page.evaluate("Promise.all(document.getAnimations().map((each) => each.finished))")
    assert is_whole(ann, "#start")
    ann.page.get_by_role("radio", name="The computer").check(force=True)
    ann.at("#level").fill("2")
    ann.sees(".hero", "level 2")
    ann.page.reload()
    plays.filter(has_text="Grid Snatchers").dblclick()
    ann.is_let_in().waits_for_turn().sees("main", "Level 2")
    assert len([url for url in ann.requests if url.endswith("/api/matches")]) == 1
    ann.page.go_back()
    ann.sees("#matches li", "Level 2")
    expect(plays.first).to_be_enabled()


def test_the_first_page_shows_what_the_oracle_says_of_every_move_and_today_s_puzzle(ann: Person) -> None:
    example = choose_example()
    assert example
    assert len({each.words for each in example.truth.moves}) > 2
    ann.visit("/").sees("h1", "Every move’s true value, known")
    best: dict[int, str] = {}
    for each in example.truth.moves:  # the best first
        best.setdefault(each.squares[-1], each.words)
    cells = ann.counts("#example-board [role=gridcell][title]", len(best)).at("#example-board [role=gridcell]")
    noted = {at: cell.get_attribute("title") for at, cell in enumerate(cells.all()) if cell.get_attribute("title")}
    assert {at: (words or "").removesuffix(", best") for at, words in noted.items()} == best
    square = example.truth.moves[-1].squares[-1]
    cells.nth(square).click()
    ann.sees("#example-says", best[square]).push("Explore it").is_let_in()
    ann.sees_board([each.text for each in example.shown.board.squares])
    task = pose_daily_puzzle(datetime.now(UTC).date())
    ann.visit("/").sees("#today", task.task).sees("#today", f"level {task.level} of 5").push("#today")
    ann.page.wait_for_url("**/puzzles")


def test_home_has_the_width_and_no_name_is_cut(person: Come) -> None:
    ann = person(width=1920, height=1080)
    ann.begin("showdown", "level:1").visit("/").sees("#matches", "Push the one token home")
    assert ann.at("#games").evaluate("(games) => games.offsetWidth") > 0.7 * 1920
    for width in (1920, 844, 360):
        ann.page.set_viewport_size({"width": width, "height": 740})
        named = ann.at(".words *, #matches span, #matches b, #today span, #today b")
        cut = named.evaluate_all("(all) => all.filter((e) => e.clientWidth && e.scrollWidth > e.clientWidth).length")
        assert not cut, width


def test_the_header_leads_to_the_rules_the_verdicts_and_the_atlas(ann: Person) -> None:
    ann.visit("/me").push("Games")
    menu = ann.at("#menu")
    atlases = [name for name in registry.names() if has_atlas(registry.load(name))]
    for title, names in (("Verdicts", registry.names()), ("Atlas", atlases)):
        expect(menu.get_by_role("link", name=title)).to_have_count(len(names))
    menu.get_by_role("link", name="Land on the other token").click()
    ann.page.wait_for_url("**/games/snatchers")
    ann.expects("html").to_have_css("overflow-y", "scroll")
    ann.expects("html").to_have_css("scrollbar-gutter", "auto")  # no strip is left free beside the page


def test_a_position_in_the_address_and_the_start_are_seen_at_once(ann: Person) -> None:
    for game, options, position, width, height in (
        ("center", "stalemate=loses", "A--/-B-/--- A", 1280, 800),
        ("quad", "", "XXOO/OOXX/XXOO/OOXX X", 360, 740),
    ):
        ann.page.set_viewport_size({"width": width, "height": height})
        ann.visit(f"/?{urlencode({'game': game, 'position': position, 'opponent': 'explore', 'options': options})}")
        start = ann.button("Start from here")
        expect(start).to_be_enabled()
        ann.sees("#from-line", position).sees("#from-title", "From this position").sees("#summary", "Explore")
        for seen in (start, ann.at("#from-board .thumbnail")):
            assert seen.evaluate("(seen) => seen.getBoundingClientRect().bottom") <= height
        ann.push("Start from here").is_let_in()
        played = squarely.load(game, options)
        ann.sees_board([square.text for square in Tabletop(played).squares(played.read_position(position))])


def test_a_rule_set_in_the_address_or_by_a_click_is_chosen_and_its_rules_are_told(ann: Person) -> None:
    radio, size = ann.page.get_by_role("radio", name="mended"), ann.at("#option-size")
    ann.visit("/?game=showdown&opponent=here&options=rules=mended").sees("#rules-says", "A 4x4 grid.")
    expect(radio).to_be_checked()
    ann.sees("#rules", write_goal(squarely.load("showdown", "mended")))
    ann.page.get_by_text("as printed", exact=True).click()
    ann.sees("#rules", write_goal(squarely.load("showdown"))).sees("#rules-says", "Exactly as the rulebook has it.")
    size.fill("4")
    ann.sees("#problem", "a 4x4 grid has no center square").errors.clear()  # a browser notes what the server refuses
    ann.sees("#rules-says", "Options of your own.").counts("[name=rules]:checked", 0)
    size.fill("7")
    radio.check(force=True)
    expect(size).to_have_value("4")
    ann.push("#start").is_let_in().counts("[role=gridcell]", 16).sees("#game", "mended")
    ann.visit("/?game=quad&options=gravity=yes,shape=tilted,sudden_death=none")  # in any order
    expect(radio).to_be_checked()


def test_an_address_that_asks_for_what_there_is_not_is_told_so(ann: Person) -> None:
    for address, where, why in (
        ("?game=center&opponent=explore&position=A--", "#from", "There is no such position"),
        ("?game=center&opponent=explore&position=A--", "#from-mover", "a position is BOARD MOVER"),
        ("?game=quad&options=size%3Dhuge", "#problem", "size"),
        ("?game=quad&options=sise%3D5", "#problem", "sise"),
        ("?game=quad&opponent=level:12", "#problem", "There is no opponent level:12 here"),
        ("puzzles?game=quat", "main", "There is no game quat here"),
        ("puzzles?level=7", "main", "There is no level 7"),
        ("?game=quat", "#problem", "There is no game quat here"),
    ):
        ann.visit(f"/{address}").sees(where, why)
    ann.push("#start").sees("#problem", "Choose a game first")
    ann.errors.clear()  # a browser notes what was refused


def test_a_match_that_is_starting_says_so(ann: Person) -> None:
    waiting: list[Route] = []
    ann.page.route("**/api/matches", lambda route: waiting.append(route))  # noqa: PLW0108, it notes the function
    start = ann.visit("/?game=quad&opponent=here").at("#start")
    expect(start).to_have_text("Start")
    start.click()
    expect(start).to_have_text("Starting…")
    expect(start).to_be_disabled()
    waiting[0].fulfill(status=503, json={"error": "the server is busy"})
    ann.sees("#problem", "The server is busy.")
    expect(start).to_have_text("Start")
    expect(start).to_be_enabled()
    ann.errors.clear()  # a browser notes that something was refused


def _count_asked(visitor: Person) -> int:
    return len([url for url in visitor.requests if "/api/summaries" in url])


def test_a_friend_s_match_is_found_after_fifty_others(ann: Person) -> None:
    match = ann.begin("quad", name="Ann").match
    ann.page.evaluate(_AS_BEFORE, match)  # as an earlier version kept it
    ann.visit("/").page.evaluate(_BEGIN, 51)
    ann.requests.clear()
    shown = ann.visit("/").at("#matches a")
    expect(shown).to_have_count(6)
    expect(shown.first).to_have_attribute("href", f"/m/{match}")
    ann.sees("#matches li:first-child", "Not here yet").push("Show all 52")
    expect(shown).to_have_count(52)
    ann.counts("#matches .coming", 0)
    assert _count_asked(ann) == 3  # not one for each
    assert ann.page.evaluate(_RESIGN, match)
    ann.page.evaluate(_BACK)
    expect(shown.last).to_have_attribute("href", f"/m/{match}")
    ann.sees("#matches li:last-child", "You lost")
    ann.requests.clear()
    ann.page.evaluate(_BACK)
    while _count_asked(ann) < 3:
        ann.page.wait_for_timeout(20)
    assert not [url for url in ann.requests if match in url]  # it is over: nobody has to ask again
    ann.visit(shown.nth(50).get_attribute("href") or "").waits_for_turn()


def test_matches_are_taken_off_the_list_and_put_back(ann: Person, bob: Person) -> None:
    friends = ann.begin("quad", name="Ann").match
    bob.follow(ann.invitation)
    ann.visit("/").page.evaluate(_BEGIN, 2)
    ann.visit("/")
    shown, back = ann.at("#matches li"), ann.at("#hidden-matches")
    expect(shown).to_have_count(3)
    ann.sees("#matches li:first-child", "Your turn").hides("#clear-finished")
    shown.nth(1).get_by_role("button", name="Hide").click()
    expect(shown).to_have_count(2)
    expect(back).to_be_focused()
    back.click()
    shown.get_by_role("button", name="Show again").click()
    expect(shown).to_have_count(3)
    expect(back).to_be_hidden()
    for match in [(each.get_attribute("href") or "")[-12:] for each in shown.locator("a").all()[1:]]:
        assert ann.page.evaluate(_RESIGN, match)
    ann.page.evaluate(_TO_THE_FRONT)
    expect(shown.get_by_text("You lost")).to_have_count(2)
    ann.push("Clear finished")
    expect(shown).to_have_count(1)
    shown.get_by_role("button", name="Hide").click()
    ann.sees("#no-matches", "Nothing here yet")
    ann.visit("/")  # hidden, not forgotten
    expect(shown).to_have_count(0)
    ann.push("Show 3 hidden")
    expect(shown).to_have_count(3)
    shown.first.get_by_role("button", name="Show again").click()
    ann.push("Leave out what is hidden")
    expect(shown.locator("a")).to_have_attribute("href", f"/m/{friends}")
    ann.visit(f"/m/{friends}").waits_for_turn().click((5,))
    bob.waits_for_turn()


def test_where_nothing_is_kept_a_seat_lasts_as_long_as_the_tab(ann: Person, bob: Person) -> None:
    for each in (ann, bob):
        each.begin_with(_CLOSED)
    ann.visit("/").sees("#fleeting", "closing it gives up your seat")
    ann.push("Fill a 2x2 square Capture Square Play")  # one tap
    ann.page.wait_for_url("**/m/*")
    ann.waits_for_turn().begin("quad", name="Ann")
    bob.follow(ann.invitation)
    for each in (ann, bob):
        each.sees("#fleeting", "closing it gives up your seat")
        each.page.reload()
    ann.waits_for_turn().click((5,))
    bob.waits_for_turn()


def test_where_storage_is_full_a_seat_lasts_as_long_as_the_tab(ann: Person) -> None:
    ann.visit("/").hides("#fleeting")
    ann.page.evaluate(_FULL)
    ann.begin("quad", "here").sees("#fleeting", "full")
    ann.page.reload()
    ann.waits_for_turn()
