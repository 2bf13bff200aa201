"""`squarely` alone: choose a game, who plays and what else is agreed. Enter takes what is in brackets."""

from squarely.files import saved_matches
from squarely.terminal.games import load_installed
from squarely.terminal.line_mode.commands import Quit
from squarely.terminal.line_mode.console import Console
from squarely.terminal.line_mode.menu_questions import RESUME, WORDS, ask_all
from squarely.terminal.match.another_match import AnotherMatchWanted
from squarely.terminal.play import begin
from squarely.terminal.resume import choose_unfinished, resume_match

_NARROW = 60  # columns in which a title leaves no room for what the game is about


def run_menu(console: Console) -> int:
    """Ask, then play, as often as another match is wanted; returns the exit code."""
    while True:
        try:
            return _run_once(console)
        except AnotherMatchWanted:
            console.say("")
        except Quit:
            return 0


def _run_once(console: Console) -> int:
    games = load_installed()
    console.say("Squarely: small two-player grid games, fair and square.\n")
    digits, widest = len(str(len(games))), max(len(game.name) for game in games) + 2
    widest_title = max(len(game.title) for game in games) + 2
    for number, game in enumerate(games, 1):
        title = f"{game.title:<{widest_title}}" if console.width > _NARROW else ""
        console.say(f"  {number:>{digits}}  {game.name:<{widest}}{title}{game.goal}")
    if saved_matches.list_unfinished():
        console.say(f"  {'r':>{digits}}  {RESUME:<{widest}}go on with an unfinished match")
    console.say(f"\n{WORDS}\n")
    while True:
        wish = ask_all(console, games)
        if wish.game:
            return begin(wish.game.name, console=console, **wish.as_arguments())
        if path := choose_unfinished(console):
            return resume_match(path, console)
        console.say("There is no unfinished match.")
