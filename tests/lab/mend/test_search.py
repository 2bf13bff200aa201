"""Mending: the fewest changes first, among equals the best; bounds, and the rule sets that the game comes with."""

import json

import pytest

from squarely.core.rules import registry
from squarely.lab.measure.measures import Measures
from squarely.lab.mend.search import Mending, mend, render_mending
from squarely.lab.sweep.questions import Question
from squarely.lab.sweep.rule_sets import Axis
from tests.games.outside_games import HEAP_FILE
from tests.lab.made_up import Believing, made_up
from tests.terminal.driving import Desk

BASE = registry.load("snatchers")
AXES = (
    Axis("size", (4, 5, 6)),
    Axis("reach", (1, 2, 3)),
    Axis("stuck", ("loses", "passes")),
    Axis("pie", ("no", "yes")),
)
GOOD, DEEPER, UNFAIR = made_up(), made_up(longest_win=30), made_up(levels_apart=2, branching=3.0)
SHIPPED = "size=4,diagonal=allowed,burnt=yes,stuck=passes"


def mended(told: dict[str, Measures], changes: int = 3) -> tuple[Mending, list[tuple[str, str]]]:
    """What is found where this is true, and of all else a match never ends; and what was asked."""

    def answer(question: Question) -> Measures:
        found = told.get(question.options) or made_up(always_ends=False, positions=len(oracle.asked) + len(seen))
        seen.append((question.kind, question.options))
        found = found._replace(options=question.options)
        return found._replace(balance=(), levels_apart=None) if question.kind == "truth" else found

    seen = list[tuple[str, str]]()
    oracle = Believing(answer)
    return mend(BASE, AXES, oracle, changes), seen


def options_of(found: tuple[Measures, ...]) -> list[str]:
    return [each.options for each in found]


def test_the_fewest_changes_win_over_the_deeper_game_and_among_equals_the_best() -> None:
    found, asked = mended({"reach=3": GOOD, "size=4,reach=3": DEEPER})
    assert (options_of(found.good), found.tried) == (["reach=3"], 1 + 6)
    assert ("full", "reach=3") in asked
    assert not any("," in options for _, options in asked if options != SHIPPED)
    found, _ = mended({"reach=3": GOOD, "size=4": DEEPER, "size=6": UNFAIR})
    assert options_of(found.good) == ["size=4", "reach=3"]
    assert "size=6" in options_of(found.near)
    found, _ = mended({"": GOOD})
    assert (found.good, found.tried) == ((GOOD,), 1)
    assert "Nothing needs mending: the rules meet every criterion as they are." in render_mending(BASE, found)


def test_only_what_the_truth_lets_pass_is_played_and_a_change_that_does_nothing_is_not_followed() -> None:
    found, asked = mended({"reach=3": UNFAIR, "size=4,stuck=passes": GOOD})
    assert options_of(found.good) == ["size=4,stuck=passes"]
    played = [options for kind, options in asked if kind == "full"]
    assert played == ["reach=3", "size=4,stuck=passes", "", SHIPPED]
    same = made_up(always_ends=False)  # every measure with it is as without it: so nothing is added to it
    _, asked = mended({"pie=yes": same, "": same, "size=4": UNFAIR}, changes=2)
    others = ("", "size=4,", "reach=1,", "reach=3,", "stuck=passes,", "size=6,")
    assert {options for kind, options in asked if kind == "truth" and "pie" in options} == {
        f"{other}pie=yes" for other in others
    }


def test_where_nothing_is_good_the_best_is_shown_with_what_it_lacks_and_the_bounds() -> None:
    found, _ = mended({"size=4,pie=yes": UNFAIR, "reach=3": made_up(longest_win=10)}, changes=2)
    assert (found.good, found.near[0].options) == ((), "reach=3")
    lines = render_mending(BASE, found).splitlines()
    assert max(map(len, lines)) <= 80
    for sentence in (
        "rule sets tried: up to 2 changes of size, reach, stuck and pie, and up to 1,000,000 positions each.",
        "Within these bounds nothing meets every criterion. The best does not meet: deep (a longest",
        "NOT a longest forced win of 11 moves or more: the longest forced win takes 10",
        "Play it: squarely play snatchers --option reach=3",
        "search on from the best: squarely lab snatchers --mend -o reach=3",
    ):
        assert sentence in " ".join(" ".join(lines).split())


def test_the_rule_sets_of_the_game_are_among_the_answers() -> None:
    found, _ = mended({"reach=3": GOOD, SHIPPED: DEEPER})
    assert set(options_of(found.good)) == {"reach=3", SHIPPED}
    told = f"The game's own rule set mended ({SHIPPED}) is number 2: it meets every criterion."
    assert told in " ".join(render_mending(BASE, found).split())


@pytest.mark.slow
def test_a_game_from_outside_is_mended(desk: Desk) -> None:
    """Heap: take one to three stones, the last one wins. Whoever is to leave a multiple of four wins.

    So a heap of a multiple of four is lost whatever the opening, any other has one opening of three that keeps the win,
    and the longest forced win takes one move and two for every four stones: 11 or more from 21 stones on.
    """
    outside = desk.here.parent / "outside"
    (outside / "heap-1.dist-info").mkdir(parents=True)
    (outside / "heap-1.dist-info" / "entry_points.txt").write_text("[squarely.games]\nheap = squarely_heap\n")
    (outside / HEAP_FILE.name).write_text(HEAP_FILE.read_text(encoding="utf-8"), encoding="utf-8")
    said = desk.squarely("lab", "heap", "--mend", "--sweep", "stones=27-30", "--json", PYTHONPATH=str(outside))
    assert said.code == 0, said.err
    found = json.loads(said.out)
    assert found["good"][0]["options"] == "stones=29"
    assert "stones=28" not in {each["options"] for each in found["good"]}
    assert (found["base"]["options"], found["base"]["distance"], found["base"]["longest_win"]) == ("", 5, 5)
