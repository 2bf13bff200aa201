"""A review as text: short at the end of a match, long on request."""

import re
from collections.abc import Iterable, Sequence

from squarely.core.rules.game import Move, Side
from squarely.core.text.notation import YOU, capitalise, count_noun, name_reader, whose, with_verb
from squarely.core.text.wrapping import GLUE, wrap
from squarely.review.claims import MoveClaim, list_alternatives
from squarely.review.explain import explain_move
from squarely.review.grading import Grade, MatchReview
from squarely.solver.oracle import Oracle
from squarely.solver.values import COUNTED, Value

_WIDTH = 96  # characters of a line; a longer match goes on below
_MOST_MISTAKES = 5  # in the short form
_VALUE = 4  # the column of the long form that says how it stands
_RESULTS = {False: ("▀", "▄", "─"), True: ("^", "v", "-")}  # first wins, second wins, neither; and the same in ASCII
_LEVELS = "▁▂▃▄▅▆▇█"
_KEPT = {"wins": "kept the win", "ties": "kept the tie", "endless": "kept the match open"}


def draw_sparkline(values: Sequence[Value], names: Sequence[str], plain: bool, width: int = 72) -> list[str]:
    """The picture, and in its last line what its characters mean."""
    by_points = not plain and all(value.margin is not None for value in values)
    drawn = _draw_levels(values) if by_points else "".join(_mark_result(value, plain) for value in values)
    first, second, neither = _RESULTS[plain]
    if by_points:
        meaning = f"the higher, the better for {names[0]}"
    else:
        said = {first: with_verb(names[0], "wins"), second: with_verb(names[1], "wins"), neither: "neither"}
        meaning = ", ".join(f"{mark} {words}" for mark, words in said.items() if mark in drawn)
    width = min(width, _WIDTH)
    lines = [drawn[at : at + width] for at in range(0, len(drawn), width)]
    return [*lines, f"({meaning})"]


def _mark_result(value: Value, plain: bool) -> str:
    return _RESULTS[plain][2 if value.winner is None else value.winner]


def _draw_levels(values: Sequence[Value]) -> str:
    """The margins as bars between the largest of either side."""
    leads = [value.lead(Side.FIRST) for value in values]
    most = max(*map(abs, leads), 1)
    return "".join(_LEVELS[round((lead + most) * (len(_LEVELS) - 1) / (2 * most))] for lead in leads)


def write_short(
    review: MatchReview,
    oracle: Oracle,
    plain: bool,
    more_with: str = "squarely review",
    width: int = _WIDTH,
    reader: Side | None = None,
) -> str:
    """Accuracy, the history in a line, and the worst mistakes with the reason for each, in the order of play.

    `reader` is the side of a person who plays a computer: called `you`.
    """
    width, names = min(width, _WIDTH), name_reader(review.match.names, reader)
    mistakes = sorted(_list_notable(review), key=lambda grade: (not grade.cost, grade.keeps_result, -grade.cost))
    chosen, left_out = mistakes[:_MOST_MISTAKES], len(mistakes[_MOST_MISTAKES:])
    lines = ["", "Review", *_list_accuracies(review, names, width), *_draw_history(review, names, plain, width)]
    lines += [
        _describe_mistake(names, grade, oracle, width) for grade in sorted(chosen, key=lambda grade: grade.number)
    ]
    if not review.mistakes:
        lines.append(wrap(f"  {_describe_flawless(review, names)}", width))
        lines += _describe_lengths(review, names, width)
    if left_out:
        lines.append(f"  And {count_noun(left_out, 'smaller mistake')}.")
    lines += _describe_stop(review, names, width)
    return "\n".join([*lines, *([f"  Every move of it: {more_with}"] if more_with else [])])


