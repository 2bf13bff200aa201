"""The page of a match: by ear, by keyboard, by dragging, on small screens, in trouble, and at the end."""

import re

from playwright.sync_api import WebSocketRoute, expect

from tests.web.browser.people import Come, Person
from tests.web.browser.places import shortest

_GRID = "538/291/647 1 0-0"
_ABOUT_TO_WIN = "XX../X.O./..O./O... X"
_LONG = ("W" * 32, "Bartholomew Montgomery")
_WIDE = "(each) => [each.scrollWidth, each.clientWidth || each.offsetWidth, each.getBoundingClientRect().width]"
_RING = """(cell) => {
  const probe = cell.appendChild(Object.assign(document.createElement("p"), { style: "color: var(--accent)" }));
  const accent = getComputedStyle(probe).color;
  probe.remove();
  return getComputedStyle(cell).boxShadow.includes(accent);
}"""
_SPIES = """
const { setTimeout: wait } = window;
const isLost = () => document.getElementById("trouble-says")?.textContent.includes("Reconnecting");
window.setTimeout = (act, time, ...more) => {
  window.waits.push(time);
  return isLost() ? 0 : wait(act, time, ...more); // a lost connection is not tried again by itself
};
performance.now = () => 1000; // no time passes between a move and its answer
window.OscillatorNode = class extends OscillatorNode { constructor(...how) { super(...how); window.notes += 1; } };
window.Notification = class {
  static permission = "default";
  static requestPermission() { Notification.permission = "granted"; return Promise.resolve("granted"); }
  constructor(title) { window.told.push(title); }
};
window.waits = []; window.notes = 0; window.told = [];
"""


def test_numbers_can_be_followed_by_ear(ann: Person) -> None:
    ann.begin("numbers", "here", name="Ann", position=_GRID)
    ann.sees("#announced", "Capture Squares: Ann against Player 2.").sees("#announced", "Press b to go to the board")
    ann.click((4,))
    ann.sees("#announced", "Ann took 9, 3, 2, 1 and 4: 19 points. Ann has 19 points, Player 2 has 0 points.")
    ann.hears(1, "(1,2), empty, captured by Ann: 3, last move")
    expect(ann.moves.nth(0)).to_contain_text("9 +3 +2 +1 +4 = 19")
    expect(ann.moves.nth(0).get_by_role("button")).to_have_attribute("title", "2 2")
    # The colour of the player stays under that of the last move.
    colours = list[str]()
    for square in (4, 0):
        ann.click((square,))
        expect(ann.cell(square)).to_have_class(re.compile(r"\blast\b"))
        colours.append(ann.cell(square).evaluate("(cell) => getComputedStyle(cell).backgroundColor"))
    assert colours[0] != colours[1]


def test_a_long_name_breaks_nothing(ann: Person) -> None:
    for name in _LONG:
        ann.begin("center", "link", name=name)
        for width, height in ((360, 740), (844, 390), (1366, 768)):
            ann.page.set_viewport_size({"width": width, "height": height})
            assert ann.at("main").evaluate("(main) => main.scrollWidth") <= width
            for part in (".player.you", ".player.you .notes", "#status"):
                wide, inside, across = ann.at(part).evaluate(_WIDE)
                assert wide <= inside + 1, (part, name, width)
                assert across > 40, (part, name, width)
            ann.sees(".player.you .notes", "you, 4 tokens in hand")


def test_after_the_end_the_keyboard_finds_the_rematch_and_forced_colours_show_it_and_levels_are_suggested(
    person: Come,
) -> None:
    """A harder one after a win, and an easier one after two losses in a sitting, whose score is kept."""
    ann = person(forced_colors="active")
    ann.begin("quad", "level:4", name="Ann", position=_ABOUT_TO_WIN).press((5,), 4).sees("#status", "You won")
    ann.expects("#status").to_be_focused()
    ann.type("Tab")
    assert ann.page.evaluate("document.activeElement.textContent") == "Rematch"
    paper = ann.page.evaluate("getComputedStyle(document.body).backgroundColor")
    for mark in ("#player-first .side-mark", "#player-second .side-mark", "#status .side-mark"):
        ann.expects(mark).to_have_css("border-top-width", "2px")
        ann.expects(mark).not_to_have_css("border-top-color", paper)
    idle, active = (ann.at(step).evaluate("(button) => getComputedStyle(button).color") for step in ("#on", "#back"))
    assert idle != active
    ann.sees("#next-says", "Level 5 (solid) is waiting.")
    expect(ann.page.get_by_role("link", name="Another game")).to_have_attribute("href", "/")
    ann.push("Play level 5").sees("#player-second", "Level 5")

    ann.begin("quad", "level:4", name="Ann").push("Resign", "#sure-yes").sees("#status", "You lost")
    expect(ann.button("Play level 3")).to_be_hidden()
    ann.push("Rematch")
    ann.page.wait_for_url(re.compile(rf"/m/(?!{ann.match})"))
    ann.at_the_table().push("Resign", "#sure-yes").sees("#score", "You 0 : 2 Level 4.")
    ann.sees("#next-says", "Level 3 (relaxed) may be more fun.")
    expect(ann.button("Play level 3")).to_be_visible()


