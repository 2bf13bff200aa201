"""One match after the other, line by line, as long as the person at the terminal wants to go on."""

from squarely.core.errors import SquarelyError
from squarely.core.text.notation import join_with_or, quote
from squarely.terminal.line_mode.console import Console, EndOfInput
from squarely.terminal.line_mode.session import Session
from squarely.terminal.match.after_match import NEW, QUIT, REVIEW, SWAP, arrange_next, list_next_steps
from squarely.terminal.match.live_match import LiveMatch
from squarely.terminal.match.series import describe_next_level


class AnotherMatchWanted(Exception):
    """Another match is to be chosen from the menu."""


def play_matches(live: LiveMatch, console: Console, toss: str = "") -> int:
    """Play a match and, on a terminal, whatever is wanted after it; returns the exit code of the last one.

    `toss` says what a coin has decided. AnotherMatchWanted if another game is to be chosen.
    """
    code, wanted = Session(live, console, toss).play(), None
    while console.is_terminal and live.match.outcome and (wanted := ask_what_next(live, console)):
        live = wanted
        code = Session(live, console, is_first=False).play()
    return code


def ask_what_next(live: LiveMatch, console: Console) -> LiveMatch | None:
    """The next match that is wanted after this one, or None; AnotherMatchWanted if it is to be chosen."""
    steps = list_next_steps(live)
    rows = [f"  {step.letter}  {step.name}" for step in steps]
    told = filter(None, [live.series.describe(), describe_next_level(live.series, live.settings)])
    console.say("\n".join(["", *told, "What next?", *rows]))
    while True:
        try:
            answer = " ".join(console.ask("Your choice [quit]: ").lower().split()) or QUIT.letter
        except EndOfInput:
            return None
        chosen = next((step for step in steps if answer == step.letter or step.name.startswith(answer)), None)
        if chosen is None:
            letters = join_with_or([step.letter for step in steps])
            console.say(f"Sorry, {quote(answer)} is none of these. Please enter {letters}.")
        elif chosen == QUIT:
            return None
        elif chosen == NEW:
            raise AnotherMatchWanted
        elif chosen == REVIEW:
            _show_review(live, console)
        else:
            sides = live.match.game.players
            is_told = chosen == SWAP and live.seats.between_people and live.match.names == sides
            console.say(f"\nYou change places: {sides[0]} is {sides[1]} now.\n" if is_told else "")
            return arrange_next(live, chosen.letter)


def _show_review(live: LiveMatch, console: Console) -> None:
    from squarely.terminal.review import show_review

    try:
        show_review(live.record, console, "this match")
    except SquarelyError as error:
        console.say(f"Sorry, {error}.")
