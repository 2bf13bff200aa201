"""What pages are made of, as it is served: one script and one style sheet a page, at addresses that name their content.

It is made when the server starts, from the sources as they are. A source names others as `/static/…`; what is served
names them by their content, so that a browser never asks again for what has not changed.
"""

import gzip
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from importlib.resources import files

from squarely.core.errors import SquarelyError
from squarely.review.script_bundle import bundle_scripts
from squarely.web.pictures.icons import draw_icon

PAGES = ("home/home", "match/match", "site/missing", "site/offline", "study/atlas", "study/game", "study/puzzles")
ON_EVERY_PAGE = "site/installing.js"
_TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "png": "image/png",
    "svg": "image/svg+xml",
}
_DRAWN = re.compile(r"site/icon-(maskable-)?(\d+)\.png")
_MODULE = re.compile(r"\w+/\w+\.js")
_STYLE = re.compile(r'<link rel="stylesheet" href="/static/([^"]+)">\n?')
_NAMED = re.compile(r"""(?<=["'(])/static/([\w./-]+\.\w+)(?=["')])""")


@dataclass(frozen=True)
class SiteFile:
    """A file as it is served."""

    name: str
    body: bytes

    @cached_property
    def hash(self) -> str:
        """What its content is known by."""
        return sha256(self.body).hexdigest()[:12]

    @cached_property
    def zipped(self) -> bytes:
        return gzip.compress(self.body, mtime=0)

    @property
    def address(self) -> str:
        return f"/static/{self.hash}/{self.name}"

    @property
    def is_drawn(self) -> bool:
        """Whether it is a picture of pixels, which cannot be made smaller and which no page needs."""
        return self.name.endswith(".png")

    @property
    def type(self) -> str:
        return _TYPES[self.name.rpartition(".")[2]]


class SiteFiles:
    """Every file that is served, by its name, and every page with its slots still open."""

    def __init__(self, read: Callable[[str], bytes]) -> None:
        """`read` gives a source by its path: `static/…`, `pages/…`, or `review/…` for what reviews are made of."""
        self._read = read
        self._files: dict[str, SiteFile] = {}
        self.pages = {name: self._lay_out(name) for name in PAGES}

    @property
    def all(self) -> list[SiteFile]:
        return list(self._files.values())

    def find(self, name: str) -> SiteFile | None:
        """The file of this name, if it is served."""
        return self._files.get(name)

    def find_module(self, name: str) -> SiteFile | None:
        """A module as it is written, for whoever reads it or tries it in a console; pages have it in their bundles."""
        if not _MODULE.fullmatch(name):
            return None
        try:
            return SiteFile(name, self._read(_locate(name)))
        except FileNotFoundError:
            return None

    def address_of(self, name: str) -> str:
        """Where a file is served. One that was not needed yet is served from now on."""
        return self._add(name, self._make).address

    def put_on_every_page(self, name: str) -> None:
        """Have every page run this script, too."""
        script = f'<script type="module" src="{self.address_of(name)}"></script>\n</head>'
        self.pages = {each: page.replace("</head>", script, 1) for each, page in self.pages.items()}

    def write_worker(self) -> str:
        """The service worker, with the list of what it keeps: every file that a page needs."""
        kept = sorted(each.address for each in self.all if not each.is_drawn)
        version = sha256("\n".join([*kept, self.pages["site/offline"]]).encode()).hexdigest()[:12]
        text = self._source("static/site/service_worker.js")
        return text.replace("{{version}}", version).replace('"{{files}}"', ", ".join(f'"{each}"' for each in kept))

    def _lay_out(self, name: str) -> str:
        """The fragment in the shell, with one style sheet, one script, and addresses that name contents."""
        page = self._source("pages/site/shell.html").replace("{{main}}", self._source(f"pages/{name}.html"))
        styles = _STYLE.findall(page)
        page = _STYLE.sub("", page)
        sheet = self._add(f"{name}.css", lambda _: self._join_styles(styles))
        links = [f'<link rel="stylesheet" href="{sheet.address}">']
        if self._has_script(name):
            script = self._add(f"{name}.js", self._bundle)
            links.append(f'<script type="module" src="{script.address}"></script>')
        return self._name_by_content(page).replace("{{links}}", "\n".join(links))

    def _has_script(self, name: str) -> bool:
        try:
            return bool(self._read(f"static/{name}.js"))
        except FileNotFoundError:
            return False

    def _bundle(self, name: str) -> bytes:
        script = bundle_scripts([name, ON_EVERY_PAGE], lambda each: self._source(_locate(each)))
        return self._name_by_content(script).encode()

    def _join_styles(self, names: list[str]) -> bytes:
        return "\n".join(self._name_by_content(self._source(_locate(each))) for each in names).encode()

    def _make(self, name: str) -> bytes:
        if drawn := _DRAWN.fullmatch(name):
            return draw_icon(int(drawn[2]), maskable=bool(drawn[1]))
        return self._read(_locate(name))

    def _add(self, name: str, make: Callable[[str], bytes]) -> SiteFile:
        if name not in self._files:
            try:
                self._files[name] = SiteFile(name, make(name))
            except FileNotFoundError:
                raise SquarelyError(f"a page names /static/{name}, and there is no such file") from None
        return self._files[name]

    def _name_by_content(self, text: str) -> str:
        """The text with every file that it names at the address of its content."""
        return _NAMED.sub(lambda found: self.address_of(found[1]), text)

    def _source(self, path: str) -> str:
        return self._read(path).decode()


def _locate(name: str) -> str:
    """Where the source of a file lies: those of reviews have a place of their own."""
    return name if name.startswith("review/") else f"static/{name}"


def read_source(path: str) -> bytes:
    """A source that came with the package."""
    if path.startswith("review/"):
        return files("squarely.review").joinpath("browser", path.removeprefix("review/")).read_bytes()
    return files("squarely.web.browser").joinpath(path).read_bytes()


@cache
def load_site() -> SiteFiles:
    """The files of this version, made once."""
    return SiteFiles(read_source)
