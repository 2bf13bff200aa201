"""What the rulebook of Grid Snatchers claims, sentence by sentence, in its order."""

from collections import Counter, defaultdict
from random import Random

from squarely.core.errors import IllegalMove
from squarely.core.rules.game import FIRST, SECOND, Position
from squarely.review.court import Claims, Verdict, decide, decide_contradiction, judges, opinion
from squarely.review.court.case import Case

_CENTER = 12  # of the squares in reading order
_MATCHES = 200  # between a player who keeps the result and a random one
_MOVES = "up 2, left 2, right 2, up 2"
_EVERY_WAY = [f"{way} {spaces}" for way in ("up", "down", "left", "right") for spaces in (1, 2)]
_BOARDS = (
    "...../...../1..../...../....2 ...../...../1..../...../..2.. "
    "...../...../..1../...../..2.. ...../...../..2../...../....."
)
_ASKED = "{}, enter your move:\nDirection (up/down/left/right): {}\nNumber of spaces (1 or 2): 2\n"
_TURN = _ASKED + "You moved to position {}."
_TALK = (_TURN.format("Player 1", "up", "(1,3)"), _TURN.format("Player 2", "left", "(3,5)"))
_END = (*["You moved to position (3,3)."] * 2, "Player 2 captures Player 1's token.\nPlayer 2 wins the game.")


def _list_targets(case: Case, position: Position) -> set[int]:
    """The squares one or two spaces from the mover's token in a straight line, but for one behind the other token."""
    own, other = (case.board(position).index(case.marks[side]) for side in (position.mover, 1 - position.mover))
    near = {square for square in range(25) if case.distance(own, square) in (1, 2)}
    behind = 2 * other - own if case.distance(own, other) == 1 else own
    return {square for square in near if 0 in case.offset(own, square)} - {behind}


def _which_way_is_up(case: Case) -> Verdict:
    says, fixed = list[str](), list[str]()
    for reading in ("forward", "screen", "cartesian"):
        other = case.with_options(up=reading)
        try:
            fits = [other.write(p).partition(" ")[0] for p in other.play(_MOVES).positions[1:]] == _BOARDS.split()
            says.append(f"{reading}: the printed moves are legal{'' if fits else ', but lead elsewhere'}.")
            fixed += [reading] if fits and reading != "forward" else []
        except IllegalMove as refusal:
            says.append(f"{reading}: {refusal}")
    why = "Only a way that differs between the players gives the printed moves." if not fixed else ""
    return decide_contradiction(not fixed, *says, why, match=case.with_options(up="forward").play(_MOVES))


def _anticipates(case: Case) -> Verdict:
    match = case.with_options(up="forward").play("up 2, left 2, right 2")
    before, after = (case.describe_value(position) for position in match.positions[-2:])
    says = f"Before it: {before}. After it: {after}."
    return decide(case.value(match.position).winner != SECOND, says, match=match)


def _anticipation(case: Case) -> Verdict:
    caught = {step.before for step in case.steps if step.ends}
    risky = [[step.after in caught for step in case.steps_from(position)] for position in case.ongoing]
    says = f"A move can be answered by a capture in {sum(map(any, risky)):,} of {len(risky):,} positions"
    return decide(any(map(any, risky)) and not any(map(all, risky)), f"{says}, every move in {sum(map(all, risky))}.")


def _center_moves(case: Case) -> Verdict:
    found = defaultdict[int, list[int]](list)
    for position in case.ongoing:
        found[case.board(position).index(case.marks[position.mover])].append(len(case.moves(position)))
    average = {square: sum(moves) / len(moves) for square, moves in found.items()}
    places = {"the center": _CENTER, "the middle of an edge": 2, "a corner": 0}
    says = ", ".join(f"{average[square]:.1f} from {place}" for place, square in places.items())
    return decide(average.pop(_CENTER) > max(average.values()), f"Moves on average: {says}.")


def _cutting_off(case: Case) -> Verdict:
    lost = [position for position in case.ongoing if case.is_lost(position)]
    says = f"In {len(lost)} of {len(case.ongoing):,} positions does every move lose."
    return decide(bool(lost), says, match=case.play("", lost[0]) if lost else None)


