"""What Center Square Showdown prints, asks, draws and refuses."""

from squarely.core.errors import BadPosition, IllegalMove, UnreadableMove
from squarely.core.grid import EIGHT_DIRECTIONS, OFF, Squares, decode_direction, opposite, step
from squarely.core.match import Match
from squarely.core.moves import read_direction
from squarely.core.notation import capitalise, count_noun, join_with_or, quote, split_words
from squarely.core.rules import Asking
from squarely.core.squares import Coordinates, shape_of
from squarely.games.showdown.rules import (
    NAMES,
    NONE,
    TITLE,
    Law,
    Position,
    has_passed,
    is_sealed,
    is_stuck,
    legal_moves,
)

SUBTITLE = "Push the one token home"
# Found by the lab: docs/mended.md
RULE_SETS = {"mended": "trail=closed,diagonal=allowed,size=4,start=1-2,goal=4-3,sealed=10"}
PICTURE = "...../...../.*.../...../..... 2 right"
SQUARES = Coordinates(1)
PIECES = {"token": "*", "trail": "x"}
LOOKS = {"*": "★", "x": "×"}
FIELD_NAMES = {"token": "the token", "last": "the last step", "trail": "closed squares"}

_STUCK = ("and has lost", "and has won", "and the game is a tie")  # what happens to whoever has to pass


def reworded(law: Law) -> dict[str, str]:
    goal = "center" if goal_name(law).startswith("center") else f"goal square {_name(law, law.goal)}"
    back = "" if law.may_reverse else " and never straight back over the step just made"
    if law.closes:
        back = " and never onto a square that it has left"
    moves = "move" if law.sealed == 1 else f"{law.sealed} moves"
    sealed = f"The {goal} is sealed for the first {moves}: the token may not enter it. " if law.sealed else ""
    opens = f", which opens after {count_noun(law.sealed, 'move')}" if law.sealed else ""
    passing = f"Whoever cannot move passes {_STUCK[law.stuck]}." if law.closes else "Passing is not allowed."
    return {
        "5x5": f"{law.size}x{law.size}",
        "(1,1)": _name(law, law.start),
        "here Player 1": f"here {NAMES[law.begins]}",
        "down, left or right,": f"down, left{', right or diagonally' if law.ways == 8 else ' or right'},",
        " and never straight back over the step just made": back,
        "Passing is not allowed.": f"{sealed}{passing}",
        "center square": f"{goal}{' square' if goal == 'center' else ''}{opens}",
        "onto the center wins": f"onto the {goal} wins",
    }


def reason(law: Law, position: Position) -> str:
    if has_passed(law, position):
        return f"{NAMES[1 - position.mover]} could not move the token from {_name(law, position.token)}"
    return f"the token reached the {goal_name(law)} {_name(law, position.token)}"


def check(law: Law, position: Position) -> None:
    if not law.may_reverse:
        _check_last_step(law, position)
    elif position.last != NONE:
        where = "the trail is closed" if law.closes else "reversals are allowed"
        raise BadPosition(f"where {where} the last step does not matter; write - for it")
    if law.closes:
        _check_trail(law, position)


def _check_trail(law: Law, position: Position) -> None:
    """Refuse closed squares that the token cannot have left, or not by this turn."""
    if position.trail >> law.goal & 1:
        raise BadPosition(f"the {goal_name(law)} {_name(law, law.goal)} is closed; the game ends there")
    if not (position.trail >> law.start & 1 or (position.token == law.start and not position.trail)):
        raise BadPosition(f"the token began on {_name(law, law.start)}, so that square is closed once it has left")
    made = position.trail.bit_count()
    if position.token == law.goal and made <= law.sealed:
        raise BadPosition(
            f"the token is on the {goal_name(law)} {_name(law, law.goal)} after {count_noun(made, 'move')}; "
            f"that is sealed for the first {law.sealed}"
        )
    path, new = position.trail | 1 << position.token, 1 << position.token
    while new:  # from the token along the squares that it has left
        path &= ~new
        near = [step(law.size, law.size, square, way) for square in _squares(law, new) for way in range(law.ways)]
        new = sum(1 << square for square in {*near} if square != OFF and path >> square & 1)
    if path:
        raise BadPosition(f"no path of steps joins the closed square {_name(law, _squares(law, path)[0])} to the token")
    if has_passed(law, position) and (position.token == law.goal or not is_stuck(law, position)):
        raise BadPosition(
            f"with {count_noun(position.trail.bit_count(), 'closed square')} it cannot be "
            f"{NAMES[position.mover]}'s turn: every turn closes one"
        )


def _squares(law: Law, squares: int) -> list[int]:
    return [square for square in range(law.size**2) if squares >> square & 1]


def _check_last_step(law: Law, position: Position) -> None:
    where = _name(law, position.token)
    if position.last == NONE:
        if position.token == law.goal:
            raise BadPosition(f"the token is on the {goal_name(law)} {where}, so the last step cannot be -")
        return
    last = decode_direction(position.last)
    came_from = step(law.size, law.size, position.token, opposite(last))
    if came_from == OFF:
        raise BadPosition(f"a step {EIGHT_DIRECTIONS[last]} cannot lead to {where}: it would start off the grid")
    if came_from == law.goal:
        raise BadPosition(f"a step {EIGHT_DIRECTIONS[last]} to {where} starts on the goal, where the game had ended")


