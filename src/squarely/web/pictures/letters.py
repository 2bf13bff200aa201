"""Letters drawn with a round pen, as `letters.txt` has them: each with its width, then its lines.

The height of a capital is 10. `M x y` begins a line, `L x y` draws it on, `C …` bends it, `O x y across up` is an
ellipse and `A x y across up from to` an arc of one, in degrees; y is 0 on the base line and grows upwards.
"""

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise
from math import cos, pi, sin

from squarely.web.pictures.canvas import Canvas, Run, find_runs
from squarely.web.pictures.shapes import Stroke

_ALIKE = {
    "’": "'",
    "‘": "'",
    "“": '"',
    "”": '"',
    "—": "–",
    "−": "–",
    "…": "...",
    "ß": "ss",
    "ø": "o",
    "Ø": "O",
    "æ": "ae",
}
_BETWEEN = 2.1  # two letters
_UNIT = 10  # of the height of a capital
_STEPS = 10  # that a bend is drawn in
_MORE = "..."


def _read_letters() -> dict[str, tuple[float, str]]:
    """The width and the lines of each letter."""
    text = files("squarely.web.pictures").joinpath("letters.txt").read_text(encoding="utf-8")
    words = (line.split(" ", 2) for line in text.splitlines())
    return {" " if name == "space" else name: (float(width), "".join(lines)) for name, width, *lines in words}


_LETTERS = _read_letters()


def spell(text: str) -> str:
    """The text in letters that we have: without accents, and without what there is no letter for."""
    plain = "".join(_ALIKE.get(each, each) for each in text)
    apart = unicodedata.normalize("NFKD", plain)
    return " ".join("".join(each for each in apart if each in _LETTERS).split())


def measure(text: str, size: float) -> float:
    """How wide the text is, where a capital is so high."""
    return max(sum(_LETTERS[each][0] + _BETWEEN for each in text) - _BETWEEN, 0) * size / _UNIT


def write_text(canvas: Canvas, text: str, x: float, y: float, size: float, weight: float, colour: str) -> None:
    """Write a text whose base line begins there; `weight` is the width of the pen, in tenths of a capital."""
    for each in text:
        canvas.stamp(colour, _draw_letter(each, size, weight), round(x), round(y))
        x += (_LETTERS[each][0] + _BETWEEN) * size / _UNIT


@lru_cache(maxsize=1024)
def _draw_letter(letter: str, size: float, weight: float) -> list[Run]:
    unit = size / _UNIT
    lines = ((x0 * unit, -y0 * unit, x1 * unit, -y1 * unit) for x0, y0, x1, y1 in _trace(letter))
    return list(find_runs([Stroke(*each, weight * unit / 2) for each in lines]))


def cut(text: str, size: float, width: float) -> str:
    """The text, or as much of it as fits."""
    if measure(text, size) <= width:
        return text
    while text and measure(text.rstrip() + _MORE, size) > width:
        text = text[:-1]
    return text.rstrip() + _MORE


def wrap(text: str, size: float, width: float, most: int) -> list[str]:
    """The text in so many lines at most, broken between words."""
    lines: list[str] = []
    words = text.split()
    while words:
        line = words.pop(0)
        while words and measure(f"{line} {words[0]}", size) <= width:
            line += f" {words.pop(0)}"
        if len(lines) == most - 1 and words:
            line, words = " ".join([line, *words]), []
        lines.append(cut(line, size, width))
    return lines


def _trace(letter: str) -> list[tuple[float, float, float, float]]:
    """The straight lines that a letter is drawn of."""
    lines = []
    for path in _find_paths(_LETTERS[letter][1].split()):
        lines += [
            (*start, *end) for start, end in pairwise(path) if start != end or len(path) == 2
        ]  # a dot is a line to itself
    return lines


def _find_paths(words: list[str]) -> Iterator[list[tuple[float, float]]]:
    """Lines through points, as the pen draws them without being lifted."""
    path: list[tuple[float, float]] = []
    counts = {"M": 2, "L": 2, "C": 6, "O": 4, "A": 6}
    while words:
        kind, *words = words
        given, words = [float(each) for each in words[: counts[kind]]], words[counts[kind] :]
        if kind in "MO" and path:
            yield path
            path = []
        if kind in "ML":
            path.append((given[0], given[1]))
        elif kind == "C":
            path += _bend(path[-1], given)
        else:
            path += _turn(given[:4], *(given[4:] or (0, 360)))
    if path:
        yield path


def _bend(start: tuple[float, float], given: list[float]) -> list[tuple[float, float]]:
    """Points of a cubic Bézier curve."""
    points = [start, *zip(given[::2], given[1::2], strict=True)]
    shares = [step / _STEPS for step in range(1, _STEPS + 1)]
    return [
        (
            sum(_weigh(share, at) * point[0] for at, point in enumerate(points)),
            sum(_weigh(share, at) * point[1] for at, point in enumerate(points)),
        )
        for share in shares
    ]


def _weigh(share: float, at: int) -> float:
    return (1, 3, 3, 1)[at] * (1 - share) ** (3 - at) * share**at


def _turn(ellipse: list[float], begin: float, end: float) -> list[tuple[float, float]]:
    """Points of an arc."""
    x, y, across, up = ellipse
    steps = max(round(abs(end - begin) / 15), 1)
    angles = [(begin + (end - begin) * step / steps) * pi / 180 for step in range(steps + 1)]
    return [(x + across * cos(angle), y + up * sin(angle)) for angle in angles]
