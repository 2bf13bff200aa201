"""A player that is a language model: it reads the prompt, answers a move, and is told why an answer will not do."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from squarely.core.errors import BadMove
from squarely.core.match.match import Match
from squarely.core.rules.game import Move
from squarely.core.text.notation import quote
from squarely.players.endpoint import REQUEST, ChatEndpoint, Completion, read_environment
from squarely.players.player import Player
from squarely.players.player_faults import CUT_OFF, REFUSED, UNREADABLE, PlayerFault, Slip, Usage, UsageReport
from squarely.players.prompt import write_prompt

PATIENCE = 120.0  # seconds for a move, unless the match has a time limit of its own
REPAIRS = 2  # how often a bad answer is told back
_ECHO = 2_000  # characters of a bad answer that the model is shown again
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


class LanguageModel(Player):
    """Asks its endpoint for every move. `report` has what that took and what went wrong so far."""

    def __init__(
        self, model: str, patience: float | None = None, *, endpoint: ChatEndpoint | None = None, repairs: int = REPAIRS
    ) -> None:
        self._endpoint = endpoint or read_environment(model)
        self._name = f"the model {quote(self._endpoint.model)}"
        self._patience = patience or PATIENCE
        self._repairs = repairs
        self.report = UsageReport(Usage(prices=self._endpoint.prices))

    @property
    def settings(self) -> str:
        """Where the model is asked, with which request and prompt: everything but the key and the prices."""
        prompted = {"prompt": fingerprint_prompt(), "repairs": self._repairs}
        asked = {"url": self._endpoint.public_url, "request": dict(self._endpoint.request), **prompted}
        return self._endpoint.redact(json.dumps(asked, sort_keys=True))

    def choose(self, match: Match) -> int:
        """The move that the model answers. PlayerFault if it has none to offer, Unavailable if it cannot be asked."""
        with self._noting_faults():
            left = self._patience
            match = replace(match, names=match.game.players)  # it is not told who plays, neither the other nor itself
            messages = [{"role": "user", "content": write_prompt(match, match.mover)}]
            for repairs_left in reversed(range(self._repairs + 1)):
                answer = self._endpoint.ask(messages, left, self.report.usage)
                left -= answer.seconds
                try:
                    return _read_move(match, answer)
                except PlayerFault as fault:
                    # A refusal and a cut would not be otherwise if it were asked again.
                    if fault.kind in (REFUSED, CUT_OFF) or not repairs_left:
                        raise PlayerFault(fault.kind, f"the answer of {self._name} {str(fault).rstrip('.')}") from None
                    self.report.slips.append(Slip(fault.kind, f"the answer of {self._name} {fault}"))
                    messages += [
                        {"role": "assistant", "content": answer.text[-_ECHO:] or "(no answer)"},
                        {"role": "user", "content": f"This cannot be played: your answer {fault}\n{_AGAIN}"},
                    ]
            raise AssertionError("the last attempt returns or raises")

    def answer(self, question: str) -> str:
        """What the model says to any other question; PlayerFault and Unavailable as for a move."""
        with self._noting_faults():
            said = self._endpoint.ask([{"role": "user", "content": question}], self._patience, self.report.usage)
            _check_complete(said)
            return said.text

    @contextmanager
    def _noting_faults(self) -> Iterator[None]:
        try:
            yield
        except PlayerFault as fault:
            self.report.faults.append(Slip(fault.kind, str(fault)))
            raise


@cache
def fingerprint_prompt() -> str:
    """A fingerprint of what asks a model: other words may get another answer."""
    sources = ("players/llm.py", "players/prompt.py", "core/rules/options.py")
    return sha256(b"".join(files("squarely").joinpath(name).read_bytes() for name in sources)).hexdigest()[:8]


_CUT = "was ended by the endpoint at its limit of tokens"
_MORE = f"allow it more, such as {REQUEST}='{{\"max_tokens\": 8000}}'"
_AGAIN = "The position is still the same. Answer again, and end with one line:\nMOVE: the move"


def _read_move(match: Match, answer: Completion) -> Move:
    """The legal move that the answer means; Fault, as the rest of a sentence about it, if it means none."""
    _check_complete(answer)
    words = parse_move_words(answer.text)
    try:
        return match.play(words).moves[-1]
    except BadMove as refused:
        if answer.flaw == CUT_OFF:
            raise PlayerFault(CUT_OFF, f"{_CUT} before it named a move; {_MORE}") from None
        if is_refusal(answer.text):
            raise PlayerFault(REFUSED, f"declines to move: {quote(answer.text)}") from None
        if not words:
            raise PlayerFault(UNREADABLE, "names no move.") from None
        raise PlayerFault.of(refused, f"ends with {quote(words)}: {refused}") from None


def _check_complete(answer: Completion) -> None:
    if answer.flaw == REFUSED:
        raise PlayerFault(REFUSED, "declines to answer")
    if answer.flaw == CUT_OFF and not strip_thinking(answer.text):
        raise PlayerFault(CUT_OFF, f"{_CUT} before it said anything; {_MORE}")
    if answer.flaw == UNREADABLE:
        raise PlayerFault(UNREADABLE, "is far too long to be read.")


# What an answer means: its last word counts, in whatever dress, and nothing is guessed


def parse_move_words(text: str) -> str:
    """The words of the move that an answer ends with; empty if it ends with none.

    That is the last `MOVE:` line, else the `move` of the last JSON object, else the last line itself.
    """
    lines = [line for line in strip_thinking(text).splitlines() if line.strip(" \t`*_")]
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
    named = [_strip_markup(found[1]) for line in said.splitlines() if (found := _MOVE.match(line))]
    return next(filter(None, [*reversed(named), *map(_move_from_json, reversed(_find_json_objects(said)))]), "")


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
