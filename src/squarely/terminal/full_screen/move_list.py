"""The moves so far, as a list that can be walked: each leads to the position after it."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from squarely.core.match.match import Match
from squarely.core.rules.game import Side
from squarely.terminal.full_screen.players_panel import shorten

_LONGEST_NAME = 10


class MoveList(OptionList):
    """The start and every move. Whoever walks in it is told where, by `Walked`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "cursor_up", show=False),
        Binding("right", "cursor_down", show=False),
    ]
    DEFAULT_CSS = """
    MoveList, MoveList:focus {
        height: 1fr; min-height: 4; border: none; border-top: solid $line; padding: 0; background: $background;
        scrollbar-size-vertical: 1;
    }
    MoveList > .option-list--option { padding: 0 1; }
    MoveList > .option-list--option-highlighted { background: $here; color: $foreground; text-style: none; }
    MoveList:focus > .option-list--option-highlighted { background: $here; color: $foreground; text-style: bold; }
    """

    class Walked(Message):
        """Somebody looks at the match after so many moves."""

        def __init__(self, moves: int) -> None:
            super().__init__()
            self.moves = moves

    def __init__(self) -> None:
        super().__init__()
        self._shown: Match | None = None
        self._at = 0

    def show(self, match: Match, at: int) -> None:
        """The moves of this match, with the one that is looked at."""
        self._at = at
        if match is not self._shown:
            goes_on = self._goes_on(match)
            self._shown = match
            if not goes_on:
                self.clear_options()
                self.add_option(Option("  0  start"))
            self.add_options(_write_move(match, number) for number in range(self.option_count - 1, len(match.moves)))
        if self.highlighted != at:
            self.highlighted = at

    def _goes_on(self, match: Match) -> bool:
        """Whether there are only new moves in it."""
        before = self._shown
        return before is not None and match.positions[: len(before.positions)] == before.positions

    def on_resize(self) -> None:
        """Keep in sight what is looked at."""
        self.scroll_to_highlight()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Say so if it is not what is shown already."""
        event.stop()
        if event.option_index != self._at:
            self._at = event.option_index
            self.post_message(self.Walked(event.option_index))


def _write_move(match: Match, number: int) -> Option:
    position = match.positions[number]
    side = Side(position.mover)
    mark, colour = match.game.marks[match.game.role(position, side)], ("$first", "$second")[side]
    if mark.isdigit():  # which would be read as a part of the move
        mark = shorten(match.names[side], _LONGEST_NAME)
    return Option(Content.assemble(f"{number + 1:>3}  ", (f"{mark}  ", f"{colour} bold"), str(match.moves[number])))