def _skill(case: Case) -> Verdict:
    results = Counter[str]()
    for seed in range(_MATCHES):
        chance, match, skilled = Random(f"court {seed}"), case.play(), seed % 2
        while not match.outcome and len(match.moves) < 100:
            moves = case.keeping_moves(match.position) if match.mover == skilled else match.legal_moves
            match = match.play(chance.choice(moves))
        results["unfinished" if not match.outcome else "won" if match.outcome.winner == skilled else "lost"] += 1
    counts = ", ".join(f"{results[word]} {word}" for word in ("won", "lost", "unfinished"))
    says = f"{_MATCHES} seeded matches of perfect against random play, seats changing: {counts}."
    return decide(results["won"] > _MATCHES / 2 and not results["lost"], says)


_START = judges.starts("1..../...../...../...../....2", [f"({x},{y})" for y in range(1, 6) for x in range(1, 6)])

CLAIMS: Claims = {
    "Setup": {
        "Player 1 starts in the top-left corner (1,1) of a 5x5 grid, Player 2 in the bottom-right (5,5).": _START,
        "With (1,1) at the top left, up means one way on the board.": (_which_way_is_up, "up=forward"),
        "Each player has one token, shown as P1 and P2.": judges.everywhere(
            lambda case, p: case.draw(p).count("P1") == case.draw(p).count("P2") == 1
        ),
    },
    "Game Components": {
        "A square is (x,y), x counted across and y down, from (1,1) to (5,5).": _START,
    },
    "Turns": {
        "Player 1 begins, and every turn hands over to the other player.": judges.alternates(FIRST),
        "A turn moves one's token one or two spaces in a straight line, never diagonally.": judges.always(
            lambda s: sorted(map(abs, s.shift(s.mark))) in ([0, 1], [0, 2])
        ),
    },
    "Movement Rules": {
        "Either length is there for the choosing wherever the grid and the other token leave room.": judges.everywhere(
            lambda case, p: {s.now.index(s.mark) for s in case.steps_from(p)} == _list_targets(case, p)
        ),
        "A token never passes through the other one.": judges.always(
            lambda s: s.now.index(s.mark) in _list_targets(s.case, s.before)
        ),
        "A move that leads off the grid is not allowed.": judges.refuses("", _EVERY_WAY, "is off the grid"),
        "The two tokens never share a square, unless one has captured the other.": judges.always(
            lambda s: s.ends or {"1", "2"} <= {*s.now}
        ),
        "The player to move always can.": judges.everywhere(Case.moves),
    },
    "Winning Conditions": {
        "Landing on the other token wins at once, and nothing else does.": judges.always(
            lambda s: (s.other_mark not in s.now) == (s.winner == s.mover) == s.ends
        ),
        "Every game finds its winner; none is drawn.": judges.comes_to_an_end(),
    },
    "Examples": {
        "The printed game of four turns is legal, and Player 2 wins it.": judges.plays(_MOVES, _BOARDS, SECOND),
        "Going to the center on turn 3 anticipates Player 2.": _anticipates,
    },
    "Command-Line Interactions": {
        "The first two turns are asked for and answered as printed.": judges.prints("up, 2, left, 2", _TALK),
        "Every turn tells the token's new place, and the player who captures is declared the winner.": judges.prints(
            _MOVES, _END
        ),
    },
    "Strategic Considerations": {
        "A player who sees where the other token can go can keep out of its reach.": _anticipation,
        "A central square gives more moves.": _center_moves,
        "Whether to go one space or two can decide between attack and safety.": judges.matters(
            lambda s: f"{str(s.move)[-1]} ahead", lambda s: s.kind
        ),
        "The other token can be cut off and so forced into a capture.": _cutting_off,
    },
    "Game Summary": {
        "The game is quick.": judges.is_quick(4),
        "Skilled players do better than others, and consistently.": _skill,
        "It is easy to learn and suits a command line.": opinion("Nothing in the rules measures that."),
        "It resembles none of the classics.": opinion("Likeness between games is not defined."),
    },
}
