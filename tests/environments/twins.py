"""What the environments are held against: the rules restated on position lines, and values worked out plainly."""

from collections.abc import Callable, Iterable
from typing import Any

from tests import restated

from .rulebooks import Rulebook, State, reachable

GAMES: dict[str, Callable[[str], tuple[str, restated.Moves]]] = {
    "center": restated.center,
    "numbers": restated.numbers,
    "quad": restated.quad,
    "showdown": restated.showdown,
    "snatchers": restated.snatchers,
}


def followed(name: str, start: str, words: Iterable[object]) -> str:
    """The line that these moves lead to. Each of them has to be legal where it is made."""
    line = start
    for move in words:
        line = GAMES[name](line)[1][str(move)]
    return line


def winner(name: str, line: str) -> int | None:
    return {"first": 0, "second": 1, "": None}[GAMES[name](line)[0]]


def results(rulebook: Rulebook) -> dict[State, int | None]:
    """Who wins from each state with best play; None where play need never end."""
    states = reachable(rulebook)
    known: dict[State, int] = {state: won for state in states if (won := rulebook.winner(state)) is not None}
    before = -1
    while len(known) > before:
        before = len(known)
        for state in states:
            if state not in known:
                replies = [known.get(rulebook.after(state, action)) for action in rulebook.allowed(state)]
                mover = rulebook.mover(state)
                if mover in replies:
                    known[state] = mover
                elif None not in replies:
                    known[state] = 1 - mover
    return {state: known.get(state) for state in states}


def lead(rulebook: Rulebook, state: State, known: dict[State, int]) -> int:
    """By how many points the first side will be ahead at the end of 866 with best play."""
    if state not in known:
        leads = [lead(rulebook, rulebook.after(state, action), known) for action in rulebook.allowed(state)]
        best: Any = max if rulebook.mover(state) == 0 else min
        known[state] = best(leads) if leads else state[2][0] - state[2][1]
    return known[state]
