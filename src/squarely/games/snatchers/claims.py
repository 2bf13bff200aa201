"""What the rulebook of Grid Snatchers claims."""

from collections import Counter, defaultdict
from collections.abc import Callable
from random import Random

from squarely.core.case import Case
from squarely.core.claims import Docket
from squarely.core.errors import IllegalMove
from squarely.core.game import Side
from squarely.core.match import Match
from squarely.core.reachable import Step
from squarely.core.rules import FIRST
from squarely.core.verdict import Verdict, decide, decide_contradiction
from squarely.games.snatchers.rules import Position

claims = Docket()

_SAMPLE = (
    ("up 2", "...../...../1..../...../....2"),
    ("left 2", "...../...../1..../...../..2.."),
    ("right 2", "...../...../..1../...../..2.."),
    ("up 2", "...../...../..2../...../....."),
)
_MOVES = [move for move, _ in _SAMPLE]
_MATCHES = 200  # between a player who looks one move ahead and a random one


def _locate_token(case: Case, position: Position, side: int) -> tuple[int, int]:
    """Where a side's token stands, as (x,y) counted from 1; a captured one stands where its captor does."""
    board, mark = case.board(position), case.game.rules.MARKS[side]
    at = board.index(mark if mark in board else case.game.rules.MARKS[1 - side])
    return at % 5 + 1, at // 5 + 1


