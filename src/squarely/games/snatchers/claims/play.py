"""What is claimed from the setup to the scoring: how Grid Snatchers is set up, played and won."""

from squarely.core.case import Case
from squarely.core.claims import Docket
from squarely.core.errors import IllegalMove
from squarely.core.grid import DIRECTIONS
from squarely.core.match import Match
from squarely.core.reachable import Step
from squarely.core.rules import FIRST
from squarely.core.verdict import Verdict, decide, decide_contradiction
from squarely.games.snatchers.claims.printed import MOVES, SAMPLE, locate_token
from squarely.games.snatchers.rules import Position

claims = Docket()


@claims.claim(
    "Setup", "Player 1 starts in the top-left corner (1,1) of a 5x5 grid, Player 2 in the bottom-right (5,5)."
)
def _corners(case: Case) -> Verdict:
    line = case.write(case.starts[0])
    return decide(line == "1..../...../...../...../....2 1", f"The start is {line}.", match=Match.of(case.game))


@claims.claim("Setup, Examples", "With (1,1) at the top left, up means one way on the board.", "up=forward")
def _which_way_is_up(case: Case) -> Verdict:
    says, fixed = [], []
    for reading in ("forward", "screen", "cartesian"):
        other = case.with_options(up=reading)
        try:
            boards = [other.position_line(p).board for p in other.play(MOVES).positions[1:]]
            fits = boards == [board for _, board in SAMPLE]
            says.append(f"{reading}: the printed moves are legal{'' if fits else ', but lead elsewhere'}.")
        except IllegalMove as refusal:
            fits = False
            says.append(f"{reading}: {refusal}")
        if fits and len(set(other.game.law.up)) == 1:
            fixed.append(reading)
    why = "Only a way that differs between the players gives the printed moves." if not fixed else ""
    return decide_contradiction(not fixed, *says, why, match=case.with_options(up="forward").play(MOVES))


@claims.claim("Game Components", "A square is (x,y), x counted across and y down, from (1,1) to (5,5).")
def _coordinates(case: Case) -> Verdict:
    names = case.square_names
    right = names == [f"({x},{y})" for y in range(1, 6) for x in range(1, 6)]
    return decide(right, f"The first row is {', '.join(names[:5])}; the last square {names[-1]}.")


@claims.claim("Game Components", "Each player has one token, shown as P1 and P2.")
def _tokens(case: Case) -> Verdict:
    def right(position: Position) -> bool:
        drawn = case.game.draw(position)
        lost = bool(case.game.outcome(position))
        return [drawn.count(each) for each in ("P1", "P2")] == [
            1 - (lost and position.mover == side) for side in (0, 1)
        ]

    wrong = [position for position in case.positions if not right(position)]
    says = f"So {len(case.positions) - len(wrong):,} of {len(case.positions):,} positions are drawn."
    return decide(not wrong, says, match=Match.of(case.game, wrong[0]) if wrong else None)


@claims.claim("Turns", "Player 1 begins, and every turn hands over to the other player.")
def _alternate(case: Case) -> Verdict:
    return case.check_alternation(FIRST)


@claims.claim("Turns", "A turn moves one's token one or two spaces in a straight line, never diagonally.")
def _straight(case: Case) -> Verdict:
    def right(step: Step) -> bool:
        (a, b), (c, d) = (locate_token(case, p, step.before.mover) for p in (step.before, step.after))
        _, more = case.split_move(step.move).numbers
        return sorted((abs(a - c), abs(b - d))) == [0, 1 + more] and len(_trace_path(case, step)) <= 3

    return case.prove_always(right)


@claims.claim(
    "Movement Rules", "Either length is there for the choosing wherever the grid and the other token leave room."
)
def _all_moves(case: Case) -> Verdict:
    def expected(position: Position) -> int:
        x, y = locate_token(case, position, position.mover)
        room = sum(min(2, space) for space in (x - 1, 5 - x, y - 1, 5 - y))
        return room - _count_hidden(case, position)

    return case.check_move_count(expected, f"Counted in {case.scope}.")


