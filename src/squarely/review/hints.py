"""What a player may be told about a position: hints, one step at a time, and what every move is worth.

The steps: how it stands, how many moves keep that, where to look, the move and why. Each says less than the next and
the same: the moves that it leaves are among those that the step before left.
"""

from collections.abc import Sequence
from itertools import groupby

from squarely.core.match.tabletop import Tabletop
from squarely.core.rules.game import Position, Side
from squarely.core.text.notation import capitalise, count_noun, join_with_or, name_reader, spell_number
from squarely.core.text.wrapping import GLUE, WIDTH, wrap
from squarely.review.explain import explain_move
from squarely.review.grading import grade_move
from squarely.solver.oracle import Oracle, ValuedMove
from squarely.solver.values import COUNTED, ENDLESS, Value

STEPS = 4
_POINT, _TELL = 3, 4  # the steps that lead to squares
_DECOYS = 2  # squares that the third hint points at besides the right one, where that alone would be the move
# What the best of several moves with the same result do, and what is said where all of them do.
_LASTS = ("last", "longest", "All last equally long.")
_WINS, _TIES = (("win", "fastest", "All are equally fast."), ("end", "the game fastest", "All are equally fast."))
_LOSES_LEAST = ("lose", "by the fewest points", "All lose by equally many points.")
_COSTS_NOTHING = ("cost", "no points", "None costs points.")


def give_hint(oracle: Oracle, position: Position, names: Sequence[str], step: int) -> str:
    """The hint of this step, counted from 1, for the side to move; from the last step on always the last."""
    mover = Side(position.mover)
    value, judged, names = oracle.value(position), oracle.value_moves(position), name_reader(names, mover)
    lost = value.winner == mover.other
    if step == 1:
        opening = "Against best play you lose" if lost else "With best play"
        return f"{opening}{' nobody wins' if value.ending == ENDLESS else ''}: {value.describe(names)}."
    if step == 2:
        return _count_keeping(value, judged, lost)
    if step == _POINT:
        return _point_to_squares(oracle, position, judged, lost)
    best = judged[0].move
    said = explain_move(grade_move(oracle, position, best), oracle, names).text
    if len(judged) == 1:
        return said
    return f"Try {best}.{' Any other move is as good.' if _is_all_alike(judged) else ''} {said}"


def _count_keeping(value: Value, judged: Sequence[ValuedMove], lost: bool) -> str:
    """How many moves keep the result, and how many of those are the best."""
    legal, good = len(judged), sum(each.value.has_same_result(value) for each in judged)
    if legal == 1:
        return "There is only one legal move."
    if value.ending == ENDLESS:
        return _count_losing(legal - good, legal)
    verb, kept = ("lose", "") if lost else ("keep", " the tie") if value.winner is None else ("win", "")
    if good < legal:
        says = f"Only one of your {legal} moves {verb}s" if good == 1 else f"{good} of your {legal} moves {verb}"
    else:
        says = f"Both of your moves {verb}" if legal == 2 else f"Every one of your {legal} moves {verb}s"
    if good == 1 or value.distance is None:
        return f"{says}{kept}."
    by_length = _LASTS if lost else _TIES if value.winner is None else _WINS
    by_points = _LOSES_LEAST if lost else _COSTS_NOTHING
    (does, what, alike), best = by_length if value.margin is None else by_points, len(_find_best(judged))
    which = f"{capitalise(spell_number(best))} {does}{'s' * (best == 1)} {what}."
    return f"{says}{kept}. {alike if best == good else which}"


def _count_losing(losing: int, legal: int) -> str:
    """`Two of the 3 moves lose. Find the third.`"""
    if not losing:
        return f"None of your {legal} moves loses."
    other = {2: "the other", 3: "the third"}.get(legal, "the other one")
    find = other if losing == legal - 1 else f"one of the other {legal - losing}"
    return f"{capitalise(spell_number(losing))} of the {legal} moves lose{'s' * (losing == 1)}. Find {find}."


