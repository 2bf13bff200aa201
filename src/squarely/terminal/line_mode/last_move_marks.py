"""Where a printed board shows what the last move has changed, found by drawing the board before and after it."""

import re
from collections.abc import Iterator

from squarely.core.match.match import Match
from squarely.core.match.tabletop import Tabletop

_HEADERS = 1  # lines above a board that a rulebook may leave out


def find_marks(match: Match, text: str) -> frozenset[int]:
    """The places of the characters in a printed text that show the squares which the last move has changed.

    Only where there is no doubt: the board is drawn in the same lines before and after, what differs are as many places
    as squares have changed, and the drawing is found in the text.
    """
    if not match.moves:
        return frozenset()
    drawn = match.game.words.draw(match.position).split("\n")
    spans = _find_changes(match, drawn)
    if not spans:
        return frozenset()
    marks: set[int] = set()
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    for left_out in range(_HEADERS + 1):
        for first in _find_drawing(drawn[left_out:], lines):
            for row, begin, end in spans:
                at = first + row - left_out
                shift = len(drawn[row]) - len(lines[at])
                if row >= left_out and begin >= shift:
                    marks |= {starts[at] + column - shift for column in range(begin, end)}
        if marks:
            break
    return frozenset(marks)


def _find_changes(match: Match, drawn: list[str]) -> list[tuple[int, int, int]]:
    """The row of the drawing, the first column and the one after the last, for each square that has changed."""
    tabletop, before = Tabletop(match.game), match.positions[-2]
    was = match.game.words.draw(before).split("\n")
    if not tabletop.fits(match.position) or [*map(len, was)] != [*map(len, drawn)]:
        return []
    squares = tabletop.squares(match.position)
    changed = tabletop.changed_squares(before, match.position)
    texts = {squares[square].text for square in changed}
    spans = []
    for row, (old, new) in enumerate(zip(was, drawn, strict=True)):
        differs = "".join(" " if a == b else "#" for a, b in zip(old, new, strict=True))
        spans += [(row, *_widen(new, *found.span(), texts)) for found in re.finditer("#+", differs)]
    return spans if len(spans) == len(changed) else []


def _widen(line: str, begin: int, end: int, texts: set[str]) -> tuple[int, int]:
    """All of a text of which only a part has changed, such as the number of P2 that was P1."""
    for text in texts:
        for start in range(max(0, end - len(text)), begin + 1):
            if len(text) > end - begin and line[start : start + len(text)] == text:
                return start, start + len(text)
    return begin, end


def _find_drawing(drawn: list[str], lines: list[str]) -> Iterator[int]:
    """The lines at which the drawing begins; what stands to the left of its rows may be left out."""
    for first in range(len(lines) - len(drawn) + 1):
        printed = lines[first : first + len(drawn)]
        if all(line and whole.endswith(line) for line, whole in zip(printed, drawn, strict=True)):
            yield first
