"""A value in words and as data: the same sentences wherever somebody is told one."""

from squarely import Side
from squarely.solver.values import ENDLESS, TIE, WIN, Value

NAMES = ("Ann", "Bob")
BOTH = " (both sides counted)"
FIRST, SECOND = Side

# A value, what is said of it, what of its result, and what each side is told.
SAID = [
    (Value(FIRST, WIN, 3), f"Ann wins in 3 moves{BOTH}", "Ann wins", "wins in 3", "loses in 3"),
    (Value(FIRST, WIN, 1), "Ann wins in 1 move", "Ann wins", "wins at once", "loses at once"),
    (Value(SECOND, WIN, 0), "Bob has won", "Bob wins", "has lost", "has won"),
    (Value(SECOND, WIN, 2, 5), f"Bob wins by 5 points in 2 moves{BOTH}", "Bob wins",
     "loses by 5 points in 2", "wins by 5 points in 2"),
    (Value(FIRST, WIN, 0, 1), "Ann has won by 1 point", "Ann wins", "has won by 1 point", "has lost by 1 point"),
    (Value(None, TIE, 4, 0), f"a tie in 4 moves{BOTH}", "a tie", "ties in 4", "ties in 4"),
    (Value(None, TIE, 0), "a tie", "a tie", "has tied", "has tied"),
    (Value(None, ENDLESS, None), "play can go on for ever", "play can go on for ever", "never ends", "never ends"),
]  # fmt: skip


def test_words() -> None:
    for value, said, result, to_first, to_second in SAID:
        assert (value.describe(NAMES), value.describe_result(NAMES)) == (said, result)
        assert (value.describe_for(FIRST), value.describe_for(SECOND)) == (to_first, to_second)
        brief = said.removesuffix(BOTH)
        assert value.describe_briefly(NAMES) == brief
        assert str(value) == brief.replace("Ann", "first").replace("Bob", "second")
        assert not value.is_by_repetition
    assert Value(FIRST, WIN, 1).describe(("you", "Bob")) == "you win in 1 move"
    assert Value(FIRST, WIN, 0, 5).describe(("you", "Bob")) == "you have won by 5 points"
    assert Value(SECOND, WIN, 2).describe(("you", "Bob")) == f"Bob wins in 2 moves{BOTH}"


def test_values_without_a_distance_are_told_from_ends() -> None:
    for value, words in (
        (Value(None, TIE, None), "ties by repetition"),
        (Value(FIRST, WIN, None), "wins by repetition"),
        (Value(SECOND, WIN, None), "loses by repetition"),
    ):
        assert value.describe_for(FIRST) == words
        assert value.earlier().is_by_repetition
        assert value.is_by_repetition
    assert not Value(None, TIE, 0).earlier().is_by_repetition
    assert not Value(FIRST, WIN, 0).earlier().is_by_repetition


def test_an_end_that_comes_is_liked_better_than_one_by_repetition() -> None:
    soon, late, never = (Value(FIRST, WIN, moves) for moves in (1, 99, None))
    assert soon.appeal(FIRST) > late.appeal(FIRST) > never.appeal(FIRST)
    assert soon.appeal(SECOND) < late.appeal(SECOND) < never.appeal(SECOND)
    assert Value(None, TIE, 99).appeal(FIRST) > Value(None, TIE, None).appeal(FIRST)
    put_off = [Value(None, TIE, moves, delayed_by=SECOND) for moves in (1, 2)]
    assert put_off[0].appeal(SECOND) < put_off[1].appeal(SECOND)
    assert put_off[0].appeal(FIRST) > put_off[1].appeal(FIRST)
