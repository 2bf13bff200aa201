"""What the rulebook of Capture Square with tokens claims, sentence by sentence, in its order."""

from squarely.core.rules.game import FIRST, Position
from squarely.review.court import Claims, Verdict, decide, find_silent, judges, opinion
from squarely.review.court.case import Case

_MIDDLE, _BESIDE = 4, (1, 3, 5, 7)  # of the nine squares, in reading order
_MOVES = "place 0 0, place 2 2, move 0 0 0 1, place 1 2, place 1 0, move 2 2 2 1, move 1 0 1 1"
_BOARDS = "A--/---/--- A--/---/--B -A-/---/--B -A-/--B/--B -A-/A-B/--B -A-/A-B/-B- -A-/-AB/-B-"
_NUMBERED = "\n".join(["   Column 0   Column 1   Column 2", *(f"Row {n}    -          -          -" for n in range(3))])
_PLAIN = "   A          -          -\n   -          -          -\n   -          -          -"
_ANSWERS = "place, 0 0, place, 2 2, move, 0 0, 0 1, place 1 2, place 1 0, move 2 2 2 1, move, 1 0, 1 1"
_TURN = "It's your turn, Player {}.\nChoose an action ('place' or 'move'):\n> {}\nEnter the row and column "
_PLACE = _TURN + "to place your token (e.g., '{}'):\n> {}"
_MOVE = _TURN + "of the token to move (e.g., '{}'):\n> {}\nEnter the row and column to move to (e.g., '{}'):\n> {}"
_TALK = (
    _PLACE.format("A", "place", "0 0", "0 0"),
    _PLACE.format("B", "place", "2 2", "2 2"),
    _MOVE.format("A", "move", "0 0", "0 0", "0 1", "0 1"),
    _MOVE.format("A", "move", "1 0", "1 0", "1 1", "1 1")
    + "\nCongratulations, Player A! You have captured the center square and won the game!",
)


def _list_moves(case: Case, position: Position, kind: str) -> set[str]:
    """On each empty square but the center, while a token is unused; from each own square to each empty one beside."""
    board, mark = case.board(position), case.marks[position.mover]
    own, empty = ([square for square in range(9) if board[square] == what] for what in (mark, "-"))
    if kind == "place":
        return {f"place {n // 3} {n % 3}" for n in empty if n != _MIDDLE and board.count(mark) < 4}
    return {f"move {a // 3} {a % 3} {b // 3} {b % 3}" for a in own for b in empty if case.distance(a, b) == 1}


def _four_tokens(case: Case) -> Verdict:
    most = [max(case.board(p).count(mark) for p in case.positions) for mark in "AB"]
    match = case.find_shortest(lambda p: [case.board(p).count(mark) for mark in "AB"] == most)
    says = f"At most {most[0]} A and {most[1]} B are ever on the grid, at once in this game."
    return decide(most == [4, 4], says, match=match)


def _blocked_player(case: Case) -> Verdict:
    match = case.find_shortest(lambda p: set(case.moves(p)) <= {"pass"} and case.board(p)[_MIDDLE] == "-")
    if match is None:
        return decide(True, "No such position can be reached.", f"Looked through {case.scope}.")
    says = f"{match.mover_name} cannot place or move after this game, and no rule says what happens then."
    return find_silent(says, match=match)


def _blocking(case: Case) -> Verdict:
    threatened = [p for p in case.ongoing if _who_is_beside(case, p) == (False, True)]
    saved = [p for p in threatened if not case.is_lost(p)]
    only = f"In {len(threatened):,} positions only the opponent has a token beside the center"
    match = case.play("", saved[0]) if saved else case.play_best(threatened[0])
    return decide(bool(saved), f"{only}; {len(saved)} can be saved.", match=match)


def _beside(case: Case) -> Verdict:
    keeping, beside = sorted(map(str, case.keeping_moves(case.start))), [f"place {n // 3} {n % 3}" for n in _BESIDE]
    there = [p for p in case.ongoing if _who_is_beside(case, p)[0]]
    won = sum(any(step.winner == step.mover for step in case.steps_from(p)) for p in there)
    says = f"Of {len(case.moves(case.start))} first moves these win: {', '.join(keeping)}."
    with_one = f"The player to move who has a token there wins at once in {won:,} of {len(there):,} positions."
    return decide(keeping == beside and won == len(there), says, with_one)


