"""Rules that do nothing are named, and so is the one that decides."""

from pathlib import Path

import pytest

from squarely.core.rules import registry
from squarely.lab.measure.measures import Estimate
from squarely.lab.sweep import study as rule_effects
from squarely.lab.sweep.bench import open_bench
from squarely.lab.sweep.questions import Comparison, Question, compare_values, measure
from squarely.lab.sweep.rule_sets import Axis, list_rule_sets, read_axes
from squarely.lab.sweep.study import carry_out, find_effects, find_influence
from tests.lab.made_up import Believing, made_up
from tests.solver import plain


def test_showdowns_reversal_does_nothing_and_snatchers_reach_decides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rule_effects, "LIMIT", 500)  # whatever is larger takes its time
    with open_bench(tmp_path / "lab.jsonl") as bench:
        found = {each.option: each.describe() for each in find_effects(registry.load("showdown"), bench, 500)}
    assert found["reversal"] == "does nothing: every value stays as it was"
    assert found["size"] == "decides the result: 5: no end; 3: the second side wins"
    assert found["first"] == "leads to other positions, none of which could be compared; the result stays with 2"
    base = registry.load("snatchers", "size=3")
    for option, is_idle in (("up=screen", True), ("up=cartesian", True), ("reach=1", False)):
        comparison = compare_values(base, registry.load("snatchers", f"size=3,{option}"), 9999)
        assert (comparison.is_idle, comparison.decides) == (is_idle, not is_idle)


def test_a_plain_comparison_agrees() -> None:
    """Position by position, by the plain solver of the tests, which shares nothing with the lab."""
    for games in (("", "reversal=allowed"), ("size=3", "size=3,reversal=allowed")):
        before, after = (registry.load("showdown", options) for options in games)
        tables = []
        for game in (before, after):
            values: dict[tuple[str, int], set[object]] = {}
            for position, value in plain.solve(game, game.start()).items():
                if game.result(position) is None:
                    values.setdefault((game.write_position(position).split()[0], position.mover), set()).add(value)
            tables.append(values)
        shared = tables[0].keys() & tables[1].keys()
        changed = sum(tables[0][key] != tables[1][key] for key in shared)
        found = compare_values(before, after, 10_000)
        assert (found.shared, found.changed, found.is_idle) == (len(shared), changed, not changed)


@pytest.mark.slow
def test_influence_of_rules_that_hasten_and_of_rules_that_do_nothing(tmp_path: Path) -> None:
    base = registry.load("center", "tokens=1")
    axes = read_axes(base, ["beside_center", "diagonal", "stalemate", "tokens=1-2"])
    games = [registry.load("center", options) for options in list_rule_sets(base, axes).options]
    found = {each.option: each for each in find_influence(axes, [measure(game, effort="truth") for game in games])}
    assert {name for name, each in found.items() if each.hastened} == {"beside_center"}
    assert found["beside_center"].describe() == "never changes who wins, but how soon in 4 of 4 comparisons"
    assert found["stalemate"].describe() == "does nothing: every measure stays as it was, in 6 comparisons"
    base = registry.load("showdown", "size=3,trail=closed")  # where no step can be taken back anyway
    with open_bench(tmp_path / "lab.jsonl") as bench:
        study = carry_out(base, read_axes(base, ["reversal", "first"]), bench, "truth", 0, 1000)
    assert (len(study.measured), len(study.rule_sets.repeated)) == (2, 2)
    assert {each.option: each.describe() for each in study.influences} == {
        "reversal": "does nothing: every measure stays as it was, in 2 comparisons",
        "first": "changes who wins in 2 of 2 comparisons",
    }


def test_a_dial_that_does_nothing_does_nothing_at_any_setting() -> None:
    """The settings next to it may be as good as equal, and those further away not."""
    for differing, is_idle in ((None, True), (1, False), (5, False)):
        tried = list[object]()

        def answer(question: Question, differing: int | None = differing, tried: list[object] = tried) -> Comparison:
            tried.append(registry.load(question.game, question.options).settings["reach"])
            changed = int(tried[-1] == differing)
            return Comparison(("second", 8), ("second", 8), 10, changed, changed)

        effects = find_effects(registry.load("snatchers", "size=8,reach=4"), Believing(answer), 500)
        assert [each.is_idle for each in effects if each.option == "reach"] == [is_idle]
        assert {1, 2, 3, 5, 6, 7} <= set(tried) or differing == 5


def test_matches_that_were_played_differ_by_luck_alone_and_are_no_difference() -> None:
    axes = [Axis("up", ("forward", "screen"))]
    played = [
        made_up(options, matches=1000, length_level=Estimate(length, length - 1, length + 1), levels_apart=apart)
        for options, length, apart in (("", 13.0, 6), ("up=screen", 13.5, 5))
    ]
    assert find_influence(axes, played)[0].describe() == "does nothing: every measure stays as it was, in 1 comparison"
    played[1] = played[1]._replace(longest_win=15)
    assert find_influence(axes, played)[0].describe() == "never changes the result, in 1 comparison"


def test_where_nothing_is_in_common_a_comparison_shows_nothing() -> None:
    assert not Comparison(("tie", None), ("tie", None), 0, 0, 0).is_idle
