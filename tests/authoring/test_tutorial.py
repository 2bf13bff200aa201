"""The tutorial in docs/adding-a-game.md, carried out as it is written: files are changed, commands are run, and what
they print is what the page shows.

Of a `console` block, lines behind `$` are typed, and the others are printed; `…` stands for lines that are left out.
What is answered at a prompt stands behind it. `pip install` is done as pip would, without asking any index. A `python`
block is a file, or else what is written in it is put into the class of that file, in place of what is called so there.
"""

import ast
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.authoring.packages import declare
from tests.terminal.driving import Desk

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"
TUTORIAL = PAGE.read_text(encoding="utf-8").partition("\n## Reference\n")[0]
BLOCK = re.compile(r"(.*?)^```(\w+)\n(.*?)^```\n", re.MULTILINE | re.DOTALL)  # the prose above it, its kind and body
ANSWERED = re.compile(r"^.*enter your move \(e\.g\., [^)]*\): (.+)$", re.MULTILINE)
FEWER = {"check-game": ["--positions", "20"]}  # than the page tries, where the same is said


class Reader:
    def __init__(self, desk: Desk) -> None:
        self._desk, self._variables = desk, dict[str, str]()
        self.file = desk.here / "tictactoe.py"

    def follow(self, before: str, kind: str, body: str) -> None:
        if kind == "console":
            for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
                command, _, printed = part.partition("\n")
                self._run(command, printed)
        elif "into `tictactoe.py`" in before:
            self.file.write_text(body, encoding="utf-8")
        else:
            self._change(" ".join(before.split()), body)

    def _change(self, prose: str, body: str) -> None:
        """Import what the page says, and put what is defined into the class, or above it if it is a class."""
        text = self.file.read_text(encoding="utf-8")
        for names in re.findall(r"Import ([^.]+?) from `squarely`", prose):
            imported = ", ".join(re.findall(r"`(\w+)`", names))
            text = text.replace("\nfrom squarely", f"\nfrom squarely import {imported}\nfrom squarely", 1)
        for line in re.findall(r"`(\w+ = \w+)` into it", prose):
            text = text.replace("\n    size = ", f"\n    {line}\n    size = ")
        for node in ast.parse(body).body:
            written = "".join(body.splitlines(keepends=True)[node.lineno - 1 : node.end_lineno])
            text = _put(text, node, written)
        self.file.write_text(text, encoding="utf-8")

    def _run(self, command: str, printed: str) -> None:
        program, *words = shlex.split(command)
        if program == "cd":
            self._desk.here /= words[0]
        elif program == "pip":
            assert command == "pip install -e ."
            self._install()
        else:
            assert program == "squarely"
            words += FEWER.get(words[0], [])
            said = self._desk.squarely(*words, typed=ANSWERED.findall(printed), **self._variables)
            assert said.code == (1 if "Broken: " in printed else 0), said.err
            _assert_printed(said.out, printed)

    def _install(self) -> None:
        """What pip leaves behind for an editable package: where it is, and what it declares."""
        folder = self._desk.here.parent / "installed"
        project = tomllib.loads((self._desk.here / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        ((game, home),) = project["entry-points"]["squarely.games"].items()
        declare(folder, f"{game} = {home}", "squarely_raid-0.1")
        self._variables = {"PYTHONPATH": f"{folder}:{self._desk.here}"}


def _put(text: str, node: ast.stmt, written: str) -> str:
    """The file with something in its class, in place of what is called so, or at its end; a class goes above it."""
    if isinstance(node, ast.ClassDef):
        return text.replace("\n\n\nclass TicTacToe(", f"\n\n\n{written}\n\nclass TicTacToe(")
    lines = text.splitlines(keepends=True)
    indented = "".join(f"    {line}" if line.strip() else line for line in written.splitlines(keepends=True))
    (kind,) = [each for each in ast.parse(text).body if isinstance(each, ast.ClassDef) and each.name == "TicTacToe"]
    if not isinstance(node, ast.FunctionDef):  # an option, below what the class declares
        return "".join([*lines[: kind.body[2].end_lineno], indented, *lines[kind.body[2].end_lineno :]])
    for each in kind.body:
        if isinstance(each, ast.FunctionDef) and each.name == node.name:
            return "".join([*lines[: each.lineno - 1], indented, *lines[each.end_lineno :]])
    return "".join([*lines[: kind.end_lineno], "\n", indented, *lines[kind.end_lineno :]])


def _assert_printed(out: str, shown: str) -> None:
    """The shown lines are all there is, but for what is left out."""
    pieces = [re.escape(piece.strip("\n")) for piece in re.split(r"^…\n", shown, flags=re.MULTILINE)]
    pattern = r"(?:.*\n)*?".join(f"(?:{piece}\n*)" if piece else "" for piece in pieces)
    assert re.fullmatch(rf"{pattern}\s*", out), f"the page shows\n{shown}\nand this is printed:\n{out}"


@pytest.mark.slow
def test_the_tutorial_is_true_from_beginning_to_end(desk: Desk) -> None:
    reader, blocks = Reader(desk), BLOCK.findall(TUTORIAL)
    assert len(blocks) == 11
    for block in blocks:
        reader.follow(*block)
    checked = [sys.executable, "-m", "mypy", "--strict", f"--cache-dir={reader.file.parent}", str(reader.file)]
    done = subprocess.run(checked, capture_output=True, text=True, check=False, cwd=reader.file.parent)
    assert done.returncode == 0, done.stdout