def test_a_closed_goal_counts_down_and_looks_and_is_called_different_once_it_is_open(ann: Person) -> None:
    goal, moves = 14, ((1, 4), (4, 9), (9, 5), (5, 2), (2, 7), (7, 10), (10, 15), (15, 11), (11, 6), (6, 3))
    ann.begin("showdown", "here", options="mended")
    for left in range(10, -1, -1):
        named = re.compile(rf"goal, closed for {left} more moves?,") if left else re.compile("goal, empty")
        ann.hears(goal, named)
        expect(ann.cell(goal)).to_have_class(re.compile(r"\bclosed\b" if left else r"^((?!closed).)*$"))
        ann.sees("#goal", "which opens after 10 moves" if left else "which is open now")
        if left:
            ann.click(moves[10 - left])
    ann.page.reload()
    ann.at("#back").click()  # an earlier position, told by the server
    ann.hears(goal, re.compile("closed for 1 more move,"))


def test_a_hint_is_seen_on_a_square_that_shows_its_worth(ann: Person) -> None:
    ann.begin("numbers", "level:4", position=_GRID).push("#truth").shows(".cell.best")
    for _ in range(3):
        ann.push("#hint").expects("#hint").to_be_enabled()
    assert ann.at(".cell.best.lit").first.evaluate(_RING)


def test_the_keyboard_follows_the_one_token_which_has_a_name_and_the_keys_can_be_switched_off(
    ann: Person,
) -> None:
    ann.begin("showdown", "here").hears(0, re.compile(r"^\(1,1\), the token,")).press((1,), 5)
    expect(ann.cell(1)).to_be_focused()
    ann.sees("#announced", "Player 1 moved from (1,1) to (1,2).").begin("showdown", "level:1").press((1,), 5)
    ann.waits_for_turn().made(2)
    ann.expects(".cell.shared-token").to_be_focused()
    ann.type("?").sees("#shortcuts", "take back")
    ann.page.get_by_role("switch", name="Single letters work as shortcuts").click()
    ann.type("Escape", "h").push("Keys").sees("#shortcuts", "take back")
    ann.expects("#hinted").to_be_empty()
    assert not [url for url in ann.requests if url.endswith("/hint")]


def test_an_illegal_try_says_why_and_loses_nothing(ann: Person) -> None:
    ann.begin("quad", "here")
    for hidden in ("#truth", "#hint"):  # between people there is no truth until the end
        ann.hides(hidden)
    ann.type("t", "h").click((5,)).waits_for_turn().sees("#status", "Player 2 is to move")
    ann.cell(5).click()
    ann.sees("#problem", "B2 is already occupied").type_move("Z9").sees("#problem", "Z9 is off the grid")
    ann.type_move("").expects("#problem").to_be_empty()  # takes back what was wrong
    ann.type_move("c3").sees("#status", "Player 1 is to move")
    assert not [url for url in ann.requests if url.endswith(("/truth", "/hint"))]


def test_sudden_death_is_explained_and_a_long_move_stays_beside_its_number(person: Come) -> None:
    ann = person(width=360, height=740)
    ann.begin("quad", "here", position="XXOO/OOXX/XXOO/OXX. O").click((15,)).sees("#news", "Sudden Death begins")
    ann.sees("#news", "exchange places").click((0, 2)).made(2)  # one's own marker, then one of the other side's
    assert ann.moves.nth(1).evaluate("(move) => move.offsetHeight") < 40


