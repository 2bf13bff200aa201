"""A review as text: short at the end of a match, long for whoever asks."""

from collections.abc import Sequence

from squarely.core.game import Side
from squarely.core.notation import count_noun
from squarely.core.text_wrapping import GLUE, wrap
from squarely.review.claims import MoveClaim, list_alternatives
from squarely.review.explain import explain_move
from squarely.review.grading import Grade, MatchReview
from squarely.review.sparkline import draw_sparkline
from squarely.solver.oracle import Oracle

_WIDTH = 96
_MOST_MISTAKES = 5  # in the short form


def write_short(
    review: MatchReview, oracle: Oracle, plain: bool, more_with: str = "squarely review", width: int = _WIDTH
) -> str:
    """Accuracy, the history in a line, and the worst mistakes with the reason for each, in the order of play."""
    width = min(width, _WIDTH)
    mistakes = sorted(review.mistakes, key=lambda grade: (grade.keeps_result, -grade.cost))
    chosen, left_out = mistakes[:_MOST_MISTAKES], len(mistakes[_MOST_MISTAKES:])
    lines = ["", "Review", *_list_accuracies(review), *_draw_history(review, plain, width)]
    lines += [
        _describe_mistake(review, grade, oracle, width) for grade in sorted(chosen, key=lambda grade: grade.number)
    ]
    if not mistakes:
        lines.append("  No move lost anything.")
    if left_out:
        lines.append(f"  And {count_noun(left_out, 'smaller mistake')}.")
    lines += _describe_stop(review, width)
    return "\n".join([*lines, *([f"  Every move of it: {more_with}"] if more_with else [])])


def write_long(review: MatchReview, oracle: Oracle, plain: bool, columns: int | None = None) -> str:
    """A table of all moves, with the reason for each mistake, then accuracy and history."""
    match, width = review.match, min(columns or _WIDTH, _WIDTH)
    title = f"{match.game.rules.TITLE}: {match.names[0]} against {match.names[1]}"
    how = match.outcome.reason if match.outcome else f"unfinished, {match.mover_name} is to move"
    options = f" ({match.game.options})" if match.game.options else ""
    opening = wrap(f"{title}{options}\n{how[0].upper()}{how[1:]}.\n", width)
    lines = [opening, *_write_table(review, oracle, width, columns), "", *_list_accuracies(review)]
    return "\n".join([*lines, *_draw_history(review, plain, width), *_describe_stop(review, width)])


def describe_accuracy(review: MatchReview, side: Side) -> str:
    """`accuracy 87%`, from 0 to 100; what it means that there is none, or that it would be less than nothing."""
    found = review.accuracy(side)
    if found is None:
        return "no accuracy: no choice made a difference"
    return f"accuracy {round(found)}%" if round(found) >= 0 else "accuracy 0%: random moves do better"


def _list_accuracies(review: MatchReview) -> list[str]:
    names = review.match.names
    width = max(map(len, names))
    return [f"  {names[side]:<{width}}  {describe_accuracy(review, side)}" for side in Side]


def _describe_mistake(review: MatchReview, grade: Grade, oracle: Oracle, width: int) -> str:
    """A mistake: its number, who made it, and why it is one."""
    names = review.match.names
    opening = f"  {grade.number}. {names[grade.side]}: "
    return _wrap_claim(explain_move(grade, oracle), names, opening, 5, width)


def _draw_history(review: MatchReview, plain: bool, width: int) -> list[str]:
    """The picture of it, and what that means."""
    return [wrap(f"  {line}", width) for line in draw_sparkline(review.values, review.match.names, plain, width - 2)]


def _describe_stop(review: MatchReview, width: int) -> list[str]:
    """How things stood where the players, not the rules, ended the match."""
    match = review.match
    if match.game.outcome(match.position):
        return []
    return [wrap(f"  Where it stopped: {review.values[-1].describe(match.names)}.", width)]


def _write_table(review: MatchReview, oracle: Oracle, width: int, columns: int | None) -> list[str]:
    """A row for each move, broken only where a terminal has too few columns; under a mistake, why."""
    names = review.match.names
    scores = [review.match.game.points(position) for position in review.match.positions]
    rows = [("", "", "start", _write_score(scores[0]), review.start.describe(names), "")]
    rows += [_row(grade, names, _write_score(score)) for grade, score in zip(review.grades, scores[1:], strict=True)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row, grade in zip(rows, [None, *review.grades], strict=True):
        number, *texts = (text.ljust(width) for text, width in zip(row, widths, strict=True) if width)
        row_told = "  ".join([number.strip().rjust(widths[0]), *texts]).rstrip()
        lines.append(wrap(row_told, columns, hang=widths[0] + 2) if columns else row_told)
        if grade and grade.cost:
            indent = widths[0] + 4
            lines.append(_wrap_claim(explain_move(grade, oracle), names, " " * indent, indent, width))
    return lines


def _write_score(points: tuple[int, int] | None) -> str:
    """`19-0`, the first side's total first; nothing where there are no points."""
    return "" if points is None else f"{points[0]}-{points[1]}"


def _row(grade: Grade, names: Sequence[str], score: str) -> tuple[str, str, str, str, str, str]:
    """Number, who, move, the score and how it stands after it, and what it lost and what was better."""
    lost = ""
    if grade.cost:
        what = "turning point" if not grade.keeps_result else f"{count_noun(grade.cost, 'point')} lost"
        lost = f"{what}; better: {list_alternatives(each.move for each in grade.better)}"
    return f"{grade.number}.", names[grade.side], str(grade.move), score, grade.after.describe(names), lost


def _wrap_claim(claim: MoveClaim, names: Sequence[str], opening: str, indent: int, width: int) -> str:
    """The sentence in lines of that width; no move is broken in two."""
    sentence = claim.text(names)
    for move in sorted({str(move) for move in (claim.move, *claim.moves)}, key=len, reverse=True):
        sentence = sentence.replace(move, move.replace(" ", GLUE))
    return wrap(opening + sentence, width, hang=indent)
