"""What a game's own functions return, looked at when it comes: words that are no words are told as a sentence.

Only functions that talk to people are wrapped. The verbs run compiled and by the million; they are tried by the laws.
"""

from collections.abc import Callable, Generator, Iterator, Mapping
from functools import wraps
from typing import Any

from squarely.core.claims import Claim
from squarely.core.errors import BrokenGame

_TEXT = (
    *("write_move", "why_illegal", "reason", "draw", "write_position", "unseen", "square_name", "read_touch"),
    *("welcome", "announce_turn", "show_move", "news", "closing"),
)


def guard_hooks(offered: Mapping[str, Any]) -> dict[str, Any]:
    """Those functions of a game that give words or numbers, each refusing what it may not give."""
    guarded = {name: _guard(name, offered[name], *right) for name, right in _EXPECTED.items() if offered.get(name)}
    return guarded | ({"ask": _guard_questions(offered["ask"])} if offered.get("ask") else {})


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


def _guard_questions(ask: Callable[[Any], Any]) -> Callable[[Any], Generator[str, str, str]]:
    @wraps(ask)
    def guarded(match: Any) -> Generator[str, str, str]:
        asking, answer = ask(match), None
        while True:
            try:
                question = asking.send(answer) if isinstance(asking, Generator) else asking
            except StopIteration as done:
                if isinstance(done.value, str):
                    return done.value
                raise BrokenGame(f"`ask` of this game returns {done.value!r}; it returns the words of a move") from None
            if not isinstance(asking, Generator) or not isinstance(question, str):
                raise BrokenGame(f"`ask` of this game gives {question!r}; it yields questions, each a text")
            answer = yield question

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


def _are_words_by(kind: type) -> Callable[[Any], bool]:
    return lambda result: (
        isinstance(result, Mapping)
        and all(isinstance(key, kind) and isinstance(text, str) for key, text in result.items())
    )


def _are_claims(result: Any) -> bool:
    return isinstance(result, list | tuple) and all(isinstance(claim, Claim) for claim in result)


_EXPECTED: dict[str, tuple[Callable[[Any], bool], str]] = {
    **dict.fromkeys(_TEXT, (_is_text, "a text")),
    "read_move": (_are_moves, "a list of the moves that the words could mean, or raises UnreadableMove"),
    "holdings": (_are_two_texts, "two texts, one for each side"),
    "shown": (_are_texts, "a text for each square"),
    **dict.fromkeys(("touched_squares", "captured_squares", "deciding_squares"), (_are_numbers, "numbers of squares")),
    "places": (_are_words_by(int), "a dict of squares and what each is, such as {4: 'center'}"),
    "reworded": (_are_words_by(str), "a dict of phrases of the rulebook and what holds instead"),
    "claims": (_are_claims, "claims, as a Docket does"),
}
