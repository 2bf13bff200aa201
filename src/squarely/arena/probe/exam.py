"""An exam: a player is asked probes, each answer is marked, and held against never looking at the position."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import product
from math import comb
from typing import Any, NamedTuple

from squarely.arena.probe.position_views import PLAIN, VIEWS
from squarely.arena.probe.questions import BEST, KINDS, Question
from squarely.command_line.printing import show_progress
from squarely.core.errors import BadPlayer
from squarely.core.text.notation import split_words
from squarely.players import dismiss_players, seat_player
from squarely.players.llm import LanguageModel, parse_move_words
from squarely.players.player_faults import PlayerFault

RIGHT, WRONG = "right", "wrong"
_SURE = 0.05


def score_without_looking(questions: Sequence[Question]) -> list[float]:
    """Of each question, the share of questions like it that the best constant answer gets right, or a random guess.

    All views of a position come together, the plain one first.
    """
    kinds = [(each.game, each.options, each.kind, each.view) for each in questions]
    right: dict[object, Counter[tuple[str, ...]]] = defaultdict(Counter)
    guesses: dict[object, list[float]] = defaultdict(list)
    plain = questions[0] if questions else None
    for question, kind in zip(questions, kinds, strict=True):
        plain = question if question.view == PLAIN else plain
        told = question.answers
        if question.kind != BEST and plain and plain.group == question.group:
            told = plain.answers[:1]  # each right answer counts under the name that it has in the plain view
        guesses[kind].append(question.guess)
        right[kind].update({tuple(split_words(each)) for each in told})
    return [max(*right[kind].values(), sum(guesses[kind])) / len(guesses[kind]) for kind in kinds]


class MarkedAnswer(NamedTuple):
    """A question, what was answered, and what that is: right, wrong, or the kind of a fault."""

    question: Question
    answer: str
    mark: str


def hold_exam(player: str, questions: Sequence[Question]) -> list[MarkedAnswer]:
    """Ask a player every question, and show how far it is. BadPlayer if it cannot be asked."""
    asked, marked = seat_player(player, 0), list[MarkedAnswer]()
    try:
        if not isinstance(asked, LanguageModel):
            raise BadPlayer(f"{player} cannot answer questions, it only moves; an llm:MODEL can")
        with show_progress(f"of {len(questions):,} questions") as tell:
            for question in questions:
                try:
                    answer = asked.answer(question.text)
                    marked.append(MarkedAnswer(question, answer, RIGHT if is_right(question, answer) else WRONG))
                except PlayerFault as fault:
                    marked.append(MarkedAnswer(question, str(fault), fault.kind))
                if tell:
                    tell(len(marked))
    finally:
        dismiss_players(asked)
    return marked


def is_right(question: Question, answer: str) -> bool:
    """Whether the last `ANSWER:` line, or else the last line, is one of the right answers."""
    said = split_words(parse_move_words(answer))
    return any(said == split_words(right) for right in question.answers)


def summarize_exam(marked: Iterable[MarkedAnswer]) -> dict[str, Any]:
    """The share of right answers by kind and view, the baseline of never looking, and whether a view is harder."""
    listed, cells = list(marked), []
    scored = list(zip(listed, score_without_looking([each.question for each in listed]), strict=True))
    for kind, view in product(KINDS, VIEWS):
        own = [(each, score) for each, score in scored if (each.question.kind, each.question.view) == (kind, view)]
        by_chance = round(sum(score for _, score in own), 2)
        right = _count_right(each for each, _ in own)
        cells.append({"kind": kind, "view": view, "asked": len(own), "right": right, "by_chance": by_chance})
    faults = Counter(each.mark for each in listed if each.mark not in (RIGHT, WRONG))
    return {
        "questions": len(listed),
        "right": _count_right(listed),
        "faults": dict(sorted(faults.items())),
        "cells": [cell for cell in cells if cell["asked"]],
        "reading": [found for view in VIEWS if view != PLAIN and (found := _compare_with_plain(listed, view))],
    }


def _count_right(marked: Iterable[MarkedAnswer]) -> int:
    return sum(each.mark == RIGHT for each in marked)


def _compare_with_plain(marked: list[MarkedAnswer], view: str) -> dict[str, Any] | None:
    """The same questions in the plain view and in another: what is lost there is lost in reading, not in planning."""
    plain, other = (
        {each.question.group: each.mark == RIGHT for each in marked if each.question.view == name}
        for name in (PLAIN, view)
    )
    both = plain.keys() & other.keys()
    if not both:
        return None
    lost, gained = sum(plain[g] and not other[g] for g in both), sum(other[g] and not plain[g] for g in both)
    verdict = "harder to read" if lost > gained else "easier to read"
    verdict = verdict if run_sign_test(lost, gained) < _SURE else "not told apart from plain"
    return {"view": view, "asked": len(both), "lost": lost, "gained": gained, "verdict": verdict}


def run_sign_test(lost: int, gained: int) -> float:
    """The two-sided p-value of a sign test: how likely so uneven a split is if both are equally likely."""
    both, less = lost + gained, min(lost, gained)
    return float(min(1.0, 2 * sum(comb(both, each) for each in range(less + 1)) / 2**both))
