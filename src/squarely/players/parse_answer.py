"""What a language model's answer means: its last word counts, in whatever dress, and nothing is guessed."""

import json
import re
from typing import Any

_THOUGHT = re.compile(r"^.*</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_UNFINISHED = re.compile(r"<think(?:ing)?>.*$", re.DOTALL | re.IGNORECASE)
_MOVE = re.compile(r"^[\s>*_#`-]*(?:final |my |best )*(?:move|answer)[*_`]*\s*[:=]\s*(.*)$", re.IGNORECASE)
_ATTEMPTS = 200  # at finding a JSON object: an answer may be a million braces
_DECLINES = re.compile(
    r"^\W*(?:sorry|as an ai|i am sorry|i['’]?m sorry|i can(?:not|['’]t| not)|i (?:will not|won['’]t|refuse|decline)|"
    r"i must decline|(?:i am|i['’]?m) (?:not able|unable))\b",
    re.IGNORECASE,
)
_RESIGNS = ("resign", "i resign", "forfeit", "i forfeit")


def parse_move_words(text: str) -> str:
    """The words of the move that an answer ends with; empty if it ends with none.

    That is the last `MOVE:` line, else the `move` of the last JSON object, else the last line itself.
    """
    lines = _split_lines(strip_thinking(text))
    return _find_named_move(text) or (_strip_markup(lines[-1]) if lines else "")


def is_refusal(text: str) -> bool:
    """Whether an answer is a refusal to play: it resigns, or names no move and says that it will not."""
    resigns = parse_move_words(text).lower() in _RESIGNS
    return resigns or (not _find_named_move(text) and bool(_DECLINES.match(strip_thinking(text))))


def strip_thinking(text: str) -> str:
    """The answer without what the model has thought aloud before it."""
    return _UNFINISHED.sub("", _THOUGHT.sub("", text)).strip()


def _find_named_move(text: str) -> str:
    """The move that is called one; empty if none is."""
    said = strip_thinking(text)
    named = [found[1] for line in _split_lines(said) if (found := _MOVE.match(line)) and _strip_markup(found[1])]
    if named:
        return _strip_markup(named[-1])
    return next(filter(None, map(_move_from_json, reversed(_find_json_objects(said)))), "")


def _find_json_objects(said: str) -> list[dict[str, Any]]:
    """The JSON objects in a text, in order; one inside another is part of that."""
    found, decoder, at = [], json.JSONDecoder(), said.find("{")
    for _ in range(_ATTEMPTS):
        if at < 0:
            break
        try:
            each, end = decoder.raw_decode(said, at)
            found.append(each)
        except (ValueError, RecursionError):
            end = at + 1
        at = said.find("{", end)
    return found


def _split_lines(said: str) -> list[str]:
    return [line for line in said.splitlines() if line.strip(" \t`*_")]


def _move_from_json(found: dict[str, Any]) -> str:
    """The move of an object; if it has none, that of the last object in it that has one."""
    moves = [value for name, value in found.items() if name.lower() in ("move", "answer")]
    if moves:
        return _strip_markup(moves[-1]) if isinstance(moves[-1], str) else ""
    inner = [value for value in found.values() if isinstance(value, dict)]
    return next(filter(None, map(_move_from_json, reversed(inner))), "")


def _strip_markup(text: str) -> str:
    """The words without quotes, stars and a full stop; of words with one part in code marks, that part."""
    marked = re.findall(r"`([^`]+)`", text)
    words = marked[0] if len(marked) == 1 else text
    return words.strip().strip("`*_\"'“”‘’ \t").rstrip(".!").strip("`*_\"'“”‘’ \t")