def read_move(law: Law, position: Position, text: str) -> list[int]:
    said = split_words(text)
    if law.closes and said == ["pass"]:
        return [law.ways]
    meant = read_direction("".join(said), law.ways) if len(said) == 1 or law.ways > 4 else []
    if not meant:
        ways = join_with_or(EIGHT_DIRECTIONS[: law.ways])
        raise UnreadableMove(f"{quote(text)} is not a direction. Please enter {ways}.")
    return meant


def why_illegal(law: Law, position: Position, direction: int) -> str:
    where, target = _name(law, position.token), step(law.size, law.size, position.token, direction)
    if direction == law.ways:
        why = "you may not pass while the token can move"
    elif target == OFF:
        why = f"{EIGHT_DIRECTIONS[direction]} of {where} is off the grid"
    elif target == law.goal:
        why = _seal(law, position)
    elif law.closes:
        why = f"{_name(law, target)} is closed: the token has been there"
    else:
        why = f"{EIGHT_DIRECTIONS[direction]} would take back the last move"
    return f"{why}. Please choose {join_with_or(_ways(law, position))}."


def _ways(law: Law, position: Position) -> list[str]:
    """The legal moves in words."""
    return [(*EIGHT_DIRECTIONS[: law.ways], "pass")[move] for move in legal_moves(law, position)]


def _name(law: Law, square: int) -> str:
    return SQUARES.name(shape_of(law), square)


def goal_name(law: Law) -> str:
    return "center square" if 2 * law.goal + 1 == law.size**2 else "goal square"


def draw(law: Law, position: Position) -> str:
    rule = "  " + "-" * (5 * law.size)
    lines = ["    " + "   ".join(str(column + 1) for column in range(law.size)), rule]
    for row in range(law.size):
        cells = (_glyph(position, row * law.size + column) for column in range(law.size))
        lines += [f"{row + 1} | {' | '.join(cells)} |", rule]
    return "\n".join(lines)


def _glyph(position: Position, square: int) -> str:
    return PIECES["token"] if square == position.token else PIECES["trail"] if position.trail >> square & 1 else " "


def _seal(law: Law, position: Position) -> str:
    more = law.sealed - position.trail.bit_count()
    return f"the {goal_name(law)} {_name(law, law.goal)} is sealed for {more} more {'move' if more == 1 else 'moves'}"


def places(law: Law) -> dict[int, str]:
    return {law.goal: "goal"}


def unseen(law: Law, position: Position) -> str:
    if is_sealed(law, position):
        return f"{capitalise(_seal(law, position))}."
    if position.last == NONE or position.token == law.goal:
        return ""
    last = decode_direction(position.last)
    return f"The last step was {EIGHT_DIRECTIONS[last]}: {EIGHT_DIRECTIONS[opposite(last)]} is forbidden."


def read_touch(law: Law, position: Position, squares: Squares) -> str:
    where = _name(law, position.token)
    if law.closes and not squares:
        return "pass"
    if len(squares) != 2 or squares[0] != position.token:
        raise IllegalMove(f"a move touches the token on {where}, then a square next to it.")
    for direction, name in enumerate(EIGHT_DIRECTIONS[: law.ways]):
        if step(law.size, law.size, position.token, direction) == squares[1]:
            return name
    if law.closes and is_stuck(law, position):
        raise IllegalMove(f"the token on {where} cannot move. Please choose pass.")
    targets = [step(law.size, law.size, position.token, direction) for direction in legal_moves(law, position)]
    raise IllegalMove(
        f"{_name(law, squares[1])} is not next to the token on {where}. "
        f"Please choose {join_with_or([_name(law, target) for target in targets])}."
    )


def deciding_squares(match: Match) -> Squares:
    """Where the token stands."""
    return (match.position.token,)


def welcome(match: Match) -> str:
    return f"Welcome to {TITLE}!\n\n{_current(match)}"


def announce_turn(match: Match) -> str:
    return f"{match.mover_name}'s Turn."


def ask(match: Match) -> Asking:
    if match.law.closes and is_stuck(match.law, match.position):
        return (yield "The token cannot move. Enter pass: ")
    return (yield f"Enter move ({'/'.join(EIGHT_DIRECTIONS[: match.law.ways])}): ")


def show_move(match: Match, by_reader: bool = True) -> str:
    if has_passed(match.law, match.position):
        return f"\n{news(match)}\n\n{_current(match)}"
    opened = f"{news(match)}\n" if news(match) else ""
    return f"\nToken moved to position {_name(match.law, match.position.token)}.\n{opened}\n{_current(match)}"


def news(match: Match) -> str:
    law = match.law
    if has_passed(law, match.position):
        return f"The token cannot move: {match.names[match.mover.other]} passes."
    opens = law.sealed and match.position.trail.bit_count() == law.sealed
    return f"The {goal_name(law)} {_name(law, law.goal)} is open now." if opens else ""


def closing(match: Match) -> str:
    winner = match.names[match.mover.other]
    if has_passed(match.law, match.position):
        ends = (f"{match.mover_name} wins", f"{winner} wins", "nobody")[match.law.stuck]
        return f"Winner: {ends}, since {winner} could not move the token from {_name(match.law, match.position.token)}."
    where = f"{goal_name(match.law)} {_name(match.law, match.position.token)}"
    return f"Winner: {winner} wins by moving the token to the {where}."


def _current(match: Match) -> str:
    sealed = f"{unseen(match.law, match.position)}\n" if is_sealed(match.law, match.position) else ""
    return f"Current Grid Position:\n{draw(match.law, match.position)}\n{sealed}"
