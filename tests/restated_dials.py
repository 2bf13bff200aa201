"""What the dials of our games change, said a second time as plainly as possible, as `tests.restated` says the rest.

Each function makes the rules for some settings: from a line to the winner ("first", "second", "tie", or "" while the
game goes on) and to the lines that its legal moves lead to.
"""

from collections.abc import Callable
from itertools import combinations, pairwise
from typing import TypeAlias

from tests.restated import NEXT_TO, Board, Moves, Square, joined, parted

Rules: TypeAlias = Callable[[str], tuple[str, Moves]]

ASLANT = {"up-left": (-1, -1), "up-right": (-1, 1), "down-left": (1, -1), "down-right": (1, 1)}
BACK = {"up": "down", "left": "right", "up-left": "down-right", "up-right": "down-left"}
BACK |= {there: here for here, there in BACK.items()}


def showdown(
    goal: Square, diagonal: bool = False, closed: bool = False, stuck: str = "loses", sealed: int = 0
) -> Rules:
    def rules(line: str) -> tuple[str, Moves]:
        board, me = parted(line)
        last, you = line.split()[2], "2" if me == "1" else "1"
        [(r, c)] = [square for square, content in board.items() if content == "*"]
        names = {"1": "first", "2": "second"}
        if (r, c) == goal:
            return names[you], {}
        turns = sum(content == "x" for content in board.values())
        if closed and turns % 2 != int(me) - 1:  # somebody has passed: you
            return {"loses": names[me], "wins": names[you], "ties": "tie"}[stuck], {}
        moves = {}
        for direction, (dr, dc) in {**NEXT_TO, **(ASLANT if diagonal else {})}.items():
            target = (r + dr, c + dc)
            if target == goal and turns < sealed:
                continue
            if target in board and board[target] != "x" and (closed or direction != BACK.get(last)):
                after = {**board, (r, c): "x" if closed else ".", target: "*"}
                moves[direction] = joined(after, f"{you} {'-' if closed else direction}")
        return "", moves or {"pass": joined(board, f"{you} -")}

    return rules


def snatchers(reach: int, diagonal: bool = False, burnt: bool = False, passes: bool = False) -> Rules:
    def steps(board: Board, me: str) -> Moves:
        you = "2" if me == "1" else "1"
        where = {token: square for square, token in board.items() if token in "12"}
        (r, c), moves = where[me], {}
        for direction, (down, right) in {**NEXT_TO, **(ASLANT if diagonal else {})}.items():
            dr, dc = (-down if me == "1" else down), right  # up is toward the opponent, who began on the other edge
            for spaces in range(1, reach + 1):
                target = (r + dr * spaces, c + dc * spaces)
                if board.get(target, "#") == "#":
                    break
                after = {**board, (r, c): "#" if burnt else ".", target: me}
                moves[f"{direction} {spaces}"] = joined(after, you)
                if target == where[you]:
                    break
        return moves

    def rules(line: str) -> tuple[str, Moves]:
        board, me = parted(line)
        you = "2" if me == "1" else "1"
        names = {"1": "first", "2": "second"}
        if me not in board.values():
            return names[you], {}
        turns = sum(content == "#" for content in board.values())
        if burnt and not passes and turns % 2 != int(me) - 1:
            return names[me], {}
        moves = steps(board, me)
        if not moves and passes and not steps(board, you):
            return "tie", {}
        return "", moves or {"pass": joined(board, you)}

    return rules


