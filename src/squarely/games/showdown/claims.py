"""What the rulebook of Center Square Showdown claims, sentence by sentence, in its order."""

from collections import Counter

from squarely.core.rules.game import FIRST, SECOND, Position
from squarely.review.court import PROVED, Claims, Verdict, decide, find_silent, judges, opinion
from squarely.review.court.case import Case

_SQUARES = [f"({row},{column})" for row in range(1, 6) for column in range(1, 6)]
_WAYS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
_MOVES = "right, down, down, right"
_BOARDS = (
    ".*.../...../...../...../..... ...../.*.../...../...../..... "
    "...../...../.*.../...../..... ...../...../..*../...../....."
)
_RULE = "\n  -------------------------"
_ROWS = [f"\n{row} | {' | '.join('*    ' if row == 1 else '     ')} |" for row in range(1, 6)]
_GRID = f"    1   2   3   4   5{_RULE}{_RULE.join(_ROWS)}{_RULE}"  # as first printed
_AGAIN = _GRID.removesuffix(_RULE)  # as printed in the sample turns
_STAGED = "[Game checks move validity...]"
_TALK = (
    f"Current Grid Position:\n{_AGAIN}",
    "Player 1's Turn.\nEnter move (up/down/left/right): right",
    "Token moved to position (1,2).",
    "Player 2's Turn.\nEnter move (up/down/left/right): down",
    "Token moved to position (2,2).",
)


def _count_ways(case: Case, position: Position) -> int:
    """As many as there are squares beside the token, less one for the way back."""
    token, came = case.board(position).index("*"), not case.write(position).endswith("-")
    return sum(case.distance(token, square) == 1 for square in range(len(case.squares))) - came


def _count_wins(case: Case) -> Counter[int | None]:
    """The moves that end the game, by who wins with them."""
    return Counter(step.winner for step in case.steps if step.ends)


def _who_begins(case: Case) -> Verdict:
    matches = [case.with_options(first=first).play(_MOVES) for first in ("1", "2")]
    winners = [case.names[match.outcome.winner or 0] for match in matches if match.outcome]
    if winners[0] == winners[1]:
        return decide(True, "The printed game goes the same way with either player beginning.")
    says = f"If Player 1 begins, the printed game is won by {winners[0]}, as printed; else by {winners[1]}."
    return find_silent("A toss or an agreement decides.", says, match=case.play(_MOVES))


def _far_ahead(case: Case) -> Verdict:
    longest = max(case.value(p).distance or 0 for p in case.positions)
    return decide(longest > 1, f"No win that can be forced is longer than this many moves of both sides: {longest}.")


def _too_early(case: Case) -> Verdict:
    steps = [step for step in case.steps if case.distance(step.now.index("*"), 12) == 1]
    lost = [step for step in steps if case.value(step.after).winner == 1 - step.mover]
    says = f"{len(steps)} moves bring the token beside the center; after {len(lost)} of them the opponent wins at once."
    return decide(len(lost) == len(steps) > 0, says, match=case.play(_MOVES))


def _deeper(case: Case) -> Verdict:
    facts = []
    for ruling in ("forbidden", "allowed"):
        other = case.with_options(reversal=ruling)
        longest = max(other.value(position).distance or 0 for position in other.positions)
        winners = " and ".join(name for side, name in enumerate(case.names) if _count_wins(other)[side])
        facts.append(f"{other.describe_value(other.start)}; longest forced win {longest}; only {winners} can win.")
    return decide(facts[0] != facts[1], f"With it: {facts[0]}", f"Without it: {facts[1]}")


def _skill(case: Case) -> Verdict:
    wins, other = _count_wins(case), _count_wins(case.with_options(first="2" if case.start.mover == FIRST else "1"))
    says = [f"Of {wins.total()} moves that win, {name} makes {wins[side]}." for side, name in enumerate(case.names)]
    turned = f"If the other player begins, {case.names[0]} makes {other[FIRST]} and {case.names[1]} {other[SECOND]}."
    return decide(bool(wins[FIRST] and wins[SECOND]), *says, turned)


