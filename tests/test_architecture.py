"""Arrows point inward: what each room of the package may import. And no room but `games` knows a game by its name."""

import ast
import re
from collections.abc import Collection
from importlib.metadata import entry_points
from pathlib import Path

from squarely.core.rules import registry
from tests import import_graph as graph
from tests.import_graph import PACKAGE, circles, import_graph, imports, modules, nodes, room

ROOT = Path(__file__).resolve().parent.parent
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
# What each room may import besides itself, as the table says. A public name is imported from where `__init__` finds it.
ROWS = re.findall(r"(?m)^\| `(\w+)` \|.*\|(.*)\|$", CONTRIBUTING.partition("\n## Rooms\n")[2].partition("\n## ")[0])
ARROWS = {named: set(re.findall(r"`(\w+)", inward)) for named, inward in ROWS}


def wrong_arrows() -> list[str]:
    wrong = []
    for dotted, file in modules().items():
        here = room(dotted)
        for line, name in imports(file):
            there = room(name)
            own = ".".join(["squarely", *file.relative_to(PACKAGE).parts[:2]])
            other_game = here == there == "games" and not f"{name}.".startswith(f"{own}.")
            late = {"review"} if here == "games" and file.name == "claims.py" else set()  # which only the court loads
            if there not in ARROWS[here] | {here} | late or other_game:
                wrong.append(f"{file.relative_to(PACKAGE)}:{line} {here} imports {name}")
    return wrong


def odd_code(names: Collection[str]) -> list[str]:
    """Where, outside `games`, something is compared with the name of a game, rules are asked whether they have
    something, or the ending of a plural depends on a number: `"" if count == 1 else "s"`."""
    found = []
    for dotted, file in modules().items():
        for node in nodes(file.read_text(encoding="utf-8")) if room(dotted) != "games" else ():
            compared: list[ast.expr] = []
            match node:
                case ast.Compare(left=left, comparators=others):
                    compared = [left, *others]
                case ast.MatchValue(value=value):
                    compared = [value]
                case ast.Call(func=ast.Name(id="hasattr" | "getattr"), args=[asked, *_]):
                    found += [file] if ast.unparse(asked).endswith("rules") else []
                case ast.IfExp(body=one, orelse=other):
                    ends = [each.value for each in (one, other) if isinstance(each, ast.Constant)]
                    found += [file] if {"s", "es", "ies"} & {*ends} else []
            parts = [part for side in compared for part in ast.walk(side) if isinstance(part, ast.Constant)]
            found += [file] if any(part.value in names for part in parts) else []
    return [str(file.relative_to(PACKAGE)) for file in found]


def test_arrows_point_inward_and_no_game_is_known_by_its_name() -> None:
    rooms = {folder.name for folder in PACKAGE.iterdir() if folder.is_dir() and any(folder.glob("*.py"))}
    assert rooms <= set(ARROWS), "say in CONTRIBUTING what the new room may import"
    assert len(ARROWS) == len(ROWS), "a room has two rows"
    assert wrong_arrows() == []
    names = {entry.name for entry in entry_points(group=registry.GROUP) if entry.value.startswith("squarely.games.")}
    assert "quad" in names
    assert odd_code(names) == []


def test_what_is_said_everywhere_alike_is_said_in_one_place() -> None:
    """A game has words of its own."""
    texts = {str(file.relative_to(PACKAGE)): file.read_text(encoding="utf-8") for file in modules().values()}
    for pattern, place in (
        (r"click\.echo\(", "command_line/printing.py"),  # nothing from a file or a typist moves a terminal's cursor
        (r"did you mean", "core/text/suggestions.py"),
        (r"join\(\w+\[:-1\]\)", "core/text/notation.py"),  # A, B or C
        (r'"play can go on for ever"', "solver/values.py"),
        (r'"winner": None if', "solver/values.py"),
        (r"self\.readings", "core/rules/options.py"),
    ):
        places = [name for name, text in texts.items() if re.search(pattern, text)]
        assert [name for name in places if not name.startswith("games/")] == [place]


def test_the_map_of_the_house_is_true() -> None:
    """The files that its pages name, the folders of the tests, and the picture."""
    pages = CONTRIBUTING + (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    files = set(re.findall(r"`([\w./-]+\.(?:py|js|ts|html|md|toml|txt))`", pages))
    assert len(files) > 30
    assert {name for name in files if not any((home / name).is_file() for home in (ROOT, PACKAGE))} == set()

    folders = {file.parent.relative_to(ROOT / "tests") for file in (ROOT / "tests").rglob("test_*.py")}
    assert {str(folder) for folder in folders if not (PACKAGE / folder).is_dir()} == set()
    assert graph.PICTURE.read_text(encoding="utf-8") == graph.draw_house(), "draw it again: make architecture"


def test_modules_import_each_other_in_a_circle_only_where_they_are_one_thing() -> None:
    """A game with its words and variations, and the class Game with what it inherits from; also late, or for types."""
    one_thing = re.compile(r"squarely\.(?:core|games\.\w+)\b")
    for circle in circles(import_graph()):
        things = {found and found[0] for found in map(one_thing.match, circle)}
        assert len(things) == 1, circle
        assert None not in things, circle
