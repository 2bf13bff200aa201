"""What svg-term draws, small and clean: a third of the size, frames without gaps, on the background of the app."""

import re
from itertools import groupby
from xml.etree import ElementTree as Tree

_SVG, _LINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
_WINDOW, _GROUND = "rgb(40,45,53)", "rgb(18,21,24)"  # as svg-term has it, and the background of our dark theme
_COLUMN, _COLUMNS = 1.002, 80
# The height of a row and of its base line, as svg-term has them, and as a font has them: so the lines of boxes touch.
_ROW, _BASE, _NEW_ROW, _NEW_BASE = 2.146, 1.67, 1.945, 1.55
_FONTS = "Menlo,Monaco,'DejaVu Sans Mono','Cascadia Mono',Consolas,monospace"
_STYLE = (
    "rect{shape-rendering:crispEdges}.e{font-family:" + _FONTS + "}"
    "@media (prefers-reduced-motion:reduce){*{animation-play-state:paused}}"
)


def tidy(drawn: str) -> str:
    """The same picture with neighbours of one colour joined, blanks left out and numbers rounded."""
    Tree.register_namespace("", _SVG)
    Tree.register_namespace("xlink", _LINK)
    root = Tree.fromstring(drawn.replace(_WINDOW, _GROUND))
    style = next(root.iter(f"{{{_SVG}}}style"))
    style.text = f"{style.text}{_STYLE}"
    fills = dict(re.findall(r"\.(\w+)\{fill:([^;}]+)\}", style.text))
    unseen = {name for name, fill in fills.items() if fill in (_GROUND, "transparent")}
    for element in list(root.iter()):
        element.attrib.pop("font-family", None)
        _tidy_row(element, unseen)
    _set_rows_closer(root)
    text = Tree.tostring(root, encoding="unicode")
    return re.sub(r"\d+\.\d{3,}", lambda number: f"{float(number[0]):.2f}".rstrip("0").rstrip("."), text) + "\n"


def _tidy_row(parent: Tree.Element, unseen: set[str]) -> None:
    """Backgrounds first, joined where they touch; then what is written on them."""
    cells = [child for child in parent if _is_cell(child)]
    if not any(child.tag.endswith("text") for child in cells):
        return
    others = [child for child in parent if not _is_cell(child)]
    backgrounds = [child for child in cells if child.tag.endswith("rect") and child.get("class") not in unseen]
    written = [child for child in cells if child.tag.endswith("text") and (child.text or "").strip()]
    joined = []
    for _, alike in groupby(backgrounds, key=lambda rect: (rect.get("y"), rect.get("class"))):
        joined += _join(list(alike))
    parent[:] = [*others, *joined, *written]


def _is_cell(element: Tree.Element) -> bool:
    is_row = element.tag.endswith("rect") and element.get("height") == "2.171"
    return element.tag.endswith("text") or (is_row and element.get("x") is not None)


def _join(rects: list[Tree.Element]) -> list[Tree.Element]:
    """Rectangles of one colour in one row, those that touch as one; none reaches into the next frame."""
    joined: list[Tree.Element] = []
    for rect in rects:
        begin = float(rect.get("x", 0))
        end = min(begin + float(rect.get("width", 0)) * _COLUMN, _COLUMNS)
        if joined and abs(float(joined[-1].get("x", 0)) + float(joined[-1].get("width", 0)) - begin) < 0.1:
            joined[-1].set("width", str(end - float(joined[-1].get("x", 0))))
        else:
            rect.set("width", str(end - begin))
            joined.append(rect)
    return joined


def _set_rows_closer(root: Tree.Element) -> None:
    screen = next(svg for svg in root.iter(f"{{{_SVG}}}svg") if svg.get("viewBox"))
    width, height = (float(number) for number in screen.get("viewBox", "").split()[2:])
    less = float(screen.get("height", 0)) * (1 - _NEW_ROW / _ROW)
    screen.set("height", str(float(screen.get("height", 0)) - less))
    screen.set("viewBox", f"0 0 {width:g} {height * _NEW_ROW / _ROW}")
    for outer in (root, root[0]):
        outer.set("height", str(float(outer.get("height", 0)) - less))
    frames = next(svg for svg in screen.iter(f"{{{_SVG}}}svg") if svg is not screen)
    for frame in frames:
        frame.set("width", str(_COLUMNS))  # and nothing beyond it is drawn
    for element in screen.iter():
        base, new_base = (_BASE, _NEW_BASE) if element.tag.endswith("text") else (0.0, 0.0)
        if (y := element.get("y")) and element is not screen:
            element.set("y", str((float(y) - base) / _ROW * _NEW_ROW + new_base))
        if element.tag.endswith("rect") and element.get("height") == "2.171":
            element.set("height", str(_NEW_ROW + 0.1))  # or rounding leaves seams
