"""Every game has a rule set `mended`: what docs/mended.md says of it is what the lab measures."""

import re
from pathlib import Path

import pytest

import squarely
from squarely.core.rules import registry
from squarely.lab.mend.criteria import CRITERIA, find_fair_share
from squarely.lab.sweep.questions import measure
from tests.thorough import IS_THOROUGH

PAGE = (Path(__file__).parents[3] / "docs" / "mended.md").read_text(encoding="utf-8")
LARGE = ("numbers", "quad")  # 29 million positions of 100 deals, and rules that have to be compiled
LIMIT = 14_000_000

# Which criteria are not met, and the longest forced win.
FOUND = {
    "center": (set[str](), 13),
    "numbers": (set[str](), 11),
    "quad": (set[str](), 15),
    "showdown": (set[str](), 15),
    "snatchers": (set[str](), 11),
}


def read_row(name: str) -> list[str]:
    """The row of the page about a game: its options, then a cell for each criterion."""
    row = re.search(rf"^\| {name} \| `([^`]+)` \|(.*)\|$", PAGE, re.MULTILINE)
    assert row, name
    return [row[1], *(cell.strip() for cell in row[2].split("|"))]


@pytest.mark.parametrize("name", FOUND)
def test_the_page_says_what_is_offered_and_what_it_does_not_meet(name: str) -> None:
    options, *cells = read_row(name)
    assert options == squarely.load(name, "rules=mended").options
    assert {criterion.name for criterion, cell in zip(CRITERIA, cells, strict=True) if "no" in cell} == FOUND[name][0]


@pytest.mark.parametrize("name", [name for name in FOUND if name not in LARGE or IS_THOROUGH])
def test_what_the_solver_says_of_it(name: str) -> None:
    unmet, longest = FOUND[name]
    found = measure(registry.load(name, "rules=mended"), effort="truth", limit=LIMIT)
    assert found.longest_win == longest
    assert {criterion.name for criterion in CRITERIA if not criterion.needs_play and not criterion.is_met(found)} == {
        criterion.name for criterion in CRITERIA if criterion.name in unmet and not criterion.needs_play
    }


@pytest.mark.parametrize("name", FOUND if IS_THOROUGH else ["showdown"])
def test_what_levels_make_of_it(name: str) -> None:
    """Criteria, and the share and the levels that the page tells, but for chance."""
    found = measure(registry.load(name, "rules=mended"), limit=LIMIT)
    assert {criterion.name for criterion in CRITERIA if not criterion.is_met(found)} == FOUND[name][0]
    *_, fair, apart = read_row(name)
    _, share = find_fair_share(found) or ("", 0.0)
    assert abs(100 * max(share, 1 - share) - float(fair.removeprefix("yes: ").removesuffix("%"))) < 2
    assert abs((found.levels_apart or 0) - int(apart.removeprefix("yes: "))) <= 1
