"""What is claimed in the considerations and at the end: how Capture Squares is played well."""

from collections import Counter, defaultdict

from squarely.core.case import Case
from squarely.core.claims import Docket
from squarely.core.game import Side
from squarely.core.match import Match
from squarely.core.verdict import Verdict, decide
from squarely.games.numbers.claims.printed import find_captured
from squarely.games.numbers.rules import Position

claims = Docket()


@claims.claim("Strategic Considerations", "Higher numbers capture more squares.")
def _higher_captures_more(case: Case) -> Verdict:
    captured = defaultdict[int, list[int]](list)
    for opening in case.openings:
        for step in opening.moves:
            number, *others = find_captured(case, step).values()
            captured[number].append(1 + len(others))
    average = [sum(captured[n]) / len(captured[n]) for n in range(1, 10)]
    shown = ", ".join(f"{n}: {squares:.2f}" for n, squares in enumerate(average, 1))
    says = f"Squares captured by a first move, on average of {len(case.openings)} boards: {shown}."
    return decide(average == sorted(average), says)


@claims.claim("Strategic Considerations", "The highest number brings the highest turn score.")
def _highest_scores_most(case: Case) -> Verdict:
    better = []
    for opening in case.openings:
        scored = [(step.after.first, next(iter(find_captured(case, step).values())), step) for step in opening.moves]
        _, number, best = max(scored, key=lambda each: each[:2])
        if number != 9:
            better.append(best)
    says = f"On {len(better)} of {len(case.openings)} boards a smaller number scores more than the 9, as here."
    return decide(not better, says, match=case.play([better[0].move], better[0].before) if better else None)


@claims.claim("Strategic Considerations", "It pays to mind what one leaves to the opponent, not only what one takes.")
def _denying(case: Case) -> Verdict:
    greedy, costly = 0, []
    for opening in case.openings:
        most = max(step.after.first for step in opening.moves)
        tops = [value for step, value in opening.moves.items() if step.after.first == most]
        greedy += all(value.has_same_result(opening.value) for value in tops)
        if all(value.margin != opening.value.margin for value in tops):
            costly.append(opening)
    says = f"On {len(costly)} of {len(case.openings)} boards a less greedy first move wins by more, as here."
    enough = f"To win, greed is enough: on {greedy} boards the greediest first move keeps the result."
    best = case.play([next(iter(costly[0].moves)).move], costly[0].start) if costly else None
    return decide(bool(costly), says, enough, match=best)


@claims.claim("Strategic Considerations", "Keeping captures from the opponent can save a game that greed would lose.")
def _blocking(case: Case) -> Verdict:
    greediest = defaultdict[Position, list[tuple[int, bool]]](list)
    for step in case.steps:
        greediest[step.before].append((sum(find_captured(case, step).values()), case.keeps_result(step)))
    lost = [position for position, moves in greediest.items() if not max(moves)[1]]
    match = case.find_shortest(lambda position: position in lost[:1])
    says = f"In {len(lost):,} of {len(greediest):,} positions every move that takes the most throws the result away."
    return decide(bool(lost), says, f"Here {_only(case, match)} keeps it." if match else "", match=match)


@claims.claim("Strategic Considerations", "Whoever leads can afford to play it safe.")
def _safe_lead(case: Case) -> Verdict:
    def leads(p: Position) -> bool:
        points = case.game.points(p) or (0, 0)
        return points[p.mover] > points[1 - p.mover] and case.value(p).winner == p.mover

    offered = Counter(step.before for step in case.steps if leads(step.before))
    keeping = Counter(step.before for step in case.steps if step.before in offered and case.keeps_result(step))
    narrow = [position for position in offered if keeping[position] == 1 < offered[position]]
    match = case.find_shortest(lambda position: position in narrow[:1])
    says = (
        f"Of {len(offered):,} positions in which the mover leads and can win, {len(narrow):,} have one move that does."
    )
    return decide(not narrow, says, f"Here it is {_only(case, match)}." if match else "", match=match)


@claims.claim("Conclusion", "The better player has room to outplay the other.")
def _skill(case: Case) -> Verdict:
    won = sum(opening.value.winner == Side.FIRST for opening in case.openings)
    keeping = [sum(map(opening.value.has_same_result, opening.moves.values())) for opening in case.openings]
    says = f"Of 9 first moves {sum(keeping) / len(keeping):.1f} keep the result on average, at most {max(keeping)}."
    seat = f"The room is the first seat's: with best play Player 1 wins {won} of {len(case.openings)} boards."
    return decide(max(keeping) < 9, says, seat)


claims.opinion(
    "Conclusion", "Setting up is quick and the rules are simple.", "It is about people, not about the rules."
)
claims.opinion("Note", "The game is unlike existing board games.", "Likeness between games is not defined.")


def _only(case: Case, match: Match) -> str:
    """The moves that keep the result after a match."""
    return " or ".join(map(str, case.keeping_moves(match.position)))
