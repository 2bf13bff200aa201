"""`squarely` alone, and `squarely play` without a game: choose a game and an opponent."""

from collections.abc import Callable
from typing import TypeVar

from squarely.core.errors import SquarelyError
from squarely.core.rules import registry
from squarely.core.rules.game import Game
from squarely.core.text.notation import as_sentence
from squarely.core.text.wrapping import GLUE
from squarely.files import saved_matches
from squarely.players import HUMAN, fold_name, seat_player
from squarely.players.level_words import LEVEL_WORDS
from squarely.terminal.line_mode.console import Console
from squarely.terminal.line_mode.match_loop import AnotherMatchWanted, play_matches
from squarely.terminal.line_mode.prompt import Quit
from squarely.terminal.match.new_match import prepare_match
from squarely.terminal.play import choose_unfinished, resume_match
from squarely.terminal.rules import load_installed

_USUAL = "level:3"
_SUGGESTED = "mended"
_RESUME = ("r", "resume")
_NARROW = 60  # columns in which a title leaves no room for what the game is about

T = TypeVar("T")


def run_menu(console: Console) -> int:
    """Ask, then play, as often as another match is wanted; returns the exit code. Quit if none is wanted."""
    while True:
        try:
            console.say("Squarely: small two-player grid games, fair and square.\n")
            if game := _ask_game(console):
                return play_matches(prepare_match(game.name, second=ask_opponent(console, game)).live, console)
            if path := choose_unfinished(console):
                return resume_match(path, console)
            console.say("There is no unfinished match.\n")
        except AnotherMatchWanted:
            console.say("")


def _ask_game(console: Console) -> Game | None:
    """The game that is wanted; None if an unfinished match is. Quit if nothing is."""
    games = load_installed()
    names, titles = (max(map(len, each)) + 2 for each in zip(*((g.name, g.title) for g in games), strict=True))
    for number, game in enumerate(games, 1):
        title = f"{game.title:<{titles}}" if console.width > _NARROW else ""
        console.say(f"  {number}  {game.name:<{names}}{title}{game.goal}")
    if saved_matches.list_unfinished():
        console.say(f"  r  {'resume':<{names}}go on with an unfinished match")
    console.say("\nEnter takes what is in brackets, and `q` leaves.\n")

    def read(answer: str) -> Game | None:
        if answer.lower() in _RESUME:
            return None
        by_number = {str(number): game.name for number, game in enumerate(games, 1)} | {"": games[0].name}
        return registry.load(by_number.get(answer) or registry.find(answer) or answer)

    return _ask(console, f"Which game, by number or name? [{games[0].name}] ", read)


def ask_opponent(console: Console, game: Game) -> str:
    """The opponent that is wanted. Against a computer, the better rules are suggested where a game has some."""
    levels = [f"{number} {level.word}" for number, level in LEVEL_WORDS.items()]
    console.say(f"\nThe levels: {', '.join(levels).replace(' ', GLUE).replace(f',{GLUE}', ', ')}.")

    def read(answer: str) -> str:
        named = {"": _USUAL, "person": HUMAN, **{str(level): f"level:{level}" for level in LEVEL_WORDS}}
        player = fold_name(named.get(answer.lower(), answer))
        seat_player(player, 0)
        return player

    asked = f"Who is your opponent: a level from 1 to 9, perfect, random, or a person beside you? [{_USUAL}] "
    player = _ask(console, asked, read)
    if player != HUMAN and game.mended_because and _SUGGESTED in game.rule_sets:
        command = f"squarely play {game.name} --second {player} --rules {_SUGGESTED}".replace(" ", GLUE)
        console.say(f"Suggested against the computer: {command}. {game.mended_because}")
    console.say("")
    return player


def _ask(console: Console, question: str, read: Callable[[str], T]) -> T:
    """The answer as `read` takes it; asked again while that refuses it."""
    while True:
        answer = console.ask(console.fit(question)).strip()
        if answer.lower() in ("q", "quit", "exit"):
            raise Quit
        try:
            return read(answer)
        except SquarelyError as error:
            console.say(as_sentence(f"Sorry, {error}"))
