"""What pages are made of, as it is served: plain modules, sheets and pictures, below one path that names their content.

A source names a file as `/static/…` or relative to itself; it is served below `/static/HASH/`, where HASH stands for
all contents together. So a browser never asks again for what has not changed, and a page never mixes two versions.
"""

import gzip
import re
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import NamedTuple

from squarely.core.errors import SquarelyError
from squarely.web.pictures.link_picture import draw_icon

PAGES = (
    *("home/home", "match/match", "me/me", "site/missing", "site/offline"),
    *("study/atlas", "study/game", "study/puzzles"),
)
_TEXT = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml", "txt": "text/plain"}
_PACKED = {"png": "image/png", "woff2": "font/woff2"}  # which zipping makes no smaller
_ICON = re.compile(r"site/icon-(maskable-)?(180|192|512)\.png")
_STYLE = re.compile(r'<link rel="stylesheet" href="/static/([^"]+)">\n?')
_NAMED = re.compile(r"""(?<=["'(])/static/([\w./-]+\.\w+)(?=["')])""")
_IMPORT = re.compile(r'^(?:import|export) [^;]*?from "(\.[^"]+)";', re.MULTILINE)


class SiteFile(NamedTuple):
    """A file as it is served."""

    body: bytes
    type: str
    zipped: bytes | None  # where that makes it smaller

    @classmethod
    def of(cls, name: str, body: bytes) -> "SiteFile":
        """The file of this name, zipped once."""
        if packed := _PACKED.get(kind := name.rpartition(".")[2]):
            return cls(body, packed, None)
        return cls(body, _TEXT[kind], gzip.compress(body, mtime=0))


class SiteFiles:
    """Every file that is served, by its name, and every page with its slots still open."""

    def __init__(self, sources: Mapping[str, bytes]) -> None:
        """`sources` are `static/…` and `pages/…`, by their paths."""
        self._sources = sources
        static = {path.removeprefix("static/"): sources[path] for path in sorted(sources) if path.startswith("static/")}
        self._files = {name: SiteFile.of(name, body) for name, body in static.items()}
        self.hash = sha256(b"".join(name.encode() + body for name, body in static.items())).hexdigest()[:12]
        self.pages = {name: self._lay_out(name) for name in PAGES}

    def find(self, name: str) -> SiteFile | None:
        """The file of this name, if it is served; icons are drawn when they are asked for."""
        if icon := _ICON.fullmatch(name):
            return _draw_icon(name, int(icon[2]), bool(icon[1]))
        return self._files.get(name)

    def address_of(self, name: str) -> str:
        """Where a file is served; SquarelyError if there is none."""
        if name not in self._files and not _ICON.fullmatch(name):
            raise SquarelyError(f"a page names /static/{name}, and there is no such file")
        return f"/static/{self.hash}/{name}"

    def put_on_every_page(self, name: str) -> None:
        """Have every page run this script, too."""
        script = f'<script type="module" src="{self.address_of(name)}"></script>\n</head>'
        self.pages = {each: page.replace("</head>", script, 1) for each, page in self.pages.items()}

    def write_worker(self) -> str:
        """The service worker, with the list of what it keeps: every file that a page needs."""
        kept = ", ".join(f'"{self.address_of(each)}"' for each in self._files if not each.endswith(".txt"))
        version = sha256((self.hash + self.pages["site/offline"]).encode()).hexdigest()[:12]
        worker = self._read("static/site/service_worker.js")
        return worker.replace("{{version}}", version).replace('"{{files}}"', kept)

    def list_modules(self, name: str) -> list[str]:
        """A module and all that it imports, each once."""
        found = [name]
        for module in found:  # which grows meanwhile
            needed = [normpath(join(dirname(module), each)) for each in _IMPORT.findall(self._read(f"static/{module}"))]
            found += [each for each in dict.fromkeys(needed) if each not in found]
        return found

    def _lay_out(self, name: str) -> str:
        """The fragment in the shell, with its sheets as one, its modules, and addresses that name contents."""
        page = self._read("pages/site/shell.html").replace("{{main}}", self._read(f"pages/{name}.html"))
        styles = "\n".join(self._read(f"static/{each}") for each in _STYLE.findall(page))
        self._files[f"{name}.css"] = SiteFile.of(f"{name}.css", styles.encode())
        links = [f'<link rel="stylesheet" href="/static/{name}.css">']
        if f"{name}.js" in self._files:
            links += [f'<link rel="modulepreload" href="/static/{each}">' for each in self.list_modules(f"{name}.js")]
            links.append(f'<script type="module" src="/static/{name}.js"></script>')
        page = _STYLE.sub("", page).replace("{{links}}", "\n".join(links))
        return _NAMED.sub(lambda named: self.address_of(named[1]), page)

    def _read(self, path: str) -> str:
        if path not in self._sources:
            raise SquarelyError(f"a page needs {path}, and there is no such file")
        return self._sources[path].decode()


@cache
def _draw_icon(name: str, size: int, maskable: bool) -> SiteFile:
    return SiteFile.of(name, draw_icon(size, maskable=maskable))


def read_sources() -> dict[str, bytes]:
    """The sources that came with the package."""
    here, kinds = Path(__file__).parent, {*_TEXT, *_PACKED, "html"}
    found = [path for path in here.rglob("*") if path.suffix[1:] in kinds]
    return {path.relative_to(here).as_posix(): path.read_bytes() for path in found}


@cache
def load_site() -> SiteFiles:
    """The files of this version, laid out once."""
    return SiteFiles(read_sources())
