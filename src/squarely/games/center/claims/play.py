"""What is claimed from the objective to the scoring: how Capture Square with tokens is set up, played and won."""

from collections import Counter

from squarely.core.case import Case
from squarely.core.claims import Docket
from squarely.core.game import Side
from squarely.core.match import Match
from squarely.core.reachable import Step
from squarely.core.rules import FIRST
from squarely.core.verdict import Verdict, decide, find_silent
from squarely.games.center.claims.printed import MIDDLE, find_kind, find_mark
from squarely.games.center.rules import Position

claims = Docket()

_PAIRS = [(a, b) for a in range(9) for b in range(9) if abs(a // 3 - b // 3) + abs(a % 3 - b % 3) == 1]


@claims.claim("Objective", "Bringing a token onto the center is the way to win, and the only one.")
def _center_wins(case: Case) -> Verdict:
    ends = [step for step in case.steps if case.game.outcome(step.after)]
    others = [step for step in ends if case.board(step.after)[MIDDLE] != find_mark(case, step.before)]
    unnoticed = [p for p in case.ongoing if case.board(p)[MIDDLE] != "-"]
    if others:
        return case.refute_by(others[0])
    says = f"{len(ends):,} moves end the game; each puts the mover's token onto (1,1)."
    return decide(not unnoticed, says, f"Looked through {case.scope}.")


@claims.claim("Setup", "The grid has rows and columns 0 to 2 and starts empty.")
def _empty_grid(case: Case) -> Verdict:
    line, names = case.write(case.starts[0]), case.square_names
    numbered = names == [f"({row},{column})" for row in range(3) for column in range(3)]
    says = f"The start is {line}; its squares are {names[0]} to {names[-1]}."
    return decide(line == "---/---/--- A" and numbered, says, match=Match.of(case.game))


@claims.claim("Setup", "A and B have four tokens each.")
def _four_tokens(case: Case) -> Verdict:
    most = [max(case.board(p).count(mark) for p in case.positions) for mark in case.game.rules.MARKS]
    match = case.find_shortest(lambda p: all(case.board(p).count(m) == n for m, n in zip("AB", most, strict=True)))
    says = f"At most {most[0]} A and {most[1]} B are ever on the grid, at once in this game."
    return decide(most == [4, 4], says, match=match)


@claims.claim("Setup", "A's tokens are shown by the letter A, B's by the letter B.")
def _letters(case: Case) -> Verdict:
    def right(position: Position) -> bool:
        drawn, board = case.game.draw(position), case.board(position)
        return all(drawn.count(mark) == board.count(mark) for mark in "AB")

    drawn = [step.after for step in case.sampled_steps]
    wrong = [position for position in drawn if not right(position)]
    says = f"{len(drawn) - len(wrong):,} of {len(drawn):,} boards of seeded games have a letter for each token."
    return decide(not wrong, says, match=Match.of(case.game, wrong[0]) if wrong else None)


@claims.claim("Game Components", "The center square is (1,1).")
def _center(case: Case) -> Verdict:
    called = {case.square_names[square]: place for square, place in case.game.rules.places(case.game.law).items()}
    says = ", ".join(f"{name} is the {place}" for name, place in called.items())
    return decide(called == {"(1,1)": "center"}, f"{says}.")


@claims.claim("Game Components", "A player's tokens are that player's alone: nobody can use or remove the other's.")
def _own_tokens(case: Case) -> Verdict:
    def untouched(step: Step) -> bool:
        other = case.game.rules.MARKS[1 - step.before.mover]
        before, after = case.board(step.before), case.board(step.after)
        return [c == other for c in before] == [c == other for c in after]

    return case.prove_always(untouched)


@claims.claim("Turns", "Player A begins, and every turn hands over to the other player.")
def _alternate(case: Case) -> Verdict:
    return case.check_alternation(FIRST)


@claims.claim("Turns", "A turn either places one token or moves one, never both.")
def _one_action(case: Case) -> Verdict:
    def right(step: Step) -> bool:
        before, after = (case.board(p).count(find_mark(case, step.before)) for p in (step.before, step.after))
        changed = sum(was != now for was, now in zip(case.board(step.before), case.board(step.after), strict=True))
        return (after - before, changed) in ((1, 1), (0, 2)) or _is_blocked(case, step.before)

    passed = sum(find_kind(step) == "pass" for step in case.steps)
    return case.prove_always(right, f"In {passed:,} cases the player is blocked and can do neither.")


@claims.claim(
    "Turns", "One may place a token on any empty square but the center, as long as any of the four is unused."
)
def _placing(case: Case) -> Verdict:
    offered = Counter(step.before for step in case.steps if find_kind(step) == "place")
    for p in case.ongoing:
        unused = case.board(p).count(find_mark(case, p)) < 4
        empty = case.board(p).count("-") - 1  # the center is empty as long as play goes on
        if offered[p] != (empty if unused else 0):
            says = f"In {case.write(p)} {offered[p]} squares can be placed on."
            return decide(False, says, match=Match.of(case.game, p))
    return decide(True, f"Each position offers just as many placings; looked through {case.scope}.")


@claims.claim("Rules and Mechanics 1, 3", "No token is ever placed on the center, nor on an occupied square.")
def _never_on_center(case: Case) -> Verdict:
    def well_placed(step: Step) -> bool:
        [square] = case.touched_squares(step)
        return square != MIDDLE and case.board(step.before)[square] == "-"

    return case.prove_always(lambda step: find_kind(step) != "place" or well_placed(step))


@claims.claim("Rules and Mechanics 2", "A token moves one square, not diagonally, onto an empty one; it never jumps.")
def _one_square(case: Case) -> Verdict:
    def straight(step: Step) -> bool:
        origin, target = case.touched_squares(step)
        (a, b), (c, d) = divmod(origin, 3), divmod(target, 3)
        return abs(a - c) + abs(b - d) == 1 and case.board(step.before)[target] == "-"

    return case.prove_always(lambda step: find_kind(step) != "move" or straight(step))


@claims.claim("Rules and Mechanics 2", "Any of one's tokens may go to any empty square beside it.")
def _moving(case: Case) -> Verdict:
    offered = Counter(step.before for step in case.steps if find_kind(step) == "move")
    for p in case.ongoing:
        beside = sum(case.board(p)[b] == "-" for a, b in _PAIRS if case.board(p)[a] == find_mark(case, p))
        if offered[p] != beside:
            says = f"In {case.write(p)} there are {beside} ways to move and {offered[p]} are allowed."
            return decide(False, says, match=Match.of(case.game, p))
    return decide(True, f"Each position offers just as many moves; looked through {case.scope}.")


@claims.claim("Rules and Mechanics 3", "The center has to be unoccupied to be captured.")
def _free_center(case: Case) -> Verdict:
    captures = [step for step in case.steps if case.board(step.after)[MIDDLE] != "-"]
    occupied = [step.before for step in captures if case.board(step.before)[MIDDLE] != "-"]
    says = (
        f"It was before {len(captures) - len(occupied):,} of {len(captures):,} captures; whoever stands there has won."
    )
    match = Match.of(case.game, occupied[0]) if occupied else None
    return decide(bool(captures) and not occupied, says, match=match)


@claims.claim("Rules and Mechanics 1, 4", "With all tokens placed one must move; one always can.", "stalemate=pass")
def _blocked_player(case: Case) -> Verdict:
    match = case.find_shortest(lambda p: _is_blocked(case, p))
    if match is None:
        return decide(True, "No such position can be reached.", f"Looked through {case.scope}.")
    says = f"{match.mover_name} can neither place nor move after this game, and no rule says what then."
    return find_silent(says, match=match)


@claims.claim("Rules and Mechanics 5", "No game ends without a winner.")
def _no_draws(case: Case) -> Verdict:
    ends = Counter(outcome.winner for p in case.positions if (outcome := case.game.outcome(p)))
    shared = ", ".join(f"{case.game.rules.NAMES[side]} {ends[side]:,}" for side in Side)
    return decide(not ends[None], f"Ends by winner: {shared}, nobody {ends[None]}.")


@claims.claim("Rules and Mechanics 5", "Play goes on until somebody wins, so somebody does in the end.")
def _comes_to_an_end(case: Case) -> Verdict:
    return case.check_termination()


@claims.claim("Scoring", "There are no points.")
def _no_points(case: Case) -> Verdict:
    return case.check_pointless()


def _is_blocked(case: Case, position: Position) -> bool:
    """Whether the mover can neither place nor move although the center is still empty."""
    return set(case.write_moves(position)) <= {"pass"} and case.board(position)[MIDDLE] == "-"
