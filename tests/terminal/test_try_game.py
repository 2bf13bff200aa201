"""`squarely try`: rules that change while they are played."""

import json
import re
import signal
import subprocess
import urllib.request
from pathlib import Path
from typing import Any

from tests import patience
from tests.authoring.packages import write_new
from tests.terminal.driving import Desk, read_until


def save(folder: Path, before: str, after: str, file: str = "rules.py") -> None:
    path = folder / "squarely_corners" / file
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after), encoding="utf-8")


def say(process: subprocess.Popen[bytes], *lines: str) -> None:
    assert process.stdin
    process.stdin.write("".join(f"{line}\n" for line in lines).encode())
    process.stdin.flush()


def test_a_match_goes_on_under_what_is_saved(desk: Desk) -> None:
    folder = write_new(desk.here)
    with desk.started("try", "corners") as trying:
        say(trying, "B2", "A1")
        read_until(trying, rb"1 W \. \.\n2 \. B \.\n3 \. \. \.\n\nBlack, enter your move")
        save(folder, '"Corners"', '"Edges"')
        read_until(trying, rb"Saved: new rules. All 2 moves still stand.\nEdges, resumed after move 2 \(A1\).\n")
        save(folder, "== ONGOING:", "== ONGOING")
        read_until(trying, rb"Saved, and not in order: .*expected ':' \(rules.py, line \d+\).\nThe rules before stay")
        say(trying, "C3")
        read_until(trying, rb"White, enter your move")
        save(folder, "== ONGOING\n", "== ONGOING:\n")
        read_until(trying, rb"Saved: new rules. All 3 moves still stand")
        save(folder, "& 1 == 0:", "& 1 == 0 and square:")
        read_until(trying, rb"Saved, and not in order: rules.py, line \d+: .* has no legal move and has not ended")
        say(trying, "quit")
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
    save(folder, reason, f"    def draw(self, position):\n        from pathlib import Path\n\n{drawing}\n{reason}")
    trying = desk.terminal("try", "corners")
    trying.expect("Black, enter your move (e.g., A1): ")
    failing.touch()
    trying.child.sendline("B2")
    trying.child.expect(r"`draw` of Corners fails: rules.py, line \d+, `assert .*AssertionError: broken")
    trying.expect("It goes on when that is mended")
    failing.unlink()
    save(folder, "'the board'", "'another board'")
    trying.expect("Saved: new rules.")
    trying.expect("another board")
    trying.answer("White, enter your move (e.g., A1): ", "quit")
    assert trying.ended().code == 0


def test_what_cannot_be_tried_is_a_sentence(desk: Desk) -> None:
    folder = write_new(desk.here)
    (desk.here / "squarely_quad.py").write_text(
        "from squarely import Game\n\n\nclass Mine(Game):\n    title = 'Mine'\n"
    )
    for given, why in (
        (["gone"], "there is no game 'gone', and no folder of that name here"),
        (["./squarely_quad.py"], "quad cannot be used: the package squarely-quad declares a game 'quad'"),
        (["corners", "--option", "size=3"], "there is no option 'size'"),
        (["corners", "--position", "nonsense"], "nonsense"),
        (["corners", "--second", "nobody"], "nobody"),
    ):
        said = desk.squarely("try", *given)
        assert said.code == 2, said.out
        assert why in said.err
    save(folder, "title, players", "heading, players")
    said = desk.squarely("try", "corners")
    assert said.code == 2
    assert "corners cannot be played: " in said.err
    assert "lacks title" in said.err


class Page:
    """What a page asks the server that is tried."""

    def __init__(self, trying: subprocess.Popen[bytes]) -> None:
        told = read_until(trying, rb"corners is at http://127.0.0.1:\d+\n")
        self._address = re.findall(rb"http://\S+", told)[0].decode()
        self._secret = ""

    def ask(self, path: str, **sent: object) -> Any:
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self._secret}"}
        request = urllib.request.Request(f"{self._address}{path}", json.dumps(sent).encode() if sent else None, headers)
        with urllib.request.urlopen(request, timeout=patience.PATIENCE) as answer:
            return json.load(answer)

    def play(self, *moves: str) -> str:
        """Begin a match with these moves; returns its name."""
        begun = self.ask("/api/matches", game="corners", opponent="explore")
        secrets = [seat["secret"] for seat in begun["seats"]]
        for turn, move in enumerate(moves, 1):
            self._secret = secrets[(turn - 1) % 2]
            self.ask(f"/api/matches/{begun['match']}/turns", turn=turn, act="move", move=move)
        return str(begun["match"])


def test_the_browser_is_served_the_new_rules(desk: Desk) -> None:
    folder = write_new(desk.here)
    trying = desk.started("try", "corners", "--browser", "--port", "0")
    try:
        page = Page(trying)
        match = page.play("A1", "B2")
        first = page.ask("/api/tried")
        assert first["trouble"] == ""
        save(folder, "== ONGOING:", "== ONGOING")
        read_until(trying, rb"The rules before stay until that is mended.")
        broken = page.ask("/api/tried")
        assert "rules.py, line" in broken["trouble"]
        assert broken["token"] == first["token"]
        mended = (folder / "squarely_corners" / "rules.py").read_text(encoding="utf-8")
        for before, after in (
            ("== ONGOING\n", "== ONGOING:\n"),
            ("                if (", "                if square != 4 and ("),
            ("position.second == self.full", "position.second | 16 == self.full"),
        ):
            assert before in mended
            mended = mended.replace(before, after)
        (folder / "squarely_corners" / "rules.py").write_text(mended, encoding="utf-8")
        read_until(trying, rb"Saved: new rules. The page shows them.")
        second = page.ask("/api/tried")
        assert second["token"] != first["token"]
        assert second["trouble"] == ""
        assert page.ask(f"/api/matches/{match}")["state"]["moves"] == 1, "B2 is no longer allowed"
        trying.send_signal(signal.SIGINT)
        assert trying.wait(patience.PATIENCE) == 0
    finally:
        trying.kill()
        trying.communicate()
