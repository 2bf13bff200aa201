"""SVG as text: elements, pictures and scales. Colours are those of the pages, light and dark, by their names."""

import re
from collections.abc import Iterable
from html import escape
from importlib.resources import files
from typing import NamedTuple

# The colours of the pages; `…-low` is darker by 28 %: the lower edge of a piece.
_STYLE = files("squarely.review").joinpath("drawing/colors.css").read_text(encoding="utf-8").replace("\n", "")
PALETTE = {name: (light, dark) for name, light, dark in re.findall(r"--([\w-]+):light-dark\((#\w+),(#\w+)\)", _STYLE)}


def write_style() -> str:
    """The colors as CSS variables, for a page that holds pictures."""
    return _STYLE


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
