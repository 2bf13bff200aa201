"""What the lab asks about rule sets, one at a time: a question can be answered anywhere, and always alike."""

import json
from typing import Any, Literal, NamedTuple, TypeAlias

from squarely.core.errors import TooLarge
from squarely.core.rules import registry
from squarely.lab.measure.measures import LIMIT, measure
from squarely.solver.free_memory import NO_MEMORY

Kind: TypeAlias = Literal["full", "truth", "compare"]


class Question(NamedTuple):
    """What is asked: every measure, those that need nobody to play, or what changes against other options."""

    kind: Kind
    game: str
    options: str
    against: str = ""  # options to compare with
    seed: int = 0
    limit: int = LIMIT  # positions


class Answer(NamedTuple):
    """What was found, as plain data; or why nothing can be found, as a sentence."""

    question: Question
    found: dict[str, Any] | None
    refusal: str = ""


def answer(question: Question) -> Answer:
    """The answer to a question: the same in every process. What is too large is refused, and that is an answer."""
    from squarely.lab.sweep.compare import compare_values

    game = registry.load(question.game, question.options)
    try:
        if question.kind == "compare":
            found: Any = compare_values(registry.load(question.game, question.against), game, question.limit)
        else:
            found = measure(game, seed=question.seed, effort=question.kind, limit=question.limit)
        return Answer(question, json.loads(json.dumps(found._asdict())))  # as when it is read from a log
    except TooLarge as too_large:
        if str(too_large) == NO_MEMORY:  # which may be otherwise the next time
            raise
        return Answer(question, None, str(too_large))
