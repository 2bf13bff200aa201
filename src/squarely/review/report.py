"""A review as text: short at the end of a match, long on request."""

import re
from collections.abc import Iterable, Sequence

from squarely.core.match.match import Match
from squarely.core.rules.game import Move, Side
from squarely.core.text.notation import YOU, capitalise, count_noun, name_reader, whose, with_verb
from squarely.core.text.wrapping import GLUE, wrap
from squarely.review.explain import explain_move, list_alternatives
from squarely.review.grading import AnyGrade, BelievedGrade, Grade, MatchReview
from squarely.solver.belief import Belief, Worth, find_share
from squarely.solver.believer import Believer
from squarely.solver.oracle import Oracle
from squarely.solver.values import COUNTED, Value

_WIDTH = 96  # characters of a line; a longer match goes on below
_MOST_MISTAKES = 5  # in the short form
_VALUE = 4  # the column of the long form that says how it stands
_RESULTS = {False: "▀▄─", True: "^v-"}  # first wins, second wins, neither; and the same in ASCII
_LEVELS = "▁▂▃▄▅▆▇█"
_KEPT = {"wins": "kept the win", "ties": "kept the tie", "endless": "kept the match open"}


def draw_sparkline(values: Sequence[Worth], names: Sequence[str], plain: bool, width: int = 72) -> list[str]:
    """The picture, and in its last line what its characters mean. Where there are points, they are the heights; where
    something is believed, the share of the first side.
    """
    exact, width = [each for each in values if isinstance(each, Value)], min(width, _WIDTH)
    leads, marks = [value.lead(Side.FIRST) for value in exact], _RESULTS[plain]
    most = max([1, *map(abs, leads)])
    if len(exact) < len(values):
        levels = "0123456789" if plain else _LEVELS
        heights = [int(find_share(each, Side.FIRST) * len(levels)) for each in values]
        drawn = "".join(levels[min(height, len(levels) - 1)] for height in heights)
        meaning = f"{'tens of percent' if plain else 'the higher, the better'} for {names[0]}"
    elif not plain and all(value.margin is not None for value in exact):
        drawn = "".join(_LEVELS[round((lead + most) * (len(_LEVELS) - 1) / (2 * most))] for lead in leads)
        meaning = f"the higher, the better for {names[0]}"
    else:
        drawn = "".join(marks[2 if value.winner is None else value.winner] for value in exact)
        said = with_verb(names[0], "wins"), with_verb(names[1], "wins"), "neither"
        meaning = ", ".join(f"{mark} {words}" for mark, words in zip(marks, said, strict=True) if mark in drawn)
    return [*(drawn[at : at + width] for at in range(0, len(drawn), width)), f"({meaning})"]


def describe_match(match: Match) -> tuple[str, str]:
    """Who plays what, and how it has ended."""
    how = match.outcome.reason if match.outcome else f"unfinished, {match.mover_name} is to move"
    return f"{match.game.title}: {match.names[0]} against {match.names[1]}", capitalise(how)


def describe_accuracy(review: MatchReview, side: Side, name: str = "") -> str:
    """`accuracy 87% in 9 choices`, from 0 to 100; or why there is none."""
    own, found = [grade for grade in review.grades if grade.side == side], review.accuracy(side)
    counted = [grade for grade in own if grade.random_cost]
    if len(counted) == 1:
        return "accuracy unknown (1 choice)"
    if found is not None:
        weak = " (weaker than random moves)" if round(found) < 0 else ""
        return f"accuracy {max(round(found), 0)}% in {len(counted)} choices{weak}"
    if any(isinstance(grade, BelievedGrade) for grade in own):
        return "no accuracy: too little is known exactly"
    if all(each.value == grade.valued_moves[0].value for grade in own for each in grade.valued_moves):
        return f"no accuracy: all {'your ' if name == YOU else ''}moves were equally good"
    return "no accuracy: no move could change the result"


