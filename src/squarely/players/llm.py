"""A player that is a language model: it reads the prompt, answers a move, and is told why an answer will not do."""

import json
from dataclasses import replace
from functools import cache
from hashlib import sha256
from importlib.resources import files

from squarely.core.errors import BadMove
from squarely.core.match.match import Match
from squarely.core.rules.game import Move
from squarely.core.text.notation import quote
from squarely.players.chat import Chat, TimeBudget
from squarely.players.chat_response import Completion
from squarely.players.endpoint import REQUEST, ChatEndpoint, read_environment
from squarely.players.parse_answer import is_refusal, parse_move_words, strip_thinking
from squarely.players.player_faults import CUT_OFF, REFUSED, UNREADABLE, PlayerFault, classify_refusal
from squarely.players.prompt import write_prompt
from squarely.players.token_usage import Slip, Usage, UsageReport

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
        endpoint: ChatEndpoint | None = None,
        lists_moves: bool = True,
        repairs: int = REPAIRS,
    ) -> None:
        self._endpoint = endpoint or read_environment(model)
        self._name = f"the model {quote(self._endpoint.model)}"
        self._patience = patience or PATIENCE
        self._lists_moves = lists_moves
        self._repairs = repairs
        self.report = UsageReport(Usage(prices=self._endpoint.prices))
        self._chat = Chat(self._endpoint, self.report.usage)

    @property
    def settings(self) -> str:
        """Where the model is asked, with which request and prompt: everything but the key and the prices."""
        prompted = {"prompt": fingerprint_prompt(), "lists_moves": self._lists_moves, "repairs": self._repairs}
        asked = {"url": self._endpoint.public_url, "request": dict(self._endpoint.request), **prompted}
        return self._endpoint.redact(json.dumps(asked, sort_keys=True))

    def choose(self, match: Match) -> int:
        """The move that the model answers. Fault if it has none to offer, Unavailable if it cannot be asked."""
        try:
            return self._choose(match)
        except PlayerFault as fault:
            self.report.faults.append(Slip(fault.kind, str(fault)))
            raise

    def answer(self, question: str) -> str:
        """What the model says to any other question; Fault and Unavailable as for a move."""
        try:
            said = self._chat.ask([{"role": "user", "content": question}], TimeBudget(self._patience))
            _check_complete(said)
            return said.text
        except PlayerFault as fault:
            self.report.faults.append(Slip(fault.kind, str(fault)))
            raise

    def _choose(self, match: Match) -> Move:
        patience = TimeBudget(self._patience)
        match = replace(match, names=match.game.players)  # it is not told who plays, neither the other nor itself
        messages = [{"role": "user", "content": write_prompt(match, match.mover, self._lists_moves)}]
        for repairs_left in reversed(range(self._repairs + 1)):
            answer = self._chat.ask(messages, patience)
            try:
                return _read_move(match, answer)
            except PlayerFault as fault:
                if fault.kind in (REFUSED, CUT_OFF) or not repairs_left:  # neither would be otherwise if asked again
                    raise PlayerFault(fault.kind, f"the answer of {self._name} {str(fault).rstrip('.')}") from None
                self.report.slips.append(Slip(fault.kind, f"the answer of {self._name} {fault}"))
                messages += [
                    {"role": "assistant", "content": answer.text[-_ECHO:] or "(no answer)"},
                    {"role": "user", "content": f"This cannot be played: your answer {fault}\n{_AGAIN}"},
                ]
        raise AssertionError("the last attempt returns or raises")


@cache
def fingerprint_prompt() -> str:
    """A fingerprint of what asks a model: other words may get another answer."""
    sources = ("players/llm.py", "players/prompt.py", "players/describe_match.py", "core/rules/options.py")
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
        if answer.cut_off:
            raise PlayerFault(CUT_OFF, f"{_CUT} before it named a move; {_MORE}") from None
        if is_refusal(answer.text):
            raise PlayerFault(REFUSED, f"declines to move: {quote(answer.text)}") from None
        if not words:
            raise PlayerFault(UNREADABLE, "names no move.") from None
        raise PlayerFault(classify_refusal(refused), f"ends with {quote(words)}: {refused}") from None


def _check_complete(answer: Completion) -> None:
    if answer.refused:
        raise PlayerFault(REFUSED, "declines to answer")
    if answer.cut_off and not strip_thinking(answer.text):
        raise PlayerFault(CUT_OFF, f"{_CUT} before it said anything; {_MORE}")
    if answer.too_long:
        raise PlayerFault(UNREADABLE, "is far too long to be read.")
