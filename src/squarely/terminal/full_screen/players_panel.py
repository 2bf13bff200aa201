"""Both players: token, name, who is to move, the clock, what each holds, and what else decides."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from textual.content import Content
from textual.widgets import Static

from squarely.core.rules.game import Side

_HURRY = 10  # seconds from which on the clock warns


class ShownPlayer(NamedTuple):
    """What is shown of one player."""

    side: Side
    token: str
    name: str
    who: str  # a computer by its name, `you`, or nothing where two people play
    says: tuple[str, ...]  # what they hold, what they do
    is_mover: bool
    seconds_left: float | None  # None without a clock that runs


class PlayersPanel(Static):
    """Two players, one above the other, and below them what a drawing does not show."""

    DEFAULT_CSS = """
    PlayersPanel { height: auto; padding: 0 1; }
    """

    def show(self, players: Sequence[ShownPlayer], beside: str) -> None:
        """From now on show this."""
        width = max(20, self.content_size.width)
        blocks = [Content.assemble(*_write_player(player, width)) for player in players]
        if beside:
            blocks.append(Content.styled(beside, "$soft"))
        self.update(Content("\n\n").join(blocks))


def _write_player(player: ShownPlayer, width: int) -> list[Any]:
    colour = ("$first", "$second")[player.side]
    clock, look = write_clock(player.seconds_left)
    room = width - len(player.token) - len(clock) - 4
    name = shorten(player.name, room)
    who = shorten(f" · {player.who}", room - len(name)) if player.who else ""
    parts: list[Any] = [
        ("▶ " if player.is_mover else "  ", "$accent bold"),
        (f"{player.token} ", f"{colour} bold"),
        (name, "bold" if player.is_mover else ""),
        (who, "$soft"),
        " " * (room - len(name) - len(who)),
        (f" {clock}", look),
    ]
    indent = " " * (3 + len(player.token))
    says = " · ".join(filter(None, player.says))
    return [*parts, (f"\n{indent}{says}" if says else "", "$soft")]


def shorten(text: str, room: int) -> str:
    """As much of a text as there is room for, with a sign where something is left out."""
    return text if len(text) <= room else f"{text[: max(0, room - 1)]}…"[: max(0, room)]


def write_clock(left: float | None) -> tuple[str, str]:
    """`1:05`, or `! 0:09` where it is time to hurry; and how that looks."""
    if left is None:
        return "", ""
    seconds = int(left + 0.999)
    shown = f"{seconds // 60}:{seconds % 60:02}"
    return (f"! {shown}", "$bad bold") if left < _HURRY else (shown, "$foreground")
