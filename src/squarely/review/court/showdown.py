"""What the rulebook of Center Square Showdown claims."""

from collections import Counter

from squarely.game import FIRST, Position, Side
from squarely.grid import DIRECTIONS
from squarely.match import Match
from squarely.review.court.case import Case, Step
from squarely.review.court.claim import Docket, Verdict, contradiction, ruled, silence
from squarely.review.court.endless import circle, need_never_end
from squarely.review.court.printed import dialogue, example
from squarely.solver.values import ENDLESS

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


def _at(case: Case, position: Position) -> tuple[int, int]:
    """Row and column of the token, counted from 1."""
    row, column = divmod(case.board(position).index("*"), 5)
    return row + 1, column + 1


def _distance(case: Case, position: Position) -> int:
    row, column = _at(case, position)
    return abs(row - 3) + abs(column - 3)


def _wins(case: Case) -> Counter[Side | None]:
    """The moves that end the game, by who wins with them."""
    return Counter(outcome.winner for step in case.steps if (outcome := case.game.outcome(step.after)))


@claims.claim("Setup", "The token starts in the top-left corner of a grid of five rows and columns.")
def _start(case: Case) -> Verdict:
    line = case.line(case.starts[0])
    return ruled(line.startswith("*..../...../...../...../....."), f"The start is {line}.", match=Match.of(case.game))


@claims.claim("Setup", "The rules settle who begins.", "first=1")
def _who_begins(case: Case) -> Verdict:
    winners = []
    for first in ("1", "2"):
        match = case.under(first=first).played([move for move, _ in _SAMPLE])
        winners.append(match.outcome and case.game.rules.NAMES[match.outcome.winner or 0])
    if winners[0] == winners[1]:
        return ruled(True, "The printed game goes the same way whoever begins.")
    return silence(
        "A toss or an agreement decides, and either is as good as the other.",
        f"If Player 1 begins, the printed game is won by {winners[0]}, as printed; else by {winners[1]}.",
        match=case.played([move for move, _ in _SAMPLE]),
    )


@claims.claim("Turns", "The players take turns.")
def _alternate(case: Case) -> Verdict:
    return case.alternates(case.starts[0].mover)


@claims.claim("Movement Rules 1", "A turn moves the token one square up, down, left or right, never diagonally.")
def _one_square(case: Case) -> Verdict:
    def straight(step: Step) -> bool:
        (a, b), (c, d) = _at(case, step.before), _at(case, step.after)
        return ((a > c), (a < c), (b > d), (b < d)).index(True) == DIRECTIONS.index(str(step.move)) and (
            abs(a - c) + abs(b - d) == 1
        )

    return case.always(straight)


@claims.claim("Movement Rules 2", "Moves off the grid are illegal, and only those and reversals are.")
def _on_the_grid(case: Case) -> Verdict:
    def lacking(position: Position) -> int:
        row, column = _at(case, position)
        return sum(line in (1, 5) for line in (row, column))

    for position in case.ongoing:
        came = not case.line(position).endswith("-")
        if len(case.moves(position)) != 4 - lacking(position) - came:
            return ruled(False, f"{case.line(position)}: {case.moves(position)}", match=Match.of(case.game, position))
    return ruled(True, f"Four ways, less one for each edge and one for the way back; looked through {case.scope}.")


@claims.claim("Movement Rules 3", "The step just made may not be taken straight back.", "reversal=forbidden")
def _no_reversal(case: Case) -> Verdict:
    for step in case.steps:
        for move in case.game.legal_moves(step.after):
            if case.board(case.game.play(step.after, move)) == case.board(step.before):
                return ruled(
                    False, f"{step.move}, {move}", match=Match.of(case.game, step.before).play(step.move).play(move)
                )
    refused = "left" not in case.moves(case.played(["right"]).position)
    return ruled(
        refused,
        f"So it is after each of {len(case.steps)} moves, and in the printed case.",
        match=case.played(["right"]),
    )


@claims.claim("Movement Rules 4", "Whoever is to move has to, and nobody is ever unable to.")
def _never_stuck(case: Case) -> Verdict:
    fewest = min(len(case.moves(position)) for position in case.ongoing)
    match = case.shortest(lambda p: not case.game.outcome(p) and len(case.moves(p)) == fewest)
    says = f"Nobody ever has fewer moves than {fewest}, as after this game; looked through {case.scope}."
    return ruled(fewest > 0, says, match=match)


@claims.claim("Winning the Game", "Whoever brings the token to the center has won at once.")
def _center_wins(case: Case) -> Verdict:
    def right(step: Step) -> bool:
        outcome = case.game.outcome(step.after)
        on_center = _at(case, step.after) == (3, 3)
        return outcome is not None and outcome.winner == step.before.mover if on_center else outcome is None

    return case.always(right)


@claims.claim("Winning the Game", "Every game finds its winner; none is drawn.")
def _always_a_winner(case: Case) -> Verdict:
    return need_never_end(case)


@claims.claim("Scoring", "There are no points.")
def _no_points(case: Case) -> Verdict:
    return case.scoreless()


@claims.claim("Examples", "The printed game of four turns is legal, shows the right grids, and Player 2 wins it.")
def _printed_game(case: Case) -> Verdict:
    return example(case, _SAMPLE, Side.SECOND)


