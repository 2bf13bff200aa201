"""A value in words and as data: the same sentences wherever somebody is told one."""

import pytest

from squarely import Side
from squarely.solver.values import ENDLESS, TIE, WIN, Value

NAMES = ("Ann", "Bob")


@pytest.mark.parametrize(
    ("value", "said", "result", "to_first", "to_second"),
    [
        (Value(Side.FIRST, WIN, 3), "Ann wins in 3 moves (both sides counted)", "Ann wins", "wins in 3", "loses in 3"),
        (Value(Side.FIRST, WIN, 1), "Ann wins in 1 move", "Ann wins", "wins at once", "loses at once"),
        (Value(Side.SECOND, WIN, 0), "Bob has won", "Bob wins", "has lost", "has won"),
        (
            Value(Side.SECOND, WIN, 2, 5),
            "Bob wins by 5 points in 2 moves (both sides counted)",
            "Bob wins",
            "loses by 5 points in 2",
            "wins by 5 points in 2",
        ),
        (
            Value(Side.FIRST, WIN, 0, 1),
            "Ann has won by 1 point",
            "Ann wins",
            "has won by 1 point",
            "has lost by 1 point",
        ),
        (Value(None, TIE, 4, 0), "a tie in 4 moves (both sides counted)", "a tie", "ties in 4", "ties in 4"),
        (Value(None, TIE, 0), "a tie", "a tie", "has tied", "has tied"),
        (Value(None, ENDLESS, None), "play can go on for ever", "play can go on for ever", "never ends", "never ends"),
    ],
)
def test_words(value: Value, said: str, result: str, to_first: str, to_second: str) -> None:
    assert (value.describe(NAMES), value.describe_result(NAMES)) == (said, result)
    assert (value.describe_for(Side.FIRST), value.describe_for(Side.SECOND)) == (to_first, to_second)
    brief = said.removesuffix(" (both sides counted)")
    assert value.describe_briefly(NAMES) == brief
    assert str(value) == brief.replace("Ann", "first").replace("Bob", "second")


def test_whoever_reads_is_you() -> None:
    assert Value(Side.FIRST, WIN, 1).describe(("you", "Bob")) == "you win in 1 move"
    assert Value(Side.FIRST, WIN, 0, 5).describe(("you", "Bob")) == "you have won by 5 points"
    assert Value(Side.SECOND, WIN, 2).describe(("you", "Bob")) == "Bob wins in 2 moves (both sides counted)"


def test_data() -> None:
    assert list(Value(Side.SECOND, WIN, 2, 5).as_data().items()) == [
        ("winner", "second"),
        ("ending", "win"),
        ("distance", 2),
        ("margin", 5),
    ]
    assert Value(None, ENDLESS, None).as_data()["winner"] is None
