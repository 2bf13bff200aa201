"""Mistakes on the command line: a sentence and exit code 2, never a traceback."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.web.serving import COMMAND, PATIENCE, Served

MISTAKE = 2


def said(*arguments: str, **environment: str) -> tuple[int, str]:
    run = subprocess.run(
        [COMMAND, "serve", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, **environment},
        check=False,
    )
    assert "Traceback" not in run.stderr
    assert run.stdout == ""
    return run.returncode, run.stderr


def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, words = said(f"--port={port}", f"--database=sqlite:///{tmp_path}/x.db")
    assert code == MISTAKE
    assert (
        words == f"squarely: 127.0.0.1, port {port} cannot be listened on: Address already in use; try another --port\n"
    )


@pytest.mark.parametrize("host", ["no.such.host.invalid", "a..b", "203.0.113.1", "x" * 300])
def test_a_host_that_is_not_ours(tmp_path: Path, host: str) -> None:
    code, words = said(f"--host={host}", f"--database=sqlite:///{tmp_path}/x.db")
    assert code == MISTAKE
    assert words.startswith(f"squarely: {host}, port 8765 cannot be listened on: ")


@pytest.mark.parametrize(
    ("url", "why"),
    [
        (
            "mysql://me:secret@host/x",
            "squarely: mysql://… is not a database; there are sqlite:///PATH and postgresql://",
        ),
        ("matches.db", "squarely: this is not a database; there are sqlite:///PATH and postgresql://"),
        ("sqlite:///", "squarely: sqlite://… is not a database; "),
        ("sqlite:////dev/null/x.db", "squarely: the database cannot be used ("),
        ("sqlite:////proc", "squarely: the database cannot be used ("),
        ("postgresql://me:secret@host:port/x", "squarely: the address of the database cannot be read; "),
        ("postgresql://me:secret@[", "squarely: the address of the database cannot be read; "),
        ("postgresql://me:secret@127.0.0.1:1/x", "squarely: the database cannot be reached ("),
    ],
)
def test_a_database_that_is_none(url: str, why: str) -> None:
    code, words = said("--port=0", f"--database={url}")
    assert code == MISTAKE
    assert words.startswith(why)
    assert "secret" not in words


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "x.db").write_text("Dear diary, " * 1000)
    code, words = said("--port=0", f"--database=sqlite:///{tmp_path}/x.db")
    assert (code, words) == (MISTAKE, "squarely: the database cannot be used (file is not a database)\n")


def test_a_database_that_another_server_uses(tmp_path: Path) -> None:
    with Served(tmp_path):
        code, words = said("--port=0", f"--database=sqlite:///{tmp_path}/matches.db")
    assert code == MISTAKE
    assert words.startswith(f"squarely: another squarely serve uses {tmp_path}/matches.db; stop it, or name another")


@pytest.mark.parametrize("option", ["--limit=idle_days=0", "--limit=nothing=1", "--origin=friends.example"])
def test_an_option_that_makes_no_sense(tmp_path: Path, option: str) -> None:
    code, words = said("--port=0", f"--database=sqlite:///{tmp_path}/x.db", option)
    assert code == MISTAKE
    assert words.startswith("squarely: ")


@pytest.mark.parametrize(
    ("module", "url", "extra"),
    [
        ("uvicorn", "sqlite:///{}/x.db", "web"),
        ("starlette", "sqlite:///{}/x.db", "web"),
        ("msgspec", "sqlite:///{}/x.db", "web"),
        ("websockets", "sqlite:///{}/x.db", "web"),
        ("psycopg", "postgresql://127.0.0.1:1/x", "postgresql"),
    ],
)
def test_without_what_it_needs(tmp_path: Path, module: str, url: str, extra: str) -> None:
    """As if the extra were not installed."""
    program = (
        f"import sys; sys.modules[{module!r}] = None; from squarely.__main__ import main;"
        f"sys.argv = ['squarely', 'serve', '--port=0', '--database={url.format(tmp_path)}']; main()"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert run.returncode == MISTAKE, run.stderr
    assert run.stderr == f"squarely: squarely serve needs {module}; install it with: pip install 'squarely[{extra}]'\n"
