"""`squarely` alone: choose a game, who plays and the options. Enter takes what is in brackets."""

from squarely.core import registry
from squarely.core.errors import SquarelyError
from squarely.core.game import Game
from squarely.core.notation import as_sentence, join_with_or
from squarely.files import saved_matches
from squarely.players import HUMAN, KINDS, fold_name, seat_player
from squarely.terminal.games import load_installed
from squarely.terminal.play import begin
from squarely.terminal.resume import choose_unfinished, resume_match
from squarely.terminal.screen import Screen

_RESUME = "resume"


def run_menu(screen: Screen) -> int:
    """Ask, then play; returns the exit code."""
    games = load_installed()
    screen.say("Squarely: small two-player grid games, fair and square.\n")
    for number, game in enumerate(games, 1):
        screen.say(f"  {number}  {game.name:<11}{game.rules.TITLE:<24}{game.rules.GOAL}")
    if saved_matches.list_unfinished():
        screen.say(f"  r  {_RESUME:<11}go on with an unfinished match")
    screen.say("")
    chosen = _ask_game(screen, games)
    if chosen is None:
        path = choose_unfinished(screen)
        if path:
            return resume_match(path, screen)
        screen.say("There is no unfinished match that can be read.")
        return 1
    first, second = (_ask_player(screen, name) for name in chosen.rules.NAMES)
    return begin(chosen.name, first=first, second=second, options=_ask_options(screen, chosen), screen=screen)


def _ask_game(screen: Screen, games: list[Game]) -> Game | None:
    """The game chosen, or None to resume one."""
    by_answer = {str(number): game for number, game in enumerate(games, 1)} | {game.name: game for game in games}
    while True:
        answer = (
            screen.ask(screen.fit(f"Which game, by number or name? [{games[0].name}] ")).strip().lower()
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


def _ask_player(screen: Screen, name: str) -> str:
    while True:
        answer = fold_name(screen.ask(screen.fit(f"Who plays {name}: {join_with_or(KINDS)}? [{HUMAN}] "))) or HUMAN
        try:
            seat_player(answer, 0)
        except SquarelyError as error:
            screen.say(as_sentence(f"Sorry, {error}"))
        else:
            return answer


def _ask_options(screen: Screen, game: Game) -> tuple[str, ...]:
    own = ", ".join(option.name for option in game.declared)
    while True:
        answer = screen.ask(screen.fit(f"Options as name=value ({own})? [as in the rulebook] ")).strip()
        try:
            registry.load(game.name, answer)
        except SquarelyError as error:
            screen.say(as_sentence(f"Sorry, {error}"))
        else:
            return (answer,)
