"""What Capture Squares prints, asks, draws and refuses."""

from squarely.core.errors import BadPosition, IllegalMove, UnreadableMove
from squarely.core.grid import Squares, at
from squarely.core.last_move import find_remains
from squarely.core.match import Match
from squarely.core.notation import count_noun, quote, read_numbers, split_words
from squarely.core.rules import FIRST, Asking
from squarely.core.squares import Coordinates, shape_of
from squarely.core.tabletop import Tabletop
from squarely.games.numbers.rules import CAPTURED, MARKS, SETS, TITLE, Law, Position, points, smaller_neighbours

SUBTITLE = "Take the higher numbers"
RULE_SETS = {"mended": "size=4,komi=19,within=6"}  # found by the lab: docs/mended.md
SQUARES = Coordinates(1)
FIELD_NAMES = {"board": "the number, 0 where captured", "second": "2's points, without komi"}


def reworded(law: Law) -> dict[str, str]:
    given = f", Player 2 is given {count_noun(law.komi, 'point')} and the higher" if law.komi else ", the higher"
    paired = ", so that numbers on opposite squares add up to" if law.paired else ""
    near = f" by at most {law.within}" if law.within else ""
    tie = "" if (law.total + law.komi) % 2 else "; equal totals are a tie"
    return {
        "3x3": f"{law.size}x{law.size}",
        "1 to 9": f"1 to {law.squares}",
        "one to a square,": f"one to a square{f'{paired} {law.squares + 1}' if paired else ''},",
        "is less than the selected one": f"is less than the selected one{near}",
        "and every square": f"and {'may capture any of the squares' if law.choose else 'every square'}",
        ", the higher total wins": f"{given} total wins{tie}",
    }


def reason(law: Law, position: Position) -> str:
    first, second = points(law, position)
    return f"all squares are captured, {first} to {second}"


def check(law: Law, position: Position) -> None:
    left = [number for number in _numbers(law, position) if number != CAPTURED]
    for number in left:
        if left.count(number) > 1:
            raise BadPosition(
                f"the number {number} is on the grid {left.count(number)} times; each number is there once"
            )
    if law.paired:
        _check_pairs(law, position)
    captured = sorted({*range(1, law.squares + 1)} - {*left})
    if position.first + position.second != sum(captured):
        raise BadPosition(
            f"the scores add up to {position.first + position.second}, the captured squares to {sum(captured)}"
        )
    _check_shares(position, captured)


def _check_pairs(law: Law, position: Position) -> None:
    """Refuse numbers that are not dealt in pairs of equal worth."""
    numbers = _numbers(law, position)
    for square, (number, opposite) in enumerate(zip(numbers, reversed(numbers), strict=True)):
        if CAPTURED not in (number, opposite) and number + opposite != law.squares + 1:
            raise BadPosition(
                f"{number} on {_name(law, square)} lies opposite {opposite}; "
                f"opposite numbers add up to {law.squares + 1}"
            )


def _check_shares(position: Position, captured: list[int]) -> None:
    """Refuse scores that the captured numbers cannot give, or not at this turn."""
    sums = {(0, 0)}  # what Player 1 may have, and of how many squares
    for number in captured:
        sums |= {(number + so_far, squares + 1) for so_far, squares in sums}
    shares = {(squares, len(captured) - squares) for so_far, squares in sums if so_far == position.first}
    if not shares:
        raise BadPosition(f"the captured numbers cannot be shared out {position.first} to {position.second}")
    if not any(_could_alternate(position.mover, *share) for share in shares):
        raise BadPosition(
            f"with {position.first} to {position.second} points it cannot be Player {MARKS[position.mover]}'s turn: "
            "Player 1 begins, turns alternate and every turn scores"
        )


def _could_alternate(mover: int, first: int, second: int) -> bool:
    """Whether players who capture so many squares, at least one a turn, can have come to this turn."""
    if mover == FIRST:
        return (first > 0) == (second > 0)
    return first >= (2 if second else 1)


def write_move(law: Law, position: Position, move: int) -> str:
    return read_touch(law, position, touched_squares(law, position, move))


def read_move(law: Law, position: Position, text: str) -> list[int]:
    selected, colon, also = text.partition(":")
    typed, more = read_numbers(selected), read_numbers(also) or []
    if typed is None or len(typed) != 2 or len(more) % 2 or (colon and not more):
        raise UnreadableMove(f"{quote(text)} is not a position. Please enter a row and a column, such as 2 2.")
    (square,), said, taken = SQUARES.read(shape_of(law), split_words(selected)), split_words(also), 0
    for pair in zip(said[::2], said[1::2], strict=True):
        (neighbour,) = SQUARES.read(shape_of(law), pair)
        if neighbour not in law.neighbours[square]:
            raise IllegalMove(
                f"{_name(law, neighbour)} is not next to {_name(law, square)}. Only neighbours are captured too."
            )
        taken |= 1 << law.neighbours[square].index(neighbour)
    if not law.choose and not colon:
        taken = smaller_neighbours(law, position, square)
    return [square * SETS + taken]


