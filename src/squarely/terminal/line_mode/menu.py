"""One match after the other, line by line: which game and opponent, which saved match, what next once it is over."""

from collections.abc import Callable, Container, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from squarely import Game, SquarelyError
from squarely.core.rules import registry
from squarely.core.text.notation import as_sentence, count_noun, join_with_or, quote
from squarely.core.text.wrapping import GLUE
from squarely.files import saved_matches
from squarely.files.output_file import quote_path
from squarely.play.series import describe_next_level
from squarely.players import HUMAN, fold_name, seat_player
from squarely.players.level_words import LEVEL_WORDS
from squarely.terminal.line_mode.console import AnotherMatchWanted, Console, EndOfInput, Quit
from squarely.terminal.line_mode.session import Session
from squarely.terminal.match import new_match
from squarely.terminal.match.live_match import LiveMatch
from squarely.terminal.match.match_list import ListedMatch, delete_match, read_matches
from squarely.terminal.match.match_settings import LINES
from squarely.terminal.rules import load_installed

_USUAL = "level:3"
_SUGGESTED = "mended"
_LEAVE = ("q", "quit", "exit")
_NARROW = 60  # columns in which a title leaves no room for what the game is about
_LATEST = 9  # saved matches that are listed

T = TypeVar("T")


def run_menu(console: Console) -> int:
    """Ask, then play, as often as another match is wanted; returns the exit code. Quit if none is wanted."""
    while True:
        try:
            console.say("Squarely: small two-player grid games, fair and square.\n")
            if game := _ask_game(console):
                new = new_match.prepare_match(game.name, second=ask_opponent(console, game))
                return play_matches(new.live, console)
            if path := choose_match(console, saved_matches.list_unfinished, can_delete=True):
                return resume_match(path, console)
            console.say("There is no unfinished match.\n")
        except AnotherMatchWanted:
            console.say("")


def play_matches(live: LiveMatch, console: Console, toss: str = "") -> int:
    """Play a match and, on a terminal, whatever is wanted after it; returns the exit code of the last one.

    `toss` says what a coin has decided. AnotherMatchWanted if another game is to be chosen.
    """
    code = Session(live, console, toss).play()
    while console.is_terminal and live.match.outcome and (wanted := _ask_what_next(live, console)):
        live = wanted
        code = Session(live, console, is_first=False).play()
    return code


def resume_match(path: Path, console: Console, **changes: Any) -> int:
    """Play on from a record; `changes` replace what was agreed. Returns the exit code."""
    live = new_match.reopen_match(path, **changes, shown_as=LINES)
    if outcome := live.match.outcome:
        console.say(f"This match is over: {outcome.reason}. See it with: squarely show {quote_path(path)}")
        return 0
    return play_matches(live, console)


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
        if answer.lower() in ("r", "resume"):
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


def choose_match(console: Console, list_paths: Callable[[], Sequence[Path]], can_delete: bool) -> Path | None:
    """The saved match that is wanted, of the latest; None if there is none. Quit if none of them is wanted."""
    while found := _show_latest(console, list_paths()):
        numbers = f"a number from 1 to {len(found)}" if len(found) > 1 else "1"
        words = f"Enter {numbers}{', `delete 1` to delete that one' if can_delete else ''}, or `q` to leave."
        console.say(words)
        wanted = {str(at): each for at, each in enumerate(found, 1)}
        unwanted = {f"delete {number}": each for number, each in wanted.items()} if can_delete else {}
        try:
            answer = _ask(console, "Which one? [1] ", partial(_read_choice, wanted | unwanted, words))
        except EndOfInput:
            if len(found) > 1:
                raise
            return found[0].path
        if answer in wanted:
            return wanted[answer].path
        _delete(console, unwanted[answer])
    return None


def _read_choice(known: Container[str], words: str, answer: str) -> str:
    if (answer := answer.lower() or "1") not in known:
        raise SquarelyError(f"I do not know {quote(answer)}. {words}")
    return answer


def _show_latest(console: Console, paths: Sequence[Path]) -> list[ListedMatch]:
    """Show the latest ones, the last of them next to the question."""
    (found, unreadable), now = read_matches(paths, _LATEST), datetime.now()
    for at in range(len(found), 0, -1):
        console.say(f"{at:>3}  {found[at - 1].describe(now)}")
    if unreadable:
        why, more = unreadable[0], len(unreadable) - 1
        others = f"; and {count_noun(more, 'other file')} that cannot be read" if more else ""
        console.say(f"(left out: {as_sentence(why + others)})")
    return found


def _delete(console: Console, chosen: ListedMatch) -> None:
    what = " ".join(chosen.describe(datetime.now()).split())
    if console.ask(console.fit(f"Delete {what} for good? (yes/no): ")).strip().lower() not in ("y", "yes"):
        console.say("Nothing was deleted.")
        return
    try:
        delete_match(chosen.path)
        console.say("Deleted.")
    except (SquarelyError, OSError) as error:
        console.say(as_sentence(f"It was not deleted: {getattr(error, 'strerror', None) or error}"))


def _ask_what_next(live: LiveMatch, console: Console) -> LiveMatch | None:
    """The next match that is wanted after this one, or None; AnotherMatchWanted if it is to be chosen."""
    steps = new_match.list_next_steps(live)
    rows = [f"  {step.letter}  {step.name}" for step in steps]
    told = filter(None, [live.series.describe(), describe_next_level(live.series, live.seats)])
    console.say("\n".join(["", *told, "What next?", *rows]))

    def read(typed: str) -> new_match.NextStep:
        answer = " ".join(typed.lower().split()) or new_match.QUIT.letter
        for step in steps:
            if answer == step.letter or step.name.startswith(answer):
                return step
        letters = join_with_or([step.letter for step in steps])
        raise SquarelyError(f"{quote(answer)} is none of these. Please enter {letters}")

    while True:
        try:
            chosen = _ask(console, "Your choice [quit]: ", read)
        except (EndOfInput, Quit):
            chosen = new_match.QUIT
        if chosen == new_match.QUIT:
            return None
        if chosen == new_match.NEW:
            raise AnotherMatchWanted
        if chosen != new_match.REVIEW:
            sides = live.match.game.players
            is_told = chosen == new_match.SWAP and live.seats.between_people and live.match.names == sides
            console.say(f"\nYou change places: {sides[0]} is {sides[1]} now.\n" if is_told else "")
            return new_match.arrange_next(live, chosen.letter)
        from squarely.terminal.review import show_review

        try:
            show_review(live.record, console, "this match")
        except SquarelyError as error:
            console.say(f"Sorry, {error}.")


def _ask(console: Console, question: str, read: Callable[[str], T]) -> T:
    """The answer as `read` takes it; asked again while that refuses it. Quit if the person leaves."""
    while True:
        answer = console.ask(console.fit(question)).strip()
        if answer.lower() in _LEAVE:
            raise Quit
        try:
            return read(answer)
        except SquarelyError as error:
            console.say(as_sentence(f"Sorry, {error}"))
