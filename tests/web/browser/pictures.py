"""The pictures of the documentation: `make pictures` takes them again. They are to be looked at.

`python -m tests.web.browser.pictures [SCENE…]` takes those of some scenes. A sheet shows one scene at every size and in
both themes, small; the pictures are what the pages of the documentation show.
"""

import base64
import sys
import tempfile
from collections.abc import Collection
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

import click
from playwright.sync_api import Browser, sync_playwright

from tests.web.browser.people import Person, opened
from tests.web.browser.places import go
from tests.web.serving import Served

Theme: TypeAlias = Literal["light", "dark"]

FOLDER = Path(__file__).resolve().parents[3] / "docs" / "pictures"
THEMES: tuple[Theme, ...] = ("light", "dark")
TAKEN: tuple[tuple[str, Theme, int], ...] = (
    *(("home", "light", 1280), ("home", "dark", 360), ("invitation", "dark", 1280), ("match", "light", 1280)),
    *(("match", "dark", 360), ("sudden-death", "dark", 1280), ("review", "light", 1280), ("review", "dark", 360)),
    *(("puzzle", "light", 360), ("atlas", "dark", 1280), ("game", "light", 1280)),
)


class Screen(NamedTuple):
    """A size of a window, and how large it is on a sheet."""

    width: int
    height: int
    scale: float

    def __str__(self) -> str:
        return f"{self.width}×{self.height}"


_SIZES = ((360, 740, 0.6), (768, 1024, 0.434), (844, 390, 0.47), (1366, 650, 0.42), (1920, 1080, 0.411))
SCREENS = tuple(Screen(*each) for each in _SIZES)
SHEETS = ("home", "playing", "match", "won", "lost", "puzzle", "review", "atlas", "game")
_OPENING = (5, 10, 6, 9, 0, 3)  # squares of quad, first and second by turns
_ABOUT_TO_END = {
    "won": ("level:3", "XX../X.O./..O./O... X", 5),
    "lost": ("perfect", ".X.X/..O./.XOO/X..O X", 0),  # two squares of O lack one marker each
}
_QUALITY = 0.82  # of a sheet: letters stay sharp

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
_AS_WEBP = """
async ([png, quality]) => {
  const picture = new Image();
  picture.src = `data:image/png;base64,${png}`;
  await picture.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [picture.width, picture.height];
  canvas.getContext("2d").drawImage(picture, 0, 0);
  return canvas.toDataURL("image/webp", quality).split(",")[1];
}
"""


class Visitor(Person):
    """Somebody with a friend, who may be there as long as they are."""

    friend: Person | None = None

    def leave(self) -> None:
        """Leave, and the friend as well."""
        super().leave()
        if self.friend:
            self.friend.leave()


def _play(visitor: Visitor) -> None:
    """A friend far away has just moved."""
    assert visitor.context.browser
    visitor.friend = friend = Person(visitor.context.browser, visitor.base)
    friend.visit(visitor.begin("quad", name="Ann").invitation).at_the_table().accept("Bob")
    for number, square in enumerate(_OPENING):
        (visitor, friend)[number % 2].waits_for_turn().click((square,))
    close = visitor.waits_for_turn().button("Close").first
    if close.is_visible():  # that the friend has come
        close.click()


def show(visitor: Visitor, scene: str) -> None:
    """Bring a scene about, with the top of the page in view and nothing moving any more."""
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


def settle(visitor: Visitor) -> None:
    """Wait until nothing moves or changes its colour any more."""
    visitor.page.evaluate("new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))")
    visitor.page.evaluate("Promise.all(document.getAnimations().map((each) => each.finished.catch(() => {})))")


def take_picture(browser: Browser, url: str, scene: str, theme: Theme, width: int) -> None:
    """One picture, as large as the window."""
    visitor = Visitor(browser, url, width=width, height=740 if width < 500 else 860, theme=theme)
    show(visitor, scene)
    visitor.page.screenshot(path=FOLDER / f"{scene}-{theme}-{width}.png")
    visitor.leave()


def take_sheet(browser: Browser, url: str, scene: str) -> None:
    """One scene at every size and in both themes."""
    taken: dict[Theme, list[str]] = {theme: [] for theme in THEMES}
    for screen in SCREENS:
        visitor = Visitor(browser, url, width=screen.width, height=screen.height)
        show(visitor, scene)
        for theme in THEMES:
            visitor.page.emulate_media(color_scheme=theme)
            settle(visitor)
            taken[theme].append(_figure(screen, visitor.page.screenshot()))
        visitor.leave()
    rows = [
        f'<div class="theme">{phone}{tablet}<div class="column">{landscape}{laptop}</div>{desktop}</div>'
        for phone, tablet, landscape, laptop, desktop in taken.values()
    ]
    page = browser.new_page(device_scale_factor=1)
    page.set_content(_SHEET + "".join(rows))
    sheet = page.locator("body").screenshot()
    webp = page.evaluate(_AS_WEBP, [base64.b64encode(sheet).decode(), _QUALITY])
    (FOLDER / f"{scene}-sheet.webp").write_bytes(base64.b64decode(webp))
    page.close()


def _figure(screen: Screen, png: bytes) -> str:
    """A picture on a sheet, with its size above it."""
    source = f"data:image/png;base64,{base64.b64encode(png).decode()}"
    width = round(screen.width * screen.scale)
    return f'<figure><figcaption>{screen}</figcaption><img src="{source}" width="{width}"></figure>'


def take(scenes: Collection[str]) -> None:
    """Take every picture and sheet of these scenes, or of all."""
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
