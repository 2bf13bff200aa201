"""Because: the one sentence that says most about a move, proved before it is said."""

from collections import Counter
from collections.abc import Iterator

from squarely.game import Move
from squarely.review.claims import Claim, proved
from squarely.review.faults import Allows, Costs, Ignores, Misses
from squarely.review.grading import Grade, Review, cost
from squarely.review.line import Line
from squarely.review.merits import Dawdles, Ends, Forced, Keeps, Leaves, Loses, Scores, Stops, Wins
from squarely.solver.oracle import Oracle


def because(grade: Grade, oracle: Oracle) -> Claim:
    """The first claim about the move that the oracle proves; the last one tried is true of any move."""
    return next(claim for claim in _candidates(grade, oracle) if proved(claim, oracle))


def refutation(grade: Grade, oracle: Oracle) -> Claim:
    """What a move leads to that loses the result: how it is answered, not what would have been right."""
    place = grade.position, grade.move
    claims: list[Claim] = []
    if outcome := oracle.game.outcome(grade.reached):
        claims.append(Ends(*place, outcome))
    elif grade.after.winner == grade.side.other:
        claims.append(Allows(*place, Line.of(oracle, grade.reached)))
    return next(claim for claim in (*claims, Leaves(*place, grade.after)) if proved(claim, oracle))


def explained(review: Review, oracle: Oracle) -> tuple[Claim, ...]:
    """The sentence for every move of a match."""
    return tuple(because(grade, oracle) for grade in review.grades)


def _candidates(grade: Grade, oracle: Oracle) -> Iterator[Claim]:
    """What could be said, the most telling first. Nothing here needs to be true yet."""
    place = grade.position, grade.move
    if grade.kept and not grade.cost:
        if len(grade.judged) == 1:
            yield Forced(*place, grade.after)
        if (outcome := oracle.game.outcome(grade.reached)) and grade.before.margin is None:
            yield Ends(*place, outcome)
        yield from _merits(grade, oracle)
    else:
        yield from _faults(grade, oracle)
    yield Leaves(*place, grade.after)


def _faults(grade: Grade, oracle: Oracle) -> Iterator[Claim]:
    place = grade.position, grade.move
    outcome = oracle.game.outcome(grade.reached)
    if grade.kept:
        yield Costs(*place, Line.of(oracle, grade.position), grade.after)
    elif grade.after.winner is None or (grade.before.winner == grade.side and grade.before.distance == 1):
        escapes = () if outcome else tuple(each.move for each in oracle.keeping(grade.reached))
        refutation = Line.of(oracle, grade.reached) if grade.after.winner is not None else None
        yield Misses(*place, Line.of(oracle, grade.position), grade.after, escapes, refutation)
    elif outcome:
        yield Ends(*place, outcome)
    else:
        if reply := _threat(grade, oracle, stopped=False):
            yield Ignores(*place, reply, tuple(each.move for each in oracle.keeping(grade.position)))
        yield Allows(*place, Line.of(oracle, grade.reached))


def _merits(grade: Grade, oracle: Oracle) -> Iterator[Claim]:
    place = grade.position, grade.move
    best = [each for each in grade.judged if not cost(grade.before, each.value, grade.side)]
    numbers = len(best), len(grade.judged)
    if grade.before.margin is not None:
        yield Scores(*place, *numbers, Line.of(oracle, grade.reached))
    elif grade.before.winner == grade.side:
        yield Dawdles(*place, Line.of(oracle, grade.position), grade.after)
        yield Wins(*place, *numbers, Line.of(oracle, grade.position, grade.move))
    elif grade.before.winner is not None:
        yield Loses(*place, grade.after, Line.of(oracle, grade.reached))
        yield Loses(*place, grade.after, Line.of(oracle, grade.position))
    else:
        if reply := _threat(grade, oracle, stopped=True):
            yield Stops(*place, *numbers, reply)
        yield Keeps(*place, *numbers, grade.after)


def _threat(grade: Grade, oracle: Oracle, stopped: bool) -> Move | None:
    """The reply that wins at once after the most of the legal moves: not after this one, or after this one too."""
    wins: Counter[str] = Counter()
    replies: dict[str, Move] = {}
    here: set[str] = set()
    for judged in grade.judged:
        if judged.value.winner != grade.side.other or judged.value.distance != 1:
            continue
        for reply in oracle.judged(judged.position):
            if reply.value.winner == grade.side.other and reply.value.distance == 0:
                wins[str(reply.move)] += 1
                replies[str(reply.move)] = reply.move
                if judged.move == grade.move:
                    here.add(str(reply.move))
    found = [text for text, _ in wins.most_common() if (text in here) != stopped]
    return replies[found[0]] if found else None
