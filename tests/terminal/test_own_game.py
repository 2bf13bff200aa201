"""`squarely new` and `squarely check-game`: what they say and refuse; a verdict first, exit codes for CI."""

import json
import os

import pytest

from tests.laws.mistakes import MISTAKES, ROW
from tests.terminal.driving import Desk, refusal


def test_it_says_what_to_do_next_and_the_sentences_of_a_rulebook_are_counted(desk: Desk) -> None:
    (desk.here / "book.md").write_text("# Goal\nBe first. Be quick.\n")
    said = desk.squarely("new", "corners", "--board", "3x4", "--moves", "take", "--rulebook", "book.md")
    assert said.code == 0, said.err
    assert "The rulebook has 2 sentences; each is a claim to judge." in said.out
    steps = [line.split("   ")[0].strip() for line in said.out.splitlines() if line.startswith("  ")]
    then = (f"squarely {command} corners" for command in ("play", "check-game", "lab"))
    assert ";".join(steps) == ";".join(["cd corners", "squarely try .", "pip install -e .", *then]) + " --report"


def test_what_is_refused_is_a_sentence_and_writes_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(desk.here)
    (desk.here / "code.md").write_text("```\nnothing else\n```\n")
    for args, why in (
        ("new Corners", "such as corners"),
        ("new rules", "a word of the command line"),
        ("new corners --board 8x8", "no board of 8x8"),
        ("new corners --moves fly", "'fly' is not one of"),
        ("new corners --rulebook gone.md", "'gone.md' does not exist"),
        ("new corners --rulebook code.md", "has no sentence in it"),
        ("new", "Missing argument 'NAME'"),
        ("check-game nothing", "there is no game 'nothing'"),
        ("check-game nothing.py", "there is no file or folder 'nothing.py'"),
        ("check-game showdown -o size=99", "size=99 is not possible"),
        ("check-game showdown --positions 0", "--positions"),
        ("check-game", "Missing argument 'GAME'"),
    ):
        assert why in refusal(*args.split()), args
    said = desk.squarely("check-game", "nothing")
    assert (said.code, said.out) == (2, "")
    assert sorted(os.listdir(desk.here)) == ["code.md"]


@pytest.mark.slow
def test_a_broken_law_is_told_with_its_board_and_to_programs(desk: Desk) -> None:
    row = desk.here / "row.py"
    row.write_text(MISTAKES["no move and no outcome"].text, encoding="utf-8")
    said = desk.squarely("check-game", "row.py")
    assert said.code == 1
    assert said.out.startswith("row breaks 1 law.\n")
    assert "After 3 moves (A1, B1, C1):" in said.out
    row.write_text(MISTAKES["a third side"].text, encoding="utf-8")
    said = desk.squarely("check-game", "row.py", "--json", "--interpreted")
    facts = json.loads(said.out)
    assert (said.code, facts["game"], facts["lawful"], facts["laws"]) == (1, "row", False, 22)
    fault = facts["faults"][0]
    assert (fault["law"], fault["position"], fault["moves"]) == ("play leads to a position", "A.. B", ["A1"])
    row.write_text(MISTAKES["no mover"].text, encoding="utf-8")
    said = desk.squarely("check-game", "row.py")
    assert (said.code, said.out.partition("\n")[0]) == (1, "row cannot be used yet.")
    assert "has a Position that is not a NamedTuple with a field `mover`" in said.out
    facts = json.loads(desk.squarely("check-game", "row.py", "--json").out)
    assert (facts["lawful"], "mover" in facts["why"]) == (False, True)
    row.write_text(ROW, encoding="utf-8")
    said = desk.squarely("check-game", "row.py", "--interpreted")
    assert said.out.startswith("row keeps the laws: all 22 hold wherever they were tried.\n")
    assert "The rules were not compiled (as you wished)." in said.out
    facts = json.loads(desk.squarely("check-game", "row.py", "--json", "--interpreted").out)
    assert (facts["lawful"], facts["faults"]) == (True, [])
