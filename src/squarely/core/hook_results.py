"""What a game's own functions return, looked at when it comes: words that are no words are told as a sentence.

Only functions that talk to people are wrapped. The verbs run compiled and by the million; they are tried by the laws.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from typing import Any

from squarely.core.errors import BrokenGame

_TEXT = (
    *("write_move", "why_illegal", "reason", "draw", "write_position", "unseen", "square_name", "read_touch"),
    *("welcome", "announce_turn", "show_move", "news", "closing"),
)


def guard_hooks(offered: Mapping[str, Any]) -> dict[str, Any]:
    """Those functions of a game that give words or numbers, each refusing what it may not give."""
    return {name: _guard(name, offered[name], *expected) for name, expected in _EXPECTED.items() if offered.get(name)}


def _guard(name: str, function: Callable[..., Any], is_fine: Callable[[Any], bool], right: str) -> Callable[..., Any]:
    @wraps(function)
    def guarded(*given: Any) -> Any:
        result = function(*given)
        if isinstance(result, Iterator):
            result = list(result)
        if not is_fine(result):
            about = f" for {given[2]!r}" if len(given) > 2 else ""
            raise BrokenGame(f"`{name}` of this game gives {result!r}{about}; it gives {right}")
        return result

    return guarded


def _is_text(result: Any) -> bool:
    return isinstance(result, str)


def _are_texts(result: Any) -> bool:
    return isinstance(result, list | tuple) and all(isinstance(text, str) for text in result)


def _are_two_texts(result: Any) -> bool:
    return _are_texts(result) and len(result) == 2


def _are_numbers(result: Any) -> bool:
    return isinstance(result, list | tuple | range | set) and all(isinstance(number, int) for number in result)


def _are_moves(result: Any) -> bool:
    return _are_numbers(result) and len(result) > 0


_EXPECTED: dict[str, tuple[Callable[[Any], bool], str]] = {
    **dict.fromkeys(_TEXT, (_is_text, "a text")),
    "read_move": (_are_moves, "a list of the moves that the words could mean, or raises UnreadableMove"),
    "holdings": (_are_two_texts, "two texts, one for each side"),
    "shown": (_are_texts, "a text for each square"),
    "touched_squares": (_are_numbers, "the numbers of squares"),
}