def find_squares(oracle: Oracle, position: Position, step: int) -> tuple[int, ...]:
    """The squares that the hint of this step points at; none where it points at none."""
    judged = oracle.value_moves(position)
    if step >= _TELL:
        return Tabletop(oracle.game).touched_squares(position, judged[0].move)
    return _find_pointed(oracle, position, judged)[0] if step == _POINT else ()


def _point_to_squares(oracle: Oracle, position: Position, judged: Sequence[ValuedMove], lost: bool) -> str:
    """Where a best move begins or goes to; where there is no such square, a move that it is not."""
    texts = [str(each.move) for each in judged]
    if _is_all_alike(judged):
        return "No move is better than another."
    if len(texts) == 1:
        return f"The only move is {texts[0]}."
    squares, begins = _find_pointed(oracle, position, judged)
    wanted = "the best move" if len(_find_best(judged)) == 1 else "a best move"
    if lost and judged[0].value.margin is None:
        wanted = "the move that lasts longest"
    if squares:
        seen = Tabletop(oracle.game).squares(position)
        there = "there" if len(squares) == 1 else "to one of them"
        named = join_with_or([seen[square].name for square in squares])
        return f"Look at {named}: {wanted} {'begins' if begins else 'goes'} {there}."
    return f"The best is not {texts[-1]}." if len(texts) > 2 else f"Look at {join_with_or(sorted(texts))}."


def _find_pointed(oracle: Oracle, position: Position, judged: Sequence[ValuedMove]) -> tuple[tuple[int, ...], bool]:
    """The square that the best move begins at, if others begin elsewhere and it goes on from there; else where it goes,
    between some that are not best. The second says which of the two.
    """
    table = Tabletop(oracle.game)
    if _is_all_alike(judged) or not table.fits(position):
        return (), False
    touched = [table.touched_squares(position, each.move) for each in judged]
    best, count = touched[0], len(_find_best(judged))
    if not best:
        return (), False
    if len(best) > 1 and len({squares[:1] for squares in touched}) > 1:
        return best[:1], True
    worse = [squares[-1] for squares in touched[count:] if squares and squares[-1] != best[-1]]
    near = sorted(set(worse), key=lambda square: (abs(square - best[-1]), square))
    return tuple(sorted([best[-1], *near[:_DECOYS]])), False


def _find_best(judged: Sequence[ValuedMove]) -> list[ValuedMove]:
    """The moves that no other is better than; where points count, however long it takes."""
    best = judged[0].value
    if best.margin is None:
        return [each for each in judged if each.value == best]
    return [each for each in judged if each.value.has_same_result(best) and each.value.margin == best.margin]


def _is_all_alike(judged: Sequence[ValuedMove]) -> bool:
    """Whether there is more than one move and none is better than another."""
    return 1 < len(judged) == len(_find_best(judged))


def write_move_values(oracle: Oracle, position: Position, names: Sequence[str], width: int = WIDTH) -> str:
    """A line for each value, the best first, with the moves that have it; distances count the moves of both sides."""
    judged, mover = oracle.value_moves(position), Side(position.mover)
    worth = [each.value.earlier().describe_for(mover) for each in judged]
    room, counted = max(map(len, worth)), f"; {COUNTED}" if any(each.value.distance for each in judged) else ""
    hang = room + 4 if room + 4 <= width // 3 else 6  # where the values leave too little room beside them
    lines = [wrap(f"{names[mover]} has {count_noun(len(judged), 'move')}, the best first{counted}:", width)]
    for value, group in groupby(zip(worth, judged, strict=True), key=lambda pair: pair[0]):
        moves = [str(each.move).replace(" ", GLUE) for _, each in group]
        listed = ("; " if any("," in move for move in moves) else ", ").join(moves)
        lines.append(wrap(f"  {value:<{room}}  {listed}", width, hang=hang))
    return "\n".join(lines)
