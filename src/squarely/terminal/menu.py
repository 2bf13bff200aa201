"""`squarely` alone: choose a game, who plays and the options. Enter takes what is in brackets."""

from squarely import registry, saved
from squarely.errors import SquarelyError
from squarely.game import Game
from squarely.notation import as_sentence, choice
from squarely.players import HUMAN, KINDS, folded, seated
from squarely.terminal.listing import installed
from squarely.terminal.play import begin, chosen_unfinished, go_on
from squarely.terminal.screen import Screen

_RESUME = "resume"


def menu(screen: Screen) -> int:
    """Ask, then play; returns the exit code."""
    games = installed()
    screen.say("Squarely: small two-player grid games, fair and square.\n")
    for number, game in enumerate(games, 1):
        screen.say(f"  {number}  {game.name:<11}{game.rules.TITLE:<24}{game.rules.GOAL}")
    if saved.unfinished():
        screen.say(f"  r  {_RESUME:<11}go on with an unfinished match")
    screen.say("")
    chosen = _game(screen, games)
    if chosen is None:
        path = chosen_unfinished(screen)
        if path:
            return go_on(path, screen)
        screen.say("There is no unfinished match that can be read.")
        return 1
    first, second = (_player(screen, name) for name in chosen.rules.NAMES)
    return begin(chosen.name, first=first, second=second, options=_options(screen, chosen), screen=screen)


def _game(screen: Screen, games: list[Game]) -> Game | None:
    """The game chosen, or None to resume one."""
    by_answer = {str(number): game for number, game in enumerate(games, 1)} | {game.name: game for game in games}
    while True:
        answer = (
            screen.ask(screen.fitted(f"Which game, by number or name? [{games[0].name}] ")).strip().lower()
            or games[0].name
        )
        if answer in by_answer:
            return by_answer[answer]
        if answer in ("r", _RESUME):
            return None
        try:
            registry.rules(answer)
        except SquarelyError as error:
            screen.say(as_sentence(f"Sorry, {error}"))


def _player(screen: Screen, name: str) -> str:
    while True:
        answer = folded(screen.ask(screen.fitted(f"Who plays {name}: {choice(KINDS)}? [{HUMAN}] "))) or HUMAN
        try:
            seated(answer, 0)
        except SquarelyError as error:
            screen.say(as_sentence(f"Sorry, {error}"))
        else:
            return answer


def _options(screen: Screen, game: Game) -> tuple[str, ...]:
    own = ", ".join(option.name for option in game.declared)
    while True:
        answer = screen.ask(screen.fitted(f"Options as name=value ({own})? [as in the rulebook] ")).strip()
        try:
            registry.load(game.name, answer)
        except SquarelyError as error:
            screen.say(as_sentence(f"Sorry, {error}"))
        else:
            return (answer,)
