"""Beside a board: both players, the moves so far, and what is said in a match or about one."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static

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
    """The start and every move. Walking in it highlights another one."""

    BINDINGS: ClassVar[list[BindingType]] = [("left", "cursor_up"), ("right", "cursor_down")]
    DEFAULT_CSS = """
    MoveList, MoveList:focus {
        height: 1fr; min-height: 4; border: none; border-top: solid $line; padding: 0; background: $background;
        scrollbar-size-vertical: 1;
    }
    MoveList > .option-list--option { padding: 0 1; }
    MoveList > .option-list--option-highlighted { background: $here; color: $foreground; text-style: none; }
    MoveList:focus > .option-list--option-highlighted { background: $here; color: $foreground; text-style: bold; }
    """
    _shown: tuple[Match | None, Sequence[str]] = None, ()

    def show(self, match: Match, at: int, signs: Sequence[str] = ()) -> None:
        """The moves of this match, with the one that is looked at; before each a sign of what it lost, never cut."""
        with self.prevent(OptionList.OptionHighlighted):
            if (match, signs) != self._shown:
                self._shown = match, signs
                moves = [Content("  0  start"), *(_write_move(match, number) for number in range(len(match.moves)))]
                heads = [Content.styled(f"{sign:<2}", "$bad bold") for sign in signs] or [Content("")] * len(moves)
                self.set_options([head + move for head, move in zip(heads, moves, strict=True)])
            self.highlighted = at

    def on_resize(self) -> None:
        self.scroll_to_highlight()


def _write_move(match: Match, number: int) -> Content:
    position = match.positions[number]
    side = Side(position.mover)
    mark = match.game.marks[match.game.role(position, side)]
    if mark.isdigit():  # which would be read as a part of the move
        mark = shorten(match.names[side], _LONGEST_NAME)
    return Content.assemble(f"{number + 1:>3}  ", (f"{mark}  ", f"{_COLOURS[side]} bold"), str(match.moves[number]))


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
