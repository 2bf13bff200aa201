"""The five rulebooks of the gg-bench drop-ins, said once more, with the action numbers of the collection.

Nothing here comes from squarely. A state is a plain tuple, the two sides are 0 and 1, and each rulebook says how a
match begins, what the side to move may do, what comes of it, who has won, and the position line of a state.
"""

from typing import Any, Protocol, TypeAlias

State: TypeAlias = Any


class Rulebook(Protocol):
    actions: int

    def begin(self) -> State: ...
    def allowed(self, state: State) -> list[int]: ...
    def after(self, state: State, action: int) -> State: ...
    def winner(self, state: State) -> int | None: ...
    def mover(self, state: State) -> int: ...
    def line(self, state: State) -> str: ...


class CaptureTheCenter:
    """463. Cells of the 3x3 grid are 0 to 8; a state is the nine letters of the grid and whose turn it is."""

    actions = 32
    places = (0, 1, 2, 3, 5, 6, 7, 8)
    steps = (  # from and to
        *((0, 3), (0, 1), (1, 4), (1, 0), (1, 2), (2, 5), (2, 1)),
        *((3, 0), (3, 6), (3, 4), (4, 1), (4, 7), (4, 3), (4, 5), (5, 2), (5, 8), (5, 4)),
        *((6, 3), (6, 7), (7, 4), (7, 6), (7, 8), (8, 5), (8, 7)),
    )

    def begin(self) -> State:
        return "---------", 0

    def allowed(self, state: State) -> list[int]:
        grid, mover = state
        if grid[4] != "-":
            return []
        mine = "AB"[mover]
        found = []
        if grid.count(mine) < 4:
            found += [action for action, cell in enumerate(self.places) if grid[cell] == "-"]
        for action, (origin, target) in enumerate(self.steps, 8):
            if grid[origin] == mine and grid[target] == "-":
                found.append(action)
        return found

    def after(self, state: State, action: int) -> State:
        grid, mover = list(state[0]), state[1]
        if action < 8:
            grid[self.places[action]] = "AB"[mover]
        else:
            origin, target = self.steps[action - 8]
            grid[origin], grid[target] = "-", "AB"[mover]
        reached = "".join(grid), 1 - mover
        if reached[0][4] == "-" and not self.allowed(reached):  # blocked: the turn goes back
            return reached[0], mover
        return reached

    def winner(self, state: State) -> int | None:
        return {"A": 0, "B": 1}.get(state[0][4])

    def mover(self, state: State) -> int:
        return int(state[1])

    def line(self, state: State) -> str:
        return f"{rows(state[0], 3)} {'AB'[state[1]]}"


class FormASquare:
    """601. Cells of the 4x4 grid are 0 to 15. On a full grid one of the other's markers is turned into one's own."""

    actions = 16

    def begin(self) -> State:
        return "." * 16, 0

    def allowed(self, state: State) -> list[int]:
        grid, mover = state
        if self.winner(state) is not None:
            return []
        wanted = "." if "." in grid else "OX"[mover]
        return [cell for cell in range(16) if grid[cell] == wanted]

    def after(self, state: State, action: int) -> State:
        grid, mover = state
        return grid[:action] + "XO"[mover] + grid[action + 1 :], 1 - mover

    def winner(self, state: State) -> int | None:
        for corner in (0, 1, 2, 4, 5, 6, 8, 9, 10):
            four = {state[0][corner + step] for step in (0, 1, 4, 5)}
            if four in ({"X"}, {"O"}):
                return "XO".index(four.pop())
        return None

    def mover(self, state: State) -> int:
        return int(state[1])

    def line(self, state: State) -> str:
        return f"{rows(state[0], 4)} {'XO'[state[1]]}"