def describe_turning_point(review: MatchReview, reader: Side | None = None) -> str:
    """The move that changed the result last, and what would have kept it, in two sentences; "" where none did."""
    if not review.turning_points:
        return ""
    grade = review.turning_points[-1]
    who = whose(name_reader(review.match.names, reader)[grade.side])
    kept = _KEPT[grade.before.kind_for(grade.side)]
    return (
        f"Turning point: {who} move {grade.number}, {grade.move}. Playing {grade.flawless[0].move} would have {kept}."
    )


def describe_loss(grade: AnyGrade) -> str:
    """What a move lost and what was better; nothing if it lost nothing."""
    if grade.share_lost:
        return f"{grade.share_lost:.0%} lower"
    if not grade.cost:
        return ""
    what = "turning point" if not grade.keeps_result else f"{count_noun(grade.cost, 'point')} lost"
    return f"{what}; better: {list_alternatives(each.move for each in grade.flawless)}"


def glue_moves(text: str, moves: Iterable[Move], names: Sequence[str] = ()) -> str:
    """The text with these moves, and the names before them, in one piece however it is wrapped."""
    words = {str(move) for move in moves}
    whole = {*words, *names, *(f"{name}{apart}{move}" for name in names for apart in (" ", ": ") for move in words)}
    either = "|".join(map(re.escape, sorted(whole, key=len, reverse=True)))
    return re.sub(either, lambda found: found[0].replace(" ", GLUE), text)


def write_short(
    review: MatchReview,
    judge: Oracle | Believer,
    plain: bool,
    more_with: str = "squarely review",
    width: int = _WIDTH,
    reader: Side | None = None,
) -> str:
    """Accuracy, the history in a line, and the worst mistakes with the reason for each, in the order of play.

    `reader` is the side of a person who plays a computer: called `you`.
    """
    told = _Report(review, judge, width, reader)
    notable = [grade for grade in review.grades if _is_notable(grade)]
    notable.sort(key=lambda each: (not each.cost, each.keeps_result, -each.cost, -each.share_lost))
    chosen, left_out = sorted(notable[:_MOST_MISTAKES], key=lambda grade: grade.number), len(notable[_MOST_MISTAKES:])
    lines = ["", "Review", *told.summarise(plain), *map(told.explain_mistake, chosen), *told.describe_flawless()]
    rest = "smaller doubt" if review.believed else "smaller mistake"
    lines += [f"  And {count_noun(left_out, rest)}."] if left_out else []
    return "\n".join([*lines, *told.describe_stop(), *([f"  Every move of it: {more_with}"] if more_with else [])])


def write_long(
    review: MatchReview, judge: Oracle | Believer, plain: bool, columns: int | None = None, reader: Side | None = None
) -> str:
    """A table of all moves, with the reason for each mistake, then accuracy and history; `reader` is called `you`."""
    told, (heading, how) = _Report(review, judge, columns or _WIDTH, reader), describe_match(review.match)
    options = f" ({review.match.game.rules_name})" if review.match.game.options else ""
    opening = wrap(f"{heading}{options}\n{how}.\n", told.width)
    history = [*told.summarise(plain), *told.describe_flawless()[1:], *told.describe_stop()]
    return "\n".join([opening, *told.write_table(columns), "", *history])


def _is_notable(grade: AnyGrade) -> bool:
    """Whether there is something to be said about a move."""
    return bool(grade.cost or grade.share_lost or (isinstance(grade, Grade) and _gives_in(grade)))


def _gives_in(grade: Grade) -> bool:
    """Whether a move overlooks a win at once that the loser could have put off."""
    lost = grade.before.winner == grade.after.winner == grade.side.other and grade.before.margin is None
    before = grade.before.distance
    return lost and grade.after.distance == 1 and (before is None or before > 2)