def _says_all(case: Case) -> Verdict:
    rows = [row for section in CLAIMS.values() for row in section.items()]
    ruled = {text: row[0] for text, row in rows if isinstance(row, tuple)}
    unclear = [text for text, check in ruled.items() if check(case).word != PROVED]
    says = f"Of {len(ruled)} sentences that needed a ruling {len(unclear)} are silent or contradict others."
    return decide(not unclear, says, *unclear)


_NO_WAY_BACK = judges.always(lambda s: all(reply.now != s.was for reply in s.case.steps_from(s.after)))

CLAIMS: Claims = {
    "Setup": {
        "The token starts in the top-left corner of a grid of five rows and columns.": judges.starts(
            "*..../...../...../...../.....", _SQUARES
        ),
        "The rules settle who begins.": (_who_begins, "first=1"),
    },
    "Game Components": {
        "The token is shown as an asterisk, and there is one.": judges.everywhere(
            lambda case, p: case.draw(p).count("*") == 1
        ),
        "After each move the grid is shown with the token where it is then.": judges.plays(
            _MOVES, _BOARDS, SECOND, shown=True
        ),
    },
    "Turns, Movement Rules": {
        "The players take turns.": judges.alternates(),
        "A turn moves the token one square up, down, left or right, never diagonally.": judges.always(
            lambda s: s.shift("*") == _WAYS.get(s.kind)
        ),
        "Moves off the grid are illegal, and only those and reversals are.": judges.everywhere(
            lambda case, p: len(case.moves(p)) == _count_ways(case, p)
        ),
        "The step just made may not be taken straight back.": (_NO_WAY_BACK, "reversal=forbidden"),
        "The player to move has to move, and always can.": judges.everywhere(Case.moves),
        "Nobody can pass: every turn leaves the token somewhere else.": judges.always(lambda s: s.was != s.now),
    },
    "Winning the Game": {
        "The player who brings the token to the center wins at once.": judges.always(
            lambda s: (s.now[len(s.now) // 2] == "*") == (s.winner == s.mover) == s.ends
        ),
        "Every game finds its winner; none is drawn.": judges.comes_to_an_end(),
        "There are no points.": judges.everywhere(lambda case, p: case.points(p) is None),
    },
    "Examples": {
        "The printed game of four turns is legal, shows the right grids, and Player 2 wins it.": judges.plays(
            _MOVES, _BOARDS, SECOND
        ),
    },
    "Command-Line Interaction": {
        "A grid is drawn in one way.": (judges.two_ways(_GRID, _AGAIN), "We always draw the closing line."),
        "What is entered is checked, and only a legal direction is taken.": judges.refuses(
            "right", ["diagonal", "", "(2,2)", "up", "down right", "left"]
        ),
        "The printed turns go so: a grid, whose turn it is, the question, the reply.": judges.prints(
            "right, down", _TALK
        ),
        "It is clear which printed lines are words of the game.": (
            judges.silent("Some stand in brackets.", "right, down", lambda case: _STAGED in case.talk("right, down")),
            "Brackets are not.",
        ),
    },
    "Strategic Depth": {
        "One has to look several steps ahead.": _far_ahead,
        "Going to the center too early gives the opponent the advantage.": _too_early,
        "By leaving the opponent fewer options one can force a win.": _far_ahead,
        "The ban on reversals stops simple back-and-forth.": _NO_WAY_BACK,
        "The ban on reversals makes the game deeper.": _deeper,
    },
    "Summary": {
        "An end comes quickly, that is guaranteed.": judges.is_quick(4),
        "The more skilful player comes out as the winner.": _skill,
        "The rulebook says all that one needs to know.": _says_all,
        "The game is engaging for newcomers and experts, and easy to program.": opinion(
            "Nothing in the rules measures that."
        ),
    },
}
