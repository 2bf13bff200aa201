"""What Center Square Showdown prints, asks, draws and refuses."""

from squarely.core.errors import BadPosition, IllegalMove, UnreadableMove
from squarely.core.grid import DIRECTIONS, OFF, Squares, opposite, step
from squarely.core.match import Match
from squarely.core.notation import join_with_or, quote, split_words
from squarely.core.rules import Asking
from squarely.core.squares import Coordinates, shape_of
from squarely.games.showdown.rules import NAMES, NONE, TITLE, Law, Position, legal_moves

SUBTITLE = "Push the one token home"
PICTURE = "...../...../.*.../...../..... 2 right"
SQUARES = Coordinates(1)
PIECES = {"token": "*"}
LOOKS = {"*": "★"}
FIELD_NAMES = {"token": "the token", "last": "the last step"}


def reworded(law: Law) -> dict[str, str]:
    goal = "center" if goal_name(law).startswith("center") else f"goal square {_name(law, law.goal)}"
    back = "" if law.may_reverse else " and never straight back over the step just made"
    return {
        "5x5": f"{law.size}x{law.size}",
        "(1,1)": _name(law, law.start),
        "here Player 1": f"here {NAMES[law.begins]}",
        " and never straight back over the step just made": back,
        "center square": f"{goal}{' square' if goal == 'center' else ''}",
        "onto the center wins": f"onto the {goal} wins",
    }


def reason(law: Law, position: Position) -> str:
    return f"the token reached the {goal_name(law)} {_name(law, position.token)}"


def check(law: Law, position: Position) -> None:
    if not law.may_reverse:
        _check_last_step(law, position)
    elif position.last != NONE:
        raise BadPosition("where reversals are allowed the last step does not matter; write - for it")


def _check_last_step(law: Law, position: Position) -> None:
    where = _name(law, position.token)
    if position.last == NONE:
        if position.token == law.goal:
            raise BadPosition(f"the token is on the {goal_name(law)} {where}, so the last step cannot be -")
        return
    came_from = step(law.size, law.size, position.token, opposite(position.last))
    if came_from == OFF:
        raise BadPosition(f"a step {DIRECTIONS[position.last]} cannot lead to {where}: it would start off the grid")
    if came_from == law.goal:
        raise BadPosition(f"a step {DIRECTIONS[position.last]} to {where} starts on the goal, where the game had ended")


def read_move(law: Law, position: Position, text: str) -> list[int]:
    said = split_words(text)
    meant = [d for d, name in enumerate(DIRECTIONS) if len(said) == 1 and name.startswith(said[0])]
    if not meant:
        raise UnreadableMove(f"{quote(text)} is not a direction. Please enter up, down, left or right.")
    return meant


def why_illegal(law: Law, position: Position, direction: int) -> str:
    where = _name(law, position.token)
    if step(law.size, law.size, position.token, direction) == OFF:
        why = f"{DIRECTIONS[direction]} of {where} is off the grid"
    else:
        why = f"{DIRECTIONS[direction]} would take back the last move"
    return f"{why}. Please choose {join_with_or([DIRECTIONS[d] for d in legal_moves(law, position)])}."


def _name(law: Law, square: int) -> str:
    return SQUARES.name(shape_of(law), square)


def goal_name(law: Law) -> str:
    return "center square" if 2 * law.goal + 1 == law.size**2 else "goal square"


def draw(law: Law, position: Position) -> str:
    rule = "  " + "-" * (5 * law.size)
    lines = ["    " + "   ".join(str(column + 1) for column in range(law.size)), rule]
    for row in range(law.size):
        cells = ("*" if row * law.size + column == position.token else " " for column in range(law.size))
        lines += [f"{row + 1} | {' | '.join(cells)} |", rule]
    return "\n".join(lines)


def places(law: Law) -> dict[int, str]:
    return {law.goal: "goal"}


def unseen(law: Law, position: Position) -> str:
    if position.last == NONE or position.token == law.goal:
        return ""
    return f"The last step was {DIRECTIONS[position.last]}: {DIRECTIONS[opposite(position.last)]} is forbidden."


def read_touch(law: Law, position: Position, squares: Squares) -> str:
    where = _name(law, position.token)
    if len(squares) != 2 or squares[0] != position.token:
        raise IllegalMove(f"a move touches the token on {where}, then a square next to it.")
    for direction, name in enumerate(DIRECTIONS):
        if step(law.size, law.size, position.token, direction) == squares[1]:
            return name
    targets = [step(law.size, law.size, position.token, direction) for direction in legal_moves(law, position)]
    raise IllegalMove(
        f"{_name(law, squares[1])} is not next to the token on {where}. "
        f"Please choose {join_with_or([_name(law, target) for target in targets])}."
    )


def welcome(match: Match) -> str:
    return f"Welcome to {TITLE}!\n\n{_current(match)}"


def announce_turn(match: Match) -> str:
    return f"{match.mover_name}'s Turn."


def ask(match: Match) -> Asking:
    return (yield "Enter move (up/down/left/right): ")


def show_move(match: Match, by_reader: bool = True) -> str:
    return f"\nToken moved to position {_name(match.law, match.position.token)}.\n\n{_current(match)}"


def closing(match: Match) -> str:
    winner = match.names[match.mover.other]
    where = f"{goal_name(match.law)} {_name(match.law, match.position.token)}"
    return f"Winner: {winner} wins by moving the token to the {where}."


def _current(match: Match) -> str:
    return f"Current Grid Position:\n{draw(match.law, match.position)}\n"