class _Report:
    """The parts of a report, each as lines of that width."""

    def __init__(self, review: MatchReview, judge: Oracle | Believer, width: int, reader: Side | None) -> None:
        self.review, self.judge, self.width = review, judge, min(width, _WIDTH)
        self.names = name_reader(review.match.names, reader)
        self.heads = [capitalise(name) if name == YOU else name for name in self.names]  # of lines

    def summarise(self, plain: bool) -> list[str]:
        """How accurate each side was, and the history in a line."""
        told = [describe_accuracy(self.review, side, self.names[side]) for side in Side]
        room, drawn = max(map(len, self.names)), draw_sparkline(self.review.values, self.names, plain, self.width - 2)
        lines = [*(f"{head:<{room}}  {each}" for head, each in zip(self.heads, told, strict=True)), *drawn]
        lines = [self.review.seam, "", *lines] if self.review.seam else lines
        return [wrap(f"  {line}", self.width).rstrip() for line in lines]

    def describe_flawless(self) -> list[str]:
        """Without a mistake, who could win; and for each side the move that lost most time."""
        start = self.review.start
        if self.review.mistakes or isinstance(start, Belief):
            return []
        could = "" if start.winner is None else f": with best play {start.describe_result(self.names)} from the start"
        grades = [each for each in self.review.grades if isinstance(each, Grade)]
        told, slow = [f"  No move changed the result{could}."], [each for each in grades if each.moves_lost]
        for side in Side:
            if own := [each for each in slow if each.side == side and not _gives_in(each)]:
                grade = max(own, key=lambda each: each.moves_lost)
                moves = count_noun(grade.moves_lost, "move")
                how = f"won {moves} sooner" if grade.before.winner == side else f"lasted {moves} longer"
                better = f"move {grade.number}, {grade.move} (better: {grade.valued_moves[0].move})"
                told.append(f"  {self.heads[side]} could have {how}: {better}.")
        return [wrap(each, self.width) for each in told]

    def describe_stop(self) -> list[str]:
        """How things stood where the players, not the rules, ended the match."""
        match, last = self.review.match, self.review.values[-1]
        best = ", with best play" if isinstance(last, Value) else ""
        stopped = f"  Where it stopped{best}: {last.describe(self.names)}."
        return [] if match.game.result(match.position) else [wrap(stopped, self.width)]

    def explain_mistake(self, grade: AnyGrade) -> str:
        is_silent = isinstance(grade, Grade) and grade.before.margin is None  # its reason says so
        turned = " (turning point)" if not (is_silent or grade.keeps_result) else ""
        return self._explain(grade, f"  {grade.number}. {self.heads[grade.side]}{turned}: ", 5)

    def _explain(self, grade: AnyGrade, opening: str, indent: int) -> str:
        """Why, in lines that break no move in two, nor part it from its player."""
        claim = explain_move(grade, self.judge, self.names)
        said = glue_moves(claim.text, (grade.move, *claim.moves), self.names)
        return wrap(opening + said, self.width, hang=indent)

    def write_table(self, columns: int | None) -> list[str]:
        """A row for each move, two where a terminal has too few columns for one; under a mistake, why."""
        match, values = self.review.match, [each.describe_briefly(self.names) for each in self.review.values]
        points = [match.game.points(position) for position in match.positions]
        scores = ["" if each is None else f"{each[0]}-{each[1]}" for each in points]
        moves = [(f"{each.number}.", self.heads[each.side], str(each.move)) for each in self.review.grades]
        losses = ["", *map(describe_loss, self.review.grades)]
        rows = [(*row, *rest) for row, *rest in zip([("", "", "start"), *moves], scores, values, losses, strict=True)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        fits = columns is None or sum(widths) + 2 * sum(map(bool, widths[1:])) <= columns
        lines, indent = list[str](), widths[0] + 2
        for row, grade in zip(rows, [None, *self.review.grades], strict=True):
            shown = [row[0].rjust(widths[0]), *map(str.ljust, row[1:], widths[1:])]
            part = shown if fits else shown[:_VALUE]  # who and what, and below it how that stands
            lines.append("  ".join(text for text in part if text).rstrip())
            if not fits:
                lines.append(wrap(" " * indent + "  ".join(filter(None, row[_VALUE:])), self.width, hang=indent))
            if grade and _is_notable(grade):
                lines.append(self._explain(grade, " " * (indent + 2), indent + 2))
        counted = any(isinstance(each, Value) and (each.distance or 0) > 1 for each in self.review.values)
        return [*lines, *([wrap(f"({capitalise(COUNTED)}.)", self.width)] if counted else [])]