def why_illegal(law: Law, position: Position, move: int) -> str:
    square, taken = divmod(move, SETS)
    if at(position.board, square) == CAPTURED:
        return f"{_name(law, square)} is already captured. Please choose an available square."
    if not law.choose:
        near = f" that is smaller by at most {law.within}" if law.within else ""
        every = f"every neighbour{near}" if near else "every smaller neighbour"
        return f"{every} is captured, no other. Please enter the selected square alone."
    wrong = taken & ~smaller_neighbours(law, position, square)
    way = (wrong & -wrong).bit_length() - 1
    neighbour = law.neighbours[square][way]
    selected, number = at(position.board, square), at(position.board, neighbour)
    if number == CAPTURED:
        why = "already captured"
    elif number < selected:
        why = f"less than {selected} by more than {law.within}"
    else:
        why = f"not less than {selected}"
    return f"{_name(law, neighbour)} is {why}. Only available neighbours with smaller numbers are captured too."


def draw(law: Law, position: Position) -> str:
    width = len(str(law.squares))
    rule = "+" + "+".join(["-" * (width + 2)] * law.size) + "+"
    lines = [rule]
    for row in range(law.size):
        cells = _numbers(law, position)[row * law.size : (row + 1) * law.size]
        lines += ["| " + " | ".join(f"{number or '':>{width}}" for number in cells) + " |", rule]
    return "\n".join(lines)


def _numbers(law: Law, position: Position) -> list[int]:
    return [at(position.board, square) for square in range(law.squares)]


def _name(law: Law, square: int) -> str:
    return SQUARES.name(shape_of(law), square)


def touched_squares(law: Law, position: Position, move: int) -> Squares:
    return _captured(law, move) if law.choose else (move // SETS,)


def read_touch(law: Law, position: Position, squares: Squares) -> str:
    typed = [SQUARES.write(shape_of(law), square) for square in squares]
    return "".join(typed[:1]) + (f" : {', '.join(typed[1:])}" if len(typed) > 1 else "")


def _captured(law: Law, move: int) -> Squares:
    square, taken = divmod(move, SETS)
    return (square, *(law.neighbours[square][way] for way in range(4) if taken >> way & 1))


def captured_squares(law: Law, before: Position, after: Position) -> Squares:
    return tuple(s for s in range(law.squares) if at(before.board, s) != CAPTURED == at(after.board, s))


def deciding_squares(match: Match) -> Squares:
    """What the winner has captured."""
    outcome = match.outcome
    return tuple(s for s, captured in find_remains(match).items() if outcome and captured.captor == outcome.winner)


def welcome(match: Match) -> str:
    return f"Welcome to {TITLE}!\n\nInitial Grid:\n{draw(match.law, match.position)}\n"


def announce_turn(match: Match) -> str:
    return f"{match.mover_name}, it's your turn."


def ask(match: Match) -> Asking:
    example = "" if match.moves else " (e.g., 2 2 for row 2, column 2)"
    selected = yield f"Please enter the position of the square you want to capture{example}:\n{match.mover_name}: "
    if not match.law.choose or len(read_numbers(selected) or ()) != 2:
        return selected
    (square,) = SQUARES.read(shape_of(match.law), split_words(selected))
    eligible = [str(move) for move in match.legal_moves if move // SETS == square]
    if len(eligible) < 2:
        return selected
    return _chosen(selected, eligible[-1], (yield _also(eligible[-1])))


def _also(everything: str) -> str:
    return f"Which adjacent squares do you also capture: all, none, or some of{everything.partition(':')[2]}? "


def _chosen(selected: str, everything: str, answer: str) -> str:
    said = split_words(answer)
    if said in (["all"], ["a"]):
        return everything
    return selected if said in (["none"], ["n"], []) else f"{selected} : {answer}"


def show_move(match: Match, by_reader: bool = True) -> str:
    mover = match.names[match.mover.other]
    has, whose = ("You have", "Your") if by_reader else (f"{mover} has", f"{mover}'s")
    law, before = match.law, match.positions[-2]
    squares = _captured(law, int(match.moves[-1]))
    listed = ", ".join(f"{_name(law, s)}={at(before.board, s)}" for s in squares)
    return (
        f"\n{has} selected number {at(before.board, squares[0])} at position {_name(law, squares[0])}.\n"
        f"Captured squares: {listed}\n"
        f"{whose} turn score: {sum(at(before.board, s) for s in squares)}\n"
        f"{' '.join(Tabletop(match.game).beside(match.position, match.names))}\n"
        f"\nUpdated Grid:\n{draw(law, match.position)}\n"
    )


def closing(match: Match) -> str:
    lines = ["Final Scores"]
    gains = _gains(match)
    for side, name in enumerate(match.names):
        total = points(match.law, match.position)[side]
        sum_of = f"{' + '.join(gains[side])} = " if len(gains[side]) > 1 else ""
        lines.append(f"{name} Total Score: {sum_of}{total}")
    outcome = match.outcome
    winner = match.names[outcome.winner] if outcome and outcome.winner is not None else "nobody, the scores are equal"
    return "\n".join([*lines, f"Winner: {winner}"])


def _gains(match: Match) -> tuple[list[str], list[str]]:
    """What each side scored turn by turn, what it began with first."""
    gains: tuple[list[str], list[str]] = ([], [])
    for side in (0, 1):
        scores = [(position.first, position.second)[side] for position in match.positions]
        gains[side].extend(
            str(after - before) for before, after in zip([0, *scores], scores, strict=False) if after > before
        )
    if match.law.komi:
        gains[1].append(f"{match.law.komi} (komi)")
    return gains