def test_some_numbers_are_left_where_one_may_choose(ann: Person) -> None:
    ann.begin("numbers", "here", options="capture=choose", position="123/456/789 1 0-0").click((4, 1))
    ann.page.get_by_role("button", name="Play 5 +2 = 7", exact=True).click()
    ann.sees_board(["1", "", "3", "4", "", "6", "7", "8", "9"]).sees("#player-first", "7 points")


def test_what_is_around_the_board_keeps_its_place(person: Come) -> None:
    """What glows ends at the frame, the list of moves at its last move, and holdings stay on their line."""
    ann = person(width=1366, height=768)
    ann.begin("quad", "level:4", name="Ann")
    ann.expects(".board .grid").to_have_css("overflow", "clip")
    assert ann.at(".made").evaluate("(made) => made.offsetHeight") < 90
    ann.push("#truth").shows("#truths li")
    height, row = (ann.at(each).first.evaluate("(e) => e.clientHeight") for each in ("#truths", "#truths li"))
    assert height > 7 * row
    tools = ann.at(".tools").get_by_role("button").or_(ann.at("#typing summary")).all()
    names = {each.get_attribute("aria-label") for each in tools}
    assert names == {"Sound and notifications", "Play on another device", "Keys (?)", "Type a move"}
    ann.begin("center", "here", name="Ann", other_name="Bob")
    for played in shortest("center"):
        ann.waits_for_turn().click(played.squares)
    ann.sees("#status", "won")
    for side in ("first", "second"):
        assert ann.at(f"#player-{side}").evaluate("(card) => card.offsetHeight") < 70


def _drag(ann: Person, start: int, end: int) -> None:
    """In two steps, as a hand does."""
    for square, act in ((start, "down"), (end, "up")):
        box = ann.cell(square).bounding_box()
        assert box
        ann.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=2)
        getattr(ann.page.mouse, act)()


def test_a_piece_is_dragged_and_an_answer_is_seen_after_it(ann: Person) -> None:
    ann.begin("snatchers", "level:1", name="Ann", options="up=screen").page.evaluate(_SPIES)
    _drag(ann, 0, 12)
    ann.sees("#problem", "no move leads from (1,1) to (3,3)").sees_board(["P1", *[""] * 23, "P2"])

    # Nothing calls until it is asked for; a notification only where the page is out of sight.
    ann.push("#settings-open")
    ann.page.get_by_role("switch", name="Play a sound when it is my turn").click()
    heard = ann.page.evaluate("window.notes")
    assert heard > 0, "so that it is known"
    ann.page.get_by_role("switch", name="Notify me").click()
    ann.type("Escape")
    assert 350 not in ann.page.evaluate("window.waits")
    _drag(ann, 0, 10)
    ann.waits_for_turn().made(2)
    expect(ann.moves.nth(0)).to_contain_text("↓ (1,3)")
    assert 350 in ann.page.evaluate("window.waits"), "the answer waited for a moment"
    assert ann.page.evaluate("window.notes") > heard
    assert ann.page.evaluate("window.told") == []
    ann.page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    ann.click((10, 11)).waits_for_turn()
    assert ann.page.evaluate("window.told") == ["Your turn"]
    ann.page.reload()
    ann.push("#settings-open")
    expect(ann.page.get_by_role("switch", name="Play a sound")).to_be_checked()
    ann.type("Escape")

    # The rules, and what holds in this match.
    ann.push("#rules-open").sees("#rules-drawer", "The first player to land on the other token captures it")
    ann.sees("#rules-drawer", re.compile("Up ?changed.*for both", re.IGNORECASE | re.DOTALL)).push("Close")
    ann.hides("#rules-drawer")


def test_nothing_waits_where_motion_is_not_wanted_and_trouble_is_said_calmly(person: Come) -> None:
    ann = person(reduced_motion="reduce").begin_with(_SPIES)
    sockets, is_away = list[WebSocketRoute](), [False]

    def answer(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        if is_away[0]:
            socket.close()
        else:
            socket.connect_to_server()

    ann.page.route_web_socket("**/api/socket", answer)
    ann.begin("snatchers", "level:1", name="Ann").click((0, 10)).waits_for_turn()
    assert 350 not in ann.page.evaluate("window.waits")
    is_away[0] = True
    sockets[-1].close()
    ann.sees("#trouble", "The connection to the server is lost.").sees("#trouble", "Reconnecting")
    is_away[0] = False
    ann.push("Try now").hides("#trouble")
