"""Arrows point inward: what each room of the package may import. And no room but `games` knows a game by its name."""

import ast
import re
from collections.abc import Callable, Collection, Iterator
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from squarely.core.rules import registry
from tests.import_graph import FACES, PACKAGE, PICTURE, circles, draw_house, import_graph, imports, modules, room

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


def nodes(package: Path) -> Iterator[tuple[str, ast.AST]]:
    """Every node of every file outside `games`, after where it is."""
    for dotted, file in modules(package).items():
        if room(package, dotted) != "games":
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                yield f"{file.relative_to(package)}:{getattr(node, 'lineno', 0)}", node


def games_known_by_name(package: Path, names: Collection[str] = ("center", "quad")) -> list[str]:
    """Where something is compared with the name of a game."""
    found = []
    for where, node in nodes(package):
        compared: list[ast.expr] = []
        if isinstance(node, ast.Compare):
            compared = [node.left, *node.comparators]
        elif isinstance(node, ast.MatchValue):
            compared = [node.value]
        inside = [part for side in compared for part in ast.walk(side)]
        if any(isinstance(part, ast.Constant) and part.value in names for part in inside):
            found.append(where)
    return found


def asked_of_rules(package: Path) -> list[str]:
    """Where code asks whether rules have something, in place of reading what they have."""
    return [
        where
        for where, node in nodes(package)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("hasattr", "getattr")
        and ast.unparse(node.args[0]).endswith("rules")
    ]


def written_plurals(package: Path) -> list[str]:
    """Where the ending of a plural depends on a number: `"" if count == 1 else "s"`."""
    ends = [(where, node.body, node.orelse) for where, node in nodes(package) if isinstance(node, ast.IfExp)]
    return [w for w, *both in ends if any(isinstance(e, ast.Constant) and e.value in ("s", "es", "ies") for e in both)]


def test_arrows_point_inward_and_no_game_is_known_by_its_name() -> None:
    rooms = {folder.name for folder in PACKAGE.iterdir() if folder.is_dir() and any(folder.glob("*.py"))}
    assert rooms <= set(ARROWS), "say in ARROWS what the new room may import"
    assert wrong_arrows(PACKAGE) == []
    names = {entry.name for entry in entry_points(group=registry.GROUP) if entry.value.startswith("squarely.games.")}
    assert "quad" in names
    assert games_known_by_name(PACKAGE, names) == []
    assert asked_of_rules(PACKAGE) == []
    assert written_plurals(PACKAGE) == []


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("core/match.py", "from squarely.solver import compiled"),
        ("core/match.py", "from squarely import games"),
        ("core/match.py", "from squarely import Oracle"),
        ("core/match.py", "import squarely.games.quad"),
        ("core/match.py", "from .. import web"),
        ("games/quad/rules.py", "from squarely.games import center"),
        ("games/quad/rules.py", "from squarely.games.center.rules import play"),
        ("games/quad/words.py", "from ...terminal import console"),
        ("games/quad/words.py", "from squarely.review.court import judges"),
        ("games/quad/claims.py", "from squarely.terminal import console"),
        ("solver/solve.py", "def solve():\n    from squarely.players import perfect"),
        ("players/perfect.py", "from squarely.review import grade"),
        ("play/clock.py", "from squarely.web import server"),
        ("terminal/play.py", "from squarely.web import server"),
        ("web/server.py", "import_module('squarely.terminal.line_mode.console')"),
        ("arena/dials.py", "from squarely import cli"),
    ],
)
def test_a_wrong_arrow_would_be_seen(tmp_path: Path, file: str, text: str) -> None:
    for folder in (*ARROWS, str(Path(file).parent)):
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)
    (tmp_path / file).write_text("from squarely.core.rules.game import Game\nfrom squarely import Match\n")
    assert wrong_arrows(tmp_path) == []
    (tmp_path / file).write_text(text)
    assert len(wrong_arrows(tmp_path)) == 1


@pytest.mark.parametrize(
    ("check", "text"),
    [
        (games_known_by_name, 'if game.name == "quad": pass'),
        (games_known_by_name, 'if "quad" != name: pass'),
        (games_known_by_name, 'if name in ("center", "quad"): pass'),
        (games_known_by_name, 'match name:\n    case "quad": pass'),
        (asked_of_rules, "if hasattr(game.rules, 'deal'): pass"),
        (asked_of_rules, "getattr(rules, 'deal')"),
        (written_plurals, "def told(n: int) -> str:\n    return f\"{n} move{'' if n == 1 else 's'}\"\n"),
    ],
)
def test_each_of_these_would_be_seen(tmp_path: Path, check: Callable[[Path], list[str]], text: str) -> None:
    for folder in ("terminal", "games"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "some.py").write_text(text)
    assert len(check(tmp_path)) == 1


@pytest.mark.parametrize(
    ("pattern", "place"),
    [
        (r"click\.echo\(", "command_line/printing.py"),  # nothing from a file or a typist moves a terminal's cursor
        (r"did you mean", "core/text/suggestions.py"),
        (r"join\(\w+\[:-1\]\)", "core/text/notation.py"),  # A, B or C
        (r'"play can go on for ever"', "solver/values.py"),
        (r'"winner": None if', "solver/values.py"),
        (r"self\.readings", "core/rules/options.py"),
    ],
)
def test_what_is_said_everywhere_alike_is_said_in_one_place(pattern: str, place: str) -> None:
    """A game has words of its own."""
    files = [file for file in modules(PACKAGE).values() if re.search(pattern, file.read_text(encoding="utf-8"))]
    places = [str(file.relative_to(PACKAGE)) for file in files]
    assert [each for each in places if not each.startswith("games/")] == [place]


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
    assert PICTURE.read_text(encoding="utf-8") == draw_house(), "draw it again: make architecture"


def test_modules_import_each_other_in_a_circle_only_where_they_are_one_thing() -> None:
    """A game with its words and variations, and the class Game with what it inherits from; also late, or for types."""
    one_thing = re.compile(r"squarely\.(?:core|games\.\w+)\b")
    for circle in circles(import_graph(PACKAGE)):
        things = {found and found[0] for found in map(one_thing.match, circle)}
        assert len(things) == 1, circle
        assert None not in things, circle


@pytest.mark.parametrize(
    "text",
    [
        "from squarely.core.one import x",
        "from squarely.core import one",
        "from . import one",
        "def late():\n    from squarely.core.three import y",
        "if TYPE_CHECKING:\n    import squarely.core.three",
        "import_module('squarely.core.three')",
    ],
)
def test_a_circle_would_be_seen(tmp_path: Path, text: str) -> None:
    (tmp_path / "core").mkdir()
    one, two = "import squarely.core.two", text
    for name, content in {"__init__": "", "one": one, "two": two, "three": "from . import one"}.items():
        (tmp_path / "core" / f"{name}.py").write_text(content)
    (tmp_path / "__init__.py").touch()
    (circle,) = circles(import_graph(tmp_path))
    assert {"squarely.core.one", "squarely.core.two"} <= circle
    (tmp_path / "core" / "two.py").write_text("import os")
    assert circles(import_graph(tmp_path)) == set()
