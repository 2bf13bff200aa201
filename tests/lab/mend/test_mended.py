"""Every game has a rule set `mended`: what docs/mended.md says of it is what the lab measures."""

import re
from pathlib import Path

import pytest

import squarely
from squarely.lab.mend.criteria import CRITERIA, find_fair_share
from squarely.lab.sweep.questions import measure

PAGE = (Path(__file__).parents[3] / "docs" / "mended.md").read_text(encoding="utf-8")
LIMIT = 14_000_000
LONGEST = {"center": 13, "numbers": 11, "quad": 15, "showdown": 15, "snatchers": 11}  # forced win


def read_row(name: str) -> list[str]:
    """The row of the page about a game: its options, then a cell for each criterion."""
    row = re.search(rf"^\| {name} \| `([^`]+)` \|(.*)\|$", PAGE, re.MULTILINE)
    assert row, name
    return [row[1], *(cell.strip() for cell in row[2].split("|"))]


def test_the_page_says_what_is_offered_and_that_it_meets_everything() -> None:
    for name in LONGEST:
        options, *cells = read_row(name)
        assert options == squarely.load(name, "rules=mended").options
        assert [cell.startswith("yes") for cell in cells] == [True] * len(CRITERIA), name


# In soak what takes minutes: 29 million positions of 100 deals, rules that have to be compiled, and what takes longest.
SOAK = pytest.mark.soak


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["showdown", *(pytest.param(name, marks=SOAK) for name in ("center", "numbers", "quad", "snatchers"))]
)
def test_what_the_lab_says_of_it(name: str) -> None:
    """All criteria are met, and the share and the levels are as the page tells, but for chance."""
    found = measure(squarely.load(name, "rules=mended"), limit=LIMIT)
    assert found.longest_win == LONGEST[name]
    assert [criterion.name for criterion in CRITERIA if not criterion.is_met(found)] == []
    *_, fair, apart = read_row(name)
    _, share = find_fair_share(found) or ("", 0.0)
    assert abs(100 * max(share, 1 - share) - float(fair.removeprefix("yes: ").removesuffix("%"))) < 2
    assert abs((found.levels_apart or 0) - int(apart.removeprefix("yes: "))) <= 1
