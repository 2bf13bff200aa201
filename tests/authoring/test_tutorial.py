"""The tutorial in docs/adding-a-game.md, carried out as it is written: files are changed, commands are run, and what
they print is what the page shows.

Of a `console` block, lines behind `$` are typed, and the others are printed; `…` stands for lines that are left out.
What is answered at a prompt stands behind it. `pip install` is done as pip would, without asking any index.
"""

import ast
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.terminal.driving import Desk

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"
TUTORIAL = PAGE.read_text(encoding="utf-8").partition("\n## Reference\n")[0]
LEFT_OUT = "…"
FILE = re.compile(r"[Ii]n\s+`(squarely_\w+/\w+\.py)`")
BECOMES = re.compile(r"`(squarely_\w+/\w+\.py)`,\s+(?:`(\w+)`|the\s+(docstring))\s+becomes:\s*\Z")
INSTEAD = re.compile(r"`(squarely_\w+/\w+\.py)`,\s+instead\s+of\s+the\s+line\s+`([^`]+)`:\s*\Z")
IMPORTED = re.compile(r"((?:`\w+`(?:, | and )?)+)\s+(?:to\s+what\s+is\s+imported\s+)?from\s+`([\w.]+)`")
ANSWERED = re.compile(r"^.*enter your move \(e\.g\., [^)]*\): (.+)$", re.MULTILINE)


class Block(NamedTuple):
    before: str  # the prose above it
    kind: str
    body: str


def blocks() -> Iterator[Block]:
    end = 0
    for found in re.finditer(r"^```(\w+)\n(.*?)^```\n", TUTORIAL, re.MULTILINE | re.DOTALL):
        yield Block(TUTORIAL[end : found.start()], found[1], found[2])
        end = found.end()


class Reader:
    """Somebody who does what the page says."""

    def __init__(self, desk: Desk) -> None:
        self._desk, self._variables, self._file = desk, dict[str, str](), ""

    def follow(self, block: Block) -> None:
        self._add_imports(block.before)
        if block.kind == "console":
            for command, printed in _split_console(block.body):
                self._run(command, printed)
        elif found := BECOMES.search(block.before):
            self._change(found[1], found[2] or "", block.body)
        elif found := INSTEAD.search(block.before):
            self._replace(found[1], f"{found[2]}\n", f"\n\n{block.body}")
        else:
            raise AssertionError(f"nobody knows where this goes:\n{block.body}")

    def _add_imports(self, prose: str) -> None:
        """What is to be imported goes into the file that was changed last; a file that is only named does not count."""
        if "Add" not in prose or "imported from" not in " ".join(prose.split()):
            return
        for names, source in IMPORTED.findall(prose.partition("Add")[2]):
            path = self._desk.here / (self._file or "squarely_raid/rules.py")
            text = path.read_text(encoding="utf-8")
            listed = ", ".join(re.findall(r"`(\w+)`", names))
            path.write_text(text.replace("\nfrom ", f"\nfrom {source} import {listed}\nfrom ", 1), encoding="utf-8")

    def _change(self, file: str, name: str, body: str) -> None:
        """Put a block in place of what is called so; of the docstring, without a name."""
        text = (self._desk.here / file).read_text(encoding="utf-8")
        for node in ast.parse(text).body:
            if name in _names_of(node):
                lines = text.splitlines(keepends=True)
                assert node.end_lineno
                before = "".join(lines[node.lineno - 1 : node.end_lineno])
                self._replace(file, before, body)
                return
        raise AssertionError(f"{file} has no {name}")

    def _replace(self, file: str, before: str, after: str) -> None:
        self._file, path = file, self._desk.here / file
        text = path.read_text(encoding="utf-8")
        assert text.count(before) == 1, f"{before!r} is not there once in {file}"
        path.write_text(text.replace(before, after), encoding="utf-8")

    def _run(self, command: str, printed: str) -> None:
        program, *words = shlex.split(command)
        if program == "cd":
            self._desk.here /= words[0]
        elif program == "pip":
            assert command == "pip install -e ."
            self._install()
        else:
            assert program == "squarely"
            said = self._desk.squarely(*words, typed=ANSWERED.findall(printed), **self._variables)
            assert said.code == 0, said.err
            _assert_printed(said.out, printed)

    def _install(self) -> None:
        """What pip leaves behind for an editable package: where it is, and what it declares."""
        folder = self._desk.here.parent / "installed"
        written = folder / "squarely_raid-0.1.dist-info"
        written.mkdir(parents=True)
        project = (self._desk.here / "pyproject.toml").read_text(encoding="utf-8")
        ((game, module),) = re.findall(r'\[project.entry-points."squarely.games"\]\n(\w+) = "(\w+)"', project)
        (written / "entry_points.txt").write_text(f"[squarely.games]\n{game} = {module}\n", encoding="utf-8")
        self._variables = {"PYTHONPATH": f"{folder}:{self._desk.here}"}


def _names_of(node: ast.stmt) -> list[str]:
    match node:
        case ast.Expr(value=ast.Constant()):
            return [""]
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
            return [name]
        case ast.Assign(targets=[ast.Name(id=name)]):
            return [name]
    return []


def _split_console(body: str) -> Iterator[tuple[str, str]]:
    for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
        command, _, printed = part.partition("\n")
        yield command, printed


def _assert_printed(out: str, shown: str) -> None:
    """The shown lines are all there is, but for what is left out."""
    pieces = [re.escape(piece.strip("\n")) for piece in re.split(rf"^{LEFT_OUT}\n", shown, flags=re.MULTILINE)]
    pattern = r"(?:.*\n)*?".join(f"(?:{piece}\n*)" if piece else "" for piece in pieces)
    assert re.fullmatch(rf"{pattern}\s*", out), f"the page shows\n{shown}\nand this is printed:\n{out}"


def test_the_tutorial_is_true_from_beginning_to_end(desk: Desk) -> None:
    reader, followed = Reader(desk), 0
    for block in blocks():
        reader.follow(block)
        followed += 1
    assert followed > 12


def test_what_is_shown_otherwise_would_be_seen() -> None:
    _assert_printed("a\nb\nc\n", "a\n…\nc\n")
    for shown in ("a\nc\n", "…\nb\n", "b\n…\n", "a\n…\nd\n…\n"):
        try:
            _assert_printed("a\nb\nc\n", shown)
        except AssertionError:
            continue
        raise AssertionError(f"{shown!r} was taken for what is printed")
