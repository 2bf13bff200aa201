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
from squarely.review.explain import tell_move
from squarely.review.grading import grade_by
from squarely.solver.belief import BELIEVED, Belief, has_same_result, is_known
from squarely.solver.believer import Believer, find_alike
from squarely.solver.oracle import Oracle
from squarely.solver.values import COUNTED, ENDLESS, Value

STEPS = 4
_POINT, _TELL = 3, 4  # the steps that lead to squares
_DECOYS = 2  # squares that the third hint points at besides the right one, where that alone would be the move
# What one move that keeps this result does, and several do.
KEEPING = {"wins": ("wins", "win"), "ties": ("keeps the tie", "keep the tie"), "loses": ("loses", "lose")}
# What the best of several moves with the same result do, and what is said where all of them do.
_BEST = {
    "wins": ("win", "fastest", "All are equally fast."),
    "ties": ("end", "the game fastest", "All are equally fast."),
    "loses": ("last", "longest", "All last equally long."),
}
_MOST_POINTS = {"loses": ("lose", "by the fewest points", "All lose by equally many points.")}
_NO_COST = ("cost", "no points", "None costs points.")


def give_hint(judge: Oracle | Believer, position: Position, names: Sequence[str], step: int) -> str:
    """The hint of this step, counted from 1, for the side to move; from the last step on always the last."""
    return _Hints(judge, position).give(names, step)


def find_squares(judge: Oracle | Believer, position: Position, step: int) -> tuple[int, ...]:
    """The squares that the hint of this step points at; none where it points at none."""
    hints = _Hints(judge, position)
    if step >= _TELL:
        return hints.table.touched_squares(position, hints.moves[0].move)
    return hints.find_pointed()[0] if step == _POINT else ()


def count_losing(losing: int, legal: int, last: str, any_other: str) -> str:
    """`Two of the 3 moves lose. Find the third.` The last two say what is to be found where there are more moves."""
    find = {1: "the other", 2: "the third"}.get(losing, last) if losing == legal - 1 else any_other
    return f"{capitalise(spell_number(losing))} of the {legal} moves lose{'s' * (losing == 1)}. Find {find}."


