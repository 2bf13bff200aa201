"""The page of a study: every rule set can be found, and no label lies on another."""

import re
from html import unescape
from random import Random

from squarely.core import registry
from squarely.lab.label_places import Box, find_place
from squarely.lab.measures import Measures
from squarely.lab.page import render_page
from squarely.lab.ranking import rank
from squarely.lab.scatter import Scatter
from squarely.lab.study import Study
from squarely.lab.sweep import RuleSets
from tests.lab.made_up import made_up
from tests.lab.test_criteria import balance


def make_study(count: int = 60) -> tuple[Study, list[Measures]]:
    """A study of rule sets that nobody has measured, the rules as printed among them."""
    chance = Random(7)
    names = [
        f"size={size},reach={reach}" for size in range(3, 10) for reach in range(1, 9) if reach < size and reach != 2
    ]
    measured = [made_up(longest_win=1, always_ends=False, balance=balance(0.9)), made_up("reach=1", balance=())]
    measured += [
        made_up(name, longest_win=chance.randrange(20), balance=balance(chance.choice((0.4, 0.5, 0.52, 0.55, 0.9))))
        for name in names[: count - 2]
    ]
    found = RuleSets(tuple(each.options for each in measured), len(measured), {"size=<4> makes no game": 3}, {})
    study = Study(registry.load("snatchers"), found, tuple(measured), (), (), (), ())
    return study, rank(measured)


def test_every_rule_set_is_told_of_and_can_be_played() -> None:
    study, ranked = make_study()
    page = render_page(study, ranked)
    for number, measures in enumerate(ranked, 1):
        row = re.search(rf'<tr role="row" id="rule-set-{number}".*?</tr>', page)
        assert row
        assert (" --option " + measures.options if measures.options else "squarely play snatchers<") in row[0]
    assert "size=&lt;4&gt; makes no game" in page
    assert f"As printed: rank {len(ranked)} of {len(ranked)}" in page


def test_every_rank_is_told_by_one_point() -> None:
    """Rule sets that would hide each other share a point, which tells all their ranks."""
    _, ranked = make_study()
    picture = unescape(Scatter(ranked, 760, 420).draw())
    told = []
    for label in re.findall(r'aria-label="(\d+\. .*?)"', picture):
        told += [int(label.partition(".")[0])]
        told += [int(number) for number in re.findall(r"\d+", label.partition("here too")[2])]
    assert sorted(told) == list(range(1, len(ranked) + 1))
    assert picture.count(" good") == sum(each.startswith("<path") for each in re.findall(r"<path|<circle", picture)) > 0
    assert re.search(r'class="rank"[^>]*>[^<]* as printed<', picture)


def test_a_label_lies_where_nothing_else_does() -> None:
    inside = Box(0, 0, 100, 100)
    right = find_place(50, 50, 10, 20, 10, [], inside)
    assert right == Box(60, 45, 80, 55)
    above = find_place(50, 50, 10, 20, 10, [right], inside)
    assert above == Box(40, 30, 60, 40)
    assert not above.overlaps(right)
    assert find_place(95, 50, 10, 20, 10, [], inside) != Box(105, 45, 125, 55)
    assert find_place(50, 50, 10, 20, 10, [inside], inside) is None
