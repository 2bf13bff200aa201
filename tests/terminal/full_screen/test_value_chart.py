"""The value chart as text: who wins, by how much or how near, in as many columns as there are."""

from squarely.core.rules.game import Side
from squarely.solver.belief import Belief
from squarely.solver.values import ENDLESS, TIE, WIN, Value
from squarely.terminal.full_screen.value_chart import draw_chart, find_steps

FAR, NEAR, NOW = (Value(Side.FIRST, WIN, distance) for distance in (3, 1, 0))
LOST, LOST_FAR = Value(Side.SECOND, WIN, 0), Value(Side.SECOND, WIN, 3)
TIED, FOREVER = Value(None, TIE, 2), Value(None, ENDLESS, None)


def drawn(picture: str) -> list[str]:
    """The lines of a picture between its bars."""
    return [line.strip().strip("|") for line in picture.strip().splitlines()]


def test_bars_grow_up_for_the_first_side_and_down_for_the_second_and_who_never_wins_takes_no_room() -> None:
    chart, _ = draw_chart([FAR, NEAR, LOST_FAR, LOST], {2}, 3, width=20, height=6)
    assert chart == drawn("""
        |     ▄▄▄▄           |
        |████ ████           |
        |────────────────────|
        |          ████ ████ |
        |               ████ |
        |            !    ▲  |
    """)
    chart, _ = draw_chart([FAR, NEAR, NOW], (), 0, width=9, height=6)
    assert chart == drawn("""
        |   ▄▄ ██ |
        |   ██ ██ |
        |██ ██ ██ |
        |██ ██ ██ |
        |─────────|
        | ▲       |
    """)


def test_the_middle_line_says_how_nobody_wins_and_points_decide_how_long_a_bar_is() -> None:
    chart, middle = draw_chart([TIED, FOREVER, NOW], (), 0, width=6, height=4)
    assert chart[middle] == "══╌╌──"
    margins = [Value(Side.FIRST, WIN, 1, points) for points in (12, 6, 1)]
    chart, middle = draw_chart(margins, (), 0, width=9, height=6)
    assert [line[::3] for line in chart[:middle]] == ["█  ", "█  ", "██ ", "██▄"]


def test_what_is_believed_is_a_bar_by_its_share_and_fits_between_what_is_known() -> None:
    chart, middle = draw_chart(
        [Belief(1.0), Belief(0.75), Belief(0.5), Belief(0.25), TIED, LOST], (), 0, width=12, height=6
    )
    assert [line[::2] for line in chart[: middle + 1]] == ["█     ", "██    ", "────═─"]
    assert [line[::2] for line in chart[middle + 1 : -1]] == ["   █ █", "     █"]


def test_a_long_match_shares_columns_and_hides_no_turning_point_and_every_step_has_one() -> None:
    values = [NOW if step < 100 else LOST for step in range(200)]
    chart, _ = draw_chart(values, {37, 100}, 199, width=40, height=6)
    assert [at for at, mark in enumerate(chart[-1]) if mark == "!"] == [7, 20]
    assert chart[-1][39] == "▲"
    assert {len(line) for line in chart} == {40}
    for steps, width in ((1, 78), (7, 78), (26, 78), (78, 78), (79, 78), (200, 40), (3, 1)):
        told = [step for column in range(width) for step in find_steps(column, steps, width)]
        assert sorted(set(told)) == list(range(steps))
        assert told == sorted(told)
