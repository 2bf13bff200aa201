"""What is claimed of strategy and in the summary: how Grid Snatchers is played well."""

from collections import Counter, defaultdict
from collections.abc import Callable
from random import Random

from squarely.core.case import Case
from squarely.core.claims import Docket
from squarely.core.match import Match
from squarely.core.verdict import Verdict, decide
from squarely.games.snatchers.claims.printed import locate_token
from squarely.games.snatchers.rules import Position

claims = Docket()

_MATCHES = 200  # between a player who looks one move ahead and a random one


@claims.claim("Strategic Considerations", "Whoever sees where the other token can go can keep out of its reach.")
def _anticipation(case: Case) -> Verdict:
    caught = {step.before for step in case.steps if case.game.outcome(step.after)}
    moves = defaultdict[Position, list[bool]](list)
    for step in case.steps:
        moves[step.before].append(step.after in caught)
    risks = sum(map(any, moves.values()))
    hopeless = [position for position, risky in moves.items() if all(risky)]
    says = (
        f"A move can be answered by a capture in {risks:,} of {len(moves):,} positions, every move in {len(hopeless)}."
    )
    return decide(risks > 0 and not hopeless, says, match=Match.of(case.game, hopeless[0]) if hopeless else None)


@claims.claim("Strategic Considerations", "A central square gives more moves.")
def _center_moves(case: Case) -> Verdict:
    return _by_square(case, lambda position: len(case.write_moves(position)), "moves on average")


@claims.claim("Strategic Considerations", "A central square makes it easier to catch the other token.")
def _center_catches(case: Case) -> Verdict:
    won = {step.before for step in case.steps if case.game.outcome(step.after)}
    return _by_square(case, lambda position: 100 * (position in won), "% of the positions allow a capture at once")


@claims.claim("Strategic Considerations", "Whether to go one space or two can decide between attack and safety.")
def _one_or_two(case: Case) -> Verdict:
    keeping: dict[tuple[Position, int], dict[int, bool]] = defaultdict(dict)
    for step in case.steps:
        direction, more = case.split_move(step.move).numbers
        keeping[step.before, direction][1 + more] = case.keeps_result(step)
    shorter = [key for key, kept in keeping.items() if kept.get(1) and kept.get(2) is False]
    longer = [key for key, kept in keeping.items() if kept.get(2) and not kept[1]]
    says = f"The same way, only one space keeps the result in {len(shorter)} cases, only two spaces in {len(longer)}."
    return decide(bool(shorter and longer), says)


@claims.claim("Strategic Considerations", "The other token can be cut off and so forced into a capture.")
def _cutting_off(case: Case) -> Verdict:
    lost = [position for position in case.ongoing if case.value(position).winner == 1 - position.mover]
    match = Match.of(case.game, lost[0]) if lost else None
    says = f"In {len(lost)} of {len(case.ongoing):,} positions does every move lose."
    return decide(bool(lost), says, match=match)


@claims.claim("Game Summary", "The game is quick.")
def _quick(case: Case) -> Verdict:
    start = case.starts[0]
    return decide(not case.is_endless(start), f"With best play: {case.describe_value(start)}.")


@claims.claim("Game Summary", "Skilled players do better than others, and consistently.")
def _skill(case: Case) -> Verdict:
    results = Counter(_play_result(case, seed) for seed in range(_MATCHES))
    counts = ", ".join(f"{results[word]} {word}" for word in ("won", "lost", "unfinished"))
    says = f"{_MATCHES} seeded matches of perfect against random play, seats changing: {counts}."
    equals = f"Between two perfect players: {case.describe_value(case.starts[0])}."
    return decide(results["won"] > _MATCHES / 2 and not results["lost"], says, equals)


claims.opinion("Game Summary", "It is easy to learn and suits a command line.", "Nothing in the rules measures that.")
claims.opinion("Game Summary", "It resembles none of the classics.", "Likeness between games is not defined.")


def _by_square(case: Case, measure: Callable[[Position], float], of: str) -> Verdict:
    """Whether the center has the most of something, taken over every place of the other token."""
    found = defaultdict[tuple[int, int], list[float]](list)
    for position in case.ongoing:
        found[locate_token(case, position, position.mover)].append(measure(position))
    average = {square: sum(values) / len(values) for square, values in found.items()}
    places = {"the center": (3, 3), "the middle of an edge": (3, 1), "a corner": (1, 1)}
    says = f"From {', from '.join(f'{place} {average[square]:.1f}' for place, square in places.items())} {of}."
    return decide(average[3, 3] > max(value for square, value in average.items() if square != (3, 3)), says)


def _play_result(case: Case, seed: int) -> str:
    """How a match of a player who keeps the result, and otherwise moves at random, goes against a random one."""
    chance, match, skilled = Random(f"court {seed}"), Match.of(case.game), seed % 2
    while not match.outcome and len(match.moves) < 100:
        moves = case.keeping_moves(match.position) if match.mover == skilled else match.legal_moves
        match = match.play(chance.choice(moves))
    return "unfinished" if not match.outcome else "won" if match.outcome.winner == skilled else "lost"
