"""A game that was played from a file is found again by its name, and so are its matches: from anywhere."""

from pathlib import Path

from tests.terminal.driving import Desk

HOP = Path(__file__).parents[1] / "games" / "outside" / "squarely_hop.py"
PLAY = ("play", "far/leap.py", "--first", "random", "--second", "random", "--seed", "1", "--plain")


def write_leap(desk: Desk) -> Path:
    file = desk.here / "far" / "leap.py"
    file.parent.mkdir()
    file.write_text(HOP.read_text(encoding="utf-8"), encoding="utf-8")
    return file


def test_matches_of_a_game_in_a_file_are_reviewed_shown_and_resumed(desk: Desk) -> None:
    file = write_leap(desk)
    assert desk.squarely(*PLAY).code == 0
    reviewed = desk.squarely("review")
    assert (reviewed.code, reviewed.err) == (0, "")
    (finished,) = desk.finished
    assert desk.squarely("show", str(finished)).code == 0
    assert desk.squarely("rules", "leap").code == 0
    desk.squarely("play", "far/leap.py", "--plain", typed=["quit"])
    assert desk.squarely("resume", "--plain", typed=["1", "quit"]).code == 0

    file.unlink()
    assert "there is no game 'leap'" in desk.squarely("show", str(finished)).err


def test_what_is_installed_is_not_taken_for_it(desk: Desk) -> None:
    (desk.here / "far").mkdir()
    (desk.here / "far" / "quad.py").write_text(HOP.read_text(encoding="utf-8"), encoding="utf-8")
    assert "quad cannot be used" in desk.squarely("rules", "far/quad.py").err
    assert "Capture Square" in desk.squarely("rules", "quad").out
