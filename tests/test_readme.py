"""README, proved: its links lead somewhere, its commands run as they stand there, its dialogue is what is printed."""

import re
import shlex
from pathlib import Path

import pytest

from tests.terminal.driving import Desk

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")

ENDED, UNFINISHED, MISTAKE = 0, 1, 2  # exit codes
BEFORE = {  # what has to be there first
    "squarely review game.match --html review.html": ["play", "quad", "--save", "game.match"],
    "squarely check center.proof": ["prove", "center", "--out", "center.proof"],
    "squarely try corners": ["new", "corners"],
    "squarely check-game corners": ["new", "corners", "--board", "3x3", "--moves", "step"],
}
ASKED = (  # and nobody answers
    "squarely",
    "squarely play quad",
    "squarely play center --second level:4",
    "squarely play quad --option sudden_death=convert",
    "squarely play showdown --toss --names Ann,Bob --time-limit 20",
    "squarely puzzle center",
    "squarely try corners",
)
NOT_HERE = {  # no terminal, no model
    "squarely play center --second level:4 --screen": "--screen",
    "squarely play quad --second llm:NAME": "SQUARELY_LLM_URL",
}
LONG = (
    "squarely lab showdown --report",
    "squarely check-game corners",
    "squarely arena run examples/arena.toml",
    "squarely arena probe --export 1000 questions.jsonl",
    "squarely mcp",
)

ROWS = [line for line in README.splitlines() if line.startswith("|")]
COMMANDS = [command for row in ROWS for command in re.findall(r"`(squarely(?: [^`]+)?)`", row)]


def test_links_and_pictures_are_there_and_the_first_picture_is_the_terminal() -> None:
    targets = re.findall(r"\]\(([^)#]+)\)", README)
    assert [target for target in targets if not (ROOT / target).exists()] == []
    described, path = re.findall(r"!\[([^\]]*)\]\(([^)]*)\)", README)[0]
    assert path == "docs/pictures/match.svg"
    assert described.startswith("A match in the terminal")


@pytest.mark.slow
@pytest.mark.parametrize("command", [pytest.param(c, marks=pytest.mark.soak if c in LONG else ()) for c in COMMANDS])
def test_commands_run_as_they_stand_there(desk: Desk, command: str) -> None:
    (desk.here / "examples").symlink_to(ROOT / "examples")
    (desk.here / "corners.md").write_text("# Goal\n\nBe the first in a corner.\n", encoding="utf-8")
    if command in BEFORE:
        desk.squarely(*BEFORE[command], typed=["B2"])
    said = desk.squarely(*shlex.split(command)[1:])
    if command in NOT_HERE:
        assert said.code == MISTAKE
        assert NOT_HERE[command] in said.err
    else:
        assert said.code == (UNFINISHED if command in ASKED else ENDED), said.out + said.err


def test_the_dialogue_is_what_is_printed(desk: Desk) -> None:
    (shown,) = re.findall(r"```text\n\$ (squarely .*?)```", README, re.DOTALL)
    command, _, dialogue = shown.partition("\n")
    *_, last = dialogue.splitlines()
    said = desk.squarely(*shlex.split(command)[1:], typed=[last.rpartition(": ")[2]])
    assert said.out.startswith(dialogue)
