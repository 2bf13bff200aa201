"""Arrows point inward: what each room of the package may import. And no room but `games` knows a game by its name."""

import ast
import re
from collections.abc import Collection
from importlib.metadata import entry_points
from pathlib import Path

from squarely.core.rules import registry
from tests import import_graph as graph
from tests.import_graph import FACES, PACKAGE, circles, import_graph, imports, modules, nodes, room

ROOT = Path(__file__).resolve().parent.parent
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
_SHARED = {"core", "files", "command_line", "serving"}
_SERVICES = {"laws", "solver", "players", "review", "proofs", "play"}

# What each room may import besides itself. A public name is imported from where `__init__` finds it.
ARROWS = {
    "core": set(),
    "files": {"core"},
    "command_line": {"core", "files"},
    "serving": {"core"},
    "games": {"core"},
    "laws": {"core"},
    "proofs": {"core"},
    "solver": {"core", "files", "laws"},
    "players": {"core", "files", "laws", "solver"},
    "review": {"core", "files", "solver"},
    "play": {"core", "files", "solver", "players"},
    "jobs": {"core"},
    "authoring": {"core", "files", "laws", "solver"},
    **{face: {*_SHARED, "games", *_SERVICES} for face in FACES},
    "terminal": {*_SHARED, "games", *_SERVICES, "authoring"},
    "arena": {*_SHARED, "games", *_SERVICES, "jobs"},
    "lab": {*_SHARED, "games", *_SERVICES, "jobs"},
    "cli": {*_SHARED, "games", *_SERVICES, "jobs", *FACES},
    "testing": {"core", "laws"},
    "__main__": {"cli"},
    "__init__": {"core", "solver", "players", "review"},
}


def wrong_arrows(package: Path) -> list[str]:
    wrong = []
    for dotted, file in modules(package).items():
        here = room(package, dotted)
        for line, name in imports(package, file):
            there = room(package, name)
            own = ".".join(["squarely", *file.relative_to(package).parts[:2]])
            other_game = here == there == "games" and not f"{name}.".startswith(f"{own}.")
            late = {"review"} if here == "games" and file.name == "claims.py" else set()  # which only the court loads
            if there not in ARROWS[here] | {here} | late or other_game:
                wrong.append(f"{file.relative_to(package)}:{line} {here} imports {name}")
    return wrong


def odd_code(package: Path, names: Collection[str] = ("center", "quad")) -> list[str]:
    """Where, outside `games`, something is compared with the name of a game, rules are asked whether they have
    something, or the ending of a plural depends on a number: `"" if count == 1 else "s"`."""
    found = []
    for dotted, file in modules(package).items():
        for node in nodes(file.read_text(encoding="utf-8")) if room(package, dotted) != "games" else ():
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
    return [str(file.relative_to(package)) for file in found]


def test_arrows_point_inward_and_no_game_is_known_by_its_name() -> None:
    rooms = {folder.name for folder in PACKAGE.iterdir() if folder.is_dir() and any(folder.glob("*.py"))}
    assert rooms <= set(ARROWS), "say in ARROWS what the new room may import"
    assert wrong_arrows(PACKAGE) == []
    names = {entry.name for entry in entry_points(group=registry.GROUP) if entry.value.startswith("squarely.games.")}
    assert "quad" in names
    assert odd_code(PACKAGE, names) == []


def test_a_wrong_arrow_and_odd_code_would_be_seen(tmp_path: Path) -> None:
    for file, text in (
        ("core/match.py", "from squarely.solver import compiled"),
        ("core/match.py", "from squarely import Oracle"),
        ("core/match.py", "import squarely.games.quad"),
        ("core/match.py", "from .. import web"),
        ("games/quad/rules.py", "from squarely.games import center"),
        ("games/quad/words.py", "from squarely.review.court import judges"),
        ("games/quad/claims.py", "from squarely.terminal import console"),
        ("solver/solve.py", "def solve():\n    from squarely.players import perfect"),
        ("web/server.py", "import_module('squarely.terminal.line_mode.console')"),
    ):
        for folder in (*ARROWS, str(Path(file).parent)):
            (tmp_path / folder).mkdir(parents=True, exist_ok=True)
        fine = "from squarely.core.rules.game import Game\nfrom squarely import Match\n"
        for written, wrong in ((text, 1), (fine, 0)):
            (tmp_path / file).write_text(written)
            assert len(wrong_arrows(tmp_path)) == wrong, text
    for text in (
        'if name in ("center", "quad"): pass',
        'match name:\n    case "quad": pass',
        "if hasattr(game.rules, 'deal'): pass",
        "def told(n: int) -> str:\n    return f\"{n} move{'' if n == 1 else 's'}\"\n",
    ):
        for folder in ("terminal", "games"):
            (tmp_path / folder / "some.py").write_text(text)
        assert odd_code(tmp_path) == ["terminal/some.py"], text


def test_what_is_said_everywhere_alike_is_said_in_one_place() -> None:
    """A game has words of its own."""
    texts = {str(file.relative_to(PACKAGE)): file.read_text(encoding="utf-8") for file in modules(PACKAGE).values()}
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
    """The table of rooms, the files that it names, the folders of the tests, and the picture."""
    table = CONTRIBUTING.partition("\n## Rooms\n")[2].partition("\n## ")[0]
    rows = [line.strip("|").split("|") for line in table.splitlines() if line.startswith("| `")]
    named = [(re.findall(r"`(\w+)", first)[0], set(re.findall(r"`(\w+)", inward))) for first, _, inward in rows]
    assert len(dict(named)) == len(named), "a room has two rows"
    assert dict(named) == ARROWS, "CONTRIBUTING's table of rooms and ARROWS differ"

    pages = CONTRIBUTING + (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    files = set(re.findall(r"`([\w./-]+\.(?:py|js|ts|html|md|toml|txt))`", pages))
    assert len(files) > 30
    assert {name for name in files if not any((home / name).is_file() for home in (ROOT, PACKAGE))} == set()

    folders = {file.parent.relative_to(ROOT / "tests") for file in (ROOT / "tests").rglob("test_*.py")}
    assert {str(folder) for folder in folders if not (PACKAGE / folder).is_dir()} == set()
    assert graph.PICTURE.read_text(encoding="utf-8") == graph.draw_house(), "draw it again: make architecture"


def test_modules_import_each_other_in_a_circle_only_where_they_are_one_thing(tmp_path: Path) -> None:
    """A game with its words and variations, and the class Game with what it inherits from; also late, or for types."""
    one_thing = re.compile(r"squarely\.(?:core|games\.\w+)\b")
    for circle in circles(import_graph(PACKAGE)):
        things = {found and found[0] for found in map(one_thing.match, circle)}
        assert len(things) == 1, circle
        assert None not in things, circle
    (tmp_path / "core").mkdir()  # where a circle would be seen
    (tmp_path / "__init__.py").touch()
    for text in (
        "from squarely.core.one import x",
        "from . import one",
        "def late():\n    from squarely.core.three import y",
        "import_module('squarely.core.three')",
    ):
        files = {"__init__": "", "one": "import squarely.core.two", "two": text, "three": "from . import one"}
        for name, content in files.items():
            (tmp_path / "core" / f"{name}.py").write_text(content)
        (circle,) = circles(import_graph(tmp_path))
        assert {"squarely.core.one", "squarely.core.two"} <= circle, text
    (tmp_path / "core" / "two.py").write_text("import os")
    assert circles(import_graph(tmp_path)) == set()
