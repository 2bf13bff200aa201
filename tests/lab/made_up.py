"""Measures that nobody has measured: for tests of what is made of them; and a bench that works nothing out."""

from collections.abc import Callable, Sequence
from typing import Any

from squarely.jobs.work import Failed
from squarely.lab.measure.measures import Estimate, Measures
from squarely.lab.sweep.bench import Bench
from squarely.lab.sweep.questions import Answer, Question


def exactly(figure: float) -> Estimate:
    return Estimate(figure, figure, figure)


def balance(share: float) -> tuple[Any, ...]:
    """Even everywhere but for level 7, and levels that nobody asks about far from even."""
    shares = {"random": 0.9, "level:1": 0.9, **{f"level:{number}": 0.5 for number in range(2, 8)}, "level:8": 0.9}
    return tuple((name, exactly(even)) for name, even in {**shares, "level:7": share}.items())


def made_up(options: str = "", **other: Any) -> Measures:
    """A rule set of snatchers that meets every criterion, but for what is said otherwise."""
    fields: dict[str, Any] = {
        "game": "snatchers", "options": options, "positions": 1000, "deals": 1, "deals_of": 1, "always_ends": True,
        "endless_share": 0.0, "value": "second", "ending": "win", "distance": 14, "margin": None, "first_share": 0.0,
        "second_share": 1.0, "tie_share": 0.0, "endless_deals_share": 0.0, "longest_win": 14, "openings": 4,
        "openings_keeping": 2, "keeping_by_ply": (0.5, 0.25), "deciding_share": 0.4, "branching": 3.2, "komi": None,
        "length_best": 14, "length_random": exactly(12.3), "length_level": exactly(13.0),
        "balance": tuple((f"level:{number}", exactly(0.5 + number / 100)) for number in range(1, 10)),
        "levels_apart": 6, "chain": (1, 3, 5, 6, 7, 8),
    }  # fmt: skip
    return Measures(**(fields | other))


class Believing(Bench):
    def __init__(self, answer: Callable[[Question], Any]) -> None:
        self._answer, self.asked = answer, list[Question]()

    def ask(self, questions: Sequence[Question], what: str = "") -> tuple[list[Answer], list[Failed[Question]]]:
        self.asked += questions
        answers = [(question, self._answer(question)) for question in questions]
        return [Answer(question, found, "" if found else "too large") for question, found in answers], []
