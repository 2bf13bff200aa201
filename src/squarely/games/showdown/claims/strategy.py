"""What is claimed of strategy and in the summary: how Center Square Showdown is played well."""

from collections import Counter

from squarely.core.case import Case
from squarely.core.claims import Docket
from squarely.core.game import Side
from squarely.core.rules import FIRST
from squarely.core.verdict import Verdict, decide
from squarely.games.showdown.claims import examples, play
from squarely.games.showdown.claims.printed import SAMPLE, locate_token
from squarely.games.showdown.rules import Position

claims = Docket()


@claims.claim("Strategic Depth", "One has to look several steps ahead.")
def _far_ahead(case: Case) -> Verdict:
    longest = max(case.value(position).distance or 0 for position in case.positions)
    losing = [s for s in case.steps if not case.keeps_result(s) and case.value(s.after).winner == 1 - s.before.mover]
    near = sum(_distance(case, step.after) == 1 for step in losing)
    says = "No forced win is longer than 1 move, so one need only look at the opponent's next."
    if longest > 1:
        says = f"A win can be forced {longest} moves before it comes."
    return decide(longest > 1, says, f"Of {len(losing)} moves that lose, {near} leave the token beside the center.")


@claims.claim("Strategic Depth", "Going to the center too early gives the opponent the advantage.")
def _too_early(case: Case) -> Verdict:
    steps = [step for step in case.steps if _distance(case, step.after) == 1]
    lost = [step for step in steps if case.value(step.after).winner == 1 - step.before.mover]
    says = f"{len(steps)} moves bring the token beside the center; after {len(lost)} of them the opponent wins at once."
    return decide(len(lost) == len(steps) > 0, says, match=case.play([move for move, _ in SAMPLE]))


@claims.claim("Strategic Depth", "By leaving the opponent fewer options one can force a win.")
def _forcing(case: Case) -> Verdict:
    values = [case.value(position) for position in case.ongoing]
    forced = [value for value in values if value.winner is not None and (value.distance or 0) > 1]
    says = f"In {len(forced)} of {len(values)} positions can a win be forced that is not a single move away."
    return decide(bool(forced), says)


@claims.claim("Strategic Depth", "The ban on reversals stops simple back-and-forth.")
def _to_and_fro(case: Case) -> Verdict:
    banned, free = (_shortest_circle(case.with_options(reversal=setting)) for setting in ("forbidden", "allowed"))
    if not banned or not free:
        return decide(True, "No position ever comes again, with the ban or without.")
    says = f"The shortest way round takes {banned} moves with the ban and {free} without."
    return decide(_shortest_circle(case) > 2, says)


@claims.claim("Strategic Depth", "The ban on reversals makes the game deeper.")
def _deeper(case: Case) -> Verdict:
    facts = []
    for setting in ("forbidden", "allowed"):
        other = case.with_options(reversal=setting)
        longest = max(other.value(position).distance or 0 for position in other.positions)
        winners = [case.game.rules.NAMES[side] for side in Side if _count_wins(other)[side]]
        facts.append((other.describe_value(other.starts[0]), longest, winners))
    says = [
        f"{rule} it: {value}; longest forced win {longest}; only {' and '.join(winners)} can win."
        for rule, (value, longest, winners) in zip(("With", "Without"), facts, strict=True)
    ]
    return decide(facts[0] != facts[1], *says)


@claims.claim("Summary", "An end comes quickly, that is guaranteed.")
def _quick(case: Case) -> Verdict:
    start = case.starts[0]
    long = case.play_until_repeated(lambda position: case.keeping_moves(position)[-1])
    return decide(not case.is_endless(start), f"With best play: {case.describe_value(start)}.", match=long)


@claims.claim("Summary", "Whoever plays more skilfully comes out as the winner.")
def _skill(case: Case) -> Verdict:
    wins, names = _count_wins(case), case.game.rules.NAMES
    other = _count_wins(case.with_options(first="2" if case.starts[0].mover == FIRST else "1"))
    says = [f"Of {wins.total()} moves that win, {names[side]} makes {wins[side]}." for side in Side]
    says.append(
        f"If the other player begins, {names[0]} makes {other[Side.FIRST]} and {names[1]} {other[Side.SECOND]}."
    )
    colours = {(sum(locate_token(case, step.before)) - sum(locate_token(case, step.after))) % 2 for step in case.steps}
    says.append("Each move changes the colour of the token's square." if colours == {1} else "")
    return decide(all(wins[side] for side in Side), *says)


@claims.claim("Summary", "The rulebook says all that one needs to know.")
def _says_all(case: Case) -> Verdict:
    ruled = [claim for claim in (*play.claims(case.game), *examples.claims(case.game)) if claim.check and claim.ruling]
    unclear = [claim.text for claim in ruled if claim.check and claim.check(case).word != "proved"]
    says = f"Of {len(ruled)} sentences that needed a ruling {len(unclear)} are silent or contradict others."
    return decide(not unclear, says, *unclear)


claims.opinion(
    "Summary",
    "The game is engaging for newcomers and experts, and easy to program.",
    "Nothing in the rules measures that.",
)


def _distance(case: Case, position: Position) -> int:
    row, column = locate_token(case, position)
    return abs(row - 3) + abs(column - 3)


def _count_wins(case: Case) -> Counter[Side | None]:
    """The moves that end the game, by who wins with them."""
    return Counter(outcome.winner for step in case.steps if (outcome := case.game.outcome(step.after)))


def _shortest_circle(case: Case) -> int:
    """The fewest moves after which a position can come again; 0 where none ever does."""
    if not case.has_cycle():
        return 0
    after = {position: {step.after for step in case.steps_from(position)} for position in case.positions}
    fewest = len(after)
    for start in case.positions:
        now, moves = after[start], 1
        while now and start not in now and moves < fewest:
            now, moves = {p for q in now for p in after[q]}, moves + 1
        fewest = min(fewest, moves) if start in now else fewest
    return fewest
