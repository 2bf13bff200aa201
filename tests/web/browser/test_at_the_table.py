"""What belongs to a match besides its moves: dragging, a pause before an answer, rules, signals, trouble, the seat."""

import re
from collections.abc import Callable

from playwright.sync_api import WebSocketRoute, expect

from tests.web.browser.people import Person

_SPIES = """
window.waits = []; window.notes = 0; window.told = [];
const { setTimeout: wait } = window;
window.setTimeout = (act, time, ...more) => { window.waits.push(time); return wait(act, time, ...more); };
performance.now = () => 1000; // no time passes between a move and its answer
window.OscillatorNode = class extends OscillatorNode { constructor(...how) { super(...how); window.notes += 1; } };
window.Notification = class {
  static permission = "default";
  static requestPermission() { Notification.permission = "granted"; return Promise.resolve("granted"); }
  constructor(title) { window.told.push(title); }
};
"""


def _drag(ann: Person, start: int, end: int) -> None:
    boxes = [ann.cell(square).bounding_box() for square in (start, end)]
    (x, y), *_, (to_x, to_y) = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    ann.page.mouse.move(x, y)
    ann.page.mouse.down()
    ann.page.mouse.move((x + to_x) / 2, (y + to_y) / 2)
    ann.page.mouse.move(to_x, to_y)
    ann.page.mouse.up()


def test_a_piece_is_dragged_and_an_answer_is_seen_after_it(person: Callable[..., Person]) -> None:
    ann = person()
    ann.context.add_init_script(_SPIES)
    ann.begin("snatchers", "level:1", name="Ann", options="up=screen")
    _drag(ann, 0, 12)
    ann.sees("#problem", "no move leads from (1,1) to (3,3)")
    ann.sees_board(["P1", *[""] * 23, "P2"])

    # Nothing calls until it is asked for; a notification only where the page is out of sight.
    ann.page.locator("#settings-open").click()
    ann.page.get_by_role("switch", name="Play a sound when it is my turn").click()
    heard = ann.page.evaluate("window.notes")
    assert heard > 0, "so that it is known"
    ann.page.get_by_role("switch", name="Notify me").click()
    ann.page.keyboard.press("Escape")
    assert 350 not in ann.page.evaluate("window.waits")
    _drag(ann, 0, 10)
    ann.waits_for_turn()
    expect(ann.moves).to_have_count(2)
    expect(ann.moves.nth(0)).to_contain_text("↓ (1,3)")
    assert 350 in ann.page.evaluate("window.waits"), "the answer waited for a moment"
    assert ann.page.evaluate("window.notes") > heard
    assert ann.page.evaluate("window.told") == []
    ann.page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    ann.click((10, 11))
    ann.waits_for_turn()
    assert ann.page.evaluate("window.told") == ["Your turn"]
    ann.page.reload()
    ann.page.locator("#settings-open").click()
    expect(ann.page.get_by_role("switch", name="Play a sound")).to_be_checked()
    ann.page.keyboard.press("Escape")

    # The rules, and what holds in this match.
    ann.page.locator("#rules-open").click()
    ann.sees("#rules-drawer", "The first player to land on the other token captures it")
    ann.sees("#rules-drawer", re.compile("Up ?changed.*for both", re.IGNORECASE | re.DOTALL))
    ann.page.get_by_role("button", name="Close").click()
    expect(ann.page.locator("#rules-drawer")).to_be_hidden()

    # The seat, on another device.
    ann.page.get_by_role("button", name="Play on another device").click()
    link = ann.page.get_by_label("Link to your seat").input_value()
    phone = person(width=360, height=740)
    phone.follow(link)
    phone.waits_for_turn()
    phone.sees("#player-first", "Ann")


def test_nothing_waits_where_motion_is_not_wanted_and_trouble_is_said_calmly(person: Callable[..., Person]) -> None:
    ann = person(reduced_motion="reduce")
    ann.context.add_init_script(_SPIES)
    away = list[WebSocketRoute]()
    is_away = [False]

    def answer(socket: WebSocketRoute) -> None:
        if is_away[0]:
            socket.close()
        else:
            away.append(socket)
            socket.connect_to_server()

    ann.page.route_web_socket("**/api/socket", answer)
    ann.begin("snatchers", "level:1", name="Ann")
    ann.click((0, 10))
    ann.waits_for_turn()
    assert 350 not in ann.page.evaluate("window.waits")
    is_away[0] = True
    away[-1].close()
    ann.sees("#trouble", "The connection to the server is lost.")
    ann.sees("#trouble", "Reconnecting")
    is_away[0] = False
    ann.page.get_by_role("button", name="Try now").click()
    expect(ann.page.locator("#trouble")).to_be_hidden()
