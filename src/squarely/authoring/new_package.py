"""A new package with a game in it that plays at once: its name, its board and its files, all of them or none."""

import json
import keyword
import os
import re
import shutil
from collections.abc import Collection, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from squarely.authoring.rulebook import Rulebook, split_rulebook
from squarely.core.board.square_names import Shape
from squarely.core.errors import SquarelyError
from squarely.core.text.notation import quote
from squarely.files.output_file import BadFile

MOVES = {
    "place": "put a stone on an empty square",
    "step": "step forward with a piece, and capture diagonally",
    "take": "take a counter and any of its neighbours, for points",
}
_HERE, _LONGEST = Path(__file__).parent, 32
_NAME = re.compile(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*")
_BOARD = re.compile(r"\s*(\d{1,4})\s*(?:[xX×*]\s*(\d{1,4})\s*)?")


class BadName(SquarelyError):
    """A name that no new game can have, or a board that none begins with. The message says which it could."""


class PackageName(NamedTuple):
    """What a game is called, its module, and its class."""

    game: str
    module: str
    kind: str


def read_name(typed: str, installed: Collection[str], commands: Collection[str] = ()) -> PackageName:
    """The name of a new game; BadName says why it cannot be called that."""
    if not _NAME.fullmatch(typed) or len(typed) > _LONGEST:
        near = re.sub(r"[^a-z0-9]+", "-", typed.lower())[:_LONGEST].strip("-").lstrip("0123456789-")
        such = near if _NAME.fullmatch(near) else "corners"
        has = f"a name has up to {_LONGEST} small letters and digits, with - or _ between words, such as {such}"
        raise BadName(f"a game cannot be called {quote(typed)}; {has}")
    name = PackageName(
        typed, f"squarely_{typed.replace('-', '_')}", re.sub("[-_]", " ", typed).title().replace(" ", "")
    )
    taken = {
        f"there is a game {quote(typed)} already": typed in installed,
        f"{quote(typed)} is a word of Python": keyword.iskeyword(typed),
        f"{quote(typed)} is a word of the command line": typed in commands,
        f"there is a module {name.module} already, from another package": find_spec(name.module) is not None,
    }
    for why in (why for why, is_taken in taken.items() if is_taken):
        raise BadName(f"{why}; choose another name")
    return name


def read_board(typed: str) -> Shape:
    """The board that was asked for, `4x4` or `3x5`: rows, then columns. BadName says why there is none."""
    found = _BOARD.fullmatch(typed)
    if not found:
        raise BadName(f"{quote(typed)} is not a board; write rows and columns, such as 4x4 or 3x5")
    rows, columns = int(found[1]), int(found[2] or found[1])
    if rows not in range(2, 8) or columns not in range(2, 10) or rows == columns == 2:
        raise BadName(
            f"a new game has no board of {rows}x{columns}; it has 2 to 7 rows, 2 to 9 columns, and is not 2x2"
        )
    return Shape(rows, columns)


def write_files(name: PackageName, board: Shape, moves: str, rulebook: Rulebook | None = None) -> dict[str, str]:
    """Every file of the package, by its path; title, text and claims are those of the rulebook, if there is one."""
    _, doc, code = (_HERE / "starters" / f"{moves}.py").read_text(encoding="utf-8").split('"""', 2)
    title = (rulebook and rulebook.title) or re.sub("[-_]", " ", name.game).capitalize()
    for what, number in zip(("rows", "columns"), board, strict=True):
        doc = doc.replace(f"4 {what}", f"{number} {what}")
        code = code.replace(f"{what} = Dial(4", f"{what} = Dial({number}")
    code = re.sub(r"\bStarter(?=Words|\b)", name.kind, code.replace('"A new game"', _literal(title)))
    imported = re.findall(r"\w+", "".join(re.findall("^from squarely import (.*\n)", code, re.MULTILINE)))
    listed = "".join(f"    {each},\n" for each in imported)
    code = re.sub("(?m)(^from squarely import .*\n)+", f"from squarely import (\n{listed})\n", code)
    book = rulebook or split_rulebook(doc.partition("\n")[2])
    claims = dict.fromkeys((section for section, _ in book.sentences), "")
    for section, text in book.sentences:
        claims[section] += f"        {_literal(text)}: None,\n"
    slots = {"title": title, "name": name.game, "module": name.module, "class": name.kind, "says": MOVES[moves]}
    slots["claims"] = "".join(f"    {_literal(section)}: {{\n{rows}    }},\n" for section, rows in claims.items())

    def fill(file: str) -> str:
        text = (_HERE / "package" / file).read_text(encoding="utf-8")
        return re.sub("@(title|name|module|class|says|claims)@", lambda slot: slots[slot[1]], text)

    return {
        "README.md": fill("readme.txt"),
        "pyproject.toml": fill("pyproject.txt"),
        f"{name.module}/__init__.py": f'"""{title}, a game for Squarely."""\n',
        f"{name.module}/rules.py": f'"""{title}.\n\n{book.docstring}\n"""{code}',
        f"{name.module}/claims.py": fill("claims.txt"),
        f"tests/test_{name.module.removeprefix('squarely_')}.py": fill("test.txt"),
    }


def _literal(text: str) -> str:
    return repr(text) if '"' in text and "'" not in text else json.dumps(text, ensure_ascii=False)


def write_package(folder: Path, files: Mapping[str, str]) -> None:
    """Write these files into a folder that is there once all of them are. BadFile if there is something already."""
    if os.path.lexists(folder):
        raise BadFile(f"{folder} exists already; choose another name, or go to another folder")
    part = folder.with_name(f".{folder.name}.{os.urandom(4).hex()}.part")
    try:
        for path, text in files.items():
            (part / path).parent.mkdir(parents=True, exist_ok=True)
            (part / path).write_text(text, encoding="utf-8", newline="\n")
        part.rename(folder)
    except OSError as error:
        raise BadFile(f"{folder} cannot be written: {error.strerror}") from None
    finally:
        shutil.rmtree(part, ignore_errors=True)
