"""Firefox as Debian has it, for people who otherwise sit at Chromium.

Playwright speaks with it by WebDriver BiDi. It asks for one thing that this Firefox does not know: which theme a page
is to see. So what it starts is this module, which starts Firefox, passes on what the two say, and agrees to that.
"""

import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from playwright.sync_api import Browser, Playwright
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.sync.server import ServerConnection, serve

FIREFOX = "firefox-esr"
_ROOT = Path(__file__).resolve().parents[3]
_LISTENING = "WebDriver BiDi listening on "
_UNKNOWN = "emulation.setMediaFeaturesOverride"
_QUIET: dict[str, str | float | bool] = {
    "app.update.disabledForTesting": True,
    "browser.safebrowsing.downloads.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.proxy.type": 0,
    "services.settings.server": "data:,none",
    "ui.systemUsesDarkTheme": 0,
}


@contextmanager
def opened_firefox(playwright: Playwright) -> Iterator[Browser]:
    """A Firefox without a window."""
    with tempfile.TemporaryDirectory() as folder:
        starter = Path(folder) / "firefox"
        starter.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m {__spec__.name} "$@"\n', encoding="utf-8")
        starter.chmod(0o700)
        browser = playwright.firefox.launch(
            channel="moz-firefox",
            executable_path=starter,
            firefox_user_prefs=_QUIET,
            env={**os.environ, "PYTHONPATH": str(_ROOT)},
        )
        yield browser
        browser.close()


def main() -> int:
    """Start Firefox with what was said, and stand between it and whoever speaks with it."""
    with subprocess.Popen([FIREFOX, *sys.argv[1:]], stderr=subprocess.PIPE, text=True) as firefox:
        assert firefox.stderr
        for line in firefox.stderr:
            is_ready = line.startswith(_LISTENING)
            said = f"{_LISTENING}{_between(line.removeprefix(_LISTENING).strip())}\n" if is_ready else line
            sys.stderr.write(said)
            sys.stderr.flush()
    return firefox.returncode


def _between(far: str) -> str:
    """The address of a place between whoever comes there and the Firefox that listens at this address."""
    between = serve(lambda near: _pass_on(near, far), "127.0.0.1", 0, compression=None, max_size=None)
    threading.Thread(target=between.serve_forever, daemon=True).start()
    return f"ws://127.0.0.1:{between.socket.getsockname()[1]}"


def _pass_on(near: ServerConnection, far: str) -> None:
    """What the two say, until one hangs up."""
    with connect(f"{far}/session", compression=None, proxy=None, max_size=None) as firefox:
        threading.Thread(target=_pass_back, args=(firefox, near), daemon=True).start()
        for message in near:
            command = json.loads(message)
            if command["method"] == _UNKNOWN:
                near.send(json.dumps({"type": "success", "id": command["id"], "result": {}}))
            else:
                firefox.send(message)


def _pass_back(firefox: ClientConnection, near: ServerConnection) -> None:
    with suppress(ConnectionClosed):
        for message in firefox:
            near.send(message)
    near.close()


if __name__ == "__main__":
    sys.exit(main())
