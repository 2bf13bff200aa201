"""`squarely new`: what it says, and what it refuses."""

import os

import pytest

from tests.terminal.driving import Desk


def test_it_says_what_to_do_next(desk: Desk) -> None:
    said = desk.squarely("new", "corners", "--board", "3x4", "--moves", "take")
    assert said.code == 0, said.err
    steps = [line.split("   ")[0].strip() for line in said.out.splitlines() if line.startswith("  ")]
    assert steps == [
        "cd corners",
        "squarely try .",
        "pip install -e .",
        "squarely play corners",
        "squarely check-game corners",
        "squarely lab corners --report",
    ]
    files = sorted(str(file.relative_to(desk.here)) for file in desk.here.rglob("*") if file.is_file())
    assert files == [
        "corners/README.md",
        "corners/pyproject.toml",
        *(f"corners/squarely_corners/{part}.py" for part in ("__init__", "claims", "rules")),
        "corners/tests/test_corners.py",
    ]


def test_the_sentences_of_a_rulebook_are_counted(desk: Desk) -> None:
    (desk.here / "book.md").write_text("# Goal\nBe first. Be quick.\n")
    said = desk.squarely("new", "corners", "--rulebook", "book.md")
    assert "The rulebook has 2 sentences; each is a claim to judge." in said.out
    claims = (desk.here / "corners" / "squarely_corners" / "claims.py").read_text()
    assert claims.endswith('    "Goal": {\n        "Be first.": None,\n        "Be quick.": None,\n    },\n}\n')


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (["Corners"], "such as corners"),
        (["quad"], "there is a game 'quad' already"),
        (["rules"], "a word of the command line"),
        (["there"], "there exists already"),
        (["corners", "--board", "8x8"], "no board of 8x8; it has 2 to 7 rows, 2 to 9 columns"),
        (["corners", "--moves", "fly"], "'fly' is not one of"),
        (["corners", "--rulebook", "gone.md"], "'gone.md' does not exist"),
        (["corners", "--rulebook", "code.md"], "has no sentence in it"),
        ([], "Missing argument 'NAME'"),
    ],
)
def test_what_it_refuses_is_a_sentence_and_writes_nothing(desk: Desk, given: list[str], why: str) -> None:
    (desk.here / "there").mkdir()
    (desk.here / "code.md").write_text("```\nnothing else\n```\n")
    said = desk.squarely("new", *given)
    assert said.code == 2
    assert why in " ".join(said.err.split())
    assert sorted(os.listdir(desk.here)) == ["code.md", "there"]
