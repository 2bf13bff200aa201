"""What a rulebook prints, done again: its sample games and its dialogues."""

from collections.abc import Sequence

from squarely.dialogue import Voice
from squarely.game import Position
from squarely.match import Match
from squarely.review.court.case import Case
from squarely.review.court.claim import Verdict, ruled


def example(
    case: Case, printed: Sequence[tuple[str, str]], winner: int | None, start: Position | None = None
) -> Verdict:
    """Whether the printed moves are legal, give the printed boards and end as announced."""
    match = case.played([move for move, _ in printed], start)
    boards = [case.line(position).split()[0] for position in match.positions[1:]]
    wrong = [number for number, (_, board) in enumerate(printed) if board != boards[number]]
    ended = match.outcome.winner if match.outcome else None
    says = [f"All {len(printed)} printed moves are legal."]
    says += [f"After move {n + 1} the board is {boards[n]}, not {printed[n][1]}." for n in wrong]
    says.append(f"The result: {match.outcome.reason}." if match.outcome else "The game goes on.")
    return ruled(not wrong and ended == winner, *says, match=match)


def answered(match: Match, answers: Sequence[str]) -> Match:
    """The match after the mover was asked and answered so."""
    asking = Voice(match.game.rules).ask(match)
    next(asking)
    try:
        for answer in answers:
            asking.send(answer)
    except StopIteration as end:
        return match.play(str(end.value))
    raise AssertionError(f"{answers[-1]} leaves a question open")


def told(match: Match) -> str:
    """What is said to whoever made the last move."""
    return Voice(match.game.rules).told(match, True)


def dialogue(case: Case, turns: Sequence[tuple[Sequence[str], str]]) -> Verdict:
    """Whether the printed answers, turn by turn, are met with the printed replies."""
    match, heard = Match.of(case.game), 0
    for answers, reply in turns:
        match = answered(match, answers)
        heard += reply in told(match).splitlines()
    return ruled(heard == len(turns), f"{heard} of {len(turns)} printed replies come word for word.", match=match)
