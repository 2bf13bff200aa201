"""The value of a match over its moves: bars up where the first side wins, down where the second does."""

from collections.abc import Callable, Collection, Sequence

from textual import events
from textual.content import Content
from textual.widget import Widget

from squarely.core.rules.game import Side
from squarely.review.page import MOST, describe_directions, find_height
from squarely.solver.belief import Worth

# A full line of a bar, half a line up, half a line down; the marks of the step that is shown, of a turning point, and
# of both.
_FULL, _HALF_UP, _HALF_DOWN, _HERE, _TURN, _BOTH = list("█▄▀▲!◆")
_MIDDLES = {"ties": "═", "endless": "╌"}  # the middle line where nobody wins
_GAP_FROM = 3  # columns of a bar from which on one of them is left free


def find_steps(column: int, steps: int, width: int) -> range:
    """The steps of a match that a column of the chart stands for: one, and in a long match several."""
    first = column * steps // width
    return range(first, max((column + 1) * steps // width, first + 1))


def draw_chart(
    values: Sequence[Worth], turned: Collection[int], here: int, width: int, height: int
) -> tuple[list[str], int]:
    """The lines of the chart, the marks last, and which of them is the middle one.

    The nearer a win, or the larger, the longer the bar. `turned` are the steps that changed the result.
    """
    columns = [find_steps(column, len(values), width) for column in range(width)]
    shown = [next((step for step in steps if step in turned), steps[-1]) for steps in columns]
    heights = [find_height(value, values) for value in values]
    lines, ways = max(height - 2, 2), {height > 0 for height in heights if height}
    up = lines // 2 if len(ways) != 1 else lines if True in ways else 0  # a side that never wins needs none
    down = lines // 2 if len(ways) != 1 else lines - up
    bars = []
    for column, step in enumerate(shown):
        tall = heights[step] / MOST * 2 * max(up, down)
        is_gap = width // len(values) >= _GAP_FROM and step not in shown[column + 1 : column + 2]
        bars.append(0 if is_gap or not tall else max(1, round(abs(tall))) * (1 if tall > 0 else -1))

    def draw_line(row: int, half: str, way: int) -> str:
        return "".join(_FULL if way * bar >= 2 * row else half if way * bar == 2 * row - 1 else " " for bar in bars)

    drawn = [draw_line(row, _HALF_UP, 1) for row in range(up, 0, -1)]
    drawn.append("".join(_MIDDLES.get(values[step].kind_for(Side.FIRST), "─") for step in shown))
    drawn += [draw_line(row, _HALF_DOWN, -1) for row in range(1, down + 1)]
    marks = [" "] * width
    for step in sorted({*turned, here}, key=lambda each: each == here):
        reach = [column for column, steps in enumerate(columns) if step in steps]
        at = reach[(len(reach) - 1) // 2]
        marks[at] = (_BOTH if marks[at] == _TURN or here in turned else _HERE) if step == here else _TURN
    return [*drawn, "".join(marks)], up


class ValueChart(Widget):
    """The chart; a click goes to that step. Before there are values, a sentence stands there."""

    DEFAULT_CSS = "ValueChart { width: 1fr; height: 7; padding: 0 1; }"

    def __init__(self, names: Sequence[str], go_to: Callable[[int], None]) -> None:
        super().__init__()
        self._names, self._go_to = names, go_to
        self._values: Sequence[Worth] = ()
        self._turned: Collection[int] = ()
        self._here, self._instead = 0, ""

    def say(self, sentence: str) -> None:
        """Show this as long as there are no values."""
        self._instead = sentence
        self.refresh()

    def show(self, values: Sequence[Worth], turned: Collection[int], here: int) -> None:
        """The values of all steps, those that changed the result, and the one that is shown."""
        self._values, self._turned, self._here = values, turned, here
        self.refresh()

    def render(self) -> Content:
        width, height = self.content_size
        if not self._values or width < 1 or height < 1:
            return Content(self._instead)
        (*rows, marks), middle = draw_chart(self._values, self._turned, self._here, width, height - 1)
        says = describe_directions(self._values, self._names)
        legend = Content.assemble(
            (f"{says[0]}   ", "$first"),
            (f"{says[1]}   ", "$second"),
            ("! turning point" if self._turned else "", "$bad"),
        )
        looks = [*["$first"] * middle, "$soft", *["$second"] * (len(rows) - middle - 1)]
        here = [column for column in range(width) if self._here in find_steps(column, len(self._values), width)]
        bars = [
            Content.styled(row, look).stylize("on $here", here[0], here[-1] + 1)
            for row, look in zip(rows, looks, strict=True)
        ]
        signs = [Content.styled(mark, "$bad bold" if mark == "!" else "$accent bold") for mark in marks]
        return Content("\n").join([legend, *bars, Content("").join(signs)])

    def on_click(self, event: events.Click) -> None:
        width = self.content_size.width
        if self._values and width > 0:
            column = min(max(event.x - self.gutter.left, 0), width - 1)
            self._go_to(find_steps(column, len(self._values), width)[-1])
