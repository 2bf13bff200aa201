"""The keys of a screen, on its last line. Textual's own footer is made anew with every change of focus; this is not."""

from collections.abc import Callable

from rich.cells import cell_len
from textual.binding import Binding
from textual.content import Content
from textual.geometry import Size
from textual.screen import Screen
from textual.style import Style
from textual.widget import Widget


class KeyLine(Widget):
    """Every key that does something now, with a word; a click on it is the key."""

    DEFAULT_CSS = """
    KeyLine { dock: bottom; height: auto; width: 100%; background: $footer-background; color: $footer-foreground; }
    """

    def __init__(self, name_key: Callable[[Binding], str] = lambda binding: binding.description) -> None:
        """`name_key` gives the word for a key, where that depends on more than the key."""
        super().__init__()
        self._name_key, self.auto_links = name_key, False  # a link would have one colour
        self._keys: list[tuple[str, str, str]] = []  # the key, how it is written, and its word

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._follow)
        self._follow(self.screen)

    def _follow(self, screen: Screen[object]) -> None:
        shown: dict[str, tuple[str, str, str]] = {}  # by what they do: the first of several keys stands for all
        actions = [each.action for each in screen.BINDINGS if isinstance(each, Binding)]
        rank = {action: at for at, action in enumerate(actions)}  # in the order of the screen; the app's are last
        active = [each for each in screen.active_bindings.values() if each.binding.show and each.enabled]
        active.sort(key=lambda each: rank.get(each.binding.action, len(rank) if each.node is self.app else -1))
        for _, binding, _, _ in active:
            if says := self._name_key(binding):
                key = self.app.get_key_display(binding)
                shown.setdefault(binding.action, (binding.key, key.upper() if key[1:].isdigit() else key, says))
        if [*shown.values()] != self._keys:
            self._keys = [*shown.values()]
            self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        return str(self._write(width)).count("\n") + 1

    def render(self) -> Content:
        return self._write(self.content_size.width)

    def _write(self, width: int) -> Content:
        """The keys in a row; in several where one is too short."""
        longs = [cell_len(shown) + 1 + cell_len(says) for _, shown, says in self._keys]
        gap = 2 if sum(longs) + 2 * len(longs) - 1 <= width else 1  # closer together before a second line is needed
        line, x = Content(" "), 1
        for (key, shown, says), long in zip(self._keys, longs, strict=True):
            if x + long > width and x > 1:
                line, x = line + "\n ", 1
            click = Style.from_meta({"@click": f"app.simulate_key('{key}')"})
            word = Content.assemble((shown, "bold $footer-key-foreground"), f" {says}").stylize(click)
            line, x = line + word + " " * gap, x + long + gap
        return line