def _skill(case: Case) -> Verdict:
    best = case.play_best(case.start)
    replies = f"whichever of {len(case.moves(best.positions[1]))} replies comes"
    says = f"The seat decides: {case.describe_value(case.start)}, {replies}."
    return decide(case.value(case.start).winner is None, says, match=best)


def _who_is_beside(case: Case, position: Position) -> tuple[bool, bool]:
    """Whether the mover has a token beside the center, and whether the opponent has."""
    marks = {case.board(position)[square] for square in _BESIDE}
    return case.marks[position.mover] in marks, case.marks[1 - position.mover] in marks


_PLACINGS = judges.everywhere(lambda case, p: {*case.moves(p, "place")} == _list_moves(case, p, "place"))

CLAIMS: Claims = {
    "Objective": {
        "Bringing a token onto the center is the way to win, and the only one.": judges.always(
            lambda s: (s.now[_MIDDLE] == s.mark) == (s.winner == s.mover) == s.ends
        ),
    },
    "Setup": {
        "The grid has rows and columns 0 to 2 and starts empty.": judges.starts(
            "---/---/---", [f"({row},{column})" for row in range(3) for column in range(3)]
        ),
        "A and B have four tokens each.": _four_tokens,
    },
    "Game Components": {
        "A player's tokens are that player's alone: nobody can use or remove the other's.": judges.always(
            lambda s: not any(s.other_mark in change for change in s.changes)
        ),
    },
    "Turns": {
        "Player A begins, and every turn hands over to the other player.": judges.alternates(FIRST),
        "A turn either places one token or moves one, never both.": judges.always(
            lambda s: len(s.changes) == {"place": 1, "move": 2, "pass": 0}[s.kind]
        ),
        "One may place a token on any empty square but the center, as long as any of the four is unused.": _PLACINGS,
    },
    "Rules and Mechanics": {
        "No token is ever placed on the center, nor on an occupied square.": judges.always(
            lambda s: s.kind != "place" or str(s.move) in _list_moves(s.case, s.before, "place")
        ),
        "A token moves one square, not diagonally, onto an empty one; it never jumps.": judges.always(
            lambda s: s.kind != "move" or str(s.move) in _list_moves(s.case, s.before, "move")
        ),
        "Any of one's tokens may go to any empty square beside it.": judges.everywhere(
            lambda case, p: {*case.moves(p, "move")} == _list_moves(case, p, "move")
        ),
        "The center has to be unoccupied to be captured.": judges.always(lambda s: s.was[_MIDDLE] == "-"),
        "With all tokens placed one must move; one always can.": (_blocked_player, "stalemate=pass"),
        "No game ends without a winner.": judges.always(lambda s: not s.ends or s.winner is not None),
        "Play goes on until somebody wins, so somebody does in the end.": judges.comes_to_an_end(),
    },
    "Scoring": {
        "There are no points.": judges.everywhere(lambda case, p: case.points(p) is None),
    },
    "Examples": {
        "The board at the start is printed with the numbers of its rows and columns.": judges.prints("", [_NUMBERED]),
        "A board is drawn in one way.": (
            judges.two_ways(_NUMBERED, _PLAIN, "place 0 0"),
            "With numbers at the start and where it stands alone.",
        ),
        "The printed game of seven turns is legal, shows the right boards, and A wins it.": judges.plays(
            _MOVES, _BOARDS, FIRST
        ),
    },
    "Command-Line Examples": {
        "A command is asked for step by step, or is one line.": (
            judges.prints(_ANSWERS, _TALK),
            "Both work at any prompt.",
        ),
    },
    "Strategy Tips": {
        "Blocking the opponent's way to the center is a defence.": _blocking,
        "It pays to hold the squares beside the center first.": _beside,
        "When to place and when to move is a decision that matters.": judges.matters(lambda s: s.kind),
    },
    "Conclusion": {
        "Skill decides: the better player wins again and again.": _skill,
        "Games are quick.": judges.is_quick(7),
        "It is simple, strategic and suits a command line.": opinion("Nothing in the rules measures that."),
    },
}
