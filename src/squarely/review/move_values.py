"""Every legal move with what it is worth to whoever makes it, the best first."""

from collections.abc import Sequence
from itertools import groupby

from squarely.core.rules.game import Position, Side
from squarely.core.text.notation import count_noun
from squarely.core.text.wrapping import GLUE, WIDTH, wrap
from squarely.solver.oracle import Oracle
from squarely.solver.values import COUNTED

_INDENT = 6  # of further lines where the values leave too little room beside them


def write_move_values(oracle: Oracle, position: Position, names: Sequence[str], width: int = WIDTH) -> str:
    """A line for each value, with the moves that have it; how far an end is counts the moves of both sides."""
    judged, mover = oracle.value_moves(position), Side(position.mover)
    worth = [each.value.earlier().describe_for(mover) for each in judged]
    room = max(map(len, worth))
    has_distance = any(each.value.distance for each in judged)
    lines = [
        f"{names[mover]} has {count_noun(len(judged), 'move')}, the best first{f'; {COUNTED}' if has_distance else ''}:"
    ]
    for value, group in groupby(zip(worth, judged, strict=True), key=lambda pair: pair[0]):
        moves = [str(each.move).replace(" ", GLUE) for _, each in group]
        joint = "; " if any("," in move for move in moves) else ", "
        lines.append(
            wrap(f"  {value:<{room}}  {joint.join(moves)}", width, hang=room + 4 if room + 4 <= width // 3 else _INDENT)
        )
    return "\n".join([wrap(lines[0], width), *lines[1:]])
