"""Arrows point inward: what each room of the package may import. And no room but `games` knows a game by its name."""

import ast
import re
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path

import pytest

import squarely
from squarely.core.rules import registry

PACKAGE = Path(squarely.__file__).parent
FACES = ("terminal", "web", "environments", "arena", "lab")

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

_HOMES = {f"squarely.{name}": home for home, names in squarely.HOMES.items() for name in names}


def modules(package: Path) -> list[Path]:
    return sorted(package.rglob("*.py"))


def room(package: Path, dotted: str) -> str:
    """The room that a dotted name of the package lies in: `squarely.web.http.server` lies in web."""
    first = [*dotted.split("."), ""][1]
    return first if first in ARROWS or (first and (package / first).is_dir()) else "__init__"


def imports(package: Path, file: Path) -> Iterator[tuple[int, str]]:
    """Every name of the package that a file imports, with its line, wherever in the file it does so."""
    within = ["squarely", *file.relative_to(package).with_suffix("").parts]
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            here = within[: len(within) - node.level] if node.level else []
            whence = ".".join([*here, *([node.module] if node.module else [])])
            names = [f"{whence}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names = [node.value] if re.fullmatch(r"squarely(\.\w+){2,}", node.value) else []  # for import_module
        else:
            continue
        ours = (name for name in names if name.split(".")[0] == "squarely")
        yield from ((node.lineno, _HOMES.get(name, name)) for name in ours)


def wrong_arrows(package: Path) -> list[str]:
    wrong = []
    for file in modules(package):
        here = room(package, ".".join(["squarely", *file.relative_to(package).with_suffix("").parts]))
        for line, name in imports(package, file):
            there = room(package, name)
            own = ".".join(["squarely", *file.relative_to(package).parts[:2]])
            other_game = here == there == "games" and not f"{name}.".startswith(f"{own}.")
            late = {"review"} if here == "games" and file.name == "claims.py" else set()  # which only the court loads
            if there not in ARROWS[here] | {here} | late or other_game:
                wrong.append(f"{file.relative_to(package)}:{line} {here} imports {name}")
    return wrong


def games_known_by_name(package: Path, names: set[str]) -> list[str]:
    """Where a room other than `games` compares something with the name of a game."""
    found = []
    for file in modules(package):
        if room(package, ".".join(["squarely", *file.relative_to(package).with_suffix("").parts])) == "games":
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Compare):
                compared = [node.left, *node.comparators]
            elif isinstance(node, ast.MatchValue):
                compared = [node.value]
            else:
                continue
            inside = [part for side in compared for part in ast.walk(side)]
            if any(isinstance(part, ast.Constant) and part.value in names for part in inside):
                found.append(f"{file.relative_to(package)}:{node.lineno}")
    return found


def test_every_room_is_known() -> None:
    rooms = {folder.name for folder in PACKAGE.iterdir() if folder.is_dir() and any(folder.glob("*.py"))}
    assert rooms <= set(ARROWS), "say in ARROWS what the new room may import"


def test_arrows_point_inward() -> None:
    assert len(modules(PACKAGE)) > 10
    assert wrong_arrows(PACKAGE) == []


def test_no_game_is_known_by_its_name() -> None:
    names = {entry.name for entry in entry_points(group=registry.GROUP) if entry.value.startswith("squarely.games.")}
    assert "quad" in names
    assert games_known_by_name(PACKAGE, names) == []


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
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / file).write_text("from squarely.core.rules.game import Game\nfrom squarely import Match\n")
    assert wrong_arrows(tmp_path) == []
    (tmp_path / file).write_text(text)
    assert len(wrong_arrows(tmp_path)) == 1


@pytest.mark.parametrize(
    "text",
    [
        'if game.name == "quad": pass',
        'if "quad" != name: pass',
        'if name in ("center", "quad"): pass',
        'match name:\n    case "quad": pass',
    ],
)
def test_a_game_known_by_its_name_would_be_seen(tmp_path: Path, text: str) -> None:
    for folder in ("terminal", "games"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "some.py").write_text(text)
    assert len(games_known_by_name(tmp_path, {"center", "quad"})) == 1


def asked_of_rules(package: Path) -> list[str]:
    """Where somebody asks whether rules have something, in place of reading what they have."""
    return [
        f"{file.relative_to(package)}:{node.lineno}"
        for file in modules(package)
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("hasattr", "getattr")
        and ast.unparse(node.args[0]).endswith("rules")
    ]


def test_nobody_asks_rules_what_they_have() -> None:
    assert asked_of_rules(PACKAGE) == []


def test_a_question_to_rules_would_be_seen(tmp_path: Path) -> None:
    (tmp_path / "some.py").write_text("if hasattr(game.rules, 'deal'): getattr(rules, 'deal')\n")
    assert asked_of_rules(tmp_path) == ["some.py:1", "some.py:1"]


def test_commands_print_in_one_place() -> None:
    """So that nothing that comes from a file or a typist moves a terminal's cursor."""
    printing = [file.name for file in modules(PACKAGE) if "click.echo(" in file.read_text(encoding="utf-8")]
    assert printing == ["printing.py"]


