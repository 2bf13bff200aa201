"""What is claimed from the setup to winning: how Capture Squares is dealt, played, scored and won."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from squarely.core.case import Case
from squarely.core.claims import Docket
from squarely.core.errors import UnreadableMove
from squarely.core.game import Side
from squarely.core.match import Match
from squarely.core.reachable import Step
from squarely.core.rules import FIRST
from squarely.core.tabletop import Tabletop
from squarely.core.verdict import Verdict, decide, decide_contradiction, find_silent
from squarely.games.numbers.claims.printed import SAMPLE, find_captured, read_printed
from squarely.games.numbers.rules import Position

claims = Docket()

_DEALS = 1000
_COMPARED = 5  # boards on which the two capture rulings are compared


@claims.claim("Setup", "The numbers 1 to 9 are dealt at random onto a 3x3 grid, each once.")
def _dealt(case: Case) -> Verdict:
    dealt = [case.position_line(case.game.start(seed)) for seed in range(_DEALS)]
    good = [line for line in dealt if sorted(line.glyphs) == list("123456789") and len(line.rows) == 3]
    says = f"There are {case.game.deals:,} deals; {len(good):,} of {_DEALS:,} looked at have each number once."
    there = Counter(place for line in good for place in enumerate(line.glyphs))
    often = f"{len(set(dealt)):,} of them differ; every number is on every square {min(there.values())} times at least."
    return decide(len(good) == _DEALS and case.game.deals == 362880 and len(there) == 81, says, often)


@claims.claim("Setup", "All numbers can be seen by both players.")
def _visible(case: Case) -> Verdict:
    def shown(position: Position) -> list[str]:
        return re.findall(r"\d+", case.game.draw(position))

    dealt = [case.game.start(seed) for seed in range(_DEALS)]
    seen = sum(shown(position) == list(case.board(position)) for position in dealt)
    says = f"{seen:,} of {_DEALS:,} starts are drawn with every number where it is; there is one drawing for both."
    return decide(seen == _DEALS, says, match=Match.of(case.game, read_printed(case)))


@claims.claim("Game Components", "It is settled whether squares have numbers or coordinates.", "Row and column.")
def _labels(case: Case) -> Verdict:
    match = Match.of(case.game, read_printed(case))
    try:
        return decide(True, "A number from 1 to 9 can be entered.", match=match.play("5"))
    except UnreadableMove:
        return find_silent("Either will do, it is said; the printed dialogue enters 2 2.", match=match.play("2 2"))


@claims.claim("Game Components", "A tracker shows each player's total throughout the game.")
def _display(case: Case) -> Verdict:
    tabletop, names = Tabletop(case.game), case.game.rules.NAMES

    def right(match: Match) -> bool:
        totals, shown = [0, 0], tabletop.beside(match.position, names)
        for step in map(Step, match.positions, match.moves, match.positions[1:]):
            totals[step.before.mover] += sum(find_captured(case, step).values())
        return any(_reads(line, names, totals) for line in shown)

    wrong = [match for match in case.sampled_matches if not right(match)]
    kept = len(case.sampled_matches) - len(wrong)
    says = (
        f"After {kept} of {len(case.sampled_matches)} seeded games a board that stands alone has both totals below it."
    )
    return decide(not wrong, says, match=wrong[0] if wrong else None)


@claims.claim("Game Components", "Every turn is played by a command in text.")
def _commands(case: Case) -> Verdict:
    return case.check_typed(case.sampled_steps)


@claims.claim("Turns", "Player 1 begins, and every turn hands over to the other player.")
def _alternate(case: Case) -> Verdict:
    return case.check_alternation(FIRST)


@claims.claim("Turns", "After a turn the grid is shown as it has become.")
def _updated(case: Case) -> Verdict:
    return case.check_always_drawn(case.sampled_steps)


@claims.claim("Square Selection", "Any square that is still there may be selected, one a turn.")
def _selection(case: Case) -> Verdict:
    selected = defaultdict[Position, set[int]](set)
    for step in case.steps:
        selected[step.before].add(next(iter(find_captured(case, step))))
    wrong = [p for p in case.ongoing if selected[p] != {s for s in range(9) if case.board(p)[s] != "."}]
    return decide(not wrong, f"So it is in {case.scope}.", match=Match.of(case.game, wrong[0]) if wrong else None)


@claims.claim("Capturing Adjacent Squares", "The smaller squares directly beside it go with it, and no others.")
def _capturing(case: Case) -> Verdict:
    def right(step: Step) -> bool:
        gone, before = find_captured(case, step), case.board(step.before)
        selected = next(iter(gone))
        beside = [s for s in range(9) if abs(s // 3 - selected // 3) + abs(s % 3 - selected % 3) == 1]
        return set(gone) == {selected, *(s for s in beside if "." < before[s] < before[selected])}

    return case.prove_always(right)


@claims.claim("Capturing Adjacent Squares", "What is captured leaves the grid, for good.")
def _removed(case: Case) -> Verdict:
    def right(step: Step) -> bool:
        gone, before, after = find_captured(case, step), case.board(step.before), case.board(step.after)
        return all(now == ("." if square in gone else before[square]) for square, now in enumerate(after))

    return case.prove_always(right)


@claims.claim("Capturing Adjacent Squares", "Capturing smaller neighbours is for the mover to decide.", "capture=all")
def _may_or_must(case: Case) -> Verdict:
    everything, chosen = case.with_options(capture="all"), case.with_options(capture="choose")
    matches = [of.play(["2 2"], read_printed(of)) for of in (everything, chosen)]
    scored = [match.position.first for match in matches]
    same = sum(_result(everything, seed) == _result(chosen, seed) for seed in range(_COMPARED))
    says = f"The printed entry 2 2 scores 19: {scored[0]} if all are captured, {scored[1]} if they must be chosen."
    choice = f"With best play a choice changes neither winner nor margin on {same} of {_COMPARED} boards."
    return decide_contradiction(scored[0] == 19 != scored[1], says, choice, match=matches[0])


@claims.claim("Scoring", "A turn scores the sum of the numbers it captures, and turns add up.")
def _scoring(case: Case) -> Verdict:
    def right(step: Step) -> bool:
        side, points = step.before.mover, [case.game.points(p) or (0, 0) for p in (step.before, step.after)]
        mine, theirs = (points[1][seat] - points[0][seat] for seat in (side, 1 - side))
        return (mine, theirs) == (sum(find_captured(case, step).values()), 0)

    return case.prove_always(right)


@claims.claim("Scoring", "Both totals are kept, and can be read after each turn.")
def _tracker(case: Case) -> Verdict:
    match = case.play([move for move, _ in SAMPLE], read_printed(case))
    totals, shown, so_far = [0, 0], 0, Match.of(case.game, match.start)
    for move, before, after in zip(match.moves, match.positions, match.positions[1:], strict=False):
        totals[before.mover] += sum(find_captured(case, Step(before, move, after)).values())
        so_far = so_far.play(str(move))
        shown += any(_reads(line, so_far.names, totals) for line in case.reply(so_far))
    says = f"They are there after {shown} of the {len(match.moves)} turns of the printed game."
    return decide(shown == len(match.moves), says, f"At last they are {totals[0]} and {totals[1]}.", match=match)


@claims.claim("Game Progression", "Play goes on until all squares are captured, and then it ends.")
def _ends(case: Case) -> Verdict:
    ended = all((case.board(p) == (".",) * 9) == bool(case.game.outcome(p)) for p in case.positions)
    return case.prove_always(
        lambda step: ended and len(find_captured(case, step)) > 0, "Every move captures a square, so nine suffice."
    )


@claims.claim("Winning the Game", "The higher total wins.")
def _higher_wins(case: Case) -> Verdict:
    ends = [(p.first - p.second, outcome.winner) for p in case.positions if (outcome := case.game.outcome(p))]
    right = sum(lead != 0 and winner == (Side.FIRST if lead > 0 else Side.SECOND) for lead, winner in ends)
    return decide(right == len(ends), f"So it is at {right:,} of {len(ends):,} ends, in {case.scope}.")


@claims.claim("Winning the Game", "Ties are impossible, because there are 45 points.")
def _no_ties(case: Case) -> Verdict:
    totals = {sum(case.game.points(p) or ()) for p in case.positions if case.game.outcome(p)}
    tied = case.find_shortest(lambda p: (outcome := case.game.outcome(p)) is not None and outcome.winner is None)
    says = f"At every end the points add up to {', '.join(map(str, sorted(totals)))}; looked through {case.scope}."
    return decide(all(total % 2 for total in totals) and not tied, says, match=tied)


def _reads(line: str, names: Sequence[str], totals: Sequence[int]) -> bool:
    """Whether a line has each name and next its total."""
    found = re.findall(rf"({'|'.join(map(re.escape, names))})\D*(\d+)", line)
    return found == [(name, str(total)) for name, total in zip(names, totals, strict=True)]


def _result(case: Case, seed: int) -> tuple[Side | None, int | None]:
    """Who wins the board of a seed, and by how many points."""
    value = case.value(case.game.start(seed))
    return value.winner, value.margin