class TakeNumbers:
    """866. A state is the nine numbers, 0 where one is captured, whose turn it is and the points of both."""

    actions = 9
    beside = ((1, 3), (0, 2, 4), (1, 5), (0, 4, 6), (1, 3, 5, 7), (2, 4, 8), (3, 7), (4, 6, 8), (5, 7))

    def begin(self) -> State:
        return (1, 2, 3, 4, 5, 6, 7, 8, 9), 0, (0, 0)

    def allowed(self, state: State) -> list[int]:
        return [cell for cell in range(9) if state[0][cell]]

    def after(self, state: State, action: int) -> State:
        numbers, mover, points = list(state[0]), state[1], list(state[2])
        selected = numbers[action]
        for cell in (action, *self.beside[action]):
            if cell == action or numbers[cell] < selected:
                points[mover] += numbers[cell]
                numbers[cell] = 0
        return tuple(numbers), 1 - mover, tuple(points)

    def winner(self, state: State) -> int | None:
        return None if any(state[0]) else int(state[2][1] > state[2][0])

    def mover(self, state: State) -> int:
        return int(state[1])

    def line(self, state: State) -> str:
        numbers, mover, (first, second) = state
        return f"{rows(''.join(str(number or '.') for number in numbers), 3)} {mover + 1} {first}-{second}"


class PushTheToken:
    """711. A state is the row and column of the token, from 1, the last direction, if any, and whose turn it is."""

    actions = 4
    directions = ("up", "down", "left", "right")
    back = {"up": "down", "down": "up", "left": "right", "right": "left"}  # noqa: RUF012

    def begin(self) -> State:
        return 1, 1, "-", 0

    def allowed(self, state: State) -> list[int]:
        row, column, last, _ = state
        if (row, column) == (3, 3):
            return []
        room = {"up": row > 1, "down": row < 5, "left": column > 1, "right": column < 5}
        return [at for at, name in enumerate(self.directions) if room[name] and name != self.back.get(last)]

    def after(self, state: State, action: int) -> State:
        row, column, _, mover = state
        name = self.directions[action]
        row += {"up": -1, "down": 1}.get(name, 0)
        column += {"left": -1, "right": 1}.get(name, 0)
        return row, column, name, 1 - mover

    def winner(self, state: State) -> int | None:
        return 1 - state[3] if state[:2] == (3, 3) else None

    def mover(self, state: State) -> int:
        return int(state[3])

    def line(self, state: State) -> str:
        row, column, last, mover = state
        cells = "".join("*" if (r, c) == (row, column) else "." for r in range(1, 6) for c in range(1, 6))
        return f"{rows(cells, 5)} {mover + 1} {last}"


class SnatchTheToken:
    """77. A state is where the two tokens are, as (x,y) from 1, and whose turn it is. Up is +y for both."""

    actions = 8

    def begin(self) -> State:
        return (1, 1), (5, 5), 0

    def path(self, state: State, action: int) -> list[tuple[int, int]]:
        """The squares that an action leads over, the last one included."""
        x, y = state[state[2]]
        across, along = ((0, 1), (0, -1), (-1, 0), (1, 0))[action // 2]
        return [(x + across * step, y + along * step) for step in range(1, action % 2 + 2)]

    def allowed(self, state: State) -> list[int]:
        first, second, mover = state
        if first == second:
            return []
        found = []
        for action in range(8):
            *passed, (x, y) = self.path(state, action)
            if 1 <= x <= 5 and 1 <= y <= 5 and (first, second)[1 - mover] not in passed:
                found.append(action)
        return found

    def after(self, state: State, action: int) -> State:
        first, second, mover = state
        landed = self.path(state, action)[-1]
        return (landed, second, 1) if mover == 0 else (first, landed, 0)

    def winner(self, state: State) -> int | None:
        return 1 - state[2] if state[0] == state[1] else None

    def mover(self, state: State) -> int:
        return int(state[2])

    def line(self, state: State) -> str:
        first, second, mover = state
        cells = {first: "1", second: "2"}
        if first == second:
            cells = {first: "21"[mover]}
        grid = "".join(cells.get((x, y), ".") for y in range(1, 6) for x in range(1, 6))
        return f"{rows(grid, 5)} {mover + 1}"


RULEBOOKS: dict[int, Rulebook] = {
    463: CaptureTheCenter(),
    601: FormASquare(),
    866: TakeNumbers(),
    711: PushTheToken(),
    77: SnatchTheToken(),
}


def rows(cells: str, size: int) -> str:
    return "/".join(cells[at : at + size] for at in range(0, size * size, size))


def reachable(rulebook: Rulebook) -> list[State]:
    """Every state that a match can come to, its ends included."""
    found = [rulebook.begin()]
    seen = set(found)
    for state in found:  # grows while it is read
        fresh = {rulebook.after(state, action) for action in rulebook.allowed(state)} - seen
        seen |= fresh
        found += sorted(fresh)
    return found
