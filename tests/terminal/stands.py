"""One stand before every kind of prompt there is, with a match already begun."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Stand:
    """A prompt, how to get there, and what the match is then."""

    name: str
    args: tuple[str, ...]
    before: str  # the position before the last move
    now: str  # the position at the prompt
    typed: tuple[str, ...]  # the answers that make the moves
    lead: tuple[str, ...]  # the answers that lead from the first question of the turn to this prompt
    prompt: str
    mover: str
    other: str

    @property
    def first_prompt(self) -> str:
        """The question that the turn begins with."""
        return _FIRST[self.args[1]] if self.lead else self.prompt


_FIRST = {
    "center": "Choose an action ('place' or 'move'):\n> ",
    "numbers": "Please enter the position of the square you want to capture:\nPlayer 2: ",
    "snatchers": "Direction (up/down/left/right): ",
}


def _stand(name: str, args: str, before: str, now: str, typed: str, lead: str, prompt: str, mover: str) -> Stand:
    game, *options = args.split("|")
    other = mover[:-1] + {"1": "2", "2": "1", "A": "B", "B": "A"}[mover[-1]]
    answers = tuple(filter(None, lead.split("|")))
    return Stand(name, ("play", game, *options), before, now, tuple(typed.split("|")), answers, prompt, mover, other)


_CENTER = ("A--/---/--- B", "A--/---/--B A", "place 0 0|place 2 2")
_FULL = ("XOXO/XOXO/OXOX/OXOX X", "OXXO/XOXO/OXOX/OXOX O", "swap A1 B1")
_DEALT = "--position|538/291/647 1 0-0"
_SNATCHERS = ("1..../...../...../...../....2 1", "...../1..../...../...../....2 2", "up 1")

STANDS = (
    _stand("center-action", "center", *_CENTER, "", "Choose an action ('place' or 'move'):\n> ", "Player A"),
    _stand(
        "center-place",
        "center",
        *_CENTER,
        "place",
        "Enter the row and column to place your token (e.g., '0 1'):\n> ",
        "Player A",
    ),
    _stand(
        "center-token",
        "center",
        *_CENTER,
        "move",
        "Enter the row and column of the token to move (e.g., '0 0'):\n> ",
        "Player A",
    ),
    _stand(
        "center-target",
        "center",
        *_CENTER,
        "move|0 0",
        "Enter the row and column to move to (e.g., '0 1'):\n> ",
        "Player A",
    ),
    _stand(
        "center-pass",
        "center|--position|ABA/B-B/A-A B",
        *("ABA/B-B/A-A B", "ABA/B-B/ABA A", "place 2 1"),
        "",
        "You cannot place or move a token. Enter 'pass':\n> ",
        "Player A",
    ),
    _stand(
        "quad-cell",
        "quad",
        *("..../.X../..../.... O", "O.../.X../..../.... X", "B2|A1"),
        "",
        "Player 1 (X), enter your move (e.g., A1): ",
        "Player 1",
    ),
    _stand(
        "quad-exchange",
        "quad|--position|XOXO/XOXO/OXOX/OXOX X",
        *_FULL,
        "",
        "Player 2 (O), enter your swap (e.g., swap A1 B1): ",
        "Player 2",
    ),
    _stand(
        "quad-convert",
        "quad|--position|XOXO/XOXO/OXOX/OXOX X|--option|sudden_death=convert",
        *("XOXO/XOXO/OXOX/OXOX X", "XXXO/XOXO/OXOX/OXOX O", "swap B1"),
        "",
        "Player 2 (O), enter your swap (e.g., swap A1): ",
        "Player 2",
    ),
    _stand(
        "numbers-square",
        f"numbers|{_DEALT}",
        *("538/291/647 1 0-0", "5.8/.../6.7 2 19-0", "2 2"),
        "",
        "Please enter the position of the square you want to capture:\nPlayer 2: ",
        "Player 2",
    ),
    _stand(
        "numbers-choice",
        f"numbers|{_DEALT}|--option|capture=choose",
        *("538/291/647 1 0-0", "538/29./647 2 1-0", "2 3"),
        "2 2",
        "Which adjacent squares do you also capture: all, none, or some of 1 2, 2 1, 3 2? ",
        "Player 2",
    ),
    _stand(
        "showdown",
        "showdown",
        *("*..../...../...../...../..... 1 -", ".*.../...../...../...../..... 2 right", "right"),
        "",
        "Enter move (up/down/left/right): ",
        "Player 2",
    ),
    _stand("snatchers-direction", "snatchers", *_SNATCHERS, "", "Direction (up/down/left/right): ", "Player 2"),
    _stand("snatchers-spaces", "snatchers", *_SNATCHERS, "up", "Number of spaces (1 or 2): ", "Player 2"),
)