class _Hints:
    """A position with all its moves: the best are those that no other is better than, by points or else by length;
    of what is believed those that look as good.
    """

    def __init__(self, judge: Oracle | Believer, position: Position) -> None:
        self.judge, self.position, self.mover = judge, position, Side(position.mover)
        self.value, self.moves, self.table = judge.value(position), judge.value_moves(position), Tabletop(judge.game)
        self.legal, self.best = len(self.moves), _count_best(judge, position)
        self.is_all_alike = 1 < self.legal == self.best

    def give(self, names: Sequence[str], step: int) -> str:
        if step == 2:
            return self._count_keeping()
        if step == _POINT:
            return self._point_to_squares()
        names, best = name_reader(names, self.mover), self.moves[0].move
        if step == 1:
            if isinstance(self.value, Belief) and not self.value.is_proved:
                return f"This is not solved. A search believes: {self.value.describe(names)} ({BELIEVED})."
            opening = "Against best play you lose" if self.value.winner == self.mover.other else "With best play"
            nobody = " nobody wins" if self.value.kind_for(self.mover) == "endless" else ""
            return f"{opening}{nobody}: {self.value.describe(names)}."
        said = tell_move(grade_by(self.judge, self.position, best), self.judge, names)
        same = " Any other move is as good." if self.is_all_alike else ""
        return said if self.legal == 1 else f"Try {best}.{same} {said}"

    def _count_keeping(self) -> str:
        """How many moves keep the result, and how many of those are the best."""
        value, legal, best = self.value, self.legal, self.best
        good = sum(has_same_result(each.value, value) for each in self.moves)
        if legal == 1:
            return "There is only one legal move."
        if isinstance(value, Belief):
            return self._count_alike(value)
        if value.ending == ENDLESS:
            some = count_losing(legal - good, legal, "the other one", f"one of the other {good}")
            return some if good < legal else f"None of your {legal} moves loses."
        kind = value.kind_for(self.mover)
        does, do = KEEPING[kind]
        if good < legal:
            says = f"Only one of your {legal} moves {does}" if good == 1 else f"{good} of your {legal} moves {do}"
        else:
            says = f"Both of your moves {do}" if legal == 2 else f"Every one of your {legal} moves {does}"
        if good == 1 or value.distance is None:
            return f"{says}."
        verb, what, alike = _BEST[kind] if value.margin is None else _MOST_POINTS.get(kind, _NO_COST)
        which = f"{capitalise(spell_number(best))} {verb}{'s' * (best == 1)} {what}."
        return f"{says}. {alike if best == good else which}"

    def _count_alike(self, value: Belief) -> str:
        """How many moves look best, or are proved to be."""
        if does := KEEPING.get(value.kind_for(self.mover)):
            some = f"at least {spell_number(self.best)} of your {self.legal} moves {does[self.best > 1]}"
            return f"{capitalise(f'all of your {self.legal} moves lose' if does[1] == 'lose' else some)} (proved)."
        if self.is_all_alike:
            return f"None of your {self.legal} moves looks better than another."
        better = "looks better than the others" if self.best == 1 else "look about equally good, the others worse"
        return f"{capitalise(spell_number(self.best))} of your {self.legal} moves {better}."

    def _point_to_squares(self) -> str:
        """Where a best move begins or goes to; where there is no such square, a move that it is not."""
        texts, (squares, verb) = [str(each.move) for each in self.moves], self.find_pointed()
        if self.is_all_alike:
            return "No move is better than another."
        if self.legal == 1:
            return f"The only move is {texts[0]}."
        if not squares:
            return f"The best is not {texts[-1]}." if self.legal > 2 else f"Look at {join_with_or(sorted(texts))}."
        wanted = "the best move" if self.best == 1 else "a best move"
        if isinstance(self.value, Belief):
            wanted = "what looks best" if self.best == 1 else "one of the moves that look best"
        elif self.value.winner == self.mover.other and self.value.margin is None:
            wanted = "the move that lasts longest"
        seen, there = self.table.squares(self.position), "there" if len(squares) == 1 else "to one of them"
        return f"Look at {join_with_or([seen[square].name for square in squares])}: {wanted} {verb} {there}."

    def find_pointed(self) -> tuple[tuple[int, ...], str]:
        """The square that the best move begins at, if others begin elsewhere and it goes on from there; else where it
        goes, between some that are not best. The second says which of the two.
        """
        if self.is_all_alike or not self.table.fits(self.position):
            return (), ""
        best, *others = [self.table.touched_squares(self.position, each.move) for each in self.moves]
        if len(best) > 1 and any(squares[:1] != best[:1] for squares in others):
            return best[:1], "begins"
        worse = {squares[-1] for squares in others[self.best - 1 :] if squares and best} - {*best[-1:]}
        near = sorted(worse, key=lambda square: (abs(square - best[-1]), square))
        return tuple(sorted([*best[-1:], *near[:_DECOYS]])), "goes"


def _count_best(judge: Oracle | Believer, position: Position) -> int:
    if isinstance(judge, Believer):
        return len(find_alike(judge.value_moves(position), Side(position.mover)))
    best, *others = [each.value for each in judge.value_moves(position)]
    alike = [each for each in others if each.has_same_result(best)]
    return 1 + sum(each == best if best.margin is None else each.margin == best.margin for each in alike)


def write_move_values(judge: Oracle | Believer, position: Position, names: Sequence[str], width: int = WIDTH) -> str:
    """A line for each value, the best first, with the moves that have it; distances count the moves of both sides."""
    judged, mover = judge.value_moves(position), Side(position.mover)
    worth = [each.value.earlier().describe_for(mover) for each in judged]
    room, exact = max(map(len, worth)), [each.value for each in judged if isinstance(each.value, Value)]
    counted = f"; {COUNTED}" if any(each.distance for each in exact) else ""
    if not all(is_known(each.value) for each in judged):
        counted = f", as a search believes; {BELIEVED}"
    hang = room + 4 if room + 4 <= width // 3 else 6  # where the values leave too little room beside them
    lines = [wrap(f"{names[mover]} has {count_noun(len(judged), 'move')}, the best first{counted}:", width)]
    texts = [str(each.move).replace(" ", GLUE) for each in judged]
    for value, group in groupby(zip(worth, texts, strict=True), key=lambda pair: pair[0]):
        moves = [text for _, text in group]
        listed = ("; " if any("," in move for move in moves) else ", ").join(moves)
        lines.append(wrap(f"  {value:<{room}}  {listed}", width, hang=hang))
    return "\n".join(lines)
