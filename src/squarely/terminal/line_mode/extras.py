"""What may be agreed besides game and players, as somebody types it: `toss, clock 20, size=5, names Ann,Bob`."""

import re
from dataclasses import dataclass, replace

from squarely.core.errors import SquarelyError
from squarely.core.rules import registry
from squarely.core.rules.game import Game
from squarely.core.rules.options import RULES
from squarely.core.text.notation import quote
from squarely.core.text.suggestions import find_folded, find_nearest, propose
from squarely.terminal.match.match_settings import read_seconds

TOSS, CLOCK, NAMES, OPTIONS = EXTRAS = ("toss", "clock", "names", "options")
_MEANS = {"coin": TOSS, "time": CLOCK, "timer": CLOCK, "name": NAMES, "option": OPTIONS, "rules": OPTIONS}
_NONE = ("no", "none", "n", "nothing", "-")
_FILLERS = ("and", "as", "with", "a", "the", "s", "sec", "second", "seconds")


class BadExtra(SquarelyError):
    """An answer that names nothing that could be agreed."""


@dataclass(frozen=True)
class Extras:
    """What is agreed, and what somebody wants to be asked for."""

    toss: bool = False
    time_limit: float | None = None
    names: str | None = None
    options: tuple[str, ...] = ()
    to_ask: tuple[str, ...] = ()


def read_extras(text: str, game: Game) -> Extras:
    """What this answer agrees on. SquarelyError says what is wrong with it."""
    rest, names = _split_names(text)
    words = re.sub(r"\s*=\s*", "=", rest).replace(",", " ").split()
    extras = Extras(names=names or None, to_ask=(NAMES,) if names == "" else ())
    if len(words) == 1 and words[0].lower() in _NONE:
        words = []
    while words:
        word = words.pop(0)
        kind, sign, value = re.fullmatch(r"([^:=]*)([:=]?)(.*)", word, re.DOTALL).groups()  # type: ignore[union-attr]
        meant = find_folded(kind, EXTRAS) or _MEANS.get(kind.lower())
        if meant == TOSS and not sign:
            extras = replace(extras, toss=True)
        elif meant == CLOCK:
            value = value or (words.pop(0) if words and re.match(r"[-+.]?\d", words[0]) else "")
            extras = replace(extras, time_limit=read_limit(value)) if value else _ask_for(extras, CLOCK)
        elif kind.lower() == RULES and not sign and words and find_folded(words[0], game.rule_sets):
            extras = replace(extras, options=(*extras.options, f"{RULES}={words.pop(0)}"))
        elif meant == OPTIONS and not sign:
            extras = _ask_for(extras, OPTIONS)
        elif sign == "=" or find_folded(word, game.rule_sets):
            extras = replace(extras, options=(*extras.options, word))
        elif word.lower() not in _FILLERS:
            raise _refuse(word, game)
    registry.load(game.name, ",".join(extras.options))
    return extras


def read_limit(text: str) -> float:
    """The seconds of a turn, as `20`, `20s` or `1:30`."""
    found = re.fullmatch(r"(?:(\d{1,4}):)?([\d.]{1,8})\s*(?:s|sec|seconds?)?", text.strip().lower(), re.ASCII)
    try:
        if not found:
            raise ValueError
        return read_seconds(str(60 * int(found[1] or 0) + float(found[2])))
    except ValueError:
        raise BadExtra(f"{quote(text)} is not a number of seconds above 0 and up to 86400") from None


def read_names(text: str, usual: tuple[str, str], human: tuple[bool, bool]) -> str:
    """Two names as `Ann,Bob`, `Ann and Bob` or `Ann Bob`; one is enough where one person plays."""
    said = " ".join(text.split())
    parts = [part.strip() for part in re.split(r",|\band\b|&", said, flags=re.IGNORECASE) if part.strip()]
    if len(parts) == 1 and human[0] != human[1]:
        parts = [parts[0], usual[1]] if human[0] else [usual[0], parts[0]]
    elif len(parts) == 1 and len(said.split()) == 2:
        parts = said.split()
    if len(parts) != 2:
        raise BadExtra(f"two names are wanted, such as Ann,Bob, not {quote(text)}")
    return ",".join(parts)


def _split_names(text: str) -> tuple[str, str | None]:
    """What stands before the word names, and what behind it; None if it does not occur."""
    before, word, behind = re.match(r"(?is)(.*?)(?:(?<![\w=])(names)\b[\s:=]*(.*))?$", text).groups()  # type: ignore[union-attr]
    return before, behind.strip() if word else None


def _ask_for(extras: Extras, what: str) -> Extras:
    return replace(extras, to_ask=(*extras.to_ask, what))


def _refuse(word: str, game: Game) -> BadExtra:
    near = find_nearest(word, (*EXTRAS, *game.rule_sets))
    if near:
        return BadExtra(f"there is no {quote(word)}; {propose(near)}")
    option = next((each for each in game.declared if find_nearest(word, [each.name])), game.declared[0])
    written = f"options are written name=value, such as {option.name}={option.default}"
    return BadExtra(f"there is no {quote(word)}; there are {', '.join(EXTRAS)}, and {written}")
