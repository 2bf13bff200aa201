"""The page of a study: every rule set can be found, and it needs nothing else."""

import re
from html import unescape
from random import Random

from squarely.core.rules import registry
from squarely.lab.measure.measures import Measures
from squarely.lab.mend.criteria import rank
from squarely.lab.report.page import draw_scatter, render_page
from squarely.lab.sweep.rule_sets import RuleSets
from squarely.lab.sweep.study import Study
from tests.lab.made_up import balance, made_up
from tests.review.html import Html


def make_study(count: int = 60) -> tuple[Study, list[Measures]]:
    """A study of rule sets that nobody has measured, the rules as printed among them."""
    chance = Random(7)
    names = [f"size={size},reach={reach}" for size in range(3, 10) for reach in (1, *range(3, size))]
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
    text = render_page(study, ranked)
    for number, measures in enumerate(ranked, 1):
        row = re.search(rf'<tr role="row" id="rule-set-{number}".*?</tr>', text)
        assert row
        assert (" --option " + measures.options if measures.options else "squarely play snatchers<") in row[0]
    assert "size=&lt;4&gt; makes no game" in text
    assert f"As printed: rank {len(ranked)} of {len(ranked)}" in text
    page = Html(text)
    assert set(page.all_of("id")) == {"ranking", *(f"rule-set-{number}" for number in range(1, len(ranked) + 1))}
    assert {link.removeprefix("#") for link in page.all_of("href")} <= set(page.all_of("id"))
    assert page.all_of("src") == page.all_of("onclick") == page.all_of("onload") == []
    assert not {"script", "link", "img", "iframe"} & {tag for tag, _ in page.elements}
    assert "http" not in text.replace("http-equiv", "")
    assert "{{" not in text


def test_rule_sets_that_would_hide_each_other_share_a_point_which_tells_all_their_ranks() -> None:
    _, ranked = make_study()
    picture = unescape(draw_scatter(ranked, 760, 420))
    told = []
    for label in re.findall(r'aria-label="(\d+\. .*?)"', picture):
        told += [int(label.partition(".")[0])]
        told += [int(number) for number in re.findall(r"\d+", label.partition("here too")[2])]
    assert sorted(told) == list(range(1, len(ranked) + 1))
    assert picture.count(" good") == picture.count("<path") > 0
    assert picture.count('class="point printed') == 1
