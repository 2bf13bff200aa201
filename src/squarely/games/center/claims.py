"""What the rulebook of Capture Square with tokens claims."""

from collections import Counter, defaultdict

from squarely.core.case import Case
from squarely.core.claims import Docket
from squarely.core.game import Side
from squarely.core.match import Match
from squarely.core.reachable import Step
from squarely.core.rules import FIRST
from squarely.core.verdict import Verdict, decide, find_silent
from squarely.games.center.rules import Position

claims = Docket()

_MIDDLE = 4  # of the nine squares, in reading order
_BESIDE = (1, 3, 5, 7)
_SAMPLE = (
    ("place 0 0", "A--/---/---"),
    ("place 2 2", "A--/---/--B"),
    ("move 0 0 0 1", "-A-/---/--B"),
    ("place 1 2", "-A-/--B/--B"),
    ("place 1 0", "-A-/A-B/--B"),
    ("move 2 2 2 1", "-A-/A-B/-B-"),
    ("move 1 0 1 1", "-A-/-AB/-B-"),
)
_TALKS = (  # what is answered in the printed dialogues, from where, and the command it amounts to
    ("---/---/--- A", ("place", "0 0"), "place 0 0"),
    ("A--/---/--- B", ("place", "2 2"), "place 2 2"),
    ("A--/---/--B A", ("move", "0 0", "0 1"), "move 0 0 0 1"),
    ("-A-/A-B/-B- A", ("move", "1 0", "1 1"), "move 1 0 1 1"),
)


def _mark(case: Case, position: Position) -> str:
    return case.game.rules.MARKS[position.mover]


def _kind(case: Case, step: Step) -> str:
    """What a command begins with: place, move or pass."""
    return case.split_move(step.move).kind.word


def _is_blocked(case: Case, position: Position) -> bool:
    """Whether the mover can neither place nor move although the center is still empty."""
    return set(case.write_moves(position)) <= {"pass"} and case.board(position)[_MIDDLE] == "-"


@claims.claim("Objective", "Bringing a token onto the center is the way to win, and the only one.")
def _center_wins(case: Case) -> Verdict:
    ends = [step for step in case.steps if case.game.outcome(step.after)]
    others = [step for step in ends if case.board(step.after)[_MIDDLE] != _mark(case, step.before)]
    unnoticed = [p for p in case.ongoing if case.board(p)[_MIDDLE] != "-"]
    if others:
        return case.refute_by(others[0])
    says = f"{len(ends):,} moves end the game; each puts the mover's token onto (1,1)."
    return decide(not unnoticed, says, f"Looked through {case.scope}.")


@claims.claim("Setup", "The grid has rows and columns 0 to 2 and starts empty.")
def _empty_grid(case: Case) -> Verdict:
    line = case.write(case.starts[0])
    return decide(line == "---/---/--- A", f"The start is {line}.", match=Match.of(case.game))


@claims.claim("Setup", "A and B have four tokens each.")
def _four_tokens(case: Case) -> Verdict:
    most = [max(case.board(p).count(mark) for p in case.positions) for mark in case.game.rules.MARKS]
    match = case.find_shortest(lambda p: all(case.board(p).count(m) == n for m, n in zip("AB", most, strict=True)))
    says = f"At most {most[0]} A and {most[1]} B are ever on the grid, at once in this game."
    return decide(most == [4, 4], says, match=match)


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


@claims.claim(
    "Turns", "One may place a token on any empty square but the center, as long as any of the four is unused."
)
def _placing(case: Case) -> Verdict:
    offered = Counter(step.before for step in case.steps if _kind(case, step) == "place")
    for p in case.ongoing:
        unused = case.board(p).count(_mark(case, p)) < 4
        empty = case.board(p).count("-") - 1  # the center is empty as long as play goes on
        if offered[p] != (empty if unused else 0):
            says = f"In {case.write(p)} {offered[p]} squares can be placed on."
            return decide(False, says, match=Match.of(case.game, p))
    return decide(True, f"Each position offers just as many placings; looked through {case.scope}.")


@claims.claim("Rules and Mechanics 1, 3", "No token is ever placed on the center, nor on an occupied square.")
def _never_on_center(case: Case) -> Verdict:
    def well_placed(step: Step) -> bool:
        [square] = case.touched_squares(step)
        return square != _MIDDLE and case.board(step.before)[square] == "-"

    return case.prove_always(lambda step: _kind(case, step) != "place" or well_placed(step))


@claims.claim("Rules and Mechanics 2", "A token moves one square, not diagonally, onto an empty one; it never jumps.")
def _one_square(case: Case) -> Verdict:
    def straight(step: Step) -> bool:
        origin, target = case.touched_squares(step)
        (a, b), (c, d) = divmod(origin, 3), divmod(target, 3)
        return abs(a - c) + abs(b - d) == 1 and case.board(step.before)[target] == "-"

    return case.prove_always(lambda step: _kind(case, step) != "move" or straight(step))


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


