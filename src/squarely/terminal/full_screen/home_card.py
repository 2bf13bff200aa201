"""What lies on the home screen: a card that can be focused, chosen by Enter or by the mouse, and moved between."""

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message


class HomeCard(Vertical, can_focus=True):
    """A card with a title in its frame. A heavy frame shows which one the keys are for."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "choose", "Play", key_display="Enter")]
    DEFAULT_CSS = """
    HomeCard {
        height: 100%; width: 100%; padding: 0 1; border: round $line; background: $surface;
        border-title-color: $foreground; border-title-style: bold; border-title-background: $surface;
        border-subtitle-color: $soft;
    }
    HomeCard:hover { background: $here; border-title-background: $here; }
    HomeCard:focus { border: heavy $accent; border-title-color: $accent; }
    """

    class Chosen(Message):
        """Somebody wants what this card is about."""

        def __init__(self, card: "HomeCard") -> None:
            super().__init__()
            self.card = card

        @property
        def control(self) -> "HomeCard":
            """The card."""
            return self.card

    def set_roomy(self, roomy: bool) -> None:
        """Whether there is more room than is needed."""
        self.set_class(roomy, "-roomy")

    def action_choose(self) -> None:
        """Open what this card is about."""
        self.post_message(self.Chosen(self))

    def on_click(self, event: events.Click) -> None:
        """The same by the mouse."""
        event.stop()
        self.focus()
        self.action_choose()
