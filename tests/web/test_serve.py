"""Mistakes on the command line: a sentence and exit code 2, never a traceback."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.terminal.driving import Desk, refusal
from tests.web.serving import PATIENCE, Served

pytestmark = pytest.mark.slow


def test_what_cannot_be_listened_on(desk: Desk) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        run = desk.squarely("serve", f"--port={port}", "--database=sqlite:///x.db")
    why = f"127.0.0.1, port {port} cannot be listened on: Address already in use; try another --port"
    assert run == (2, "", f"squarely: {why}\n")
    for host in ("no.such.host.invalid", "a..b", "203.0.113.1", "x" * 300):
        words = refusal("serve", f"--host={host}", "--database=sqlite:///x.db")
        assert words.startswith(f"{host}, port 8765 cannot be listened on: ")


def test_what_it_cannot_begin_with(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that is none, one that another server uses, an option that makes no sense."""
    monkeypatch.chdir(desk.here)
    Path("diary.db").write_text("Dear diary, " * 1000)
    for url, why in (
        ("mysql://me:secret@host/x", "mysql://… is not a database; there are sqlite:///PATH and postgresql://"),
        ("matches.db", "this is not a database; there are sqlite:///PATH and postgresql://"),
        ("sqlite:///", "sqlite://… is not a database; "),
        ("sqlite:////dev/null/x.db", "the database cannot be used ("),
        ("sqlite:////proc", "the database cannot be used ("),
        ("sqlite:///diary.db", "the database cannot be used (file is not a database)"),
        ("postgresql://me:secret@host:port/x", "the address of the database cannot be read; "),
        ("postgresql://me:secret@[", "the address of the database cannot be read; "),
        ("postgresql://me:secret@127.0.0.1:1/x", "the database cannot be reached ("),
    ):
        words = refusal("serve", "--port=0", f"--database={url}")
        assert words.startswith(why), url
        assert "secret" not in words
    with Served(desk.here):
        words = refusal("serve", "--port=0", f"--database=sqlite:///{desk.here}/matches.db")
    assert words.startswith(f"another squarely serve uses {desk.here}/matches.db; stop it, or name another")
    for option, why in (
        ("--limit=idle_days=0", "idle_days=0 is not possible: "),
        ("--limit=nothing=1", "there is no limit 'nothing'; "),
        ("--origin=friends.example", "'friends.example' is no origin; "),
    ):
        assert refusal("serve", "--port=0", "--database=sqlite:///x.db", option).startswith(why)


def test_without_what_it_needs(tmp_path: Path) -> None:
    """As if the extra were not installed."""
    file = f"sqlite:///{tmp_path}/x.db"
    for module, extra, url in (
        ("uvicorn", "web", file),
        ("websockets", "web", file),
        ("psycopg", "postgresql", "postgresql://127.0.0.1:1/x"),
    ):
        program = (
            f"import sys; sys.modules[{module!r}] = None; from squarely.__main__ import main;"
            f"sys.argv = ['squarely', 'serve', '--port=0', '--database={url}']; main()"
        )
        command = [sys.executable, "-c", program]
        run = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
        why = f"squarely serve needs {module}; install it with: pip install 'squarely[{extra}]'"
        assert (run.returncode, run.stderr) == (2, f"squarely: {why}\n")
