"""Which rule sets a sweep has: ranges, lists, all of an option; and what is refused, and why."""

from squarely.core.rules import registry
from squarely.lab.sweep.rule_sets import Axis, BadSweep, choose_axes, identify, list_rule_sets, read_axes
from tests.boards import refusal

SNATCHERS = registry.load("snatchers")
SHOWDOWN = registry.load("showdown")


def test_what_a_sweep_says() -> None:
    for text, settings in (
        ("size=3-5", (3, 4, 5)),
        ("size=3,5", (3, 5)),
        ("size=5,3-4,4", (5, 3, 4)),
        ("SIZE=4", (4,)),
        ("reach", (1, 2, 3, 4, 5, 6, 7, 8)),
        ("up=screen,FORWARD", ("screen", "forward")),
    ):
        assert [(axis.name, axis.settings) for axis in read_axes(SNATCHERS, [text])] == [
            (text.partition("=")[0].lower(), settings)
        ]
    assert len(read_axes(SHOWDOWN, ["start"])[0].settings) == 25
    assert read_axes(SHOWDOWN, ["start=1-1,2-3"]) == (Axis("start", ("1-1", "2-3")),)
    # Without a sweep: all but what is fixed, and squares only where they are named.
    assert "size" not in [axis.name for axis in choose_axes(SNATCHERS, {"size"})]
    mending = {axis.name for axis in choose_axes(SNATCHERS, {"size"}, is_mending=True)}
    assert ("size" in mending, {"reach", "repetition", "pie"} <= mending) == (False, True)
    assert {"start", "goal"}.isdisjoint(axis.name for axis in choose_axes(SHOWDOWN))


def test_nonsense_gets_a_sentence() -> None:
    wanted = "is not possible: size is a whole number from 2 to 9"
    for text, said in (
        ("sise=3", "--sweep 'sise=3': there is no option 'sise'; did you mean size?"),
        ("size=1-3", f"--sweep size=1-3 {wanted}, the smaller first"),
        ("size=5-3", f"--sweep size=5-3 {wanted}, the smaller first"),
        ("size=3-99", f"--sweep size=3-99 {wanted}, the smaller first"),
        ("size=", f"--sweep size= {wanted}; all of it is --sweep size=2-9"),
        ("size=big", f"--sweep size=big {wanted}"),
        ("up=down", "--sweep up=down is not possible: up is forward, screen or cartesian; all of it is --sweep up"),
        ("size=3 size=4", "--sweep size is given twice; write all of it in one: --sweep size=…,…"),
        ("=3", "--sweep '=3': there is no option ''; there are size, reach"),
    ):
        assert refusal(BadSweep, read_axes, SNATCHERS, text.split()).startswith(said)
    fixed = refusal(BadSweep, read_axes, SNATCHERS, ["size=3"], {"size"})
    assert fixed == "size is both fixed and swept; leave one of the two out"
    axes = [Axis("size", tuple(range(3, 10))), Axis("first", ("1", "2") * 3000)]
    assert refusal(BadSweep, list_rule_sets, SHOWDOWN, axes) == (
        "42,000 combinations are more than a sweep takes, 20,000: size (7) and first (6000); "
        "sweep fewer of them, or narrower, such as --sweep size=3"
    )


def test_what_makes_no_game_is_counted_with_its_reason_and_what_comes_twice_is_measured_once() -> None:
    found = list_rule_sets(SHOWDOWN, read_axes(SHOWDOWN, ["size=3-6", "first"]))
    assert found.options == ("", "size=3", "first=2", "first=2,size=3")  # the nearest first
    assert (found.combinations, found.repeated) == (8, {})
    assert list(found.refused.values()) == [2, 2]
    assert all("has no center square" in why for why in found.refused)
    # Where nobody is ever stuck it makes no difference what happens then: the law is another, the game is not.
    found = list_rule_sets(SHOWDOWN, read_axes(SHOWDOWN, ["start=1-1", "goal=center,3-3"]))
    assert (found.options, found.combinations, found.repeated) == (("",), 2, {"goal=3-3": ""})
    assert identify(SHOWDOWN) != identify(registry.load("showdown", "repetition=draw"))
