"""Every game has a rule set `mended`: what docs/mended.md says of it is what the lab measures."""

import re
from pathlib import Path

import pytest

import squarely
from squarely.lab.mend.criteria import CRITERIA, find_fair_share
from squarely.lab.sweep.questions import measure

PAGE = (Path(__file__).parents[3] / "docs" / "mended.md").read_text(encoding="utf-8")
ROWS = {name: (options, cells) for name, options, cells in re.findall(r"(?m)^\| (\w+) \| `([^`]+)` \|(.*)\|$", PAGE)}
LONGEST = {"center": 13, "numbers": 11, "quad": 15, "showdown": 15, "snatchers": 11}  # forced win


def test_the_page_says_what_is_offered_and_that_it_meets_everything() -> None:
    for name in LONGEST:
        options, cells = ROWS[name]
        assert options == squarely.load(name, "rules=mended").options
        assert [cell.strip()[:3] for cell in cells.split("|")] == ["yes"] * len(CRITERIA), name


# In soak what takes minutes: 29 million positions of 100 deals, rules that have to be compiled, and what takes longest.
SOAK = pytest.mark.soak


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["showdown", *(pytest.param(name, marks=SOAK) for name in ("center", "numbers", "quad", "snatchers"))]
)
def test_all_criteria_are_met_and_the_share_and_the_levels_are_as_the_page_tells_but_for_chance(name: str) -> None:
    found = measure(squarely.load(name, "rules=mended"), limit=14_000_000)
    assert found.longest_win == LONGEST[name]
    assert [criterion.name for criterion in CRITERIA if not criterion.is_met(found)] == []
    fair, apart = map(float, re.findall(r"yes: ([\d.]+)", ROWS[name][1])[-2:])
    _, share = find_fair_share(found) or ("", 0.0)
    assert abs(100 * max(share, 1 - share) - fair) < 2
    assert abs((found.levels_apart or 0) - apart) <= 1
