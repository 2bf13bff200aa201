"""Beside a board: both players, the moves so far, and what is said in a match or about one."""

from collections.abc import Sequence
from typing import Any, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from squarely import Match, Side, Tabletop
from squarely.core.text.wrapping import wrap
from squarely.terminal.match.live_match import LiveMatch

_HURRY = 10  # seconds from which on the clock warns
_LONGEST_NAME = 10
_COLOURS = ("$first", "$second")


class PlayersPanel(Static):
    """Two players, one above the other, and below them what a drawing does not show."""

    DEFAULT_CSS = "PlayersPanel { height: auto; padding: 0 1; }"

    def show(self, live: LiveMatch, shown: Match, is_thinking: bool) -> None:
        """Both players as they are in the position that is looked at; the clock is that of the match."""
        words, table = shown.game.words, Tabletop(shown.game)
        tokens = table.tokens(shown.position) or table.marks(shown.position)
        holdings, is_over = words.holdings(shown.position), live.match.outcome is not None
        blocks = []
        for side in Side:
            computer, is_mover = live.seats.computers[side], shown.mover == side and not is_over
            is_timed = live.match.mover == side and not (computer or is_over)
            clock, look = _write_clock(live.seconds_left if is_timed else None)
            room = max(20, self.content_size.width) - len(tokens[side]) - len(clock) - 4
            name = shorten(shown.names[side], room)
            who = computer or ("you" if live.seats.only_person == side else "")
            who = shorten(f" · {who}", room - len(name)) if who else ""
            does = "thinks…" if is_thinking and live.match.mover == side else ""
            says = " · ".join(filter(None, (holdings[side], does)))
            block = Content.assemble(
                ("▶ " if is_mover else "  ", "$accent bold"),
                (f"{tokens[side]} ", f"{_COLOURS[side]} bold"),
                (name, "bold" if is_mover else ""),
                (who, "$soft"),
                (f"{' ' * (room - len(name) - len(who))} {clock}", look),
                (f"\n{' ' * (3 + len(tokens[side]))}{says}" if says else "", "$soft"),
            )
            blocks.append(block)
        if beside := words.unseen(shown.position):
            blocks.append(Content.styled(beside, "$soft"))
        self.update(Content("\n\n").join(blocks))


def shorten(text: str, room: int) -> str:
    """As much of a text as there is room for, with a sign where something is left out."""
    return text if len(text) <= room else f"{text[: max(0, room - 1)]}…"[: max(0, room)]


def _write_clock(left: float | None) -> tuple[str, str]:
    """`1:05`, or `! 0:09` where it is time to hurry; and how that looks."""
    if left is None:
        return "", ""
    seconds = int(left + 0.999)
    shown = f"{seconds // 60}:{seconds % 60:02}"
    return (f"! {shown}", "$bad bold") if left < _HURRY else (shown, "$foreground")


class MoveList(OptionList):
    """The start and every move. Walking in it posts `Walked`."""

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
        """The match is looked at after so many moves."""

        def __init__(self, moves: int) -> None:
            super().__init__()
            self.moves = moves

    _shown: Match | None = None
    _at = 0

    def show(self, match: Match, at: int) -> None:
        """The moves of this match, with the one that is looked at."""
        self._at = at
        if match is not self._shown:
            before, self._shown = self._shown, match
            if before is None or match.positions[: len(before.positions)] != before.positions:
                self.clear_options()
                self.add_option(Option("  0  start"))
            self.add_options([_write_move(match, number) for number in range(self.option_count - 1, len(match.moves))])
            self.call_after_refresh(self.refresh)  # two moves at once would leave a line blank
        if self.highlighted != at:
            self.highlighted = at

    def grade(self, signs: Sequence[str]) -> None:
        """Put before every move a sign of what it lost, where it is never cut."""
        for number, sign in enumerate(signs):
            move = self.get_option_at_index(number).prompt
            self.replace_option_prompt_at_index(number, Content.assemble((f"{sign:<2}", "$bad bold"), cast(Any, move)))

    def on_resize(self) -> None:
        self.scroll_to_highlight()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        if event.option_index != self._at:
            self._at = event.option_index
            self.post_message(self.Walked(event.option_index))


def _write_move(match: Match, number: int) -> Option:
    position = match.positions[number]
    side = Side(position.mover)
    mark = match.game.marks[match.game.role(position, side)]
    if mark.isdigit():  # which would be read as a part of the move
        mark = shorten(match.names[side], _LONGEST_NAME)
    return Option(
        Content.assemble(f"{number + 1:>3}  ", (f"{mark}  ", f"{_COLOURS[side]} bold"), str(match.moves[number]))
    )


class Words(VerticalScroll, can_focus=False):
    """Paragraphs, each with its look, wrapped anew when the room changes. Page Up and Page Down scroll them."""

    DEFAULT_CSS = """
    Words { height: 1fr; width: 1fr; padding: 0 0 0 1; scrollbar-size-vertical: 1; scrollbar-gutter: stable; }
    Words > Static { width: 100%; }
    """
    _paragraphs: Sequence[tuple[str, str]] = ()

    def compose(self) -> ComposeResult:
        yield Static()

    def show(self, paragraphs: Sequence[tuple[str, str]]) -> None:
        """Say this, from its beginning; a paragraph without a text leaves a line free."""
        if paragraphs != self._paragraphs:
            self._paragraphs = paragraphs
            self.set_class(bool(paragraphs), "-open")
            self.scroll_home(animate=False)
            self.on_resize()

    def on_resize(self) -> None:
        width = self.scrollable_content_region.width
        texts = [Content.styled(wrap(text, width) if width else text, look) for text, look in self._paragraphs]
        self.query_one(Static).update(Content("\n").join(texts))

    def turn_page(self, pages: int) -> None:
        """Scroll where there is more to read than fits."""
        self.scroll_relative(y=pages * max(self.size.height - 1, 1), animate=False)
