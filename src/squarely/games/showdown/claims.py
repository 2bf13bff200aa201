"""What the rulebook of Center Square Showdown claims."""

from collections import Counter

from squarely.core.case import Case
from squarely.core.claims import Docket
from squarely.core.game import Side
from squarely.core.match import Match
from squarely.core.reachable import Step
from squarely.core.rules import FIRST
from squarely.core.verdict import Verdict, decide, decide_contradiction, find_silent
from squarely.games.showdown.rules import Position

claims = Docket()

_SAMPLE = (
    ("right", ".*.../...../...../...../....."),
    ("down", "...../.*.../...../...../....."),
    ("down", "...../...../.*.../...../....."),
    ("right", "...../...../..*../...../....."),
)
_RULE = "  -------------------------"
_ROWS = [f"{row} | {' | '.join('*    ' if row == 1 else '     ')} |" for row in range(1, 6)]
_GRID = ["    1   2   3   4   5", _RULE, *(line for row in _ROWS for line in (row, _RULE))]  # as first printed
_SAMPLE_GRID = _GRID[:-1]  # as printed again in the sample turns


def _locate_token(case: Case, position: Position) -> tuple[int, int]:
    """Row and column of the token, counted from 1."""
    row, column = divmod(case.board(position).index("*"), 5)
    return row + 1, column + 1


def _distance(case: Case, position: Position) -> int:
    row, column = _locate_token(case, position)
    return abs(row - 3) + abs(column - 3)


def _wins(case: Case) -> Counter[Side | None]:
    """The moves that end the game, by who wins with them."""
    return Counter(outcome.winner for step in case.steps if (outcome := case.game.outcome(step.after)))


@claims.claim("Setup", "The token starts in the top-left corner of a grid of five rows and columns.")
def _start(case: Case) -> Verdict:
    start = case.starts[0]
    in_corner = case.position_line(start).board == "*..../...../...../...../....."
    return decide(in_corner, f"The start is {case.write(start)}.", match=Match.of(case.game))


@claims.claim("Setup", "The rules settle who begins.", "first=1")
def _who_begins(case: Case) -> Verdict:
    winners = []
    for first in ("1", "2"):
        match = case.with_options(first=first).play([move for move, _ in _SAMPLE])
        winners.append(match.outcome and case.game.rules.NAMES[match.outcome.winner or 0])
    if winners[0] == winners[1]:
        return decide(True, "The printed game goes the same way whoever begins.")
    return find_silent(
        "A toss or an agreement decides, and either is as good as the other.",
        f"If Player 1 begins, the printed game is won by {winners[0]}, as printed; else by {winners[1]}.",
        match=case.play([move for move, _ in _SAMPLE]),
    )


@claims.claim("Turns", "The players take turns.")
def _alternate(case: Case) -> Verdict:
    return case.check_alternation(case.starts[0].mover)


@claims.claim("Movement Rules 1", "A turn moves the token one square up, down, left or right, never diagonally.")
def _one_square(case: Case) -> Verdict:
    def straight(step: Step) -> bool:
        (a, b), (c, d) = _locate_token(case, step.before), _locate_token(case, step.after)
        return ((a > c), (a < c), (b > d), (b < d)).index(True) == case.split_move(step.move).numbers[0] and (
            abs(a - c) + abs(b - d) == 1
        )

    return case.prove_always(straight)


@claims.claim("Movement Rules 2", "Moves off the grid are illegal, and only those and reversals are.")
def _on_the_grid(case: Case) -> Verdict:
    def expected(position: Position) -> int:
        edges = sum(line in (1, 5) for line in _locate_token(case, position))
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


@claims.claim("Winning the Game", "Whoever brings the token to the center has won at once.")
def _center_wins(case: Case) -> Verdict:
    def right(step: Step) -> bool:
        outcome = case.game.outcome(step.after)
        on_center = _locate_token(case, step.after) == (3, 3)
        return outcome is not None and outcome.winner == step.before.mover if on_center else outcome is None

    return case.prove_always(right)


@claims.claim("Winning the Game", "Every game finds its winner; none is drawn.")
def _always_a_winner(case: Case) -> Verdict:
    return case.check_termination()


@claims.claim("Scoring", "There are no points.")
def _no_points(case: Case) -> Verdict:
    return case.check_pointless()


@claims.claim("Examples", "The printed game of four turns is legal, shows the right grids, and Player 2 wins it.")
def _printed_game(case: Case) -> Verdict:
    return case.check_printed_game(_SAMPLE, Side.SECOND)


