"""What is claimed of strategy and in the summary: how Capture Square with markers is played well."""

from collections import Counter, defaultdict

from squarely.core.case import Case
from squarely.core.claims import Docket
from squarely.core.verdict import Verdict, decide
from squarely.games.quad.claims.printed import SAMPLE, find_blocks, list_cells
from squarely.games.quad.rules import Position

claims = Docket()

_ASKED = 300  # positions of random games that the oracle is asked about


@claims.claim("Strategic Depth", "The middle has more squares to form than the rim.")
def _center_squares(case: Case) -> Verdict:
    cells = list_cells(case)
    through = Counter(cells[cell] for block in find_blocks(case) for cell in block)
    says = f"{through['B2']} squares go through B2, {through['B1']} through B1, {through['A1']} through A1."
    return decide(through["B2"] == max(through.values()) > through["B1"] > through["A1"], says)


@claims.claim("Strategic Depth", "An opening in the middle is better than one on the rim.")
def _center_opening(case: Case) -> Verdict:
    by_value, start = defaultdict[str, list[str]](list), case.starts[0]
    for move in case.ranked_moves(start):
        by_value[case.describe_value(case.game.play(start, move))].append(str(move))
    best, says = next(iter(by_value.values())), [f"After {', '.join(by_value[value])}: {value}." for value in by_value]
    return decide("B2" in best and "A1" not in best, *says)


@claims.claim("Strategic Depth", "One has to see the opponent's squares coming and block them.")
def _blocking(case: Case) -> Verdict:
    threats = [position for position in _sample_choices(case) if _is_threatened(case, position)]
    saved = [position for position in threats if case.value(position).winner != 1 - position.mover]
    only = [position for position in saved if len(case.keeping_moves(position)) == 1]
    says = f"Of {len(threats)} threats in seeded games {len(saved)} can be met, {len(only)} by one move only, as here."
    match = case.play(case.keeping_moves(only[0]), only[0]) if only else None
    return decide(bool(only), says, match=match)


@claims.claim("Strategic Depth", "Building and blocking have to be balanced.")
def _balance(case: Case) -> Verdict:
    forced = [position for position in _sample_choices(case) if len(case.keeping_moves(position)) == 1]
    defence = sum(_is_threatened(case, position) for position in forced)
    says = f"One move alone keeps the result in {len(forced)} of {_ASKED} positions of seeded games,"
    return decide(
        0 < defence < len(forced), f"{says} {defence} times against a threat and {len(forced) - defence} not."
    )


claims.opinion("Strategic Depth", "Recognising patterns is crucial.", "It is about people, not about the rules.")


@claims.claim("Summary", "The game is fast.")
def _fast(case: Case) -> Verdict:
    says = f"With best play {case.describe_value(case.starts[0])}; the printed game took {len(SAMPLE)}."
    return decide((case.value(case.starts[0]).distance or 99) <= len(SAMPLE), says)


claims.opinion("Summary", "It is easy to learn and suits a command line.", "It is about people, not about the rules.")


def _sample_choices(case: Case) -> list[Position]:
    """Positions of random games with a choice, before sudden death."""
    steps = (step for step in case.sampled_steps if case.board(step.before).count(".") > 1)
    return list(dict.fromkeys(step.before for step in steps))[-_ASKED:]


def _is_threatened(case: Case, position: Position) -> bool:
    """Whether the opponent could win at once if it were their turn, and the mover cannot."""
    turns = (position, position._replace(mover=1 - position.mover))
    mine, theirs = (any(case.game.outcome(step.after) for step in case.steps_from(turn)) for turn in turns)
    return theirs and not mine
