"""The values of a match as lines of text: bars up where the first side wins, down where the second does."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from squarely.core.rules.game import Side
from squarely.review.history_chart import MOST, find_height
from squarely.solver.values import TIE, Value

_GAP_FROM = 3  # columns of a bar from which one of them is left free


class _Signs(NamedTuple):
    """What bars and marks are drawn with."""

    full: str
    half_up: str
    half_down: str
    won: str  # the middle line where somebody wins
    tie: str
    endless: str
    here: str
    turned: str
    both: str


_DRAWN = _Signs("█", "▄", "▀", "─", "═", "╌", "▲", "!", "◆")
_ASCII = _Signs("#", ".", "'", "-", "=", "~", "^", "!", "*")


class ChartDrawing(NamedTuple):
    """A drawn chart: bars above the middle line, that line, bars below it, and under all of it the marks."""

    above: tuple[str, ...]
    middle: str
    below: tuple[str, ...]
    marks: str

    @property
    def lines(self) -> tuple[str, ...]:
        """All of it, from top to bottom."""
        return (*self.above, self.middle, *self.below, self.marks)


class ChartColumns:
    """Which columns belong to which step of a match; in a long one several steps share a column."""

    def __init__(self, steps: int, width: int) -> None:
        self._steps, self._width = max(steps, 1), max(width, 1)

    def of_step(self, step: int) -> range:
        """The columns of a step, at least one."""
        first = step * self._width // self._steps
        return range(first, max((step + 1) * self._width // self._steps, first + 1))

    def steps_at(self, column: int) -> Sequence[int]:
        """The steps in a column, in the order of the match."""
        return [step for step in range(self._steps) if column in self.of_step(step)]


def draw_chart(
    values: Sequence[Value], turned: Collection[int], here: int, width: int, height: int, ascii_only: bool = False
) -> ChartDrawing:
    """The chart in so many columns and lines, at least four. The nearer a win, or the larger, the longer the bar.

    The step that is shown `here` is marked, and those whose moves `turned` the result.
    """
    signs = _ASCII if ascii_only else _DRAWN
    up, down = _share_lines(values, max(height - 2, 2))  # the middle line and the marks have one each
    columns = ChartColumns(len(values), width)
    shown = [_choose_step(columns.steps_at(column), turned) for column in range(width)]
    bars = [
        0 if _is_gap(columns.of_step(step), column) else _measure_bar(values[step], values, 2 * (up or down))
        for column, step in enumerate(shown)
    ]
    above = [_draw_row(bars, row, signs.full, signs.half_up) for row in range(up, 0, -1)]
    below = [_draw_row([-bar for bar in bars], row, signs.full, signs.half_down) for row in range(1, down + 1)]
    middle = "".join(_sign_of_middle(values[step], signs) for step in shown)
    return ChartDrawing(tuple(above), middle, tuple(below), _draw_marks(columns, turned, here, width, signs))


def _share_lines(values: Sequence[Value], lines: int) -> tuple[int, int]:
    """How many lines there are above and below the middle: a side that never wins needs none."""
    winners = {value.winner for value in values} - {None}
    if len(winners) == 1:
        return (lines, 0) if Side.FIRST in winners else (0, lines)
    return lines // 2, lines // 2


def _choose_step(steps: Sequence[int], turned: Collection[int]) -> int:
    """Which of several steps a column shows: one that turned the result, else the last."""
    return next((step for step in steps if step in turned), steps[-1])


def _is_gap(columns: range, column: int) -> bool:
    """Whether this column is left free, so that each bar stands by itself."""
    return len(columns) >= _GAP_FROM and column == columns[-1]


def _measure_bar(value: Value, values: Sequence[Value], most: int) -> int:
    """How long the bar is in halves of a line: upwards for the first side; a win is never nothing."""
    height = find_height(value, values)
    length = max(1, round(abs(height) / MOST * most)) if height else 0
    return length if height > 0 else -length


def _draw_row(bars: Sequence[int], row: int, full: str, half: str) -> str:
    """The row with this distance from the middle line, counted from 1; bars on the other side are below zero."""
    return "".join(full if bar >= 2 * row else half if bar == 2 * row - 1 else " " for bar in bars)


def _sign_of_middle(value: Value, signs: _Signs) -> str:
    if value.winner is not None:
        return signs.won
    return signs.tie if value.ending == TIE else signs.endless


def _draw_marks(columns: ChartColumns, turned: Collection[int], here: int, width: int, signs: _Signs) -> str:
    """A sign in the middle of each step that turned the result, and of the one that is shown."""
    marks = [" "] * width
    for step in sorted({*turned, here}):
        reach = columns.of_step(step)
        at = reach[(len(reach) - 1) // 2]
        mark = signs.turned if step in turned else ""
        if step == here:
            mark = signs.both if mark or marks[at] == signs.turned else signs.here
        elif marks[at] in (signs.here, signs.both):
            mark = signs.both
        marks[at] = mark
    return "".join(marks)
