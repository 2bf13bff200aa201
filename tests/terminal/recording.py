"""Play the match of the script in a terminal, and draw its screens into docs/pictures, one after the other.

Each is looked at for as long as the script says, on any machine.
"""

import os
import tempfile
import time
from collections.abc import Iterator
from html import escape
from pathlib import Path

from rich.console import Console
from rich.style import Style
from rich.text import Text

from tests.terminal.driving import Desk
from tests.terminal.tmux import Tmux, open_tmux

ROOT = Path(__file__).resolve().parents[2]
PICTURE = ROOT / "docs" / "pictures" / "match.svg"
SIZE = (80, 24)


# The computer begins, goes wrong twice, and is beaten; the seed makes it the same match every time.
COMMAND = "squarely play quad --first level:3 --seed 156 --screen"
SCRIPT = (  # a key, what stands on the screen then, and for how many seconds that is looked at
    ("", "O Player 2 · you", 2.5),
    ("Enter", "3  X  D3", 2.0),
    ("Down", "3  X  D3", 0.5),
    ("Enter", "5  X  B4", 2.0),
    ("v", "Values", 3.0),
    ("Enter", "plays D2", 2.5),
    ("Left", "plays D2", 0.8),
    ("Left", "plays D2", 0.8),
    ("Enter", "You won", 3.0),
    ("Enter", "turning point", 3.5),
    ("t", "turning point", 3.5),
    ("Escape", "You won", 0.3),
    ("Escape", "Puzzle of the day", 3.5),
)


def play(desk: Desk) -> Iterator[list[str]]:
    """What the screen shows after each step of the script, row by row, with its colours."""
    environment = desk.environment(COLORTERM="truecolor", HISTFILE=os.devnull)
    with open_tmux(desk.here, environment, SIZE) as tmux:
        tmux.enter(COMMAND)
        for key, shown, _ in SCRIPT:
            if key:
                tmux.press(key)
            tmux.wait_for(shown)
            yield _settle(tmux)
        tmux.press("q")
        tmux.wait_for_shell()


def _settle(tmux: Tmux) -> list[str]:
    """The screen as soon as nothing moves on it any more."""
    seen, now = [""], tmux.lines("-e")
    while now != seen:
        time.sleep(0.3)
        seen, now = now, tmux.lines("-e")
    return now


_GROUND, _INK = "#121518", "#e0e0e0"  # the background is that of our dark theme
_COLUMN, _ROW, _BASE = 8.4, 16.3, 13.0  # of letters 14 high, so that the lines of boxes touch
_WIDTH, _HEIGHT = SIZE[0] * _COLUMN, SIZE[1] * _ROW
_BORDER, _BAR = 16, 34
_STYLE = (
    "text{{font:14px Menlo,Monaco,'DejaVu Sans Mono','Cascadia Mono',Consolas,monospace;white-space:pre}}"
    "rect{{shape-rendering:crispEdges}}#all{{animation:play {seconds}s step-end infinite}}@keyframes play{{{steps}}}"
    "@media (prefers-reduced-motion:reduce){{#all{{animation-play-state:paused}}}}"
)


def draw(screens: list[list[str]]) -> str:
    """An animated picture: all screens side by side, moved along behind a window as wide as one."""
    whole, at, steps, drawn, rows = sum(seconds for *_, seconds in SCRIPT), 0.0, "", "", dict[str, int]()
    for number, (screen, (*_, seconds)) in enumerate(zip(screens, SCRIPT, strict=True)):
        steps += f"{100 * at / whole:.2f}%{{transform:translateX({-number * _WIDTH:g}px)}}"
        at += seconds
        for row, line in enumerate(screen):  # most of which stand on several screens
            place = f'x="{number * _WIDTH:g}" y="{row * _ROW:g}"'
            drawn += f'<use href="#r{rows.setdefault(line, len(rows))}" {place}/>'
    defined = "".join(f'<g id="r{number}">{_draw_row(line)}</g>' for line, number in rows.items())
    width, height = _WIDTH + 2 * _BORDER, _HEIGHT + _BAR + _BORDER
    buttons = "".join(f'<circle cx="{20 + 18 * at}" cy="18" r="5.5" fill="#4a525b"/>' for at in range(3))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}">\n'
        f"<style>{_STYLE.format(seconds=f'{whole:g}', steps=steps)}</style>\n"
        f"<defs>{defined}</defs>\n"
        f'<rect width="100%" height="100%" rx="8" fill="{_GROUND}"/>{buttons}\n'
        f'<svg x="{_BORDER}" y="{_BAR}" width="{_WIDTH:g}" height="{_HEIGHT:g}"><g id="all">{drawn}</g></svg>\n</svg>\n'
    )


def _draw_row(line: str) -> str:
    """Backgrounds first, then what is written on them."""
    at, behind, written = 0, "", ""
    for text, style, _ in Text.from_ansi(line).render(Console(color_system="truecolor")):
        ink, ground = _find_colours(style or Style())
        if ground != _GROUND:
            width = len(text) * _COLUMN
            behind += f'<rect x="{at * _COLUMN:g}" width="{width:g}" height="{_ROW + 0.7:g}" fill="{ground}"/>'
        if word := text.strip():
            x, bold = (at + text.index(word)) * _COLUMN, ' font-weight="bold"' if style and style.bold else ""
            written += f'<text x="{x:g}" y="{_BASE:g}" textLength="{len(word) * _COLUMN:g}" fill="{ink}"{bold}>'
            written += f"{escape(word)}</text>"
        at += len(text)
    return behind + written


def _find_colours(style: Style) -> tuple[str, str]:
    ink = style.color.get_truecolor().hex if style.color else _INK
    ground = style.bgcolor.get_truecolor().hex if style.bgcolor else _GROUND
    return (ground, ink) if style.reverse else (ink, ground)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        screens = list(play(Desk(Path(folder))))
    PICTURE.write_text(draw(screens), encoding="utf-8")


if __name__ == "__main__":
    main()
