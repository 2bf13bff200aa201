"""The pictures of the documentation: `make pictures` takes them again. They are to be looked at.

`python -m tests.web.browser.pictures [SCENE…]` takes those of some scenes. A sheet shows one scene at every size and in
both themes, small; the pictures are what the pages of the documentation show.
"""

import base64
import sys
import tempfile
from collections.abc import Collection
from io import BytesIO
from pathlib import Path

import click
from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tests.web.browser.people import Person, opened
from tests.web.browser.places import go
from tests.web.serving import Served

FOLDER = Path(__file__).resolve().parents[3] / "docs" / "pictures"
THEMES = ("light", "dark")
TAKEN = (
    *(("home", "light", 1280), ("home", "dark", 360), ("invitation", "dark", 1280), ("match", "light", 1280)),
    *(("match", "dark", 360), ("sudden-death", "dark", 1280), ("review", "light", 1280), ("review", "dark", 360)),
    *(("puzzle", "light", 360), ("atlas", "dark", 1280), ("game", "light", 1280)),
)
# Of a window its width and height, and how wide it is on a sheet.
SCREENS = ((360, 740, 216), (768, 1024, 333), (844, 390, 397), (1366, 650, 574), (1920, 1080, 789))
SHEETS = ("home", "playing", "match", "won", "lost", "puzzle", "review", "atlas", "game")
_OPENING = (5, 10, 6, 9, 0, 3)  # squares of quad, first and second by turns
_ABOUT_TO_END = {
    "won": ("level:3", "XX../X.O./..O./O... X", 5),
    "lost": ("perfect", ".X.X/..O./.XOO/X..O X", 0),  # two squares of O lack one marker each
}
_QUALITY = 82  # of a sheet: letters stay sharp

# One row for each theme; the two screens that are not high share a column.
_SHEET = """
<style>
  body { margin: 0; padding: 16px; width: max-content; background: #8a8f98; font: 13px sans-serif; color: #fff; }
  .theme { display: flex; gap: 16px; align-items: flex-start; }
  .theme + .theme { margin-top: 16px; }
  .column { display: grid; gap: 12px; }
  figure { margin: 0; }
  img { display: block; border-radius: 4px; box-shadow: 0 2px 8px #0006; }
  figcaption { padding-bottom: 3px; }
</style>
"""


def _play(visitor: Person) -> None:
    """A friend far away has just moved, and is there until the browser is closed."""
    assert visitor.context.browser
    friend = Person(visitor.context.browser, visitor.base)
    friend.visit(visitor.begin("quad", name="Ann").invitation).at_the_table().accept("Bob")
    for number, square in enumerate(_OPENING):
        (visitor, friend)[number % 2].waits_for_turn().click((square,))
    close = visitor.waits_for_turn().button("Close").first
    if close.is_visible():  # that the friend has come
        close.click()


def show(visitor: Person, scene: str) -> None:
    if scene == "playing":
        _play(visitor)
    elif scene in _ABOUT_TO_END:
        opponent, position, square = _ABOUT_TO_END[scene]
        visitor.begin("quad", opponent, name="Ann", position=position).click((square,))
        visitor.expects("#match").to_have_attribute("data-phase", "over")
        visitor.expects("#chart-here svg").to_be_attached()
    else:
        go(visitor, scene)
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.mouse.move(0, 0)
    visitor.page.evaluate("scrollTo(0, 0)")
    settle(visitor)


def settle(visitor: Person) -> None:
    """Wait until nothing moves or changes its colour any more."""
    visitor.page.evaluate("new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))")
    visitor.page.evaluate("Promise.all(document.getAnimations().map((each) => each.finished.catch(() => {})))")


def take_picture(browser: Browser, url: str, scene: str, theme: str, width: int) -> None:
    visitor = Person(browser, url, width=width, height=740 if width < 500 else 860, theme=theme)
    show(visitor, scene)
    visitor.page.screenshot(path=FOLDER / f"{scene}-{theme}-{width}.png")
    visitor.leave()


def take_sheet(browser: Browser, url: str, scene: str) -> None:
    taken: dict[str, list[str]] = {theme: [] for theme in THEMES}
    for width, height, wide in SCREENS:
        visitor = Person(browser, url, width=width, height=height)
        show(visitor, scene)
        for theme in THEMES:
            settle(visitor.come(url, width, height, theme))
            png = base64.b64encode(visitor.page.screenshot()).decode()
            picture = f'<img src="data:image/png;base64,{png}" width="{wide}">'
            taken[theme].append(f"<figure><figcaption>{width}×{height}</figcaption>{picture}</figure>")
        visitor.leave()
    rows = [
        f'<div class="theme">{phone}{tablet}<div class="column">{landscape}{laptop}</div>{desktop}</div>'
        for phone, tablet, landscape, laptop, desktop in taken.values()
    ]
    page = browser.new_page(device_scale_factor=1)
    page.set_content(_SHEET + "".join(rows))
    sheet = Image.open(BytesIO(page.locator("body").screenshot()))
    sheet.save(FOLDER / f"{scene}-sheet.webp", quality=_QUALITY)
    page.close()


def take(scenes: Collection[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        Served(Path(folder)) as server,
        sync_playwright() as playwright,
        opened(playwright) as browser,
    ):
        for scene, theme, width in TAKEN:
            if not scenes or scene in scenes:
                take_picture(browser, server.url, scene, theme, width)
        for scene in SHEETS:
            if not scenes or scene in scenes:
                click.echo(scene)
                take_sheet(browser, server.url, scene)
    size = sum(file.stat().st_size for file in FOLDER.iterdir())
    click.echo(f"{FOLDER}: {size / 1e6:.1f} MB. Look at them.")


if __name__ == "__main__":
    take(sys.argv[1:])