@claims.claim("Command-Line Interaction", "A grid is drawn in one way.", "We always draw the closing line.")
def _drawn(case: Case) -> Verdict:
    drawn = case.game.draw(case.starts[0]).splitlines()
    differ = _GRID != _SAMPLE_GRID
    says = f"The same position is printed with {len(_GRID)} lines first and {len(_SAMPLE_GRID)} in the sample turns."
    ours = "We draw it as first printed." if drawn == _GRID else "We draw it otherwise."
    return contradiction(differ, says, ours, match=Match.of(case.game))


@claims.claim("Command-Line Interaction", "Answering right, then down, tells of a token on (1,2), then on (2,2).")
def _dialogue(case: Case) -> Verdict:
    printed = (("right", "(1,2)"), ("down", "(2,2)"))
    return dialogue(case, [((answer,), f"Token moved to position {square}.") for answer, square in printed])


@claims.claim("Strategic Depth", "One has to look several steps ahead.")
def _far_ahead(case: Case) -> Verdict:
    longest = max(case.value(position).distance or 0 for position in case.positions)
    losing = [s for s in case.steps if not case.keeps(s) and case.value(s.after).winner == 1 - s.before.mover]
    near = sum(_distance(case, step.after) == 1 for step in losing)
    says = f"No forced win is longer than {longest} move, so one need only look at the opponent's next."
    return ruled(longest > 1, says, f"Of {len(losing)} moves that lose, {near} leave the token beside the center.")


@claims.claim("Strategic Depth", "Going to the center too early gives the opponent the advantage.")
def _too_early(case: Case) -> Verdict:
    steps = [step for step in case.steps if _distance(case, step.after) == 1]
    lost = [step for step in steps if case.value(step.after).winner == 1 - step.before.mover]
    says = f"{len(steps)} moves bring the token beside the center; after {len(lost)} of them the opponent wins at once."
    return ruled(len(lost) == len(steps) > 0, says, match=case.played([move for move, _ in _SAMPLE]))


@claims.claim("Strategic Depth", "By leaving the opponent fewer options one can force a win.")
def _forcing(case: Case) -> Verdict:
    values = [case.value(position) for position in case.ongoing]
    forced = [value for value in values if value.winner is not None and (value.distance or 0) > 1]
    says = f"In {len(forced)} of {len(values)} positions can a win be forced that is not a single move away."
    return ruled(bool(forced), says)


@claims.claim("Strategic Depth", "The ban on reversals stops simple back-and-forth.")
def _to_and_fro(case: Case) -> Verdict:
    banned, free = (_shortest_circle(case.under(reversal=setting)) for setting in ("forbidden", "allowed"))
    says = f"The shortest way round takes {banned} moves with the ban and {free} without."
    return ruled(_shortest_circle(case) > 2, says)


@claims.claim("Strategic Depth", "The ban on reversals makes the game deeper.")
def _deeper(case: Case) -> Verdict:
    facts = []
    for setting in ("forbidden", "allowed"):
        other = case.under(reversal=setting)
        longest = max(other.value(position).distance or 0 for position in other.positions)
        winners = [case.game.rules.NAMES[side] for side in Side if _wins(other)[side]]
        facts.append((other.worth(other.starts[0]), longest, winners))
    says = [
        f"{rule} it: {value}; longest forced win {longest}; only {' and '.join(winners)} can win."
        for rule, (value, longest, winners) in zip(("With", "Without"), facts, strict=True)
    ]
    return ruled(facts[0] != facts[1], *says)


@claims.claim("Summary", "An end comes quickly, that is guaranteed.")
def _quick(case: Case) -> Verdict:
    value = case.value(case.starts[0])
    long = circle(case, lambda position: case.keeping(position)[-1])
    return ruled(value.ending != ENDLESS, f"With best play: {case.worth(case.starts[0])}.", match=long)


@claims.claim("Summary", "Whoever plays more skilfully comes out as the winner.")
def _skill(case: Case) -> Verdict:
    wins, names = _wins(case), case.game.rules.NAMES
    other = _wins(case.under(first="2" if case.starts[0].mover == FIRST else "1"))
    says = [f"Of {wins.total()} moves that win, {names[side]} makes {wins[side]}." for side in Side]
    says.append(
        f"If the other player begins, {names[0]} makes {other[Side.FIRST]} and {names[1]} {other[Side.SECOND]}."
    )
    colours = {(sum(_at(case, step.before)) - sum(_at(case, step.after))) % 2 for step in case.steps}
    says.append("Each move changes the colour of the token's square." if colours == {1} else "")
    return ruled(all(wins[side] for side in Side), *says)


claims.opinion(
    "Summary",
    "The game is engaging for newcomers and experts, and easy to program.",
    "Nothing in the rules measures that.",
)


def _shortest_circle(case: Case) -> int:
    """The fewest moves after which a position can come again."""
    game, reached = case.game, case.positions
    after = {p: {game.play(p, move) for move in game.legal_moves(p)} for p in reached}
    fewest = len(reached)
    for start in reached:
        now, moves = after[start], 1
        while start not in now and moves < fewest:
            now, moves = {p for q in now for p in after[q]}, moves + 1
        fewest = min(fewest, moves)
    return fewest
