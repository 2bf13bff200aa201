"""A player that is a language model: it reads the prompt, answers a move, and is told why an answer will not do."""

import json
from dataclasses import replace
from functools import cache
from hashlib import sha256
from importlib.resources import files

from squarely.errors import BadMove
from squarely.game import Move
from squarely.match import Match
from squarely.notation import quoted
from squarely.players.answers import declines, last_word, spoken
from squarely.players.chat import Chat, Patience
from squarely.players.completions import Answer
from squarely.players.endpoint import REQUEST, Endpoint, from_environment
from squarely.players.faults import CUT_OFF, REFUSED, UNREADABLE, Fault, kind_of
from squarely.players.prompt import prompt
from squarely.players.usage import Report, Slip, Usage

PATIENCE = 120.0  # seconds for a move, unless the match has a time limit of its own
REPAIRS = 2  # how often a bad answer is told back
_ECHO = 2_000  # characters of a bad answer that the model is shown again


class LanguageModel:
    """Asks its endpoint for every move. `report` has what that took and what went wrong so far."""

    def __init__(
        self,
        model: str,
        patience: float | None = None,
        *,
        endpoint: Endpoint | None = None,
        lists_moves: bool = True,
        repairs: int = REPAIRS,
    ) -> None:
        self._endpoint = endpoint or from_environment(model)
        self._name = f"the model {quoted(self._endpoint.model)}"
        self._patience = patience or PATIENCE
        self._lists_moves = lists_moves
        self._repairs = repairs
        self.report = Report(Usage(prices=self._endpoint.prices))
        self._chat = Chat(self._endpoint, self.report.usage)

    @property
    def settings(self) -> str:
        """Where the model is asked, with which request and prompt: everything but the key and the prices."""
        prompted = {"prompt": template(), "lists_moves": self._lists_moves, "repairs": self._repairs}
        asked = {"url": self._endpoint.shown, "request": dict(self._endpoint.request), **prompted}
        return self._endpoint.hidden(json.dumps(asked, sort_keys=True))

    def choose(self, match: Match) -> int:
        """The move that the model answers. Fault if it has none to offer, Unavailable if it cannot be asked."""
        try:
            return self._chosen(match)
        except Fault as fault:
            self.report.faults.append(Slip(fault.kind, str(fault)))
            raise

    def answer(self, question: str) -> str:
        """What the model says to any other question; Fault and Unavailable as for a move."""
        try:
            said = self._chat.ask([{"role": "user", "content": question}], Patience(self._patience))
            _check(said)
            return said.text
        except Fault as fault:
            self.report.faults.append(Slip(fault.kind, str(fault)))
            raise

    def _chosen(self, match: Match) -> Move:
        patience = Patience(self._patience)
        match = replace(match, names=match.game.rules.NAMES)  # it is not told who plays, neither the other nor itself
        messages = [{"role": "user", "content": prompt(match, match.mover, self._lists_moves)}]
        for repairs_left in reversed(range(self._repairs + 1)):
            answer = self._chat.ask(messages, patience)
            try:
                return _read(match, answer)
            except Fault as fault:
                if fault.kind in (REFUSED, CUT_OFF) or not repairs_left:  # neither would be otherwise if asked again
                    raise Fault(fault.kind, f"the answer of {self._name} {str(fault).rstrip('.')}") from None
                self.report.slips.append(Slip(fault.kind, f"the answer of {self._name} {fault}"))
                messages += [
                    {"role": "assistant", "content": answer.text[-_ECHO:] or "(no answer)"},
                    {"role": "user", "content": f"This cannot be played: your answer {fault}\n{_AGAIN}"},
                ]
        raise AssertionError("the last attempt returns or raises")


@cache
def template() -> str:
    """A fingerprint of what asks a model: other words may get another answer."""
    sources = [files("squarely.players").joinpath(name) for name in ("llm.py", "prompt.py", "situation.py")]
    return sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:8]


_CUT = "was ended by the endpoint at its limit of tokens"
_MORE = f"allow it more, such as {REQUEST}='{{\"max_tokens\": 8000}}'"
_AGAIN = "The position is still the same. Answer again, and end with one line:\nMOVE: the move"


def _read(match: Match, answer: Answer) -> Move:
    """The legal move that the answer means; Fault, as the rest of a sentence about it, if it means none."""
    _check(answer)
    words = last_word(answer.text)
    try:
        return match.play(words).moves[-1]
    except BadMove as refused:
        if answer.cut_off:
            raise Fault(CUT_OFF, f"{_CUT} before it named a move; {_MORE}") from None
        if declines(answer.text):
            raise Fault(REFUSED, f"declines to move: {quoted(answer.text)}") from None
        if not words:
            raise Fault(UNREADABLE, "names no move.") from None
        raise Fault(kind_of(refused), f"ends with {quoted(words)}: {refused}") from None


def _check(answer: Answer) -> None:
    if answer.refused:
        raise Fault(REFUSED, "declines to answer")
    if answer.cut_off and not spoken(answer.text):
        raise Fault(CUT_OFF, f"{_CUT} before it said anything; {_MORE}")
    if answer.too_long:
        raise Fault(UNREADABLE, "is far too long to be read.")
