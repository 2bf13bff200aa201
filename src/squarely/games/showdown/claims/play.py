"""What is claimed from the setup to the scoring: how Center Square Showdown is set up, played and won."""

from collections import Counter

from squarely.core.case import Case
from squarely.core.claims import Docket
from squarely.core.match import Match
from squarely.core.reachable import Step
from squarely.core.verdict import Verdict, decide, find_silent
from squarely.games.showdown.claims.printed import SAMPLE, locate_token
from squarely.games.showdown.rules import Position

claims = Docket()


@claims.claim("Setup", "The token starts in the top-left corner of a grid of five rows and columns.")
def _start(case: Case) -> Verdict:
    start = case.starts[0]
    in_corner = case.position_line(start).board == "*..../...../...../...../....."
    return decide(in_corner, f"The start is {case.write(start)}.", match=Match.of(case.game))


@claims.claim("Setup", "The rules settle who begins.", "first=1")
def _who_begins(case: Case) -> Verdict:
    winners = []
    for first in ("1", "2"):
        match = case.with_options(first=first).play([move for move, _ in SAMPLE])
        winners.append(match.outcome and case.game.rules.NAMES[match.outcome.winner or 0])
    if winners[0] == winners[1]:
        return decide(True, "The printed game goes the same way whoever begins.")
    return find_silent(
        "A toss or an agreement decides, and either is as good as the other.",
        f"If Player 1 begins, the printed game is won by {winners[0]}, as printed; else by {winners[1]}.",
        match=case.play([move for move, _ in SAMPLE]),
    )


@claims.claim("Game Components", "Squares are named by row and column from 1 to 5; the center is (3,3).")
def _coordinates(case: Case) -> Verdict:
    names, goals = case.square_names, case.game.rules.places(case.game.law)
    numbered = names == [f"({row},{column})" for row in range(1, 6) for column in range(1, 6)]
    wins = [names[square] for square in goals]
    return decide(numbered and wins == ["(3,3)"], f"From {names[0]} to {names[-1]}; {', '.join(wins)} wins.")


@claims.claim("Game Components", "The token is shown as an asterisk, and there is one.")
def _asterisk(case: Case) -> Verdict:
    drawn = Counter(case.game.draw(position).count("*") for position in case.positions)
    says = f"{drawn[1]} of {len(case.positions)} drawings have one asterisk."
    return decide(drawn[1] == len(case.positions), says)


@claims.claim("Game Components", "After each move the grid is shown with the token where it is then.")
def _updated(case: Case) -> Verdict:
    return case.check_always_drawn(case.steps)


@claims.claim("Turns", "The players take turns.")
def _alternate(case: Case) -> Verdict:
    return case.check_alternation(case.starts[0].mover)


@claims.claim("Movement Rules 1", "A turn moves the token one square up, down, left or right, never diagonally.")
def _one_square(case: Case) -> Verdict:
    def straight(step: Step) -> bool:
        (a, b), (c, d) = locate_token(case, step.before), locate_token(case, step.after)
        return ((a > c), (a < c), (b > d), (b < d)).index(True) == case.split_move(step.move).numbers[0] and (
            abs(a - c) + abs(b - d) == 1
        )

    return case.prove_always(straight)


@claims.claim("Movement Rules 2", "Moves off the grid are illegal, and only those and reversals are.")
def _on_the_grid(case: Case) -> Verdict:
    def expected(position: Position) -> int:
        edges = sum(line in (1, case.game.settings["size"]) for line in locate_token(case, position))
        came = case.position_line(position).rest != ("-",)
        return 4 - edges - came

    says = f"Four ways, less one for each edge and one for the way back; looked through {case.scope}."
    return case.check_move_count(expected, says)


@claims.claim("Movement Rules 3", "The step just made may not be taken straight back.", "reversal=forbidden")
def _no_reversal(case: Case) -> Verdict:
    for step in case.steps:
        for _, move, after in case.steps_from(step.after):
            if case.board(after) == case.board(step.before):
                return decide(False, f"{step.move}, {move}", match=case.play([step.move, move], step.before))
    match = case.play(["right"])
    says = f"So it is after each of {len(case.steps)} moves, and in the printed case."
    return decide("left" not in case.write_moves(match.position), says, match=match)


@claims.claim("Movement Rules 4", "Whoever is to move has to, and nobody is ever unable to.")
def _never_stuck(case: Case) -> Verdict:
    fewest = min(len(case.write_moves(position)) for position in case.ongoing)
    match = case.find_shortest(lambda p: not case.game.outcome(p) and len(case.write_moves(p)) == fewest)
    says = f"Nobody ever has fewer moves than {fewest}, as after this game; looked through {case.scope}."
    return decide(fewest > 0, says, match=match)


@claims.claim("Movement Rules 4", "Nobody can pass: every turn leaves the token somewhere else.")
def _no_passing(case: Case) -> Verdict:
    return case.prove_always(lambda step: case.board(step.before) != case.board(step.after))


@claims.claim("Winning the Game", "Whoever brings the token to the center has won at once.")
def _center_wins(case: Case) -> Verdict:
    def right(step: Step) -> bool:
        outcome = case.game.outcome(step.after)
        on_center = locate_token(case, step.after) == (3, 3)
        return outcome is not None and outcome.winner == step.before.mover if on_center else outcome is None

    return case.prove_always(right)


@claims.claim("Winning the Game", "Every game finds its winner; none is drawn.")
def _always_a_winner(case: Case) -> Verdict:
    return case.check_termination()


@claims.claim("Scoring", "There are no points.")
def _no_points(case: Case) -> Verdict:
    return case.check_pointless()
