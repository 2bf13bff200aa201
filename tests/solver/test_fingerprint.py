"""What is kept is bound to everything the rules are made of, wherever that is written."""

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

from squarely.core import registry
from squarely.solver import fingerprint
from squarely.solver.packed_table import load_packaged

FILE = Path(__file__).parent / "odd" / "boxes.py"

ASKED = """
import sys
from importlib import import_module
from squarely.core.registry import make_game
from squarely.solver import cache
game = make_game("boxes", import_module(sys.argv[1]))
print(cache._find_path(game, game.start()).name)
"""

# How the rules reach what stands in another file, which file that is, and how it is changed.
WAYS = {
    "from another file": ("from apart import BOX", "apart.py", "BOX = 1", "BOX = 2"),
    "with a dot": ("import apart\nBOX = apart.BOX", "apart.py", "BOX = 1", "BOX = 2"),
    "by another file": ("from apart import BOX", "further.py", "FAR = 1", "FAR = 2"),
    "in a package": ("from pack.sub.deep import BOX", "pack/sub/deep.py", "BOX = 1", "BOX = 2"),
    "relatively": ("from pack.near import BOX", "pack/beside.py", "BOX = 1", "BOX = 2"),
    "in brackets": ("from pack import (  # one\n    near,\n    beside,\n)", "pack/near.py", "BOX\n", "BOX  #\n"),
    "in a function": ("def later():\n    from apart import BOX\n    return BOX", "apart.py", "BOX = 1", "BOX = 2"),
    "later in a line": ("import os; import apart", "apart.py", "BOX = 1", "BOX = 2"),
    "from a file of data": ("from told import BOX", "boxes.txt", "1", "2"),
    "in a function's default": ("from apart import by", "apart.py", "by=3", "by=4"),
}
FILES = {
    "apart.py": "from further import FAR\nBOX = 1\ndef by(by=3):\n    return by\n",
    "further.py": "FAR = 1\n",
    "told.py": "from pathlib import Path\nBOX = int((Path(__file__).parent / 'boxes.txt').read_text())\n",
    "boxes.txt": "1",
    "pack/__init__.py": "",
    "pack/near.py": "from .beside import BOX\n",
    "pack/beside.py": "BOX = 1\n",
    "pack/sub/__init__.py": "",
    "pack/sub/deep.py": "BOX = 1\n",
}


def asked(folder: Path) -> str:
    """The name under which a fresh process would keep the solution of a game in this folder."""
    command = [sys.executable, "-B", "-c", ASKED, "outsider"]
    path = f"{folder}:{Path(__file__).parents[2]}"
    env = {"PYTHONPATH": path, "HOME": str(folder), "PATH": ""}
    return subprocess.check_output(command, text=True, cwd=folder, env=env)


def test_a_change_in_any_file_of_the_rules_is_another_solution(tmp_path: Path) -> None:
    for name, content in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content)
    lines = "\n".join(line for line, *_ in WAYS.values())
    (tmp_path / "outsider.py").write_text(f"{FILE.read_text()}\n{lines}\n")
    before = asked(tmp_path)
    assert asked(tmp_path) == before
    for way, (_, name, old, new) in WAYS.items():
        text = (tmp_path / name).read_text()
        assert old in text, way
        (tmp_path / name).write_text(text.replace(old, new, 1))
        assert asked(tmp_path) != before, way
        (tmp_path / name).write_text(text)
    assert asked(tmp_path) == before


@pytest.mark.parametrize(
    "line", ["from squarely import Dial, step", "import squarely", "from squarely.core.grid import step"]
)
def test_the_grid_is_part_of_the_rules_whatever_it_is_imported_from(tmp_path: Path, line: str) -> None:
    rules = ModuleType("outsider")
    rules.__file__ = str(tmp_path / "outsider.py")
    (tmp_path / "outsider.py").write_text(line)
    public = [] if "core" in line else ["position", "generated", "square_sets", "sides"]
    assert list(fingerprint._find_files(rules)) == [
        "outsider",
        *(f"squarely.core.{part}" for part in ("grid", *public)),
    ]


def test_what_was_imported_counts_not_only_what_lies_on_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = registry.rules("showdown")
    before = fingerprint.fingerprint_process(rules)
    assert fingerprint.fingerprint_process(rules) == before
    monkeypatch.setattr(rules, "outcome", lambda _, __: 1)
    assert fingerprint.fingerprint_process(rules) != before


def test_a_value_that_is_changed_between_two_solves_is_other_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "changing.py").write_text(f"from further import FAR\n{FILE.read_text()}")
    monkeypatch.syspath_prepend(str(tmp_path))
    rules = registry.make_game("changing", import_module("changing")).rules
    before = fingerprint.fingerprint_process(rules)
    monkeypatch.setattr(sys.modules["further"], "FAR", 2)
    assert fingerprint.fingerprint_process(rules) != before
    monkeypatch.undo()


def make_steps(most: int) -> Callable[[], int]:
    return lambda: most


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (make_steps(1), make_steps(2)),  # the same code, with another number taken along
        (partial(max, 1), partial(max, 2)),
        (np.arange(5000), np.arange(5000) * (np.arange(5000) != 2500)),  # written out, both are cut short
        (SimpleNamespace(steps=1), SimpleNamespace(steps=2)),
    ],
)
def test_what_a_rule_is_made_with_counts(one: object, other: object) -> None:
    described = [list(fingerprint._describe_contents({"steps": value}, "outsider")) for value in (one, other)]
    assert described[0] != described[1]


def test_a_table_of_other_rules_is_not_used(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = registry.load("quad")
    assert load_packaged(game) is not None
    monkeypatch.setattr("squarely.solver.packed_table.fingerprint_files", lambda _: "other rules")
    assert load_packaged(game) is None
    assert "that of other rules and is not used" in capsys.readouterr().err