def quad(size: int, shape: str, begins: str = "X", gravity: bool = False) -> Rules:
    """Exchanges at the end; those of `line` are of three."""
    every = [(r, c) for r in range(size) for c in range(size)]

    def wins(cells: tuple[Square, ...]) -> bool:
        if shape == "line":
            steps = {(r - s, c - t) for (s, t), (r, c) in pairwise(cells)}
            return len(cells) == 3 and len(steps) == 1 and steps <= {(0, 1), (1, 0), (1, 1), (1, -1)}
        apart = sorted((r - s) ** 2 + (c - t) ** 2 for (r, c), (s, t) in combinations(cells, 2))
        is_square = apart[0] == apart[3] and apart[4] == apart[5] == 2 * apart[0]
        upright = len({r for r, _ in cells}) == 2
        return is_square and (shape == "tilted" or (upright and (shape == "corners" or apart[0] == 1)))

    patterns = [cells for cells in combinations(every, 3 if shape == "line" else 4) if wins(cells)]

    def rules(line: str) -> tuple[str, Moves]:
        board, me = parted(line)
        you = "O" if me == "X" else "X"
        formed = {board[cells[0]] for cells in patterns if len({board[cell] for cell in cells}) == 1} - {"."}
        if formed:
            return ("first" if (you if you in formed else me) == "X" else "second"), {}
        empty = [square for square in every if board[square] == "."]
        if empty:
            then = begins if len(empty) == 1 else you
            lowest = [(r, c) for r, c in empty if not gravity or (r + 1, c) not in empty]
            return "", {name(cell): joined({**board, cell: me}, then) for cell in lowest}
        mine, theirs = ([cell for cell in every if board[cell] == mark] for mark in (me, you))
        return "", {f"swap {name(a)} {name(b)}": joined({**board, a: you, b: me}, you) for a in mine for b in theirs}

    def name(cell: Square) -> str:
        return f"{'ABCDEF'[cell[1]]}{cell[0] + 1}"

    return rules


def center(
    tokens: int,
    diagonal: bool = False,
    guarded: bool = False,
    loses: bool = False,
    apart: bool = False,
    nearer: bool = False,
    size: int = 3,
) -> Rules:
    """With `apart` nothing is placed beside the center, with `nearer` nothing moves away from it."""
    around = list(NEXT_TO.values()) + (list(ASLANT.values()) if diagonal else [])
    middle = (size // 2, size // 2)
    rings = [{middle}]  # of squares that are as many moves from the center
    while len(rings) < 2 * size:
        rings.append({(r + dr, c + dc) for r, c in rings[-1] for dr, dc in around} - set().union(*rings))

    def moves_away(square: Square) -> int:
        return next(number for number, ring in enumerate(rings) if square in ring)

    def turns(board: Board, me: str) -> Moves:
        you, moves = "B" if me == "A" else "A", Moves()
        placed, beside = list(board.values()).count(me), [board[square] for square in sorted(rings[1])]
        closed = {middle} | (rings[1] if apart else set())
        free = [square for square, content in board.items() if content == "-" and square not in closed]
        if placed < tokens:
            moves |= {f"place {r} {c}": joined({**board, (r, c): me}, you) for r, c in free}
        for (r, c), token in board.items():
            for dr, dc in around if token == me else []:
                target = (r + dr, c + dc)
                enters = target == middle and guarded
                if nearer and target in board and moves_away(target) >= moves_away((r, c)):
                    continue
                if board.get(target) == "-" and (not enters or beside.count(me) > beside.count(you)):
                    after = {**board, (r, c): "-", target: me}
                    moves[f"move {r} {c} {target[0]} {target[1]}"] = joined(after, you)
        return moves

    def rules(line: str) -> tuple[str, Moves]:
        board, me = parted(line)
        you = "B" if me == "A" else "A"
        if board[middle] != "-":
            return ("first" if board[middle] == "A" else "second"), {}
        moves = turns(board, me)
        if not moves and loses:
            return ("first" if you == "A" else "second"), {}
        if not moves and not turns(board, you):
            return "tie", {}
        return "", moves or {"pass": joined(board, you)}

    return rules


def numbers(within: int) -> Rules:
    """Every neighbour that is smaller by so much at most is captured."""

    def rules(line: str) -> tuple[str, Moves]:
        board, me = parted(line)
        you, points = "2" if me == "1" else "1", [int(score) for score in line.split()[2].split("-")]
        if set(board.values()) == {"."}:
            first, second = points
            return ("first" if first > second else "second" if second > first else "tie"), {}
        moves = {}
        for (r, c), number in board.items():
            if number != ".":
                near = [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]
                taken = [at for at in near if board.get(at, ".") != "." and 0 < int(number) - int(board[at]) <= within]
                gained = sum(int(board[at]) for at in [(r, c), *taken])
                score = [points[0] + gained, points[1]] if me == "1" else [points[0], points[1] + gained]
                after = {**board, **dict.fromkeys([(r, c), *taken], ".")}
                moves[f"{r + 1} {c + 1}"] = joined(after, f"{you} {score[0]}-{score[1]}")
        return "", moves

    return rules
