"""After a match at a terminal: a rematch, the other side, a review, another game, or enough."""

from typing import NamedTuple

from squarely.core.errors import SquarelyError
from squarely.core.text.notation import join_with_or, quote
from squarely.terminal.line_mode.console import Console, EndOfInput
from squarely.terminal.match.another_match import AnotherMatchWanted
from squarely.terminal.match.live_match import LiveMatch
from squarely.terminal.match.new_match import prepare_match


class _Choice(NamedTuple):
    letter: str
    name: str


_REMATCH, _SWAP = _Choice("r", "rematch"), _Choice("s", "swap sides")
_REVIEW, _NEW, _QUIT = _Choice("v", "review"), _Choice("n", "new game"), _Choice("q", "quit")
_CHOICES = (_REMATCH, _SWAP, _REVIEW, _NEW, _QUIT)
_ANSWERS = (
    {choice.letter: choice for choice in _CHOICES}
    | {choice.name: choice for choice in _CHOICES}
    | {"swap": _SWAP, "new": _NEW, "menu": _NEW, "exit": _QUIT, "": _QUIT}
)
_LETTERS = join_with_or([choice.letter for choice in _CHOICES])


def ask_what_next(live: LiveMatch, console: Console) -> LiveMatch | None:
    """The next match that somebody wants after this one, or None; AnotherMatchWanted if they would rather choose."""
    console.say("\n".join(["\nWhat next?", *(f"  {choice.letter}  {choice.name}" for choice in _CHOICES)]))
    while True:
        try:
            answer = console.ask("Your choice [quit]: ")
        except EndOfInput:
            return None
        match _ANSWERS.get(" ".join(answer.lower().split())):
            case None:
                console.say(f"Sorry, {quote(answer)} is none of these. Please enter {_LETTERS}.")
            case choice if choice == _QUIT:
                return None
            case choice if choice == _NEW:
                raise AnotherMatchWanted
            case choice if choice == _REVIEW:
                _show_review(live, console)
            case choice:
                return _prepare(live, console, is_swapped=choice == _SWAP)


def arrange_again(live: LiveMatch, is_swapped: bool = False) -> LiveMatch:
    """Another match between the same players with all that was agreed, but for what is random; or with sides swapped.

    A start that was dealt is dealt anew; one that somebody chose stays.
    """
    match, settings = live.match, live.settings
    game, first, second, names = match.game, settings.first, settings.second, match.names
    if is_swapped:
        first, second, names = second, first, (names[1], names[0])
    is_named, is_usual = match.names != game.players, match.start == game.start_for(settings.seed)
    return prepare_match(
        game.name,
        first=first,
        second=second,
        options=(game.options,),
        position=None if is_usual else game.write_position(match.start),
        time_limit=settings.time_limit,
        on_timeout=settings.on_timeout,
        max_turns=settings.max_turns,
        names=",".join(names) if is_named else None,
    ).live


def _prepare(live: LiveMatch, console: Console, is_swapped: bool) -> LiveMatch:
    sides = live.match.game.players
    if is_swapped and live.settings.seats.between_people and live.match.names == sides:
        console.say(f"\nYou change places: whoever was {sides[0]} is {sides[1]} now.")
    console.say("")
    return arrange_again(live, is_swapped)


def _show_review(live: LiveMatch, console: Console) -> None:
    from squarely.terminal.line_mode.review_report import show_review

    try:
        show_review(live.record, console, "this match")
    except SquarelyError as error:
        console.say(f"Sorry, {error}.")
