"""The words around a match in which sides may be swapped: the game's own, with the names of who plays which side now.

What a game says about a match it is asked about the match as it knows it: without the swap, and after one with the
two names exchanged.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from squarely.core.errors import BadMove
from squarely.core.options import PIE
from squarely.core.rules import FIRST, SECOND, Asking, Position, Rules


def make_dialogue(
    own: Rules, wrapped: Rules, here: Callable[[Position], Position], choice: int, swap: str
) -> dict[str, Any]:
    """The functions that are given a match, for rules with the swap.

    `choice` is the state in which it may be made, `swap` how it is written.
    """

    def take_out(match: Any) -> Any:
        """The match as the game itself knows it."""
        game = replace(
            match.game, rules=own, settings={**match.game.settings, PIE.name: PIE.default}, law=match.law.own
        )
        kept = [at for at, move in enumerate(match.moves) if move != match.law.swap]
        plain = replace(
            match,
            game=game,
            names=tuple(match.names[wrapped.role(match.position, side)] for side in (FIRST, SECOND)),
            moves=tuple(match.moves[at] for at in kept),
            positions=tuple(here(match.positions[at]) for at in (0, *(at + 1 for at in kept))),
            ending=_exchange(match, match.ending),
        )
        vars(plain)["outcome"] = _exchange(match, match.outcome)  # where it is cached: with the reason as it is told
        return plain

    def _exchange(match: Any, outcome: Any) -> Any:
        if outcome is None or outcome.winner is None:
            return outcome
        return outcome._replace(winner=type(outcome.winner)(wrapped.role(match.position, outcome.winner)))

    def is_swap(match: Any) -> bool:
        return bool(match.moves) and match.moves[-1] == match.law.swap

    def news(match: Any) -> str:
        if not is_swap(match):
            return own.news(take_out(match))
        second, first = (_describe_role(wrapped, match, side) for side in (SECOND, FIRST))
        return f"Sides are swapped: {second}, {first}."

    def announce_turn(match: Any) -> str:
        said = own.announce_turn(take_out(match))
        if match.position[-1] != choice or match.outcome:
            return said
        mover, waiting = match.mover_name, match.names[1 - match.position.mover]
        here, there = (name_role(own, wrapped.role(match.position, side)) for side in (match.mover, match.mover.other))
        then = f"then {mover} plays {there}, and {waiting} plays {here} and moves"
        offered = f"Instead of moving, {mover} may answer {swap}: {then}."
        return f"{offered}\n{said}".strip("\n")

    def ask(match: Any) -> Asking:
        asking = own.ask(take_out(match))
        question = next(asking)
        try:
            while True:
                answer = yield question
                if _means_swap(wrapped, match, answer):
                    return answer
                question = asking.send(answer)
        except StopIteration as done:
            return str(done.value)

    def show_move(match: Any, by_reader: bool = True) -> str:
        if not is_swap(match):
            return own.show_move(take_out(match), by_reader)
        return f"\n{news(match)}\n\n{match.game.draw(match.position)}\n"

    return {
        "welcome": lambda match: own.welcome(take_out(match)),
        "announce_turn": announce_turn,
        "ask": ask,
        "show_move": show_move,
        "news": news,
        "closing": lambda match: own.closing(take_out(match)),
        "deciding_squares": lambda match: own.deciding_squares(take_out(match)),
    }


def _means_swap(wrapped: Rules, match: Any, answer: str) -> bool:
    try:
        return match.law.swap in wrapped.read_move(match.law, match.position, answer)
    except BadMove:
        return False


def _describe_role(wrapped: Rules, match: Any, side: int) -> str:
    """`Ann now plays X`, and what she holds."""
    held = wrapped.holdings(match.law, match.position)[side]
    plays = f"{match.names[side]} now plays {name_role(wrapped, wrapped.role(match.position, side))}"
    return f"{plays} and has {held}" if held else plays


def name_role(rules: Rules, role: int) -> str:
    """What somebody plays: their token or, where they have none, `side 1`."""
    return rules.TOKENS[role] if rules.TOKENS else f"side {rules.MARKS[role]}"