@claims.claim("Command-Line Interaction", "A grid is drawn in one way.", "We always draw the closing line.")
def _drawn(case: Case) -> Verdict:
    drawn = case.game.draw(case.starts[0]).splitlines()
    differ = _GRID != _SAMPLE_GRID
    says = f"The same position is printed with {len(_GRID)} lines first and {len(_SAMPLE_GRID)} in the sample turns."
    ours = "We draw it as first printed." if drawn == _GRID else "We draw it otherwise."
    return decide_contradiction(differ, says, ours, match=Match.of(case.game))


@claims.claim("Command-Line Interaction", "Answering right, then down, tells of a token on (1,2), then on (2,2).")
def _dialogue(case: Case) -> Verdict:
    printed = (("right", "(1,2)"), ("down", "(2,2)"))
    return case.check_printed_replies([((answer,), f"Token moved to position {square}.") for answer, square in printed])


@claims.claim("Strategic Depth", "One has to look several steps ahead.")
def _far_ahead(case: Case) -> Verdict:
    longest = max(case.value(position).distance or 0 for position in case.positions)
    losing = [s for s in case.steps if not case.keeps_result(s) and case.value(s.after).winner == 1 - s.before.mover]
    near = sum(_distance(case, step.after) == 1 for step in losing)
    says = f"No forced win is longer than {longest} move, so one need only look at the opponent's next."
    return decide(longest > 1, says, f"Of {len(losing)} moves that lose, {near} leave the token beside the center.")


@claims.claim("Strategic Depth", "Going to the center too early gives the opponent the advantage.")
def _too_early(case: Case) -> Verdict:
    steps = [step for step in case.steps if _distance(case, step.after) == 1]
    lost = [step for step in steps if case.value(step.after).winner == 1 - step.before.mover]
    says = f"{len(steps)} moves bring the token beside the center; after {len(lost)} of them the opponent wins at once."
    return decide(len(lost) == len(steps) > 0, says, match=case.play([move for move, _ in _SAMPLE]))


@claims.claim("Strategic Depth", "By leaving the opponent fewer options one can force a win.")
def _forcing(case: Case) -> Verdict:
    values = [case.value(position) for position in case.ongoing]
    forced = [value for value in values if value.winner is not None and (value.distance or 0) > 1]
    says = f"In {len(forced)} of {len(values)} positions can a win be forced that is not a single move away."
    return decide(bool(forced), says)


@claims.claim("Strategic Depth", "The ban on reversals stops simple back-and-forth.")
def _to_and_fro(case: Case) -> Verdict:
    banned, free = (_shortest_circle(case.with_options(reversal=setting)) for setting in ("forbidden", "allowed"))
    says = f"The shortest way round takes {banned} moves with the ban and {free} without."
    return decide(_shortest_circle(case) > 2, says)


@claims.claim("Strategic Depth", "The ban on reversals makes the game deeper.")
def _deeper(case: Case) -> Verdict:
    facts = []
    for setting in ("forbidden", "allowed"):
        other = case.with_options(reversal=setting)
        longest = max(other.value(position).distance or 0 for position in other.positions)
        winners = [case.game.rules.NAMES[side] for side in Side if _wins(other)[side]]
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
    wins, names = _wins(case), case.game.rules.NAMES
    other = _wins(case.with_options(first="2" if case.starts[0].mover == FIRST else "1"))
    says = [f"Of {wins.total()} moves that win, {names[side]} makes {wins[side]}." for side in Side]
    says.append(
        f"If the other player begins, {names[0]} makes {other[Side.FIRST]} and {names[1]} {other[Side.SECOND]}."
    )
    colours = {
        (sum(_locate_token(case, step.before)) - sum(_locate_token(case, step.after))) % 2 for step in case.steps
    }
    says.append("Each move changes the colour of the token's square." if colours == {1} else "")
    return decide(all(wins[side] for side in Side), *says)


claims.opinion(
    "Summary",
    "The game is engaging for newcomers and experts, and easy to program.",
    "Nothing in the rules measures that.",
)


def _shortest_circle(case: Case) -> int:
    """The fewest moves after which a position can come again."""
    after = {position: {step.after for step in case.steps_from(position)} for position in case.positions}
    fewest = len(after)
    for start in case.positions:
        now, moves = after[start], 1
        while start not in now and moves < fewest:
            now, moves = {p for q in now for p in after[q]}, moves + 1
        fewest = min(fewest, moves)
    return fewest
