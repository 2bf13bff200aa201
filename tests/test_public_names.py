"""The names that are importable from `squarely` itself: found, typed, told on their page, and enough for a game."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import squarely

PACKAGE = Path(squarely.__file__).parent
PAGE = (Path(__file__).parents[1] / "docs" / "python.md").read_text(encoding="utf-8")
GAMES = [*(PACKAGE / "games").rglob("*.py"), *(Path(__file__).parent / "games" / "outside").glob("*.py")]


def test_a_name_is_there_once_and_its_page_tells_what_it_is() -> None:
    assert len(set(squarely.__all__)) == len(squarely.__all__)
    for name in squarely.__all__:
        assert getattr(squarely, name) is not None
        assert name in dir(squarely)
        assert f"`{name}`" in PAGE, name
        assert not any((PACKAGE / room).exists() for room in (name, f"{name}.py")), "a room has that name"
    with pytest.raises(AttributeError, match="squarely has no 'chess'"):
        _ = squarely.chess  # type: ignore[attr-defined]


def test_the_types_are_of_the_same_names() -> None:
    """`__init__.pyi` is what a type checker reads in place of the table."""
    tree = ast.parse((PACKAGE / "__init__.pyi").read_text(encoding="utf-8"))
    typed: dict[str, str] = {}
    for node in tree.body:
        match node:
            case ast.ImportFrom(module=module, names=names):
                typed |= {str(alias.asname): f"{module}.{alias.name}" for alias in names}
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Name(id=renamed)):
                typed[name] = typed.pop(renamed)
    for name in squarely.__all__:
        module, _, called = typed.pop(name).rpartition(".")
        assert getattr(squarely, name) is getattr(sys.modules[module], called)
    assert typed == {}


def test_to_import_it_loads_nothing() -> None:
    program = "import sys, squarely; print([name for name in sys.modules if name.startswith('squarely.')])"
    assert subprocess.check_output([sys.executable, "-c", program], text=True) == "[]\n"


def test_a_game_needs_no_other_name_of_the_core() -> None:
    """Whoever writes one may import everything from `squarely`."""
    for file in GAMES:
        imports = [n for n in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if isinstance(n, ast.ImportFrom)]
        core = [node for node in imports if str(node.module).startswith("squarely.core.")]
        assert {alias.name for node in core for alias in node.names} <= set(squarely.__all__), file