def _trace_path(case: Case, step: Step) -> list[tuple[int, int]]:
    """The squares that the moved token came over, the first and the last included."""
    (a, b), (c, d) = (_locate_token(case, p, step.before.mover) for p in (step.before, step.after))
    spaces = max(abs(a - c), abs(b - d))
    return [(a + (c - a) * n // spaces, b + (d - b) * n // spaces) for n in range(spaces + 1)]


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
            boards = [other.position_line(p).board for p in other.play(_MOVES).positions[1:]]
            fits = boards == [board for _, board in _SAMPLE]
            says.append(f"{reading}: the printed moves are legal{'' if fits else ', but lead elsewhere'}.")
        except IllegalMove as refusal:
            fits = False
            says.append(f"{reading}: {refusal}")
        if fits and len(set(other.game.law.up)) == 1:
            fixed.append(reading)
    why = "Only a way that differs between the players gives the printed moves." if not fixed else ""
    return decide_contradiction(not fixed, *says, why, match=case.with_options(up="forward").play(_MOVES))


@claims.claim("Turns", "Player 1 begins, and every turn hands over to the other player.")
def _alternate(case: Case) -> Verdict:
    return case.check_alternation(FIRST)


@claims.claim("Turns", "A turn moves one's token one or two spaces in a straight line, never diagonally.")
def _straight(case: Case) -> Verdict:
    def right(step: Step) -> bool:
        (a, b), (c, d) = (_locate_token(case, p, step.before.mover) for p in (step.before, step.after))
        _, more = case.split_move(step.move).numbers
        return sorted((abs(a - c), abs(b - d))) == [0, 1 + more] and len(_trace_path(case, step)) <= 3

    return case.prove_always(right)


@claims.claim(
    "Movement Rules", "Either length is there for the choosing wherever the grid and the other token leave room."
)
def _all_moves(case: Case) -> Verdict:
    def expected(position: Position) -> int:
        x, y = _locate_token(case, position, position.mover)
        room = sum(min(2, space) for space in (x - 1, 5 - x, y - 1, 5 - y))
        return room - _count_hidden(case, position)

    return case.check_move_count(expected, f"Counted in {case.scope}.")


@claims.claim("Movement Rules", "A token never passes through the other one.")
def _no_passing(case: Case) -> Verdict:
    hidden = sum(_count_hidden(case, position) for position in case.ongoing)
    other = {step: _locate_token(case, step.before, 1 - step.before.mover) for step in case.steps}
    return case.prove_always(
        lambda s: other[s] not in _trace_path(case, s)[:-1], f"It forbids {hidden} moves that the grid would allow."
    )


@claims.claim("Movement Rules", "Whoever is to move always can.")
def _never_stuck(case: Case) -> Verdict:
    fewest = min(len(case.write_moves(position)) for position in case.ongoing)
    match = case.find_shortest(lambda p: not case.game.outcome(p) and len(case.write_moves(p)) == fewest)
    return decide(fewest > 0, f"There are at least {fewest} moves everywhere, here just so many.", match=match)


@claims.claim("Capture Mechanism", "Landing on the other token wins at once, and nothing else does.")
def _capture_wins(case: Case) -> Verdict:
    def right(step: Step) -> bool:
        outcome = case.game.outcome(step.after)
        landed = _trace_path(case, step)[-1] == _locate_token(case, step.before, 1 - step.before.mover)
        return outcome is not None and outcome.winner == step.before.mover if landed else outcome is None

    return case.prove_always(right)


@claims.claim("Winning Conditions", "Every game finds its winner; none is drawn.")
def _always_a_winner(case: Case) -> Verdict:
    return case.check_termination()


@claims.claim("Examples", "The printed game of four turns is legal, and Player 2 wins it.")
def _printed_game(case: Case) -> Verdict:
    try:
        return case.check_printed_game(_SAMPLE, Side.SECOND)
    except IllegalMove as refusal:
        return decide(False, f"Not all of its moves are legal: {refusal}")


@claims.claim("Examples, Turn 2", "Player 2's first move mirrors Player 1's.")
def _mirrors(case: Case) -> Verdict:
    game, match = case.game, case.with_options(up="forward").play(_MOVES[:2])
    start, after = match.positions[0], match.positions[2]
    mirrors = [s for s in game.symmetries.squares if s[start.first] == start.second and s[after.first] == after.second]
    says = f"{len(mirrors)} of the ways to turn the board over lays Player 1's two squares onto Player 2's."
    return decide(bool(mirrors), says, match=match)


@claims.claim("Examples, Turn 3", "Going to the center on turn 3 anticipates Player 2.")
def _anticipates(case: Case) -> Verdict:
    match = case.with_options(up="forward").play(_MOVES[:3])
    before, after = match.positions[-2:]
    says = f"Before it: {case.describe_value(before)}. After it: {case.describe_value(after)}."
    return decide(case.value(after).winner != Side.SECOND, says, match=match)


@claims.claim("Command-Line Interactions", "The printed answers lead to (1,3) for Player 1 and (3,5) for Player 2.")
def _dialogue(case: Case) -> Verdict:
    printed = ((("up", "2"), "(1,3)"), (("left", "2"), "(3,5)"))
    try:
        return case.check_printed_replies(
            [(answers, f"You moved to position {square}.") for answers, square in printed]
        )
    except IllegalMove as refusal:
        return decide(False, str(refusal))


@claims.claim("Strategic Considerations", "A central square gives more moves.")
def _center_moves(case: Case) -> Verdict:
    return _by_square(case, lambda position: len(case.write_moves(position)), "moves on average")


@claims.claim("Strategic Considerations", "A central square makes it easier to catch the other token.")
def _center_catches(case: Case) -> Verdict:
    won = {step.before for step in case.steps if case.game.outcome(step.after)}
    return _by_square(case, lambda position: 100 * (position in won), "% of the positions allow a capture at once")


@claims.claim("Strategic Considerations", "Whether to go one space or two can decide between attack and safety.")
def _one_or_two(case: Case) -> Verdict:
    keeping: dict[tuple[Position, int], dict[int, bool]] = defaultdict(dict)
    for step in case.steps:
        direction, more = case.split_move(step.move).numbers
        keeping[step.before, direction][1 + more] = case.keeps_result(step)
    shorter = [key for key, kept in keeping.items() if kept.get(1) and kept.get(2) is False]
    longer = [key for key, kept in keeping.items() if kept.get(2) and not kept[1]]
    says = f"The same way, only one space keeps the result in {len(shorter)} cases, only two spaces in {len(longer)}."
    return decide(bool(shorter and longer), says)


@claims.claim("Strategic Considerations", "The other token can be cut off and so forced into a capture.")
def _cutting_off(case: Case) -> Verdict:
    lost = [position for position in case.ongoing if case.value(position).winner == 1 - position.mover]
    match = Match.of(case.game, lost[0]) if lost else None
    says = f"In {len(lost)} of {len(case.ongoing):,} positions does every move lose."
    return decide(bool(lost), says, match=match)


@claims.claim("Game Summary", "The game is quick.")
def _quick(case: Case) -> Verdict:
    start = case.starts[0]
    return decide(not case.is_endless(start), f"With best play: {case.describe_value(start)}.")


@claims.claim("Game Summary", "Skilled players do better than others, and consistently.")
def _skill(case: Case) -> Verdict:
    results = Counter(_play_result(case, seed) for seed in range(_MATCHES))
    counts = ", ".join(f"{results[word]} {word}" for word in ("won", "lost", "unfinished"))
    says = f"{_MATCHES} seeded matches of perfect against random play, seats changing: {counts}."
    equals = f"Between two perfect players: {case.describe_value(case.starts[0])}."
    return decide(results["won"] > _MATCHES / 2 and not results["lost"], says, equals)


claims.opinion("Game Summary", "It resembles none of the classics.", "Likeness between games is not defined.")


def _count_hidden(case: Case, position: Position) -> int:
    """How many moves the grid has room for that the other token stands in the way of."""
    (a, b), (c, d) = (_locate_token(case, position, side) for side in (position.mover, 1 - position.mover))
    beyond = (2 * c - a, 2 * d - b)
    return int(abs(a - c) + abs(b - d) == 1 and all(1 <= line <= 5 for line in beyond))


def _by_square(case: Case, measure: Callable[[Position], float], of: str) -> Verdict:
    """Whether the center has the most of something, taken over every place of the other token."""
    found = defaultdict[tuple[int, int], list[float]](list)
    for position in case.ongoing:
        found[_locate_token(case, position, position.mover)].append(measure(position))
    average = {square: sum(values) / len(values) for square, values in found.items()}
    places = {"the center": (3, 3), "the middle of an edge": (3, 1), "a corner": (1, 1)}
    says = f"From {', from '.join(f'{place} {average[square]:.1f}' for place, square in places.items())} {of}."
    return decide(average[3, 3] > max(value for square, value in average.items() if square != (3, 3)), says)


def _play_result(case: Case, seed: int) -> str:
    """How a match of a player who keeps the result, and otherwise moves at random, goes against a random one."""
    chance, match, skilled = Random(f"court {seed}"), Match.of(case.game), seed % 2
    while not match.outcome and len(match.moves) < 100:
        moves = case.keeping_moves(match.position) if match.mover == skilled else match.legal_moves
        match = match.play(chance.choice(moves))
    return "unfinished" if not match.outcome else "won" if match.outcome.winner == skilled else "lost"
