"""An exam: a player is asked probes, and each answer is marked."""

from collections import Counter
from collections.abc import Callable, Iterable
from math import comb
from typing import Any, NamedTuple, Protocol, runtime_checkable

from squarely.arena.guessing import Guessing
from squarely.arena.probes import KINDS, Question
from squarely.arena.views import PLAIN, VIEWS
from squarely.errors import BadPlayer
from squarely.notation import words
from squarely.players import dismiss, seated
from squarely.players.answers import last_word
from squarely.players.faults import Fault

RIGHT, WRONG = "right", "wrong"
_SURE = 0.05


@runtime_checkable
class Answering(Protocol):
    """A player that can be asked anything."""

    def answer(self, question: str) -> str:
        """What it says; Fault if it says nothing that can be used."""


class Marked(NamedTuple):
    """A question, what was answered, and what that is: right, wrong, or the kind of a fault."""

    question: Question
    answer: str
    mark: str


def sit(player: str, questions: Iterable[Question], tell: Callable[[int], None] = lambda _: None) -> list[Marked]:
    """Ask a player every question. BadPlayer if it cannot be asked."""
    asked = seated(player, 0)
    if not isinstance(asked, Answering):
        dismiss(asked)
        raise BadPlayer(f"{player} cannot answer questions, it only moves; an llm:MODEL can")
    marked = []
    try:
        for number, question in enumerate(questions, 1):
            try:
                answer = asked.answer(question.text)
            except Fault as fault:
                marked.append(Marked(question, str(fault), fault.kind))
            else:
                marked.append(Marked(question, answer, RIGHT if is_right(question, answer) else WRONG))
            tell(number)
    finally:
        dismiss(asked)
    return marked


def is_right(question: Question, answer: str) -> bool:
    """Whether the last `ANSWER:` line, or else the last line, is one of the right answers."""
    said = words(last_word(answer))
    return any(said == words(right) for right in question.answers)


def graded(marked: Iterable[Marked]) -> dict[str, Any]:
    """Right answers by kind and view beside those of who never looks; and whether a view is harder than the plain."""
    listed = list(marked)
    guessing = Guessing(each.question for each in listed)
    cells = [
        _cell([each for each in listed if _is(each, kind, view)], kind, view, guessing)
        for kind in KINDS
        for view in VIEWS
    ]
    faults = Counter(each.mark for each in listed if each.mark not in (RIGHT, WRONG))
    return {
        "questions": len(listed),
        "right": sum(each.mark == RIGHT for each in listed),
        "faults": dict(sorted(faults.items())),
        "cells": [cell for cell in cells if cell["asked"]],
        "reading": [found for view in VIEWS if view != PLAIN and (found := _reading(listed, view))],
    }


def _is(marked: Marked, kind: str, view: str) -> bool:
    return (marked.question.kind, marked.question.view) == (kind, view)


def _cell(marked: list[Marked], kind: str, view: str, guessing: Guessing) -> dict[str, Any]:
    right, by_chance = (
        sum(each.mark == RIGHT for each in marked),
        sum(guessing.chance(each.question) for each in marked),
    )
    return {"kind": kind, "view": view, "asked": len(marked), "right": right, "by_chance": round(by_chance, 2)}


def _reading(marked: list[Marked], view: str) -> dict[str, Any] | None:
    """The same questions in the plain view and in another: what is lost there is lost in reading, not in planning."""
    plain = {each.question.group: each.mark == RIGHT for each in marked if each.question.view == PLAIN}
    other = {each.question.group: each.mark == RIGHT for each in marked if each.question.view == view}
    both = plain.keys() & other.keys()
    if not both:
        return None
    lost, gained = sum(plain[g] and not other[g] for g in both), sum(other[g] and not plain[g] for g in both)
    sure = sign_test(lost, gained) < _SURE
    verdict = "not told apart from plain" if not sure else "harder to read" if lost > gained else "easier to read"
    return {"view": view, "asked": len(both), "lost": lost, "gained": gained, "verdict": verdict}


def sign_test(lost: int, gained: int) -> float:
    """How likely so uneven a split is if both are equally likely, to either side."""
    both, less = lost + gained, min(lost, gained)
    return float(min(1.0, 2 * sum(comb(both, each) for each in range(less + 1)) / 2**both))
