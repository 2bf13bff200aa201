"""The wheel, as somebody gets it who has no clone: the same every time, no dead links, and each command works."""

import os
import re
import subprocess
import sys
import venv
import zipfile
from email import message_from_bytes
from importlib import import_module
from pathlib import Path

import pytest

from squarely.cli import _COMMANDS
from tests.patience import PATIENCE

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
CORE = ("click", "filelock", "platformdirs", "rich", "pygments", "markdown_it", "mdurl")  # needed without an extra


def build(folder: Path, **environment: str) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("wheel"))


def install(wheel: Path, folder: Path) -> Path:
    venv.create(folder, symlinks=True)
    (packages,) = (folder / "lib").glob("python*/site-packages")
    for name in CORE:
        (packages / name).symlink_to(Path(str(import_module(name).__file__)).parent)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(folder / "bin" / "python")]
    subprocess.run([*pip, "install", "--quiet", "--no-index", "--no-deps", str(wheel)], check=True)
    return folder / "bin"


def run(program: Path, home: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """What a program of that environment says to a user with an empty home."""
    return subprocess.run(
        [str(program), *arguments],
        input=typed,
        capture_output=True,
        text=True,
        cwd=home,
        env={"PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8"},
        timeout=PATIENCE,
        check=False,
    )


def test_the_wheel_is_always_the_same_and_tells_an_index_what_it_is_for(wheel: Path, tmp_path: Path) -> None:
    assert build(tmp_path, TZ="Asia/Tokyo", PYTHONHASHSEED="7").read_bytes() == wheel.read_bytes()
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


EVERY_HELP = """
import sys
from squarely.cli import _COMMANDS, main
for name in _COMMANDS:
    sys.argv[1:] = [name, "--help"]
    assert main() == 0, name
"""


def test_every_command_has_help_and_a_match_is_played_without_any_extra(wheel: Path, tmp_path: Path) -> None:
    programs = install(wheel, tmp_path / "a fresh" / "environment")
    command = programs / "squarely"
    done = run(programs / "python", tmp_path, "-c", EVERY_HELP)
    assert (done.returncode, done.stderr, done.stdout.count("Usage: ")) == (0, "", len(_COMMANDS))
    assert "docs/" not in done.stdout, "a page that is not in the wheel"
    done = run(command, tmp_path, "play", "quad", typed="B2\nD4\nB3\nD3\nA2\nD2\nA3\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "wins" in done.stdout
    done = run(command, tmp_path)
    assert "quad" in done.stdout
    assert "Traceback" not in done.stderr
