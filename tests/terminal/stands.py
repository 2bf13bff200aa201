"""One stand before every kind of prompt there is, with a match already begun."""

from typing import NamedTuple


class Stand(NamedTuple):
    """A prompt, how to get there, and what the match is then."""

    name: str
    args: tuple[str, ...]
    before: str  # the position before the last move
    now: str  # the position at the prompt
    typed: tuple[str, ...]  # the answers that make the moves
    lead: tuple[str, ...]  # the answers that lead from the first question of the turn to this prompt
    first_prompt: str  # the question that the turn begins with
    prompt: str
    mover: str
    other: str


_ACTION = "Choose an action ('place' or 'move'):\n> "
_PLACE = "Enter the row and column to place your token (e.g., '0 1'):\n> "
_TOKEN = "Enter the row and column of the token to move (e.g., '0 0'):\n> "
_TARGET = "Enter the row and column to move to (e.g., '0 1'):\n> "
_PASS = "You cannot place or move a token. Enter 'pass':\n> "
_SQUARE = "Please enter the position of the square you want to capture:\nPlayer 2: "
_CHOICE = "Which adjacent squares do you also capture: all, none, or some of 1 2, 2 1, 3 2? "
_DIRECTION, _SPACES = "Direction (up/down/left/right): ", "Number of spaces (1 or 2): "
_CELL, _SWAP = "Player 1 (X), enter your move (e.g., A1): ", "Player 2 (O), enter your swap (e.g., swap A1"

_CENTER = ("center", "A--/---/--- B", "A--/---/--B A", "place 0 0|place 2 2")
_FULL = "XOXO/XOXO/OXOX/OXOX X"
_EXCHANGE = (f"quad|--position|{_FULL}", _FULL, "OXXO/XOXO/OXOX/OXOX O", "swap A1 B1")
_CONVERT = (f"quad|--position|{_FULL}|--option|sudden_death=convert", _FULL, "XXXO/XOXO/OXOX/OXOX O", "swap B1")
_DEALT = "numbers|--position|538/291/647 1 0-0"
_CHOOSE = (f"{_DEALT}|--option|capture=choose", "538/291/647 1 0-0", "538/29./647 2 1-0", "2 3")
_SNATCHERS = ("snatchers", "1..../...../...../...../....2 1", "...../1..../...../...../....2 2", "up 1")
_TABLE = (  # name; game and options, before, now, what is typed; lead; first prompt and the last one; who moves
    ("center-action", *_CENTER, "", _ACTION, _ACTION, "A"),
    ("center-place", *_CENTER, "place", _ACTION, _PLACE, "A"),
    ("center-token", *_CENTER, "move", _ACTION, _TOKEN, "A"),
    ("center-target", *_CENTER, "move|0 0", _ACTION, _TARGET, "A"),
    ("center-pass", "center|--position|ABA/B-B/A-A B", "ABA/B-B/A-A B", "ABA/B-B/ABA A", "place 2 1",
     "", _PASS, _PASS, "A"),
    ("quad-cell", "quad", "..../.X../..../.... O", "O.../.X../..../.... X", "B2|A1", "", _CELL, _CELL, "1"),
    ("quad-exchange", *_EXCHANGE, "", f"{_SWAP} B1): ", f"{_SWAP} B1): ", "2"),
    ("quad-convert", *_CONVERT, "", f"{_SWAP}): ", f"{_SWAP}): ", "2"),
    ("numbers-square", _DEALT, "538/291/647 1 0-0", "5.8/.../6.7 2 19-0", "2 2", "", _SQUARE, _SQUARE, "2"),
    ("numbers-choice", *_CHOOSE, "2 2", _SQUARE, _CHOICE, "2"),
    ("showdown", "showdown", "*..../...../...../...../..... 1 -", ".*.../...../...../...../..... 2 right", "right",
     "", "Enter move (up/down/left/right): ", "Enter move (up/down/left/right): ", "2"),
    ("snatchers-direction", *_SNATCHERS, "", _DIRECTION, _DIRECTION, "2"),
    ("snatchers-spaces", *_SNATCHERS, "up", _DIRECTION, _SPACES, "2"),
)  # fmt: skip


def _split(text: str) -> tuple[str, ...]:
    return tuple(filter(None, text.split("|")))


STANDS = tuple(
    Stand(name, ("play", *_split(game)), before, now, _split(typed), _split(lead), first, last, f"Player {mover}",
          f"Player {dict(zip('12AB', '21BA', strict=True))[mover]}")
    for name, game, before, now, typed, lead, first, last, mover in _TABLE
)  # fmt: skip
