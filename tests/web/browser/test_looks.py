"""Every page, in both themes, on a phone and on a desktop: nothing that axe finds, nothing too wide, heavy or loose."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

import squarely.web
from squarely.lab.report.page import render_page
from tests.lab.report.test_page import make_study
from tests.web.browser.people import Come, Person
from tests.web.browser.places import PLACES, go
from tests.web.browser.test_review_file import play_shortest, write_review

ROOT = Path(__file__).resolve().parents[3]
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
HEAVIEST = 100 * 1024  # bytes of a page with everything that it loads
LOOSEST = 0.05  # how far things may jump while a page comes: 0.1 is what browsers call good
SCREENS = (
    *((360, 740), (390, 844), (844, 390), (740, 360), (932, 430)),
    *((768, 1024), (1366, 650), (1920, 1080), (640, 400), (683, 325)),
)
CRAMPED = ((320, 256), (500, 330))

_IS_CUT = "(names) => names.some((e) => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight)"
_MARKED = """
async () => {
  const { BoardView } = await import("/static/site/board.js");
  document.getElementById("marked")?.remove();
  const host = Object.assign(document.createElement("div"), { id: "marked" });
  document.querySelector("main").append(host);
  const view = new BoardView(host, "Marked");
  const show = (texts, standing) => view.show({
    columns: ["A", "B", "C"], rows: ["1", "2", "3"], tokens: ["X", "O"], shared: ["★"],
    squares: [...texts].map((text, at) => ({
      name: "ABC"[at % 3] + (1 + Math.floor(at / 3)), text: text.trim(), place: "",
      side: { X: "first", O: "second" }[text] ?? null,
    })),
  }, { names: ["Ann", "Bob"], ...standing });
  show("X O 9★  O", {});
  show("XO  9★  O", { changed: [4], won: [1], moved: [[2, 1]], remains: { 2: { text: "7", side: "first" } } });
  view.mark({
    chosen: [8], choosable: [], lit: [3],
    notes: new Map([
      [0, { words: "wins in 3", short: "W3", look: "wins", best: true }],
      [7, { words: "loses in 2", short: "L2", look: "loses" }],
    ]),
  });
  const running = view.cells[1].firstElementChild.getAnimations().filter((each) => !each.animationName);
  return running.map((each) => each.effect.getKeyframes().map((frame) => frame.transform));
}
"""
_PAPER = "getComputedStyle(document.body).backgroundColor"
_RUN_AXE = """axe.run(document, {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"], resultTypes: ["violations"],
})"""
_JUMPED = """
() => {
  const watching = new PerformanceObserver(() => {});
  watching.observe({ type: "layout-shift", buffered: true });
  return watching.takeRecords().reduce((sum, { hadRecentInput, value }) => sum + (hadRecentInput ? 0 : value), 0);
}
"""
_LEAVE_SOME = "document.querySelectorAll('[role=option]:nth-of-type(n + 20)').forEach((each) => each.remove())"
_MOVING = """
[...document.querySelectorAll("*")].filter((each) => {
  const style = getComputedStyle(each);
  const longest = (text) => Math.max(...text.split(",").map(parseFloat));
  return longest(style.transitionDuration) > 0.01 || longest(style.animationDuration) > 0.01;
}).map((each) => each.outerHTML.slice(0, 80))
"""
_ENDS = "(seen) => [seen.getBoundingClientRect().top, seen.getBoundingClientRect().bottom]"
_SIZE = "(seen) => [seen.getBoundingClientRect().width, seen.getBoundingClientRect().height]"
_COLLIDING = """
(picture) => {
  const boxes = [...picture.querySelectorAll("text")].map((each) => each.getBoundingClientRect());
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 5 && b.top < a.bottom - 5;
  return boxes.flatMap((box, at) => boxes.slice(at + 1).filter((each) => meet(box, each))).length;
}
"""


def looks_right(visitor: Person) -> None:
    """Nothing is wider than the window, and axe finds nothing: in one theme on a desktop, in the other on a phone."""
    visitor.page.evaluate(AXE.read_text(encoding="utf-8"))
    papers = set()
    for theme in ("light", "dark"):
        width = 1280 if theme == "light" else 360
        visitor.page.set_viewport_size({"width": width, "height": 800})
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width
        visitor.page.emulate_media(color_scheme=theme)
        papers.add(visitor.page.evaluate(_PAPER))
        found = visitor.page.evaluate(_RUN_AXE)
        told = [f"{each['id']}: {node['html'][:120]}" for each in found["violations"] for node in each["nodes"]]
        assert not told, (width, theme, told)
    assert len(papers) == 2, "it was seen in both themes"


@pytest.mark.parametrize("place", PLACES)
def test_a_page_looks_right_comes_at_once_and_does_not_move_where_that_is_asked_for(place: str, ann: Person) -> None:
    weights = list[float]()
    network = ann.context.new_cdp_session(ann.page)
    for switch in ("clearBrowserCache", "enable"):
        network.send(f"Network.{switch}")
    network.on("Network.loadingFinished", lambda loaded: weights.append(loaded["encodedDataLength"]))
    ann.page.on("request", lambda asked: weights.clear() if asked.is_navigation_request() else None)  # another page
    go(ann, place)
    network.detach()
    assert len(weights) > 3
    assert sum(weights) < HEAVIEST
    assert ann.page.evaluate(_JUMPED) < LOOSEST
    ann.page.evaluate(_LEAVE_SOME)  # a thousand positions of an atlas look like the first ones
    ann.page.emulate_media(reduced_motion="reduce")
    assert ann.page.evaluate(_MOVING) == []
    looks_right(ann)  # what fades in again when motion is allowed again would be pale
    ann.page.emulate_media(reduced_motion="no-preference")
    ann.page.reload()  # at the other width
    ann.page.wait_for_load_state("networkidle")
    assert ann.page.evaluate(_JUMPED) < LOOSEST
    if place == "missing":
        ann.errors.clear()  # a browser notes that there is nothing


def test_a_review_in_a_file_looks_right(reader: Person, tmp_path: Path) -> None:
    write_review(reader, tmp_path, play_shortest("snatchers"))
    expect(reader.at("article svg").filter(visible=True)).to_have_count(1)
    looks_right(reader)


def test_the_page_of_the_lab_looks_right(reader: Person, tmp_path: Path) -> None:
    (tmp_path / "lab.html").write_text(render_page(*make_study()), encoding="utf-8")
    reader.page.goto(f"{reader.base}/lab.html")
    reader.type("Tab")
    expect(reader.page.get_by_role("link", name="To the ranking")).to_be_focused()
    for width in (1280, 360):
        reader.page.set_viewport_size({"width": width, "height": 900})
        picture = reader.at("svg").filter(visible=True)
        expect(picture).to_have_count(1)
        assert picture.locator(".point").count() > 10
        assert picture.evaluate(_COLLIDING) == 0
        picture.get_by_role("link", name="1. ", exact=False).last.focus()
        reader.type("Enter")
        reader.expects("tr:target").to_be_in_viewport()
    looks_right(reader)


def test_style_sheets_use_the_tokens_and_bring_no_colours_of_their_own() -> None:
    web = Path(squarely.web.__file__).parent / "browser" / "static"
    sheets = {path.name: path.read_text(encoding="utf-8") for path in sorted(web.rglob("*.css"))}
    assert len(sheets) > 4
    root = sheets["squarely.css"].partition(":root {")[2].partition("\n}")[0]
    tokens = set(re.findall(r"(--[\w-]+):", root))
    assert len(tokens) > 40
    told = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    assert not [token for token in tokens if f"`{token}`" not in told and not token.startswith("--space")]
    local = set(re.findall(r"(--[\w-]+):", "".join(sheets.values())))
    for name, text in sheets.items():
        assert set(re.findall(r"var\((--[\w-]+)", text)) <= tokens | local, name
        if name != "squarely.css":
            assert not re.findall(r"#[0-9a-f]{3,8}\b(?=[;, )])", text), name


def test_the_theme_can_be_chosen_and_what_is_chosen_is_ticked_for_the_eye_alone(ann: Person) -> None:
    ann.visit("/?game=quad")
    ann.expects("input[name=game][value=quad]").to_be_checked()
    tree = ann.context.new_cdp_session(ann.page).send("Accessibility.getFullAXTree")["nodes"]
    names = [node["name"]["value"] for node in tree if node.get("role", {}).get("value") == "radio"]
    assert "A friend here two people at this screen" in names
    assert not [name for name in names if "✓" in name]
    ann.visit("/me")
    light = ann.page.evaluate(_PAPER)
    for _ in ("light", "dark"):
        ann.push("#theme")
    dark = ann.page.evaluate(_PAPER)
    assert dark != light
    ann.page.reload()
    assert ann.page.evaluate(_PAPER) == dark


def test_the_board_is_a_grid_whose_squares_have_the_game_s_own_names(ann: Person) -> None:
    ann.begin("quad", "here").click((5,))
    ann.hears(0, re.compile("can be chosen"))  # the move is acknowledged
    grid = ann.page.get_by_role("grid")
    assert grid.get_by_role("row").count() == 4
    labels = [cell.get_attribute("aria-label") or "" for cell in grid.get_by_role("gridcell").all()]
    assert [label.partition(",")[0] for label in labels] == [f"{column}{row}" for row in "1234" for column in "ABCD"]
    assert "Player 1’s X" in labels[5]
    assert "last move" in labels[5]
    assert grid.locator("[tabindex='0']").count() == 1
    tree = ann.context.new_cdp_session(ann.page).send("Accessibility.getFullAXTree")["nodes"]
    roles = {node["nodeId"]: node.get("role", {}).get("value", "") for node in tree}  # as a screen reader is told
    rows = [[roles[child] for child in node["childIds"]] for node in tree if roles[node["nodeId"]] == "row"]
    assert rows == [["gridcell"] * 4] * 4


@pytest.mark.parametrize("game", ["quad", "showdown"])
def test_the_board_has_the_screen(game: str, ann: Person) -> None:
    """Phones upright and on their side, a tablet, desktops, and windows at 200 and 400 %."""
    ann.begin(game, "here", options="size=9" if game == "showdown" else "")
    board, bar = ann.at("#board"), ann.at(".top")
    for width, height in (*SCREENS, *CRAMPED):
        ann.page.set_viewport_size({"width": width, "height": height})
        ann.page.evaluate("scrollTo(0, 0)")
        if (width, height) in CRAMPED:  # there it is seen after scrolling
            board.evaluate("(board) => board.scrollIntoView({ block: 'center' })")
        else:
            ann.has_in_view("#status", "#player-first", "#player-second")
        ann.has_in_view("#board")
        across, high = board.evaluate(_SIZE)
        assert abs(across - high) < 2
        assert high > height / 2 or across > width * 0.9
        if width > height and height > 576:
            assert across * high > 0.85 * (height - bar.evaluate(_SIZE)[1]) ** 2, (width, height, across, high)
        assert not ann.at(".player > span > b").evaluate_all(_IS_CUT), (width, height)


def test_the_board_stays_while_a_match_is_stepped_through(ann: Person) -> None:
    """The board, the result and the steps fit one window; where what follows is scrolled to, the board stays."""
    go(ann, "review")
    for width, height in ((1366, 650), (1920, 1080), (360, 740), (768, 1024), (844, 390)):
        ann.page.set_viewport_size({"width": width, "height": height})
        ann.page.evaluate("scrollTo(0, 0)")
        ann.has_in_view("#board", "#status", *(("#back", "#on") if height > 400 else ()))
        if width > height:
            ann.at("#review").evaluate("(review) => review.scrollIntoView({ block: 'end' })")
            ann.has_in_view("#board")
    banner, looks = ann.at("#status"), set()
    for result in ("won", "lost", "drawn"):
        banner.evaluate(f"(status) => status.className = 'status over {result}'")
        looks.add(banner.evaluate("(status) => getComputedStyle(status).backgroundColor"))
    assert len(looks) == 3, "winning, losing and neither look different"


def test_what_is_marked_on_a_board_is_seen_and_said(person: Come) -> None:
    visitor = person(width=360, height=740)
    visitor.begin("snatchers", "here")
    slid = visitor.page.evaluate(_MARKED)
    assert len(slid) == 1
    assert "translate" in slid[0][0], "it comes from where it stood"
    cells = visitor.at("#marked .cell").all()
    assert [cell.get_attribute("class") for cell in cells] == [
        *("cell first noted wins best", "cell second won", "cell remaining of-first"),
        *("cell lit", "cell nobody number last", "cell nobody shared-token"),
        *("cell", "cell noted loses", "cell second chosen"),
    ]
    assert [cell.get_attribute("aria-label") for cell in cells[:4]] == [
        *("A1, Ann’s X, wins in 3", "B1, Bob’s O, decided the match"),
        *("C1, empty, captured by Ann: 7", "A2, empty, hinted"),
    ]
    above, below = (visitor.at(f"#marked .first .{part}").evaluate(_ENDS) for part in ("piece", "note"))
    assert above[1] <= below[0] + 1, "the note covers the piece"
    visitor.page.emulate_media(reduced_motion="reduce")
    assert visitor.page.evaluate(_MARKED) == []
