"""Because: the one sentence that says most about a move, proved before it is said."""

from collections import Counter
from collections.abc import Iterator

from squarely.core.rules.game import Move
from squarely.review.best_line import BestLine
from squarely.review.claims import MoveClaim, is_proved
from squarely.review.claims_bad import Allows, Costs, Misses, Overlooks, find_better_moves
from squarely.review.claims_good import Blocks, Dawdles, Ends, Forced, Keeps, Leaves, Loses, Scores, Wins
from squarely.review.grading import Grade, MatchReview, measure_cost
from squarely.solver.oracle import Oracle


def explain_move(grade: Grade, oracle: Oracle) -> MoveClaim:
    """The first claim about the move that the oracle proves; the last one tried is true of any move."""
    return next(claim for claim in _list_candidates(grade, oracle) if is_proved(claim, oracle))


def explain_refutation(grade: Grade, oracle: Oracle) -> MoveClaim:
    """What a move leads to that loses the result: how it is answered, not what would have been right."""
    place = grade.position, grade.move
    claims: list[MoveClaim] = []
    if outcome := oracle.game.result(grade.reached):
        claims.append(Ends(*place, outcome))
    elif grade.after.winner == grade.side.other:
        claims.append(Allows(*place, BestLine.of(oracle, grade.reached)))
    return next(claim for claim in (*claims, Leaves(*place, grade.after)) if is_proved(claim, oracle))


def explain_match(review: MatchReview, oracle: Oracle) -> tuple[MoveClaim, ...]:
    """The sentence for every move of a match."""
    return tuple(explain_move(grade, oracle) for grade in review.grades)


def _list_candidates(grade: Grade, oracle: Oracle) -> Iterator[MoveClaim]:
    """What could be said, the most telling first. Nothing here needs to be true yet."""
    place = grade.position, grade.move
    if grade.keeps_result and not grade.cost:
        if len(grade.valued_moves) == 1:
            yield Forced(*place, grade.after)
        if (outcome := oracle.game.result(grade.reached)) and grade.before.margin is None:
            yield Ends(*place, outcome)
        yield from _list_good(grade, oracle)
    else:
        yield from _list_bad(grade, oracle)
    yield Leaves(*place, grade.after)


def _list_bad(grade: Grade, oracle: Oracle) -> Iterator[MoveClaim]:
    place = grade.position, grade.move
    outcome = oracle.game.result(grade.reached)
    if grade.keeps_result:
        yield Costs(*place, BestLine.of(oracle, grade.position), grade.after)
    elif grade.after.winner is None or (grade.before.winner == grade.side and grade.before.distance == 1):
        escapes = () if outcome else tuple(each.move for each in oracle.find_keeping_moves(grade.reached))
        refutation = BestLine.of(oracle, grade.reached) if grade.after.winner is not None else None
        yield Misses(*place, BestLine.of(oracle, grade.position), grade.after, escapes, refutation)
    elif outcome:
        yield Ends(*place, outcome)
    else:
        if grade.before.margin is None and (reply := _find_threat(grade, oracle, stopped=False)):
            yield Overlooks(*place, reply, find_better_moves(grade.position, oracle), grade.before)
        yield Allows(*place, BestLine.of(oracle, grade.reached))


def _list_good(grade: Grade, oracle: Oracle) -> Iterator[MoveClaim]:
    place = grade.position, grade.move
    best = [each for each in grade.valued_moves if not measure_cost(grade.before, each.value, grade.side)]
    numbers = len(best), len(grade.valued_moves)
    if grade.before.margin is not None:
        yield Scores(*place, *numbers, BestLine.of(oracle, grade.reached))
        return
    if grade.before.is_by_repetition:
        yield Keeps(*place, *numbers, grade.after)
        return
    line = BestLine.of(oracle, grade.position, grade.move)
    if grade.before.winner == grade.side:
        yield Dawdles(*place, line, grade.after)
    elif grade.before.winner is not None and (reply := _find_threat(grade, oracle, stopped=False)):
        yield Overlooks(*place, reply, find_better_moves(grade.position, oracle), grade.before)
    if reply := _find_threat(grade, oracle, stopped=True):
        yield Blocks(*place, *numbers, reply, line if grade.before.winner is not None else None)
    if grade.before.winner is None:
        yield Keeps(*place, *numbers, grade.after)
    elif grade.before.winner == grade.side:
        yield Wins(*place, *numbers, line)
    else:
        yield Loses(*place, grade.after, line)


def _find_threat(grade: Grade, oracle: Oracle, stopped: bool) -> Move | None:
    """The reply that wins at once after the most of the legal moves: not after this one, or after this one too."""
    wins: Counter[str] = Counter()
    replies: dict[str, Move] = {}
    here: set[str] = set()
    for judged in grade.valued_moves:
        if judged.value.winner != grade.side.other or judged.value.distance != 1:
            continue
        for reply in oracle.value_moves(judged.position):
            if reply.value.winner == grade.side.other and reply.value.distance == 0:
                wins[str(reply.move)] += 1
                replies[str(reply.move)] = reply.move
                if judged.move == grade.move:
                    here.add(str(reply.move))
    found = [text for text, _ in wins.most_common() if (text in here) != stopped]
    return replies[found[0]] if found else None
