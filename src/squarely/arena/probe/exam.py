"""An exam: a player is asked probes, and each answer is marked."""

from collections import Counter
from collections.abc import Callable, Iterable
from math import comb
from typing import Any, NamedTuple, Protocol, runtime_checkable

from squarely.arena.probe.position_views import PLAIN, VIEWS
from squarely.arena.probe.questions import KINDS, Question
from squarely.arena.statistics.guessing_baseline import GuessingBaseline
from squarely.core.errors import BadPlayer
from squarely.core.text.notation import split_words
from squarely.players import dismiss_players, seat_player
from squarely.players.parse_answer import parse_move_words
from squarely.players.player_faults import PlayerFault

RIGHT, WRONG = "right", "wrong"
_SURE = 0.05


@runtime_checkable
class AnsweringPlayer(Protocol):
    """A player that can be asked anything."""

    def answer(self, question: str) -> str:
        """What it says; Fault if it says nothing that can be used."""


class MarkedAnswer(NamedTuple):
    """A question, what was answered, and what that is: right, wrong, or the kind of a fault."""

    question: Question
    answer: str
    mark: str


def hold_exam(
    player: str, questions: Iterable[Question], tell: Callable[[int], None] = lambda _: None
) -> list[MarkedAnswer]:
    """Ask a player every question. BadPlayer if it cannot be asked."""
    asked = seat_player(player, 0)
    if not isinstance(asked, AnsweringPlayer):
        dismiss_players(asked)
        raise BadPlayer(f"{player} cannot answer questions, it only moves; an llm:MODEL can")
    marked = []
    try:
        for number, question in enumerate(questions, 1):
            try:
                answer = asked.answer(question.text)
            except PlayerFault as fault:
                marked.append(MarkedAnswer(question, str(fault), fault.kind))
            else:
                marked.append(MarkedAnswer(question, answer, RIGHT if is_right(question, answer) else WRONG))
            tell(number)
    finally:
        dismiss_players(asked)
    return marked


def is_right(question: Question, answer: str) -> bool:
    """Whether the last `ANSWER:` line, or else the last line, is one of the right answers."""
    said = split_words(parse_move_words(answer))
    return any(said == split_words(right) for right in question.answers)


def summarize_exam(marked: Iterable[MarkedAnswer]) -> dict[str, Any]:
    """The share of right answers by kind and view, the baseline of never looking, and whether a view is harder."""
    listed = list(marked)
    guessing = GuessingBaseline(each.question for each in listed)
    cells = [
        _score_cell([each for each in listed if _belongs_to(each, kind, view)], kind, view, guessing)
        for kind in KINDS
        for view in VIEWS
    ]
    faults = Counter(each.mark for each in listed if each.mark not in (RIGHT, WRONG))
    return {
        "questions": len(listed),
        "right": sum(each.mark == RIGHT for each in listed),
        "faults": dict(sorted(faults.items())),
        "cells": [cell for cell in cells if cell["asked"]],
        "reading": [found for view in VIEWS if view != PLAIN and (found := _compare_with_plain(listed, view))],
    }


def _belongs_to(marked: MarkedAnswer, kind: str, view: str) -> bool:
    return (marked.question.kind, marked.question.view) == (kind, view)


def _score_cell(marked: list[MarkedAnswer], kind: str, view: str, guessing: GuessingBaseline) -> dict[str, Any]:
    right, by_chance = (
        sum(each.mark == RIGHT for each in marked),
        sum(guessing.expected_score(each.question) for each in marked),
    )
    return {"kind": kind, "view": view, "asked": len(marked), "right": right, "by_chance": round(by_chance, 2)}


def _compare_with_plain(marked: list[MarkedAnswer], view: str) -> dict[str, Any] | None:
    """The same questions in the plain view and in another: what is lost there is lost in reading, not in planning."""
    plain = {each.question.group: each.mark == RIGHT for each in marked if each.question.view == PLAIN}
    other = {each.question.group: each.mark == RIGHT for each in marked if each.question.view == view}
    both = plain.keys() & other.keys()
    if not both:
        return None
    lost, gained = sum(plain[g] and not other[g] for g in both), sum(other[g] and not plain[g] for g in both)
    sure = run_sign_test(lost, gained) < _SURE
    verdict = "not told apart from plain" if not sure else "harder to read" if lost > gained else "easier to read"
    return {"view": view, "asked": len(both), "lost": lost, "gained": gained, "verdict": verdict}


def run_sign_test(lost: int, gained: int) -> float:
    """The two-sided p-value of a sign test: how likely so uneven a split is if both are equally likely."""
    both, less = lost + gained, min(lost, gained)
    return float(min(1.0, 2 * sum(comb(both, each) for each in range(less + 1)) / 2**both))