@claims.claim("Examples", "The printed game of seven turns is legal, shows the right boards, and A wins it.")
def _printed_game(case: Case) -> Verdict:
    return case.check_printed_game(_SAMPLE, Side.FIRST)


@claims.claim(
    "Command-Line Examples", "A command is asked for step by step, or is one line.", "Both work at any prompt."
)
def _two_ways(case: Case) -> Verdict:
    same = 0
    for line, answers, command in _TALKS:
        match = Match.of(case.game, case.game.read_position(line))
        same += case.answer(match, answers).position == match.play(command).position
    says = f"{same} of {len(_TALKS)} printed dialogues come to the same, answered step by step and in one line."
    return decide(same == len(_TALKS), says)


@claims.claim("Strategy Tips", "Blocking the opponent's way to the center is a defence.")
def _blocking(case: Case) -> Verdict:
    beside = [(p, _stands_beside(case, p, p.mover), _stands_beside(case, p, 1 - p.mover)) for p in case.ongoing]
    threatened = [p for p, own, other in beside if other and not own]
    saved = [p for p in threatened if case.value(p).winner != 1 - p.mover]
    says = (
        f"In {len(threatened):,} positions only the opponent has a token beside the center; {len(saved)} can be saved."
    )
    match = Match.of(case.game, saved[0]) if saved else _play_forced(case, threatened[0])
    return decide(bool(saved), says, match=match)


@claims.claim("Strategy Tips", "It pays to hold the squares beside the center first.")
def _beside(case: Case) -> Verdict:
    start = case.starts[0]
    keeping = sorted(map(str, case.keeping_moves(start)))
    beside = sorted(f"place {square // 3} {square % 3}" for square in _BESIDE)
    won = [p for p in case.ongoing if _stands_beside(case, p, p.mover)]
    at_once = [p for p in won if (case.value(p).winner, case.value(p).distance) == (p.mover, 1)]
    says = f"Of {len(case.write_moves(start))} first moves these win: {', '.join(keeping)}."
    with_one = f"Whoever is to move and has a token there wins at once in {len(at_once):,} of {len(won):,} positions."
    return decide(keeping == beside and at_once == won, says, with_one)


@claims.claim("Strategy Tips", "When to place and when to move is a decision that matters.")
def _place_or_move(case: Case) -> Verdict:
    possible, keeping = defaultdict[Position, set[str]](set), defaultdict[Position, set[str]](set)
    for step in case.steps:
        kind = _kind(case, step)
        possible[step.before].add(kind)
        if case.keeps_result(step):
            keeping[step.before].add(kind)
    decisive = Counter(min(keeping[p]) for p in possible if len(possible[p]) == 2 and len(keeping[p]) == 1)
    counts = f"only moving in {decisive['move']:,} positions, only placing in {decisive['place']:,}"
    return decide(bool(decisive), f"Where both are possible, {counts} keeps the result.")


@claims.claim("Conclusion", "Skill decides: the better player wins again and again.")
def _skill(case: Case) -> Verdict:
    start = case.starts[0]
    value = case.value(start)
    if value.winner is None:
        return decide(True, f"With best play {case.describe_value(start)}.")
    best = case.game.play(start, case.keeping_moves(start)[0])
    says = f"The seat decides: {case.describe_value(start)}, whichever of {len(case.write_moves(best))} replies comes."
    return decide(False, says, match=_play_forced(case, start))


@claims.claim("Conclusion", "Games are quick.")
def _quick(case: Case) -> Verdict:
    values = [case.value(p) for p in case.positions]
    longest = max(value.distance or 0 for value in values)
    endless = sum(value.winner is None for value in values)
    says = f"With best play {longest} moves decide any position, against {len(_SAMPLE)} in the printed game."
    return decide(not endless and longest <= len(_SAMPLE), says, f"{endless} positions need never end.")


claims.opinion("Conclusion", "It is simple, strategic and suits a command line.", "Nothing in the rules measures that.")


def _stands_beside(case: Case, position: Position, side: int) -> bool:
    """Whether a side has a token beside the center, on the grid of the rulebook."""
    return any(case.board(position)[square] == case.game.rules.MARKS[side] for square in _BESIDE)


def _play_forced(case: Case, start: Position) -> Match:
    """How a decided position goes: the winner wins as soon and the loser loses as late as possible."""
    match = Match.of(case.game, start)
    while not match.outcome:
        match = match.play(case.ranked_moves(match.position)[0])
    return match
