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
# What moves with this result do, what the best of them do, and what is said where all of them do; first by distance,
# then by points.
_DO = {
    "wins": ("win", ("win", "fastest", "All are equally fast."), ("cost", "no points", "None costs points.")),
    "ties": ("keep", ("end", "the game fastest", "All are equally fast."), ("cost", "no points", "None costs points.")),
    "loses": (
        "lose",
        ("last", "longest", "All last equally long."),
        ("lose", "by the fewest points", "All lose by equally many points."),
    ),
}


def give_hint(oracle: Oracle, position: Position, names: Sequence[str], step: int) -> str:
    """The hint of this step, counted from 1, for the side to move; from the last step on always the last."""
    mover = Side(position.mover)
    value, judged, names = oracle.value(position), oracle.value_moves(position), name_reader(names, mover)
    if step == 1:
        opening = "Against best play you lose" if value.winner == mover.other else "With best play"
        return f"{opening}{' nobody wins' if value.ending == ENDLESS else ''}: {value.describe(names)}."
    if step == 2:
        return _count_keeping(value, judged, mover)
    if step == _POINT:
        return _point_to_squares(oracle, position, judged)
    best = judged[0].move
    said = explain_move(grade_move(oracle, position, best), oracle, names).text
    if len(judged) == 1:
        return said
    return f"Try {best}.{' Any other move is as good.' if _is_all_alike(judged) else ''} {said}"


def _count_keeping(value: Value, judged: Sequence[ValuedMove], mover: Side) -> str:
    """How many moves keep the result, and how many of those are the best."""
    legal, good = len(judged), sum(each.value.has_same_result(value) for each in judged)
    if legal == 1:
        return "There is only one legal move."
    if value.ending == ENDLESS:
        none, rest = f"None of your {legal} moves loses.", f"one of the other {good}"
        return count_losing(legal - good, legal, "the other one", rest) if good < legal else none
    verb, *bests = _DO[value.kind_for(mover)]
    kept = " the tie" if value.winner is None else ""
    if good < legal:
        says = f"Only one of your {legal} moves {verb}s" if good == 1 else f"{good} of your {legal} moves {verb}"
    else:
        says = f"Both of your moves {verb}" if legal == 2 else f"Every one of your {legal} moves {verb}s"
    if good == 1 or value.distance is None:
        return f"{says}{kept}."
    (does, what, alike), best = bests[value.margin is not None], len(_find_best(judged))
    which = f"{capitalise(spell_number(best))} {does}{'s' * (best == 1)} {what}."
    return f"{says}{kept}. {alike if best == good else which}"


def count_losing(losing: int, legal: int, last: str, any_other: str) -> str:
    """`Two of the 3 moves lose. Find the third.` The last two say what is to be found where there are more moves."""
    find = {1: "the other", 2: "the third"}.get(losing, last) if losing == legal - 1 else any_other
    return f"{capitalise(spell_number(losing))} of the {legal} moves lose{'s' * (losing == 1)}. Find {find}."


def find_squares(oracle: Oracle, position: Position, step: int) -> tuple[int, ...]:
    """The squares that the hint of this step points at; none where it points at none."""
    judged = oracle.value_moves(position)
    if step >= _TELL:
        return Tabletop(oracle.game).touched_squares(position, judged[0].move)
    return _find_pointed(oracle, position, judged)[0] if step == _POINT else ()


def _point_to_squares(oracle: Oracle, position: Position, judged: Sequence[ValuedMove]) -> str:
    """Where a best move begins or goes to; where there is no such square, a move that it is not."""
    texts, value = [str(each.move) for each in judged], judged[0].value
    if _is_all_alike(judged):
        return "No move is better than another."
    if len(texts) == 1:
        return f"The only move is {texts[0]}."
    squares, verb = _find_pointed(oracle, position, judged)
    if not squares:
        return f"The best is not {texts[-1]}." if len(texts) > 2 else f"Look at {join_with_or(sorted(texts))}."
    wanted = "the best move" if len(_find_best(judged)) == 1 else "a best move"
    if value.winner == Side(position.mover).other and value.margin is None:
        wanted = "the move that lasts longest"
    seen, there = Tabletop(oracle.game).squares(position), "there" if len(squares) == 1 else "to one of them"
    return f"Look at {join_with_or([seen[square].name for square in squares])}: {wanted} {verb} {there}."


def _find_pointed(oracle: Oracle, position: Position, judged: Sequence[ValuedMove]) -> tuple[tuple[int, ...], str]:
    """The square that the best move begins at, if others begin elsewhere and it goes on from there; else where it goes,
    between some that are not best. The second says which of the two.
    """
    table = Tabletop(oracle.game)
    if _is_all_alike(judged) or not table.fits(position):
        return (), ""
    best, *others = [table.touched_squares(position, each.move) for each in judged]
    if len(best) > 1 and any(squares[:1] != best[:1] for squares in others):
        return best[:1], "begins"
    worse = {squares[-1] for squares in others[len(_find_best(judged)) - 1 :] if squares and best} - {*best[-1:]}
    near = sorted(worse, key=lambda square: (abs(square - best[-1]), square))
    return tuple(sorted([*best[-1:], *near[:_DECOYS]])), "goes"


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
