"""The files of a new package: rules and words of a starter, claims, a test, and what installs and explains it."""

import re
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path

from squarely.authoring.package_name import SMALLEST, PackageName
from squarely.authoring.sentences import Sentence, split_rulebook
from squarely.core.squares import Shape

_STARTERS = Path(__file__).parent / "starters"
_WIDTH = 120
MOVES = {
    "place": "put a stone on an empty square",
    "drop": "drop a disc into a column",
    "step": "step forward with a piece, and capture diagonally",
    "jump": "jump over a piece and capture it",
    "slide": "slide your token some squares in a direction",
    "push": "push the token that both sides move",
    "take": "take a counter and any of its neighbours, for points",
}


def write_files(name: PackageName, board: Shape, moves: str, rulebook: str | None = None) -> dict[str, str]:
    """Every file of the package, by its path in the folder; claims quote the rulebook, or else the docstring."""
    rules = _fill_in(_read(moves, "rules"), name, board)
    sentences = split_rulebook(rules.split('"""')[1].partition("\n")[2] if rulebook is None else rulebook)
    slots = {
        "name": name.game,
        "title": name.title,
        "module": name.module,
        "says": MOVES[moves],
        "small": "" if min(board) == max(board) == SMALLEST else f', "rows={SMALLEST},columns={SMALLEST}"',
    }
    files = {
        "README.md": _fill_slots(_README, slots),
        "pyproject.toml": _fill_slots(_PYPROJECT, slots),
        f"{name.module}/__init__.py": f'"""{name.title}, a game for Squarely."""\n',
        f"{name.module}/rules.py": rules,
        f"{name.module}/words.py": _fill_in(_read(moves, "words"), name, board),
        f"{name.module}/claims.py": _fill_slots(_CLAIMS, slots) + "".join(map(_write_claim, sentences)),
        f"tests/test_{name.module.removeprefix('squarely_')}.py": _fill_slots(_TEST, slots),
    }
    if rulebook is not None:
        files["RULEBOOK.md"] = rulebook if rulebook.endswith("\n") else f"{rulebook}\n"
    return files


def _read(moves: str, part: str) -> str:
    return (_STARTERS / moves / f"{part}.py").read_text(encoding="utf-8")


def _fill_in(text: str, name: PackageName, board: Shape) -> str:
    """The text of a starter, under its new name and with its own board."""
    text = text.replace('"""Starter', f'"""{name.title}').replace('"Starter"', f'"{name.title}"')
    text = text.replace("ROWS, COLUMNS = 4, 4", f"ROWS, COLUMNS = {board.rows}, {board.columns}")
    return text.replace("4 rows and 4 columns", f"{board.rows} rows and {board.columns} columns")


def _fill_slots(text: str, slots: Mapping[str, str]) -> str:
    return re.sub(r"@(name|title|module|says|small)@", lambda slot: slots[slot[1]], text)


def _write_claim(sentence: Sentence) -> str:
    """One claim, in lines that fit."""
    section, text = _quote(sentence.section), _quote(sentence.text)
    short = f"claims.unjudged({section}, {text})"
    if len(short) <= _WIDTH:
        return f"{short}\n"
    if len(f"    {section}, {text}") <= _WIDTH:
        return f"claims.unjudged(\n    {section}, {text}\n)\n"
    fits = len(f"    {text},") <= _WIDTH
    parts = "\n".join(f"    {line}" for line in ([text] if fits else _quote_long(sentence.text)))
    return f"claims.unjudged(\n    {section},\n{parts},\n)\n"


def _quote_long(text: str) -> Iterator[str]:
    """A long text as literals that Python joins."""
    rows = textwrap.wrap(text, 100, break_on_hyphens=False, break_long_words=False)
    for number, row in enumerate(rows, 1):
        yield _quote(row if number == len(rows) else f"{row} ")


def _quote(text: str) -> str:
    """A literal, as formatters write it: in double quotes, unless that takes more backslashes."""
    escaped = text.replace("\\", "\\\\")
    if text.count('"') > text.count("'"):
        escaped = escaped.replace("'", "\\'")
        return f"'{escaped}'"
    escaped = escaped.replace('"', '\\"')
    return f'"{escaped}"'


_CLAIMS = '''"""@title@: what its rulebook claims, sentence by sentence. `squarely court` judges them.

A sentence that can be checked gets a function, in place of its line below:

    @claims.claim("Winning", "Whoever begins can force a win.")
    def _first_wins(case: Case) -> Verdict:
        value = case.value(case.starts[0])
        return decide(value.winner == Side.FIRST, f"With best play {case.describe_value(case.starts[0])}.")

One that nothing can check is `claims.opinion(section, sentence, why)`. The names come from `squarely`.
"""

from squarely import Docket

claims = Docket()

'''

_TEST = '''"""@title@, held against what every game obeys, and played."""

import pytest
import squarely
from squarely.testing import check_game


@pytest.mark.parametrize("options", [""@small@])
def test_the_laws_hold(options: str) -> None:
    check_game(squarely.load("@name@", options))


def test_it_is_played_to_an_end() -> None:
    match = squarely.Match.of(squarely.load("@name@"))
    while not match.outcome:
        match = match.play(match.legal_moves[0])
    assert match.outcome.reason
'''

_PYPROJECT = """[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "squarely-@name@"
version = "0.1"
description = "@title@, a game for Squarely."
readme = "README.md"
requires-python = ">=3.11"
dependencies = ["squarely"]

[project.entry-points."squarely.games"]
@name@ = "@module@"

[tool.hatch.build]
dev-mode-dirs = ["."]

[tool.hatch.build.targets.wheel]
packages = ["@module@"]

[tool.ruff]
line-length = 120

[tool.mypy]
strict = true
"""

_README = """# @title@

A game for [Squarely](https://pypi.org/project/squarely/): @says@.
Its rulebook is the docstring of `@module@/rules.py`.

    pip install -e .
    squarely play @name@
    squarely check-game @name@
"""
