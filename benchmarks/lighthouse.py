"""Every page as Lighthouse sees it: a phone with a slow processor and a slow line, scores from 0 to 100.

    python benchmarks/lighthouse.py [RUNS]

Lighthouse comes from npm (`make bench` installs it) and uses Debian's Chromium. Machines are noisy, so each score is
the median of several runs, and beside each page stands a bare one that was judged in the same run.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))  # for the server, which lives in the tests

import httpx
from visits import bare_page

from tests.web.browser.people import CHROMIUM, QUIET
from tests.web.serving import Served

RUNS = 3
_COMMAND = os.environ.get("LIGHTHOUSE") or str(Path(__file__).parent / "node_modules/.bin/lighthouse")
_WANTED = "≥ 95, 100"


class Scores(NamedTuple):
    """What Lighthouse gives, and what is wrong where it gives less than everything for accessibility."""

    performance: float
    accessibility: float
    complaints: tuple[str, ...]


def judge(url: str) -> Scores:
    """One run on one page, in a browser that has never been there."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        flags = " ".join(("--headless=new", *QUIET))
        command = [_COMMAND, url, "--quiet", "--output=json", f"--output-path={report}", f"--chrome-flags={flags}"]
        only = "--only-categories=performance,accessibility"
        subprocess.run([*command, only], env={**os.environ, "CHROME_PATH": CHROMIUM}, check=True, timeout=300)
        found = json.loads(report.read_text(encoding="utf-8"))
    scores = {name: 100 * (category["score"] or 0) for name, category in found["categories"].items()}
    wanted = {each["id"] for each in found["categories"]["accessibility"]["auditRefs"] if each["weight"]}
    wrong = tuple(name for name in wanted if found["audits"][name]["score"] == 0)
    return Scores(scores["performance"], scores["accessibility"], wrong)


def begin_matches(base: str) -> dict[str, str]:
    """A match in play and one that is over."""
    found = {}
    for what, last in (("a match in play", ()), ("a match that is over, with its review", ({"act": "resign"},))):
        begun = httpx.post(f"{base}/api/matches", json={"game": "quad", "opponent": "here"}).json()
        secrets = {each["side"]: each["secret"] for each in begun["seats"]}
        moves = [{"act": "move", "move": each} for each in ("A1", "B2", "C3", "A2")]
        for turn, act in enumerate((*moves, *last), 1):
            headers = {"Authorization": f"Bearer {secrets['first' if turn % 2 else 'second']}"}
            sent = httpx.post(f"{base}/api/matches/{begun['match']}/turns", json={"turn": turn, **act}, headers=headers)
            sent.raise_for_status()
        found[what] = f"/m/{begun['match']}"
    return found


def lighthouse(runs: int = RUNS) -> list[tuple[str, str, str, str, str]]:
    """A row for each page."""
    if not Path(_COMMAND).exists():
        raise FileNotFoundError("Lighthouse is not there: make bench installs it")
    rows = []
    with tempfile.TemporaryDirectory() as folder, Served(Path(folder)) as server, bare_page() as port:
        pages = {"home": "/", "puzzles": "/puzzles?game=quad", "a game": "/games/quad", "an atlas": "/atlas/snatchers"}
        bare = median(judge(f"http://127.0.0.1:{port}/").performance for _ in range(runs))
        for what, path in {**pages, **begin_matches(server.url)}.items():
            judged = [judge(server.url + path) for _ in range(runs)]
            performance = median(each.performance for each in judged)
            accessibility = min(each.accessibility for each in judged)
            complaints = sorted({name for each in judged for name in each.complaints})
            rows.append(
                (
                    what,
                    f"{performance:.0f}, {accessibility:.0f}" + "".join(f" ({each})" for each in complaints),
                    f"bare page: {bare:.0f}",
                    f"{performance / bare:.2f} ×",
                    _WANTED,
                )
            )
    return rows


if __name__ == "__main__":
    for row in lighthouse(int(sys.argv[1]) if len(sys.argv) > 1 else RUNS):
        print(" | ".join(row))
