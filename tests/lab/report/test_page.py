"""The page of a study: every rule set can be found, and it needs nothing else."""

import re
from html import unescape
from html.parser import HTMLParser
from random import Random

from squarely.core.rules import registry
from squarely.lab.measure.measures import Measures
from squarely.lab.mend.criteria import rank
from squarely.lab.report.page import draw_scatter, render_page
from squarely.lab.sweep.rule_sets import RuleSets
from squarely.lab.sweep.study import Study
from tests.lab.made_up import balance, made_up


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


class Page(HTMLParser):
    """A page taken apart: which elements are open must close in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._open, self.ids, self.links = list[str](), set[str](), list[str]()
        self.feed(text)
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        assert not {"src", "onclick", "onload"} & set(given)
        assert tag not in ("script", "link", "img", "iframe")
        if tag not in ("meta", "wbr"):
            self._open.append(tag)
        self.ids |= {given["id"] or ""} if "id" in given else set()
        if tag == "a":
            self.links.append(given["href"] or "")

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in ("rect", "line"), attrs


def test_every_rule_set_is_told_of_and_can_be_played() -> None:
    study, ranked = make_study()
    text = render_page(study, ranked)
    for number, measures in enumerate(ranked, 1):
        row = re.search(rf'<tr role="row" id="rule-set-{number}".*?</tr>', text)
        assert row
        assert (" --option " + measures.options if measures.options else "squarely play snatchers<") in row[0]
    assert "size=&lt;4&gt; makes no game" in text
    assert f"As printed: rank {len(ranked)} of {len(ranked)}" in text
    page = Page(text)
    assert page.ids == {"ranking", *(f"rule-set-{number}" for number in range(1, len(ranked) + 1))}
    assert {link.removeprefix("#") for link in page.links} <= page.ids
    assert "http" not in text.replace("http-equiv", "")
    assert "{{" not in text


def test_every_rank_is_told_by_one_point() -> None:
    """Rule sets that would hide each other share a point, which tells all their ranks."""
    _, ranked = make_study()
    picture = unescape(draw_scatter(ranked, 760, 420))
    told = []
    for label in re.findall(r'aria-label="(\d+\. .*?)"', picture):
        told += [int(label.partition(".")[0])]
        told += [int(number) for number in re.findall(r"\d+", label.partition("here too")[2])]
    assert sorted(told) == list(range(1, len(ranked) + 1))
    assert picture.count(" good") == sum(each.startswith("<path") for each in re.findall(r"<path|<circle", picture)) > 0
    assert picture.count('class="point printed') == 1
