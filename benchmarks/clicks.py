"""A move on the board in a real browser: how long the click keeps the page busy, and until it is seen.

    python benchmarks/clicks.py [MOVES]

Every click is timed inside the page: how long the handlers of all its events took together; from the moment the
button was let go until a frame is drawn in which the pieces on the board are others; and until the move stands in the
list of moves, which means that the server has acknowledged it. Beside each move a button whose handler is empty is
clicked on the same page, so that a busy machine slows both; it is shown with the next frame.
"""

import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))  # for the server and the browser, which live in the tests

from playwright.sync_api import Browser, sync_playwright

from squarely.core.match.tabletop import Tabletop
from squarely.core.rules import registry
from squarely.core.rules.game import Game, Position
from tests.web.browser.people import Person, opened
from tests.web.serving import ANYTHING, Served

LIMITS = (*ANYTHING, "--limit=messages_per_socket=1000000")
MOVES = 15  # timed of each game
PLAYED = ("center", "numbers", "quad", "showdown", "snatchers", "showdown:size=9")


class Screen(NamedTuple):
    """How large a window, how many times slower its processor, and how soon a move has to be seen there."""

    width: int
    height: int
    slowed: int
    wanted: int  # milliseconds

    def __str__(self) -> str:
        return f"{self.width}×{self.height}" + (f", processor slowed {self.slowed} times" if self.slowed > 1 else "")


SCREENS = (Screen(1280, 800, 1, 50), Screen(360, 740, 4, 100))

# A frame is drawn after the callbacks of its animation frame; a message is delivered after that.
_TIMING = """
const drawn = (then) => requestAnimationFrame(() => {
  const channel = new MessageChannel();
  channel.port1.onmessage = then;
  channel.port2.postMessage("");
});
const pieces = () => Array.from(document.querySelectorAll("[role=gridcell] .piece"), (each) => each.textContent).join();
let click, began;
for (const kind of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"]) {
  addEventListener(kind, (event) => {
    if (kind === "pointerdown") click = { handler: 0, before: pieces(), isEmpty: event.target.id === "empty" };
    if (kind === "pointerup") click.from = event.timeStamp;
    began = performance.now();
  }, true);
  addEventListener(kind, () => (click.handler += performance.now() - began));
}
const watch = (timed) => drawn(() => {
  if (timed.isEmpty || pieces() !== timed.before) timed.shown = performance.now() - timed.from;
  else watch(timed);
});
addEventListener("click", () => watch((window.timed = click)));
addEventListener("DOMContentLoaded", () => {
  const empty = document.createElement("button");
  empty.id = "empty";
  empty.style = "position: fixed; left: 0; top: 0; z-index: 9; width: 8px; height: 8px; min-width: 0; padding: 0";
  empty.style.minHeight = 0;
  empty.onclick = () => {};
  document.body.append(empty);
  const list = document.getElementById("moves");
  if (list) new MutationObserver(() => {
    const timed = window.timed;
    if (timed) drawn(() => (timed.stands ??= performance.now() - timed.from));
  }).observe(list, { childList: true });
});
"""


class Click(NamedTuple):
    """Milliseconds of the handlers, until the move was drawn, and until it stood."""

    handler: float
    shown: float
    stands: float

    @classmethod
    def of(cls, clicks: list["Click"]) -> "Click":
        """The medians."""
        return cls(*(median(each) for each in zip(*clicks, strict=True)))


LIMITED = ("requests", "matches", "acts")


def clicked(person: Person, selector: str, *, moves: bool) -> Click:
    """Click there once; a click that moves is waited for until its move stands."""
    person.page.evaluate("window.timed = undefined")
    person.page.locator(selector).click()
    done = "timed?.shown && timed.stands" if moves else "timed?.shown"
    person.page.wait_for_function(f"() => window.{done}")
    timed = person.page.evaluate("window.timed")
    return Click(timed["handler"], timed["shown"], timed.get("stands", 0))


def play(person: Person, name: str, options: str, chance: random.Random) -> Iterator[tuple[Click, Click]]:
    """One match of random moves, as long as it goes: each move, and the empty click before it."""
    game = registry.load(name, options)
    tabletop, position = Tabletop(game), game.start()
    person.begin(name, "here", options=options, position=game.write_position(position))
    while moves := _going_on(game, position):
        move = chance.choice(moves)
        *before, last = tabletop.touched_squares(position, move)
        person.waits_for_turn()
        person.click(tuple(before))
        empty = clicked(person, "#empty", moves=False)
        yield clicked(person, f"[role=gridcell] >> nth={last}", moves=True), empty
        position = game.play(position, move)


def _going_on(game: Game, position: Position) -> list[int]:
    """The moves after which the match goes on: where one ends, a review is fetched as well."""
    return [move for move in game.named_moves(position) if not game.result(game.play(position, move))]


def measured(browser: Browser, url: str, screen: Screen, played: str, moves: int) -> tuple[Click, Click]:
    """The medians of moves and of empty clicks."""
    name, _, options = played.partition(":")
    chance = random.Random(1)
    timed: list[tuple[Click, Click]] = []
    while len(timed) < moves:
        person = Person(browser, url, width=screen.width, height=screen.height)
        person.context.set_default_timeout(60_000)
        person.context.add_init_script(_TIMING)
        slowed = person.context.new_cdp_session(person.page)
        slowed.send("Emulation.setCPUThrottlingRate", {"rate": screen.slowed})
        for pair in play(person, name, options, chance):
            timed.append(pair)
            if len(timed) == moves:
                break
        person.context.close()
    played_clicks, empty = zip(*timed, strict=True)
    return Click.of(list(played_clicks)), Click.of(list(empty))


def clicks(moves: int = MOVES) -> list[tuple[str, str, str, str, str]]:
    """A row for each game on each screen."""
    rows = []
    with (
        tempfile.TemporaryDirectory() as folder,
        Served(Path(folder), *LIMITS) as server,
        sync_playwright() as playwright,
        opened(playwright) as browser,
    ):
        for screen in SCREENS:
            for played in PLAYED:
                move, empty = measured(browser, server.url, screen, played, moves)
                rows.append(
                    (
                        f"{played.replace(':', ' ')}, {screen}",
                        f"{move.handler:.1f} / {move.shown:.0f} / {move.stands:.0f} ms",
                        f"{empty.handler:.1f} / {empty.shown:.0f} ms",
                        f"{move.shown / empty.shown:.1f} ×",
                        f"{'≤ 10 / ' if screen.slowed == 1 else ''}≤ {screen.wanted} ms",
                    )
                )
    return rows


if __name__ == "__main__":
    for row in clicks(int(sys.argv[1]) if len(sys.argv) > 1 else MOVES):
        print(" | ".join(row))
