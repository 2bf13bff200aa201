"""Mistakes on the command line: a sentence and exit code 2, never a traceback."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.terminal.driving import Desk
from tests.web.serving import PATIENCE, Served

pytestmark = pytest.mark.slow


def said(desk: Desk, *arguments: str, port: str = "0") -> str:
    """The sentence with which a server does not start."""
    run = desk.squarely("serve", f"--port={port}", *arguments)
    assert (run.code, run.out) == (2, "")
    assert "Traceback" not in run.err
    return run.err


def test_what_cannot_be_listened_on(desk: Desk) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        words = said(desk, "--database=sqlite:///x.db", port=port)
    why = f"127.0.0.1, port {port} cannot be listened on: Address already in use; try another --port"
    assert words == f"squarely: {why}\n"
    for host in ("no.such.host.invalid", "a..b", "203.0.113.1", "x" * 300):
        words = said(desk, f"--host={host}", "--database=sqlite:///x.db", port="8765")
        assert words.startswith(f"squarely: {host}, port 8765 cannot be listened on: ")


def test_a_database_that_is_none(desk: Desk) -> None:
    (desk.here / "diary.db").write_text("Dear diary, " * 1000)
    for url, why in (
        ("mysql://me:secret@host/x", "mysql://… is not a database; there are sqlite:///PATH and postgresql://"),
        ("matches.db", "this is not a database; there are sqlite:///PATH and postgresql://"),
        ("sqlite:///", "sqlite://… is not a database; "),
        ("sqlite:////dev/null/x.db", "the database cannot be used ("),
        ("sqlite:////proc", "the database cannot be used ("),
        ("sqlite:///diary.db", "the database cannot be used (file is not a database)\n"),
        ("postgresql://me:secret@host:port/x", "the address of the database cannot be read; "),
        ("postgresql://me:secret@[", "the address of the database cannot be read; "),
        ("postgresql://me:secret@127.0.0.1:1/x", "the database cannot be reached ("),
    ):
        words = said(desk, f"--database={url}")
        assert words.startswith(f"squarely: {why}"), url
        assert "secret" not in words


def test_a_database_that_another_server_uses(desk: Desk, tmp_path: Path) -> None:
    with Served(tmp_path):
        words = said(desk, f"--database=sqlite:///{tmp_path}/matches.db")
    assert words.startswith(f"squarely: another squarely serve uses {tmp_path}/matches.db; stop it, or name another")


def test_an_option_that_makes_no_sense(desk: Desk) -> None:
    for option in ("--limit=idle_days=0", "--limit=nothing=1", "--origin=friends.example"):
        assert said(desk, "--database=sqlite:///x.db", option).startswith("squarely: "), option


def test_without_what_it_needs(tmp_path: Path) -> None:
    """As if the extra were not installed."""
    for module in ("uvicorn", "starlette", "msgspec", "websockets", "psycopg"):
        is_asked = module == "psycopg"
        url = "postgresql://127.0.0.1:1/x" if is_asked else f"sqlite:///{tmp_path}/x.db"
        program = (
            f"import sys; sys.modules[{module!r}] = None; from squarely.__main__ import main;"
            f"sys.argv = ['squarely', 'serve', '--port=0', '--database={url}']; main()"
        )
        command = [sys.executable, "-c", program]
        run = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
        extra = "postgresql" if is_asked else "web"
        why = f"squarely serve needs {module}; install it with: pip install 'squarely[{extra}]'"
        assert (run.returncode, run.stderr) == (2, f"squarely: {why}\n")
