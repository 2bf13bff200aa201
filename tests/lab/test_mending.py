"""Mending: the fewest changes first, among equals the best, and what is not possible is said."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from squarely.core import registry
from squarely.jobs.work import Failed
from squarely.lab.measures import Measures
from squarely.lab.mending import Mending, choose_mending_axes, mend
from squarely.lab.mending_report import render_mending
from squarely.lab.questions import Answer, Question
from squarely.lab.sweep import Axis
from tests.lab.made_up import made_up
from tests.terminal.driving import Desk

BASE = registry.load("snatchers")
AXES = (
    Axis("size", (4, 5, 6)),
    Axis("reach", (1, 2, 3)),
    Axis("stuck", ("loses", "passes")),
    Axis("pie", ("no", "yes")),
)


class Oracle:
    """Answers by what it was told, and remembers what it was asked."""

    def __init__(self, told: dict[str, Measures], usual: Measures) -> None:
        self._told, self._usual = told, usual
        self.asked: list[tuple[str, str]] = []

    def ask(self, questions: Sequence[Question], _: str = "") -> tuple[list[Answer], list[Failed[Question]]]:
        self.asked += [(each.kind, each.options) for each in questions]
        found = [self._told.get(each.options, self._usual)._replace(options=each.options) for each in questions]
        shown = [
            each._replace(balance=(), levels_apart=None) if question.kind == "truth" else each
            for each, question in zip(found, questions, strict=True)
        ]
        return [Answer(question, each.as_data()) for question, each in zip(questions, shown, strict=True)], []


def mended(told: dict[str, Measures], usual: Measures, **more: Any) -> tuple[Mending, Oracle]:
    oracle = Oracle(told, usual)
    return mend(BASE, AXES, oracle, **more), oracle  # type: ignore[arg-type]


ENDLESS = made_up(always_ends=False)
GOOD, DEEPER, UNFAIR = made_up(), made_up(longest_win=30), made_up(levels_apart=2)


def test_the_fewest_changes_win_over_the_deeper_game() -> None:
    found, oracle = mended({"reach=3": GOOD, "size=4,reach=3": DEEPER}, ENDLESS)
    assert found.mended is not None
    assert (found.mended.options, found.changes, found.tried) == ("reach=3", 1, 1 + 6)
    assert ("full", "reach=3") in oracle.asked
    assert not any("," in options for _, options in oracle.asked)


def test_among_equals_the_best() -> None:
    found, _ = mended({"reach=3": GOOD, "size=4": DEEPER, "size=6": UNFAIR}, ENDLESS)
    assert found.mended is not None
    assert found.mended.options == "size=4"
    assert [each.options for each in found.best] == ["reach=3", "size=6"]


def test_only_what_the_truth_lets_pass_is_played() -> None:
    found, oracle = mended({"reach=3": UNFAIR, "size=4,stuck=passes": GOOD}, ENDLESS)
    assert found.mended is not None
    assert found.mended.options == "size=4,stuck=passes"
    assert [options for kind, options in oracle.asked if kind == "full"] == ["reach=3", "size=4,stuck=passes", ""]


def test_what_needs_no_mending_is_left_alone() -> None:
    found, _ = mended({}, GOOD)
    assert (found.mended, found.tried) == (GOOD, 1)
    assert "Nothing needs mending: the rules meet every criterion as they are." in render_mending(BASE, found)


def test_where_nothing_is_good_the_best_is_shown_with_what_it_lacks() -> None:
    found, _ = mended({"size=4,pie=yes": UNFAIR, "reach=3": made_up(longest_win=10)}, ENDLESS, changes=2)
    assert (found.mended, found.changes, found.best[0].options) == (None, 2, "reach=3")
    said = render_mending(BASE, found)
    assert "The best that exists does not meet: deep (a longest" in said.replace("\n", " ")
    assert "NOT  a longest forced win of 11 moves or more: the longest forced win takes 10" in said
    assert "What it costs" in said
    assert "Play it: squarely play snatchers --option reach=3" in said
    assert max(map(len, said.splitlines())) <= 80


def test_a_chosen_option_stays_and_every_game_has_some() -> None:
    axes = [axis.name for axis in choose_mending_axes(BASE, {"size"})]
    assert "size" not in axes
    assert {"reach", "repetition", "pie"} <= set(axes)


def test_a_game_from_outside_is_mended(desk: Desk) -> None:
    """Heap: take one to three stones, the last one wins. Whoever is to leave a multiple of four wins.

    So a heap of a multiple of four is lost whatever the opening, any other has one opening of three that keeps the win,
    and the longest forced win takes one move and two for every four stones: 11 or more from 21 stones on.
    """
    outside = desk.here.parent / "outside"
    (outside / "heap-1.dist-info").mkdir(parents=True)
    (outside / "heap-1.dist-info" / "entry_points.txt").write_text("[squarely.games]\nheap = squarely_heap\n")
    rules = Path(__file__).parents[1] / "games" / "outside" / "squarely_heap.py"
    (outside / "squarely_heap.py").write_text(rules.read_text(encoding="utf-8"), encoding="utf-8")
    said = desk.squarely("lab", "heap", "--mend", "--sweep", "stones", "--json", PYTHONPATH=str(outside))
    assert said.code == 0, said.err
    found = json.loads(said.out)
    good = [found["mended"], *found["best"]]
    assert {each["options"] for each in good} == {f"stones={count}" for count in range(21, 31) if count % 4}
    assert (found["mended"]["options"], found["tried"], found["changes"]) == ("stones=29", 27, 1)
    assert (found["base"]["options"], found["base"]["distance"], found["base"]["longest_win"]) == ("", 5, 5)
