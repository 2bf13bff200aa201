"""One match after the other, line by line, as long as somebody at the terminal wants to go on."""

from squarely.terminal.line_mode.console import Console
from squarely.terminal.line_mode.session import Session
from squarely.terminal.match.live_match import LiveMatch


def play_matches(live: LiveMatch, console: Console, toss: str = "") -> int:
    """Play a match and, on a terminal, whatever is wanted after it; returns the exit code of the last one.

    `toss` says what a coin has decided. AnotherMatchWanted if somebody would rather choose another game.
    """
    is_first = True
    while True:
        code = Session(live, console, toss if is_first else "", mentions_help=is_first).play()
        if not console.is_terminal or live.match.outcome is None:
            return code
        from squarely.terminal.line_mode.after_match import ask_what_next

        wanted = ask_what_next(live, console)
        if wanted is None:
            return code
        live, is_first = wanted, False
