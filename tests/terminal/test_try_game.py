"""`squarely try`: rules that change while they are played."""

import json
import re
import signal
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests import patience
from tests.authoring.packages import write_new
from tests.terminal.driving import Desk, enter, read_until

pytestmark = pytest.mark.slow


def save(folder: Path, *changes: tuple[str, str]) -> None:
    path = folder / "squarely_corners" / "rules.py"
    text = path.read_text(encoding="utf-8")
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    path.write_text(text, encoding="utf-8")


def test_a_match_goes_on_under_what_is_saved(desk: Desk) -> None:
    folder = write_new(desk.here)
    with desk.started("try", "corners") as trying:
        enter(trying, "B2", "A1")
        read_until(trying, rb"1 W \. \.\n2 \. B \.\n3 \. \. \.\n\nBlack, enter your move")
        save(folder, ('"Corners"', '"Edges"'))
        read_until(trying, rb"Saved: new rules. All 2 moves still stand.\nEdges, resumed after move 2 \(A1\).\n")
        save(folder, ("== ONGOING:", "== ONGOING"))
        read_until(trying, rb"Saved, and not in order: .*expected ':' \(rules.py, line \d+\).\nThe rules before stay")
        enter(trying, "C3")
        read_until(trying, rb"White, enter your move")
        save(folder, ("== ONGOING\n", "== ONGOING:\n"))
        read_until(trying, rb"Saved: new rules. All 3 moves still stand")
        enter(trying, "quit")
        read_until(trying, rb"A match that is tried is not kept.")
    assert trying.returncode == 0
    assert desk.unfinished == []


def test_a_match_is_played_to_its_end_by_path_and_nothing_is_kept(desk: Desk) -> None:
    write_new(desk.here, "step")
    players = ("--first", "random", "--second", "random", "--seed", "4")
    said = desk.squarely("try", "corners/squarely_corners/rules.py", *players)
    assert said.code == 0, said.err
    assert "You have won the game" in said.out
    assert desk.finished == []


def test_rules_that_fail_in_play_are_a_sentence_and_wait_to_be_mended(desk: Desk) -> None:
    """Where the laws saw nothing: here because the rules look at something else than the position."""
    folder, failing = write_new(desk.here), desk.here / "failing"
    drawing = f"        assert not Path({str(failing)!r}).exists(), 'broken'\n        return 'the board'\n"
    reason = "    def reason("
    save(folder, (reason, f"    def draw(self, position):\n        from pathlib import Path\n\n{drawing}\n{reason}"))
    trying = desk.terminal("try", "corners")
    trying.expect("Black, enter your move (e.g., A1): ")
    failing.touch()
    trying.child.sendline("B2")
    trying.child.expect(r"`draw` of Corners fails: rules.py, line \d+, `assert .*AssertionError: broken")
    trying.expect("It goes on when that is mended")
    failing.unlink()
    save(folder, ("'the board'", "'another board'"))
    trying.expect("Saved: new rules.")
    trying.expect("another board")
    trying.answer("White, enter your move (e.g., A1): ", "quit")
    assert trying.ended().code == 0


def test_what_cannot_be_tried_is_a_sentence(desk: Desk) -> None:
    folder = write_new(desk.here)
    mine = "from squarely import Game\n\n\nclass Mine(Game):\n    title = 'Mine'\n"
    (desk.here / "squarely_quad.py").write_text(mine)
    for args, why in (
        ("gone", "there is no game 'gone', and no folder of that name here"),
        ("./squarely_quad.py", "quad cannot be used: the package squarely-quad declares a game 'quad'"),
        ("corners --option size=3", "there is no option 'size'"),
        ("corners --position nonsense", "nonsense"),
        ("corners --second nobody", "nobody"),
    ):
        said = desk.squarely("try", *args.split())
        assert (said.code, why in said.err) == (2, True), args
    save(folder, ("title, players", "heading, players"))
    said = desk.squarely("try", "corners")
    assert (said.code, said.out) == (2, "")
    assert re.search("corners cannot be played: .*lacks title", said.err)


def ask(address: str, path: str, secret: str = "", **sent: object) -> Any:
    """What a page asks the server that is tried."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {secret}"}
    request = urllib.request.Request(f"{address}{path}", json.dumps(sent).encode() if sent else None, headers)
    with urllib.request.urlopen(request, timeout=patience.PATIENCE) as answer:
        return json.load(answer)


def test_the_browser_is_served_the_new_rules(desk: Desk) -> None:
    folder = write_new(desk.here)
    trying = desk.started("try", "corners", "--browser", "--port", "0")
    try:
        told = read_until(trying, rb"corners is at http://127.0.0.1:\d+\n")
        address = re.findall(rb"http://\S+", told)[0].decode()
        begun = ask(address, "/api/matches", game="corners", opponent="explore")
        match, secrets = begun["match"], [seat["secret"] for seat in begun["seats"]]
        for turn, (move, secret) in enumerate(zip(("A1", "B2"), secrets, strict=True), 1):
            ask(address, f"/api/matches/{match}/turns", secret, turn=turn, act="move", move=move)
        first = ask(address, "/api/tried")
        assert first["trouble"] == ""
        save(folder, ("== ONGOING:", "== ONGOING"))
        read_until(trying, rb"The rules before stay until that is mended.")
        broken = ask(address, "/api/tried")
        assert "rules.py, line" in broken["trouble"]
        assert broken["token"] == first["token"]
        center = ("                if (", "                if square != 4 and (")
        full = ("position.second == self.full", "position.second | 16 == self.full")
        save(folder, ("== ONGOING\n", "== ONGOING:\n"), center, full)
        read_until(trying, rb"Saved: new rules. The page shows them.")
        second = ask(address, "/api/tried")
        assert (second["token"] != first["token"], second["trouble"]) == (True, "")
        played = ask(address, f"/api/matches/{match}", secrets[1])
        assert played["state"]["moves"] == 1, "B2 is no longer allowed"
        trying.send_signal(signal.SIGINT)
        assert trying.wait(patience.PATIENCE) == 0
    finally:
        trying.kill()
        trying.communicate()
