"""SVG as text: elements, pictures and scales. Colours are those of the pages, light and dark, by their names."""

from collections.abc import Iterable
from html import escape
from typing import NamedTuple

PALETTE = {
    "paper": ("#f5f2ea", "#121518"),
    "card": ("#fffefb", "#1b2025"),
    "ink": ("#1b2027", "#e9ebee"),
    "soft": ("#555c66", "#a9b1ba"),
    "line": ("#ddd7c9", "#333b42"),
    "edge": ("#82867f", "#7d868f"),
    "here": ("#ebe8f6", "#282a3b"),
    "accent": ("#4639b8", "#b6b2ff"),
    "focus": ("#0b57d0", "#a8c7fa"),
    "good": ("#1b6e33", "#7fdc98"),
    "bad": ("#a8231b", "#ff9d94"),
    "first": ("#0a6580", "#6fd0ea"),
    "on-first": ("#ffffff", "#06222b"),
    "second": ("#964800", "#f5b969"),
    "on-second": ("#ffffff", "#2b1a00"),
    "frame": ("#1c4552", "#17404e"),
    "on-frame": ("#d3e3e8", "#b9d2da"),
    "tray": ("#d8cfbc", "#0a0c0e"),
    "tile": ("#fbf7ec", "#2a3138"),
    "tile-other": ("#f3ecdc", "#242a31"),
    "number": ("#fffefb", "#3f464c"),
    "mark": ("#ffe6a1", "#544716"),
    "place": ("#97a7a6", "#5c6a71"),
    "first-tint": ("#dce4de", "#333f4f"),
    "second-tint": ("#eee0ce", "#443c37"),
    "first-low": ("#07495c", "#5096a8"),  # darker by 28 %: the lower edge of a piece
    "second-low": ("#6c3400", "#b0854c"),
    "number-low": ("#b8b7b5", "#2d3237"),
    "mark-low": ("#b8a674", "#3c3310"),
}


def write_style() -> str:
    """The colors as CSS variables, for a page that holds pictures."""
    listed = "".join(f"--{name}:light-dark({light},{dark});" for name, (light, dark) in PALETTE.items())
    return f":root{{color-scheme:light dark;{listed}}}"


def element(tag: str, *inside: str, **attributes: object) -> str:
    """An element; what is inside is SVG already. `class_` is `class`, `text_anchor` `text-anchor`; None is left out."""
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{_write_value(name, value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{written}>{''.join(inside)}</{tag}>" if inside else f"<{tag}{written}/>"


def _write_value(name: str, value: object) -> str:
    if isinstance(value, float):
        return f"{round(value, 2):g}"
    return f"var(--{value})" if name in ("fill", "stroke") and value in PALETTE else escape(str(value))


def text(x: float, y: float, words: str, **attributes: object) -> str:
    """Words, whatever they contain, on a base line."""
    return element("text", escape(words), x=float(x), y=float(y), **attributes)


def title(words: str) -> str:
    """What is told of an element under a pointer."""
    return element("title", escape(words))


def picture(width: float, height: float, parts: Iterable[str], /, **attributes: object) -> str:
    """A whole picture."""
    return element("svg", *parts, viewBox=f"0 0 {width:g} {height:g}", **{"role": "img", **attributes})


class Scale(NamedTuple):
    """Values from low to high, laid out from start to end."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        return self.start + (self.end - self.start) * (value - self.low) / ((self.high - self.low) or 1)

    def draw_columns(self, marks: Iterable[float], top: float, bottom: float) -> str:
        """A vertical line for each mark, with its value below."""
        return "".join(
            element("line", class_="grid", stroke="line", x1=x, x2=x, y1=top, y2=bottom)
            + text(x, bottom + 16, f"{mark:g}", fill="soft", text_anchor="middle")
            for mark, x in ((mark, self.at(mark)) for mark in marks)
        )
