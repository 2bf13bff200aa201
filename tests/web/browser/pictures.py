"""The pictures of the documentation: `make pictures` takes them again. They are to be looked at."""

import tempfile
from pathlib import Path
from typing import Literal

from playwright.sync_api import sync_playwright

from tests.web.browser.people import Person, opened
from tests.web.browser.places import go
from tests.web.serving import Served

FOLDER = Path(__file__).resolve().parents[3] / "docs" / "pictures"
TAKEN: tuple[tuple[str, Literal["light", "dark"], int], ...] = (
    ("home", "light", 1280),
    ("home", "dark", 360),
    ("invitation", "dark", 1280),
    ("match", "light", 1280),
    ("match", "dark", 360),
    ("sudden-death", "dark", 1280),
    ("review", "light", 1280),
    ("review", "dark", 360),
    ("puzzle", "light", 360),
    ("atlas", "dark", 1280),
    ("game", "light", 1280),
)


def take() -> None:
    """Take every picture."""
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        Served(Path(folder)) as server,
        sync_playwright() as playwright,
        opened(playwright) as browser,
    ):
        for place, theme, width in TAKEN:
            visitor = Person(browser, server.url, width=width, height=740 if width < 500 else 860, theme=theme)
            go(visitor, place)
            visitor.page.evaluate("scrollTo(0, 0)")
            visitor.page.screenshot(path=FOLDER / f"{place}-{theme}-{width}.png")
            visitor.leave()


if __name__ == "__main__":
    take()