def write_long(
    review: MatchReview, oracle: Oracle, plain: bool, columns: int | None = None, reader: Side | None = None
) -> str:
    """A table of all moves, with the reason for each mistake, then accuracy and history.

    `reader` is the side of a person who plays a computer: called `you`.
    """
    match, width = review.match, min(columns or _WIDTH, _WIDTH)
    names = name_reader(match.names, reader)
    title = f"{match.game.title}: {match.names[0]} against {match.names[1]}"
    how = match.outcome.reason if match.outcome else f"unfinished, {match.mover_name} is to move"
    options = f" ({match.game.rules_name})" if match.game.options else ""
    opening = wrap(f"{title}{options}\n{capitalise(how)}.\n", width)
    lines = [opening, *_write_table(review, names, oracle, width, columns), "", *_list_accuracies(review, names, width)]
    lengths = [] if review.mistakes else _describe_lengths(review, names, width)
    stop = _describe_stop(review, names, width)
    return "\n".join([*lines, *_draw_history(review, names, plain, width), *lengths, *stop])


def describe_accuracy(review: MatchReview, side: Side, name: str = "") -> str:
    """`accuracy 87%`, from 0 to 100; what it means that there is none, or that it would be less than nothing."""
    found = review.accuracy(side)
    if found is not None:
        return f"accuracy {round(found)}%" if round(found) >= 0 else "accuracy 0% (weaker than random moves)"
    own = [grade.valued_moves for grade in review.grades if grade.side == side]
    if all(each.value == moves[0].value for moves in own for each in moves):
        return f"no accuracy: all {'your ' if name == YOU else ''}moves were equally good"
    return "no accuracy: no move could change the result"


def describe_turning_point(review: MatchReview, reader: Side | None = None) -> str:
    """The move that changed the result last, and what would have kept it, in two sentences; "" where none did."""
    if not review.turning_points:
        return ""
    grade = review.turning_points[-1]
    who = whose(name_reader(review.match.names, reader)[grade.side])
    kept = _KEPT[grade.before.kind_for(grade.side)]
    return f"Turning point: {who} move {grade.number}, {grade.move}. Playing {grade.better[0].move} would have {kept}."


def _list_accuracies(review: MatchReview, names: Sequence[str], width: int) -> list[str]:
    room = max(map(len, names))
    return [
        wrap(f"  {_head(names[side]):<{room}}  {describe_accuracy(review, side, names[side])}", width) for side in Side
    ]


def _head(name: str) -> str:
    """A name at the head of a line: only the reader's begins with a capital that it does not have elsewhere."""
    return capitalise(name) if name == YOU else name


def _list_notable(review: MatchReview) -> list[Grade]:
    """The mistakes, and where a loser overlooked a win at once that could have been put off."""
    return [grade for grade in review.grades if grade.cost or _gives_in(grade)]


def _describe_flawless(review: MatchReview, names: Sequence[str]) -> str:
    """What a review says where nobody made a mistake: the winner could win from the start."""
    start = review.start
    could = "" if start.winner is None else f": with best play {start.describe_result(names)} from the start"
    return f"No move changed the result{could}."


def _describe_lengths(review: MatchReview, names: Sequence[str], width: int) -> list[str]:
    """For each side the move that made a win the latest, or a loss the soonest, and a better one."""
    told = []
    for side in Side:
        slow = [grade for grade in review.grades if grade.side == side and grade.moves_lost and not _gives_in(grade)]
        for grade in sorted(slow, key=lambda each: -each.moves_lost)[:1]:
            moves = count_noun(grade.moves_lost, "move")
            how = f"won {moves} sooner" if grade.before.winner == side else f"lasted {moves} longer"
            better = f"move {grade.number}, {grade.move} (better: {grade.valued_moves[0].move})"
            told.append(wrap(f"  {_head(names[side])} could have {how}: {better}.", width))
    return told


def _gives_in(grade: Grade) -> bool:
    lost = grade.before.winner == grade.after.winner == grade.side.other and grade.before.margin is None
    before = grade.before.distance
    return lost and grade.after.distance == 1 and (before is None or before > 2)


