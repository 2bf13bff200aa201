"""The pictures of the documentation: `make pictures` takes them again. They are to be looked at.

`python -m tests.web.browser.pictures [SCENE…]` takes those of some scenes.
"""

import sys
import tempfile
from collections.abc import Collection
from pathlib import Path

import click
from playwright.sync_api import sync_playwright

from tests.web.browser.people import Person, opened
from tests.web.browser.places import go
from tests.web.serving import Served

FOLDER = Path(__file__).resolve().parents[3] / "docs" / "pictures"
TAKEN = (
    *(("home", "light", 1280), ("home", "dark", 360), ("invitation", "dark", 1280), ("match", "light", 1280)),
    *(("match", "dark", 360), ("sudden-death", "dark", 1280), ("review", "light", 1280), ("review", "dark", 360)),
    *(("puzzle", "light", 360), ("atlas", "dark", 1280), ("game", "light", 1280)),
)


_IS_STILL = "Promise.all(document.getAnimations().map((each) => each.finished.catch(() => {})))"


def take(scenes: Collection[str]) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        Served(Path(folder)) as server,
        sync_playwright() as playwright,
        opened(playwright) as browser,
    ):
        for scene, theme, width in TAKEN:
            if not scenes or scene in scenes:
                visitor = Person(browser, server.url, width=width, height=740 if width < 500 else 860, theme=theme)
                go(visitor, scene)
                visitor.page.mouse.move(0, 0)
                visitor.page.evaluate("scrollTo(0, 0)")
                visitor.page.evaluate(_IS_STILL)
                visitor.page.screenshot(path=FOLDER / f"{scene}-{theme}-{width}.png")
                visitor.leave()
    size = sum(file.stat().st_size for file in FOLDER.iterdir())
    click.echo(f"{FOLDER}: {size / 1e6:.1f} MB. Look at them.")


if __name__ == "__main__":
    take(sys.argv[1:])
