"""Choosing one of the saved matches: the latest nine by number; one can be deleted."""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from squarely.core.errors import SquarelyError
from squarely.core.text.notation import as_sentence, count_noun, quote
from squarely.terminal.line_mode.console import Console, EndOfInput
from squarely.terminal.line_mode.prompt import Quit
from squarely.terminal.match.match_list import ListedMatch, delete_match, read_matches

_SHOWN = 9
_LEAVE = ("q", "quit", "exit")


def choose_match(console: Console, list_paths: Callable[[], Sequence[Path]], can_delete: bool) -> Path | None:
    """The match that is wanted, of the latest; None if there is none. Quit if none of them is wanted."""
    while found := _show_latest(console, list_paths()):
        numbers = f"a number from 1 to {len(found)}" if len(found) > 1 else "1"
        words = f"Enter {numbers}{', `delete 1` to delete that one' if can_delete else ''}, or `q` to leave."
        console.say(words)
        while True:
            try:
                answer = console.ask("Which one? [1] ").strip().lower() or "1"
            except EndOfInput:
                if len(found) > 1:
                    raise
                return found[0].path
            if answer in _LEAVE:
                raise Quit
            word, _, number = answer.rpartition(" ")
            chosen = next((each for at, each in enumerate(found, 1) if str(at) == number), None)
            if chosen and not word:
                return chosen.path
            if chosen and word == "delete" and can_delete:
                _delete(console, chosen)
                break
            console.say(f"Sorry, I do not know {quote(answer)}. {words}")
    return None


def _show_latest(console: Console, paths: Sequence[Path]) -> list[ListedMatch]:
    """Show the latest ones, the last of them next to the question."""
    (found, unreadable), now = read_matches(paths, _SHOWN), datetime.now()
    for at in range(len(found), 0, -1):
        console.say(f"{at:>3}  {found[at - 1].describe(now)}")
    if unreadable:
        why, more = unreadable[0], len(unreadable) - 1
        others = f"; and {count_noun(more, 'other file')} that cannot be read" if more else ""
        console.say(f"(left out: {as_sentence(why + others)})")
    return found


def _delete(console: Console, chosen: ListedMatch) -> None:
    """Delete a match, after a question."""
    what = " ".join(chosen.describe(datetime.now()).split())
    if console.ask(console.fit(f"Delete {what} for good? (yes/no): ")).strip().lower() not in ("y", "yes"):
        console.say("Nothing was deleted.")
        return
    try:
        delete_match(chosen.path)
        console.say("Deleted.")
    except SquarelyError as other:
        console.say(as_sentence(f"It was not deleted: {other}"))
    except OSError as error:
        console.say(f"It was not deleted: {error.strerror}.")