def _describe_mistake(names: Sequence[str], grade: Grade, oracle: Oracle, width: int) -> str:
    turned = " (turning point)" if grade.before.margin is not None and not grade.keeps_result else ""
    opening = f"  {grade.number}. {_head(names[grade.side])}{turned}: "
    return _wrap_claim(explain_move(grade, oracle), names, opening, 5, width)


def _draw_history(review: MatchReview, names: Sequence[str], plain: bool, width: int) -> list[str]:
    return [wrap(f"  {line}", width) for line in draw_sparkline(review.values, names, plain, width - 2)]


def _describe_stop(review: MatchReview, names: Sequence[str], width: int) -> list[str]:
    """How things stood where the players, not the rules, ended the match."""
    match = review.match
    if match.game.result(match.position):
        return []
    return [wrap(f"  Where it stopped, with best play: {review.values[-1].describe(names)}.", width)]


def _write_table(
    review: MatchReview, names: Sequence[str], oracle: Oracle, width: int, columns: int | None
) -> list[str]:
    """A row for each move, two where a terminal has too few columns for one; under a mistake, why."""
    scores = [review.match.game.points(position) for position in review.match.positions]
    rows = [("", "", "start", _write_score(scores[0]), review.start.describe_briefly(names), "")]
    rows += [_row(grade, names, _write_score(score)) for grade, score in zip(review.grades, scores[1:], strict=True)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    fits = columns is None or sum(widths) + 2 * sum(map(bool, widths[1:])) <= columns
    lines = []
    for row, grade in zip(rows, [None, *review.grades], strict=True):
        number, *texts = (text.ljust(width) for text, width in zip(row, widths, strict=True) if width)
        shown = [number.strip().rjust(widths[0]), *texts]
        if fits:
            lines.append("  ".join(shown).rstrip())
        else:  # who and what, and below it how that stands
            below = "  ".join(filter(None, row[_VALUE:]))
            lines.append("  ".join(shown[: -sum(map(bool, widths[_VALUE:]))]).rstrip())
            lines.append(wrap(" " * (widths[0] + 2) + below, width, hang=widths[0] + 2))
        if grade and (grade.cost or _gives_in(grade)):
            indent = widths[0] + 4
            lines.append(_wrap_claim(explain_move(grade, oracle), names, " " * indent, indent, width))
    if any((value.distance or 0) > 1 for value in review.values):
        lines.append(wrap(f"({capitalise(COUNTED)}.)", width))
    return lines


def _write_score(points: tuple[int, int] | None) -> str:
    """`19-0`, the first side's total first; nothing where there are no points."""
    return "" if points is None else f"{points[0]}-{points[1]}"


def _row(grade: Grade, names: Sequence[str], score: str) -> tuple[str, str, str, str, str, str]:
    """Number, who, move, the score and how it stands after it, and what it lost and what was better."""
    return (
        f"{grade.number}.",
        _head(names[grade.side]),
        str(grade.move),
        score,
        grade.after.describe_briefly(names),
        describe_loss(grade),
    )


def describe_loss(grade: Grade) -> str:
    """What a move lost and what was better; nothing if it lost nothing."""
    if not grade.cost:
        return ""
    what = "turning point" if not grade.keeps_result else f"{count_noun(grade.cost, 'point')} lost"
    return f"{what}; better: {list_alternatives(each.move for each in grade.better)}"


def _wrap_claim(claim: MoveClaim, names: Sequence[str], opening: str, indent: int, width: int) -> str:
    """The sentence in lines of that width; no move is broken in two, or parted from its player."""
    return wrap(opening + glue_moves(claim.text(names), (claim.move, *claim.moves), names), width, hang=indent)


def glue_moves(text: str, moves: Iterable[Move], names: Sequence[str] = ()) -> str:
    """The text with these moves, and the names before them, in one piece however it is wrapped."""
    words = {str(move) for move in moves}
    whole = {*words, *names, *(f"{name}{apart}{move}" for name in names for apart in (" ", ": ") for move in words)}
    either = "|".join(map(re.escape, sorted(whole, key=len, reverse=True)))
    return re.sub(either, lambda found: found[0].replace(" ", GLUE), text)