def written_plurals(package: Path) -> list[str]:
    """Where the ending of a plural depends on a number: `"" if count == 1 else "s"`."""
    return [
        f"{file.relative_to(package)}:{node.lineno}"
        for file in modules(package)
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.IfExp)
        and any(isinstance(end, ast.Constant) and end.value in ("s", "es", "ies") for end in (node.body, node.orelse))
    ]


@pytest.mark.parametrize(
    ("pattern", "place"),
    [
        (r"did you mean", "core/text/suggestions.py"),
        (r"join\(\w+\[:-1\]\)", "core/text/notation.py"),  # A, B or C
        (r'"play can go on for ever"', "solver/values.py"),
        (r'"winner": None if', "solver/values.py"),
        (r"self\.readings", "core/rules/options.py"),
    ],
)
def test_what_is_said_everywhere_alike_is_said_in_one_place(pattern: str, place: str) -> None:
    """A game has words of its own."""
    files = [file for file in modules(PACKAGE) if re.search(pattern, file.read_text(encoding="utf-8"))]
    places = [str(file.relative_to(PACKAGE)) for file in files]
    assert [each for each in places if not each.startswith("games/")] == [place]


def test_plurals_are_made_in_one_place() -> None:
    assert [place for place in written_plurals(PACKAGE) if not place.startswith("games/")] == []


def test_a_plural_made_elsewhere_would_be_seen(tmp_path: Path) -> None:
    (tmp_path / "some.py").write_text("def told(n: int) -> str:\n    return f\"{n} move{'' if n == 1 else 's'}\"\n")
    assert written_plurals(tmp_path) == ["some.py:2"]


# The map of the house


ROOT = Path(__file__).resolve().parent.parent
MAP = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    return MAP.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def test_the_table_of_rooms_is_what_is_enforced() -> None:
    rows = [line.strip("|").split("|") for line in section("Rooms").splitlines() if line.startswith("| `")]
    named = [(re.findall(r"`(\w+)", room)[0], set(re.findall(r"`(\w+)", inward))) for room, _, inward in rows]
    assert len(dict(named)) == len(named), "a room has two rows"
    assert dict(named) == ARROWS, "CONTRIBUTING's table of rooms and ARROWS differ"


def test_the_files_that_the_map_names_exist() -> None:
    named = set(re.findall(r"`([\w./-]+\.(?:py|js|ts|html|md|toml|txt))`", MAP))
    assert len(named) > 30
    files = {
        file for folder in (PACKAGE, ROOT / "tests", ROOT / "docs", ROOT / "examples") for file in folder.rglob("*.*")
    }
    homes = (ROOT, PACKAGE)
    gone = {name for name in named if not any((home / name).is_file() for home in homes)}
    perhaps = {name: [str(file.relative_to(ROOT)) for file in files if file.name == Path(name).name] for name in gone}
    assert perhaps == {}, "CONTRIBUTING names files that are not there; beside each: files of that name elsewhere"


def test_the_tests_lie_where_the_source_lies() -> None:
    folders = {file.parent.relative_to(ROOT / "tests") for file in (ROOT / "tests").rglob("test_*.py")}
    assert {str(folder) for folder in folders if not (PACKAGE / folder).is_dir()} == set()


# The import graph


def import_graph(package: Path) -> dict[str, set[str]]:
    """The modules that each module imports, wherever in the file it does so."""
    names = {}
    for file in modules(package):
        parts = file.relative_to(package).with_suffix("").parts
        names[".".join(["squarely", *(part for part in parts if part != "__init__")])] = file
    return {
        name: {module for _, found in imports(package, file) if (module := _module_of(found, set(names))) != name}
        for name, file in names.items()
    }


def _module_of(dotted: str, names: set[str]) -> str:
    """The module that a name is or lies in."""
    while dotted not in names:
        dotted = dotted.rpartition(".")[0]
    return dotted


def circles(graph: dict[str, set[str]]) -> set[frozenset[str]]:
    """Those that can be reached from each other."""
    reached = {name: _reached(graph, name) for name in graph}
    return {
        frozenset(other for other in reached[name] if name in reached[other]) for name in graph if name in reached[name]
    }


def _reached(graph: dict[str, set[str]], name: str) -> set[str]:
    found, todo = set[str](), [name]
    while todo:
        new = graph[todo.pop()] - found
        found |= new
        todo += new
    return found


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
    for name, content in {
        "__init__": "",
        "one": "import squarely.core.two",
        "two": text,
        "three": "from . import one",
    }.items():
        (tmp_path / "core" / f"{name}.py").write_text(content)
    (tmp_path / "__init__.py").touch()
    (circle,) = circles(import_graph(tmp_path))
    assert {"squarely.core.one", "squarely.core.two"} <= circle
    (tmp_path / "core" / "two.py").write_text("import os")
    assert circles(import_graph(tmp_path)) == set()
