"""When a rule set is good: each of the five criteria at its edge; and which of several comes first."""

from typing import Any

import click

from squarely.lab.command import lab
from squarely.lab.mend.criteria import CRITERIA, find_fair_share, list_unmet, measure_shortfall, rank
from squarely.lab.report.table import COLUMNS, render_table, sort_by
from tests.lab.made_up import balance, made_up


def test_a_criterion_at_its_edge() -> None:
    changes: dict[str, Any]
    for unmet, changes in (
        ("", {}),
        ("ends", {"always_ends": False}),
        ("", {"longest_win": 11}),
        ("deep", {"longest_win": 10}),
        ("", {"openings": 10, "openings_keeping": 2}),
        ("", {"openings": 10, "openings_keeping": 8}),
        ("open", {"openings": 10, "openings_keeping": 9}),
        ("open", {"openings": 10, "openings_keeping": 1}),
        ("", {"openings": 10, "openings_keeping": 10, "ending": "tie", "value": None}),
        ("", {"balance": balance(0.6)}),
        ("", {"balance": balance(0.4)}),
        ("fair", {"balance": balance(0.61)}),
        ("fair", {"balance": balance(0.39)}),
        ("", {"levels_apart": 5}),
        ("skill", {"levels_apart": 4}),
        ("fair skill", {"balance": (), "levels_apart": None}),
    ):
        measures = made_up(**changes)
        assert [each.name for each in list_unmet(measures)] == unmet.split()
        count, away = measure_shortfall(measures)
        assert (count, away > 0) == (len(unmet.split()), bool(unmet))
        assert [each.name for each in CRITERIA if each.shortfall(measures)] == unmet.split()
        assert all(each.describe(measures) for each in CRITERIA)
    assert find_fair_share(made_up(balance=balance(0.55))) == ("level:7", 0.55), "only levels 2 to 7 must be even"
    assert find_fair_share(made_up(balance=())) is None


def test_the_best_comes_first_then_the_nearest_to_the_rulebook_and_every_order_that_is_offered_sorts() -> None:
    good = [made_up("reach=3"), made_up("size=4,reach=3"), made_up("size=4,stuck=passes", longest_win=20)]
    bad = [made_up("size=3", always_ends=False), made_up("size=7", longest_win=10), made_up(longest_win=2)]
    ranked = [each.options for each in rank([*bad, *reversed(good)])]
    assert ranked == ["reach=3", "size=4,stuck=passes", "size=4,reach=3", "size=7", "size=3", ""]
    (offered,) = (param.type for param in lab.params if param.name == "order")
    assert isinstance(offered, click.Choice)
    for order in offered.choices:
        found = sort_by([*bad, *good], order)
        assert found == sort_by([*good, *bad], order)
        assert sorted(found) == sorted([*good, *bad])
    assert sort_by([*bad, *good], "long")[0].options == "size=4,stuck=passes"
    assert sort_by([made_up(), made_up("size=4", deciding_share=0.9)], "risk")[0].options == "size=4"
    heads = {column.head for column in COLUMNS}
    assert set(offered.choices) - heads == {"best", "changes", "even", "positions", "rules"}


def test_what_all_rule_sets_have_in_common_is_told_once() -> None:
    table = render_table([made_up("size=3,reach=1"), made_up("size=3"), made_up("size=3,diagonal=allowed")])
    assert table.startswith("All with size=3:\n\n")
    assert [line.split()[-1] for line in table.splitlines()[3:6]] == ["reach=1", "else", "diagonal=allowed"]
    assert render_table([made_up("size=3"), made_up()]).splitlines()[2].endswith("as printed")