@claims.claim("Movement Rules", "A token never passes through the other one.")
def _no_passing(case: Case) -> Verdict:
    hidden = sum(_count_hidden(case, position) for position in case.ongoing)
    other = {step: locate_token(case, step.before, 1 - step.before.mover) for step in case.steps}
    return case.prove_always(
        lambda s: other[s] not in _trace_path(case, s)[:-1], f"It forbids {hidden} moves that the grid would allow."
    )


@claims.claim("Movement Rules", "A move that leads off the grid is not allowed.")
def _in_bounds(case: Case) -> Verdict:
    start, refused = Match.of(case.game), dict[str, str]()
    entered = [f"{direction} {spaces}" for direction in DIRECTIONS for spaces in (1, 2)]
    for move in entered:
        try:
            start.play(move)
        except IllegalMove as refusal:
            refused[move] = str(refusal).partition(".")[0]
    off = [move for move, why in refused.items() if why.endswith("is off the grid")]
    says = f"In the corner {len(off)} of {len(entered)} moves are refused for that: {', '.join(off)}."
    return decide(len(off) == len(entered) // 2, says, match=start)


@claims.claim("Movement Rules", "The two tokens never share a square, unless one has captured the other.")
def _never_shared(case: Case) -> Verdict:
    shared = [p for p in case.positions if len(set(case.board(p))) < 3]
    wrong = [p for p in shared if not case.game.outcome(p)]
    says = (
        f"They do in {len(shared)} of {len(case.positions):,} positions; {len(shared) - len(wrong)} of these are ends."
    )
    return decide(bool(shared) and not wrong, says, match=Match.of(case.game, wrong[0]) if wrong else None)


@claims.claim("Movement Rules", "Whoever is to move always can.")
def _never_stuck(case: Case) -> Verdict:
    fewest = min(len(case.write_moves(position)) for position in case.ongoing)
    match = case.find_shortest(lambda p: not case.game.outcome(p) and len(case.write_moves(p)) == fewest)
    return decide(fewest > 0, f"There are at least {fewest} moves everywhere, here just so many.", match=match)


@claims.claim("Capture Mechanism", "Landing on the other token wins at once, and nothing else does.")
def _capture_wins(case: Case) -> Verdict:
    def right(step: Step) -> bool:
        outcome = case.game.outcome(step.after)
        landed = _trace_path(case, step)[-1] == locate_token(case, step.before, 1 - step.before.mover)
        return outcome is not None and outcome.winner == step.before.mover if landed else outcome is None

    return case.prove_always(right)


@claims.claim("Winning Conditions", "Every game finds its winner; none is drawn.")
def _always_a_winner(case: Case) -> Verdict:
    return case.check_termination()


@claims.claim("Scoring", "Whoever captures is declared the winner, and the game ends with that.")
def _declared(case: Case) -> Verdict:
    ends = [step for step in case.steps if case.game.outcome(step.after)]
    names, wrong = case.game.rules.NAMES, list[Step]()
    for step in ends:
        words = case.game.rules.closing(case.play([step.move], step.before)).splitlines()
        winner, loser = names[step.before.mover], names[1 - step.before.mover]
        if words != [f"{winner} captures {loser}'s token.", f"{winner} wins the game."] or case.steps_from(step.after):
            wrong.append(step)
    says = f"So it is after each of {len(ends)} captures, and no move is left."
    return case.refute_by(wrong[0]) if wrong else decide(bool(ends), says)


def _trace_path(case: Case, step: Step) -> list[tuple[int, int]]:
    """The squares that the moved token came over, the first and the last included."""
    (a, b), (c, d) = (locate_token(case, p, step.before.mover) for p in (step.before, step.after))
    spaces = max(abs(a - c), abs(b - d))
    return [(a + (c - a) * n // spaces, b + (d - b) * n // spaces) for n in range(spaces + 1)]


def _count_hidden(case: Case, position: Position) -> int:
    """How many moves the grid has room for that the other token stands in the way of."""
    (a, b), (c, d) = (locate_token(case, position, side) for side in (position.mover, 1 - position.mover))
    beyond = (2 * c - a, 2 * d - b)
    return int(abs(a - c) + abs(b - d) == 1 and all(1 <= line <= 5 for line in beyond))
