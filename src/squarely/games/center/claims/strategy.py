"""What is claimed in the tips and at the end: how Capture Square with tokens is played well."""

from collections import Counter, defaultdict

from squarely.core.case import Case
from squarely.core.claims import Docket
from squarely.core.match import Match
from squarely.core.verdict import Verdict, decide
from squarely.games.center.claims.printed import BESIDE, SAMPLE, find_kind
from squarely.games.center.rules import Position

claims = Docket()


@claims.claim("Strategy Tips", "Blocking the opponent's way to the center is a defence.")
def _blocking(case: Case) -> Verdict:
    beside = [(p, _stands_beside(case, p, p.mover), _stands_beside(case, p, 1 - p.mover)) for p in case.ongoing]
    threatened = [p for p, own, other in beside if other and not own]
    saved = [p for p in threatened if case.value(p).winner != 1 - p.mover]
    says = (
        f"In {len(threatened):,} positions only the opponent has a token beside the center; {len(saved)} can be saved."
    )
    match = Match.of(case.game, saved[0]) if saved else _play_forced(case, threatened[0])
    return decide(bool(saved), says, match=match)


@claims.claim("Strategy Tips", "It pays to hold the squares beside the center first.")
def _beside(case: Case) -> Verdict:
    start = case.starts[0]
    keeping = sorted(map(str, case.keeping_moves(start)))
    beside = sorted(f"place {square // 3} {square % 3}" for square in BESIDE)
    won = [p for p in case.ongoing if _stands_beside(case, p, p.mover)]
    at_once = [p for p in won if (case.value(p).winner, case.value(p).distance) == (p.mover, 1)]
    says = f"Of {len(case.write_moves(start))} first moves these win: {', '.join(keeping)}."
    with_one = f"Whoever is to move and has a token there wins at once in {len(at_once):,} of {len(won):,} positions."
    return decide(keeping == beside and at_once == won, says, with_one)


@claims.claim("Strategy Tips", "A token placed beside the center leaves the opponent fewer moves.")
def _limits(case: Case) -> Verdict:
    offered, left = Counter(step.before for step in case.steps), defaultdict[bool, list[int]](list)
    for step in case.steps:
        if find_kind(step) == "place" and offered[step.after]:
            left[case.split_move(step.move).numbers[0] in BESIDE].append(offered[step.after])
    beside, corner = (sum(left[where]) / len(left[where]) if left[where] else 0.0 for where in (True, False))
    says = f"After a placing beside the center the opponent has {beside:.2f} moves on average, else {corner:.2f}."
    return decide(0 < beside < corner, says)


@claims.claim("Strategy Tips", "When to place and when to move is a decision that matters.")
def _place_or_move(case: Case) -> Verdict:
    possible, keeping = defaultdict[Position, set[str]](set), defaultdict[Position, set[str]](set)
    for step in case.steps:
        kind = find_kind(step)
        possible[step.before].add(kind)
        if case.keeps_result(step):
            keeping[step.before].add(kind)
    decisive = Counter(min(keeping[p]) for p in possible if len(possible[p]) == 2 and len(keeping[p]) == 1)
    counts = f"only moving in {decisive['move']:,} positions, only placing in {decisive['place']:,}"
    return decide(bool(decisive), f"Where both are possible, {counts} keeps the result.")


@claims.claim("Conclusion", "Skill decides: the better player wins again and again.")
def _skill(case: Case) -> Verdict:
    start = case.starts[0]
    value = case.value(start)
    if value.winner is None:
        return decide(True, f"With best play {case.describe_value(start)}.")
    best = case.game.play(start, case.keeping_moves(start)[0])
    says = f"The seat decides: {case.describe_value(start)}, whichever of {len(case.write_moves(best))} replies comes."
    return decide(False, says, match=_play_forced(case, start))


@claims.claim("Conclusion", "Games are quick.")
def _quick(case: Case) -> Verdict:
    values = [case.value(p) for p in case.positions]
    longest = max(value.distance or 0 for value in values)
    endless = sum(value.winner is None for value in values)
    says = f"With best play {longest} moves of both sides decide any position; the printed game has {len(SAMPLE)}."
    return decide(not endless and longest <= len(SAMPLE), says, f"From {endless} positions play can go on for ever.")


claims.opinion("Conclusion", "It is simple, strategic and suits a command line.", "Nothing in the rules measures that.")


def _stands_beside(case: Case, position: Position, side: int) -> bool:
    """Whether a side has a token beside the center, on the grid of the rulebook."""
    return any(case.board(position)[square] == case.game.rules.MARKS[side] for square in BESIDE)


def _play_forced(case: Case, start: Position) -> Match:
    """How a decided position goes: the winner wins as soon and the loser loses as late as possible."""
    match = Match.of(case.game, start)
    while not match.outcome:
        match = match.play(case.ranked_moves(match.position)[0])
    return match
