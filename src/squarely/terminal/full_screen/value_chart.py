"""The value of a match over its moves as a widget, across the whole width; a click goes to that step."""

from collections.abc import Collection, Sequence

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from squarely.solver.values import Value
from squarely.terminal.full_screen.chart_drawing import ChartColumns, draw_chart


class ValueChart(Widget):
    """Bars up where the first side wins, down where the second does. Before there are values, a sentence instead."""

    DEFAULT_CSS = """
    ValueChart { width: 1fr; height: 7; padding: 0 1; }
    """

    class Picked(Message):
        """Somebody has clicked on a step."""

        def __init__(self, step: int) -> None:
            super().__init__()
            self.step = step

    def __init__(self, names: Sequence[str], id: str | None = None) -> None:  # noqa: A002 (Textual's)
        super().__init__(id=id)
        self._names = names
        self._values: Sequence[Value] = ()
        self._turned: Collection[int] = ()
        self._here = 0
        self._instead = ""

    def say(self, sentence: str) -> None:
        """Show this as long as there are no values."""
        self._instead = sentence
        self.refresh()

    def show(self, values: Sequence[Value], turned: Collection[int], here: int) -> None:
        """The values of all steps, those that turned the result, and the one that is shown."""
        self._values, self._turned, self._here = values, turned, here
        self.refresh()

    @property
    def is_ascii(self) -> bool:
        """Whether the terminal may not have block characters."""
        return not (self.app.console.encoding or "").lower().startswith("utf")

    def render(self) -> Content:
        """What the bars mean, and the bars."""
        if not self._values:
            return Content(self._instead)
        width, height = self.content_size
        if width < 1 or height < 1:
            return Content("")
        drawing = draw_chart(self._values, self._turned, self._here, width, height - 1, self.is_ascii)
        reach = ChartColumns(len(self._values), width).of_step(self._here)
        rows = [
            *(Content(row).stylize("$first") for row in drawing.above),
            Content(drawing.middle).stylize("$soft"),
            *(Content(row).stylize("$second") for row in drawing.below),
        ]
        shaded = [row.stylize("on $here", reach.start, reach.stop) for row in rows]
        return Content("\n").join([self._write_legend(), *shaded, self._paint_marks(drawing.marks)])

    def on_click(self, event: events.Click) -> None:
        """Go to the step that was clicked."""
        width = self.content_size.width
        if self._values and width > 0:
            column = min(max(event.x - self.gutter.left, 0), width - 1)
            self.post_message(self.Picked(ChartColumns(len(self._values), width).steps_at(column)[-1]))

    def _write_legend(self) -> Content:
        up, down = ("up:", "down:") if self.is_ascii else ("↑", "↓")
        first, second = self._names
        turned = Content.styled("   ! turning point", "$bad") if self._turned else ""
        return Content.assemble((f"{up} {first} wins", "$first"), "   ", (f"{down} {second} wins", "$second"), turned)

    def _paint_marks(self, marks: str) -> Content:
        painted = Content(marks)
        for at, mark in enumerate(marks):
            if mark != " ":
                painted = painted.stylize("$bad bold" if mark == "!" else "$accent bold", at, at + 1)
        return painted
