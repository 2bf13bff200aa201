"""The keys of a screen, on its last line. Textual's own footer is made anew with every change of focus; this is not."""

from collections.abc import Callable

from rich.cells import cell_len
from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget


class KeyLine(Widget):
    """Every key that does something now, with a word; a click on it is the key."""

    DEFAULT_CSS = """
    KeyLine { dock: bottom; height: auto; width: 100%; background: $footer-background; color: $footer-foreground; }
    """

    def __init__(self, name_key: Callable[[Binding], str] = lambda binding: binding.description) -> None:
        """`name_key` gives the word for a key, where that depends on more than the key."""
        super().__init__()
        self._name_key = name_key
        self._keys: list[tuple[str, str, str]] = []  # the key, how it is written, and its word
        self._places: list[tuple[int, int, int, str]] = []  # line, from, to, key

    def on_mount(self) -> None:
        """Follow the screen."""
        self.screen.bindings_updated_signal.subscribe(self, self._follow)
        self._follow(self.screen)

    def _follow(self, screen: Screen[object]) -> None:
        shown: dict[str, tuple[str, str, str]] = {}  # by what they do: the first of several keys stands for all
        for _, binding, enabled, _ in screen.active_bindings.values():
            if binding.show and enabled and binding.description:
                key = binding.key, self.app.get_key_display(binding), self._name_key(binding)
                shown.setdefault(binding.action, key)
        keys = list(shown.values())
        if keys != self._keys:
            self._keys = keys
            self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """Two lines where one is too short."""
        return str(self._write(width)).count("\n") + 1

    def render(self) -> Content:
        """The keys in a row."""
        return self._write(self.content_size.width)

    def _write(self, width: int) -> Content:
        parts: list[tuple[str, str]] = [(" ", "")]
        x, y, self._places = 1, 0, []
        longest = sum(cell_len(shown) + cell_len(says) + 3 for _, shown, says in self._keys)
        gap = 2 if longest - 1 <= width else 1  # closer together before a second line is needed
        for key, shown, says in self._keys:
            long = cell_len(shown) + 1 + cell_len(says)
            if x + long > width and x > 1:
                parts.append(("\n ", ""))
                x, y = 1, y + 1
            parts += [(shown, "bold $footer-key-foreground"), (f" {says}{' ' * gap}", "")]
            self._places.append((y, x, x + long, key))
            x += long + gap
        return Content.assemble(*parts)

    def on_click(self, event: events.Click) -> None:
        """The same as pressing the key."""
        for line, start, end, key in self._places:
            if event.y == line and start <= event.x < end:
                self.app.simulate_key(key)
