"""`squarely serve`: mistakes on its command line, and the files of docs/serving, tried with real proxies."""

import asyncio
import re
import shutil
import socket
import subprocess
import sys
import tomllib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
import yaml
from click.testing import CliRunner

from squarely.web.serve import serve
from tests.terminal.driving import Desk, refusal
from tests.web.postgres import free_port
from tests.web.serving import PATIENCE, Served
from tests.web.visiting import begin, joined, step

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
FILES = ROOT / "docs" / "serving"
JSON = {"Content-Type": "application/json"}


def needed(program: str) -> str:
    """Where a program is, or a skipped test."""
    found = shutil.which(program, path="/usr/sbin:/usr/bin:/usr/local/bin:/sbin:/bin")
    if not found:
        pytest.skip(f"{program} is not installed here")
    return found


def write_nginx(folder: Path, port: int, server: str) -> Path:
    """The block as it is shown, without its certificate, in a configuration that needs no root."""
    block = (FILES / "nginx.conf").read_text(encoding="utf-8")
    block = re.sub(r"\tssl_certificate.*\n", "", block).replace("127.0.0.1:8765", server)
    block = block.replace("listen 443 ssl;", f"listen 127.0.0.1:{port};")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    folders = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    whole = f"daemon off; pid {folder}/pid; error_log stderr;\nevents {{}}\nhttp {{ access_log off;\n{folders}{block}}}"
    (folder / "whole.conf").write_text(whole, encoding="utf-8")
    return folder / "whole.conf"


@asynccontextmanager
async def proxied(kind: str, folder: Path, server: str) -> AsyncIterator[str]:
    """A proxy in front of a server: its address."""
    program, port = needed(kind), free_port()
    if kind == "nginx":
        command = [program, "-e", "stderr", "-p", str(folder), "-c", str(write_nginx(folder, port, server))]
        tried = [*command, "-t"]
    else:
        options = ["--adapter", "caddyfile", "--config", str(FILES / "Caddyfile")]
        command, tried = [program, "run", *options], [program, "validate", *options]
    variables = {"SQUARELY_SITE": f"http://127.0.0.1:{port}", "SQUARELY_SERVER": server, "HOME": str(folder)}
    environment = {"PATH": "/usr/bin", **variables}
    subprocess.run(tried, check=True, capture_output=True, env=environment)
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, env=environment) as process:
        try:
            async with asyncio.timeout(PATIENCE):
                while process.poll() is None and socket.socket().connect_ex(("127.0.0.1", port)):
                    await asyncio.sleep(0.05)
            if process.poll() is None:
                yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
    if process.returncode > 0:  # another program was faster to take the port
        async with proxied(kind, folder, server) as url:
            yield url


@pytest.mark.anyio
@pytest.mark.parametrize("kind", ["nginx", "caddy"])
async def test_a_match_through_a_proxy(tmp_path: Path, kind: str) -> None:
    """Pages, the API and sockets; whoever is behind the proxy is counted by their own address.

    Either proxy refuses a large body by itself. Caddy up to 2.6 takes its own refusal to read on for a bad gateway.
    """
    with Served(tmp_path, "--proxy=127.0.0.1", "--limit=matches_per_address=1") as server:
        async with (
            proxied(kind, tmp_path, server.url.removeprefix("http://")) as url,
            httpx.AsyncClient(base_url=url, timeout=PATIENCE, trust_env=False) as client,
        ):
            page = await client.get("/")
            assert page.status_code == 200
            assert f'content="{url}/"' in page.text, "addresses in the page are those of the proxy"
            match = await begin(client, opponent="here")
            server.url = url
            async with joined(server, match.id, [match.first]) as player:
                assert (await player.act(match.first, 1, "move", move=step(1)))["type"] == "done"
            body = {"game": "quad", "opponent": "here"}
            for lied in ({}, {"X-Forwarded-For": "203.0.113.7"}):  # nobody is believed
                assert (await client.post("/api/matches", json=body, headers=lied)).status_code == 429
            large = await client.post("/api/matches", content=b" " * 70_000, headers=JSON)
            assert large.status_code == 413 or (kind, large.status_code) == ("caddy", 502), "refused by the proxy"
        server.stop()
        assert "127.0.0.1" in {line.get("address") for line in server.lines}


def test_the_files_name_what_there_is(tmp_path: Path) -> None:
    """Options of `squarely serve`, extras of the package, variables of each other; and docs/serving.md shows them."""
    unit, container, composition, caddy = (
        (FILES / name).read_text(encoding="utf-8")
        for name in ("squarely.service", "Containerfile", "compose.yaml", "Caddyfile")
    )
    (tmp_path / "squarely.service").write_text(unit.replace("/opt/squarely/bin/squarely", needed("true")))
    verified = [needed("systemd-analyze"), "verify", str(tmp_path / "squarely.service")]
    done = subprocess.run(verified, capture_output=True, text=True, check=False)
    assert "squarely.service" not in done.stderr, done.stderr
    started = re.findall(r"^ExecStart=\S+ serve (.*)$", unit, re.MULTILINE)
    ((extras,),) = [re.findall(r'pip install --no-cache-dir "/source\[([^]]+)]"', container)]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set(extras.split(",")) <= set(project["optional-dependencies"])
    entry, options = (
        yaml.safe_load(each) for each in re.findall(r"^(?:ENTRYPOINT|CMD) (\[.*])$", container, re.MULTILINE)
    )
    assert (entry + options)[:2] == ["squarely", "serve"]
    composed = yaml.safe_load(composition)["services"]
    assert set(re.findall(r"\{\$(\w+):", caddy)) == set(composed["caddy"]["environment"])
    help_text = CliRunner().invoke(serve, ["--help"]).output
    for given in (started[0].split(), (entry + options)[2:], composed["squarely"]["command"]):
        named = [each.partition("=")[0] for each in given if each.startswith("--")]
        assert named
        assert all(re.search(rf"^\s+{option}\b", help_text, re.MULTILINE) for option in named), named
    page = (ROOT / "docs" / "serving.md").read_text(encoding="utf-8")
    shown = re.findall(r"^`([\w.]+)`:\n\n```\w*\n(.*?)```$", page, re.MULTILINE | re.DOTALL)
    assert shown == [("Caddyfile", caddy), ("squarely.service", unit)]
    assert all(f"(serving/{each.name})" in page for each in FILES.iterdir())


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
    """A database that is none, an option that makes no sense: a sentence, and never a traceback."""
    monkeypatch.chdir(desk.here)
    Path("diary.db").write_text("Dear diary, " * 1000)
    for url, why in (
        ("mysql://me:secret@host/x", "mysql://… is not a database; there are sqlite:///PATH and postgresql://"),
        ("matches.db", "this is not a database; there are sqlite:///PATH and postgresql://"),
        ("sqlite:///", "sqlite://… is not a database; "),
        ("sqlite:////dev/null/x.db", "the database cannot be used ("),
        ("sqlite:///diary.db", "the database cannot be used (file is not a database)"),
        ("postgresql://me:secret@host:port/x", "the address of the database cannot be read; "),
        ("postgresql://me:secret@[", "the address of the database cannot be read; "),
        ("postgresql://me:secret@127.0.0.1:1/x", "the database cannot be reached ("),
    ):
        words = refusal("serve", "--port=0", f"--database={url}")
        assert words.startswith(why), url
        assert "secret" not in words
    for option, why in (
        ("--limit=idle_days=0", "idle_days=0 is not possible: "),
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
