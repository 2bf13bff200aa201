"""The wheel, as somebody gets it who has no clone: the same every time, no dead links, and each command works."""

import os
import re
import subprocess
import sys
import venv
import zipfile
from email import message_from_bytes
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.patience import PATIENCE

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
CORE = ("click", "filelock", "platformdirs", "rich", "pygments", "markdown_it", "mdurl")  # needed without an extra


def build(folder: Path, **environment: str) -> Path:
    """The wheel, built there."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        check=True,
    )
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def command(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command of an environment with nothing in it but the wheel and what it needs."""
    folder = tmp_path_factory.mktemp("a fresh") / "environment"
    venv.create(folder, symlinks=True)
    python = folder / "bin" / "python"
    (packages,) = (folder / "lib").glob("python*/site-packages")
    for name in CORE:
        found = find_spec(name)
        assert found is not None
        assert found.origin is not None
        (packages / name).symlink_to(Path(found.origin).parent)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(python)]
    subprocess.run([*pip, "install", "--quiet", "--no-index", "--no-deps", str(wheel)], check=True)
    return folder / "bin" / "squarely"


def run(command: Path, home: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """What the command says to a user with an empty home."""
    return subprocess.run(
        [str(command), *arguments],
        input=typed,
        capture_output=True,
        text=True,
        cwd=home,
        env={"PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8"},
        timeout=PATIENCE,
        check=False,
    )


def test_the_wheel_is_the_same_every_time(wheel: Path, tmp_path: Path) -> None:
    assert build(tmp_path, TZ="Asia/Tokyo", PYTHONHASHSEED="7").read_bytes() == wheel.read_bytes()


def test_the_wheel_has_the_package_and_tells_an_index_what_it_is_for(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        metadata = message_from_bytes(archive.read("squarely-0.1.0.dist-info/METADATA"))
    assert {name.partition("/")[0] for name in names} == {"squarely", "squarely-0.1.0.dist-info"}
    assert "squarely/py.typed" in names

    classifiers = metadata.get_all("Classifier") or []
    assert metadata["License-Expression"] == "MIT"
    for beginning in ("Development Status", "Intended Audience", "Operating System", "Typing"):
        assert any(classifier.startswith(f"{beginning} :: ") for classifier in classifiers), beginning
    least = metadata["Requires-Python"].removeprefix(">=")
    assert f"Programming Language :: Python :: {least}" in classifiers

    told = metadata.get_payload()
    assert isinstance(told, str)
    assert "pip install 'squarely[screen]'" in told
    assert re.findall(r"\]\((?!https:)", told) == [], "it leads nowhere that an index does not have"
    assert "make serve" not in told
    assert ">>> import squarely" in told, "it is README"


def test_every_command_has_help_without_any_extra(command: Path, tmp_path: Path) -> None:
    from squarely.cli import _COMMANDS

    for name in _COMMANDS:
        done = run(command, tmp_path, name, "--help")
        assert (done.returncode, done.stderr) == (0, ""), f"squarely {name} --help: {done.stderr}"
        assert "docs/" not in done.stdout, f"squarely {name} --help names a page that is not in the wheel"


def test_a_match_is_played_and_the_menu_opens_without_any_extra(command: Path, tmp_path: Path) -> None:
    done = run(command, tmp_path, "play", "quad", typed="B2\nD4\nB3\nD3\nA2\nD2\nA3\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "wins" in done.stdout
    done = run(command, tmp_path)
    assert "quad" in done.stdout
    assert "Traceback" not in done.stderr
