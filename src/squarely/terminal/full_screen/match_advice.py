"""What the oracle knows of a match, as it is shown at the board: words, squares that light up, values on squares."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from squarely.core.errors import SquarelyError
from squarely.core.match.match import Match
from squarely.core.rules.game import Move, Side
from squarely.play.seats import Seats
from squarely.solver.values import Value
from squarely.terminal.full_screen.board_painter import Note
from squarely.terminal.full_screen.move_choice import MoveChoice
from squarely.terminal.match.advice import Advice

_LOOKS = {"wins": "good", "loses": "bad", "ties": "even", "endless": "endless"}


class Told(NamedTuple):
    """What came of a question: words under a title, squares to be lit, what each move is worth."""

    title: str
    text: str
    lit: tuple[int, ...] = ()
    values: Mapping[Move, Value] | None = None


def give_hint(advice: Advice, match: Match) -> Told:
    """The next hint, and the squares that it points at."""
    text = advice.hint(match)
    return Told("Hint (h for more)", text, advice.hinted_squares(match))


def tell_why(advice: Advice, match: Match, seats: Seats) -> Told:
    """What the last moves were worth."""
    return Told("Why", advice.why(match, seats.only_person).replace("\n", "\n\n"))


def tell_values(advice: Advice, match: Match) -> Told:
    """What each move is worth, as a list, the best first, and for the board."""
    try:
        values = {each.move: each.value.earlier() for each in advice.judge_moves(match)}
    except SquarelyError as error:
        return Told("Values", f"There are no values here: {error}.")
    lines = [
        f"{short}  {', '.join(str(move) for move, _ in group)}"
        for short, group in groupby(values.items(), key=lambda pair: write_value(pair[1], match.mover))
    ]
    return Told("Values", "\n".join([*lines, "", _explain_signs([*values.values()], match)]), values=values)


def _explain_signs(values: Sequence[Value], match: Match) -> str:
    """What the signs mean, those that are there."""
    kinds = {value.kind_for(match.mover) for value in values}
    counted = "points" if any(value.margin for value in values) else "moves to the end, of both sides"
    says = {
        "wins": f"W: {match.mover_name} wins",
        "loses": "L: loses",
        "ties": "=: a tie",
        "endless": "∞: play need never end",
    }
    listed = "; ".join(words for kind, words in says.items() if kind in kinds)
    if any(value.is_by_repetition and value.winner is not None for value in values):
        counted += "; ∞ beside a letter: by repetition"
    return f"{listed}." if kinds <= {"ties", "endless"} else f"{listed}; the number: {counted}."


def note_values(choice: MoveChoice, values: Mapping[Move, Value], mover: Side) -> dict[int, Note]:
    """A note on each square that can be chosen: what the best move that it leads to is worth."""
    best: dict[int, Value] = {}
    for move in choice.fitting:
        for square in choice.next_squares(move):
            if square not in best or values[move].appeal(mover) > best[square].appeal(mover):
                best[square] = values[move]
    return {square: Note(write_value(value, mover), _LOOKS[value.kind_for(mover)]) for square, value in best.items()}


def write_value(value: Value, side: Side) -> str:
    """`W3`, `L2`, with points `W+5`, `L-5`, by repetition `W∞`; `=` for a tie, `∞` where play need never end."""
    kind = value.kind_for(side)
    if kind == "endless":
        return "∞"
    if kind == "ties":
        return "="
    how = (
        f"{'+' if kind == 'wins' else '-'}{value.margin}"
        if value.margin
        else "∞"
        if value.distance is None
        else str(value.distance)
    )
    return f"{'W' if kind == 'wins' else 'L'}{how}"
