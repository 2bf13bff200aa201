"""Choosing one of the saved matches: a page at a time, the latest next to the question; some can be deleted."""

import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path

from squarely.core.errors import SquarelyError
from squarely.core.text.notation import as_sentence, count_noun, join_with_and, quote
from squarely.files.match_lock import find_holder
from squarely.terminal.line_mode.commands import Quit
from squarely.terminal.line_mode.console import Console, EndOfInput
from squarely.terminal.match.match_list import ListedMatch, MatchList, delete_match

ALL, UNREADABLE = "all", "unreadable"
_MORE, _LIST, _DELETE = "more", "list", "delete"
_LEAVE, _HELP = ("q", "quit", "exit"), ("help", "?", "h")
_ROWS = 20  # of a page where nobody knows how many there are
_NAMED = 3  # files that could not be deleted, at most
_BELOW = 3  # rows that the question and what is said about it take


class MatchChooser:
    """One list of saved matches that somebody looks through."""

    def __init__(self, console: Console, list_paths: Callable[[], Sequence[Path]], kind: str, can_delete: bool) -> None:
        self._console = console
        self._list_paths = list_paths
        self._kind = kind  # of match, for sentences: unfinished, finished
        self._can_delete = can_delete
        self._matches = MatchList(list_paths())
        self._ahead: list[ListedMatch] = []  # read already, for the next page
        self._told = 0  # how many that cannot be read somebody has been told about

    def choose(self) -> Path | None:
        """The match that somebody wants; None if there is none. Quit if they want none of them."""
        if not self._show_page():
            return None
        self._console.say(self._say_what_else())
        while latest := self._find_latest():
            try:
                answer = self._console.ask(f"Which one? [{latest.number}] ").strip().lower() or str(latest.number)
            except EndOfInput:
                if self._count() > 1:
                    raise
                return latest.path
            found = next((number for number in self._shown if str(number) == answer), None)
            if found and (chosen := self._matches.find(found)):
                return chosen.path
            self._obey(answer)
        return None

    def clean(self) -> None:
        """Delete what somebody wants deleted, until they want no more."""
        if not self._show_page() and not self._matches.unreadable:
            self._console.say(f"There is no {self._kind} match.")
            return
        while self._find_latest() or self._matches.unreadable:
            try:
                question = "Which ones are to be deleted, such as 3, 5-8 or all? [none] "
                answer = self._console.ask(self._console.fit(question)).strip().lower()
            except EndOfInput:
                return
            if answer in ("", "none", "no", *_LEAVE):
                return
            if answer in (_MORE, _LIST, *_HELP):
                self._obey(answer)
            else:
                self._delete(answer.removeprefix(_DELETE))
        self._console.say(f"There is no {self._kind} match any more.")

    def _obey(self, answer: str) -> None:
        """What was answered instead of a number."""
        word, _, rest = answer.partition(" ")
        if answer in _LEAVE:
            raise Quit
        if answer in _HELP:
            self._console.say(f"{self._say_what_else()} `{_LIST}` shows the latest ones again.")
        elif answer == _MORE:
            if not self._show_page():
                self._console.say("These are all.")
        elif answer == _LIST:
            self._matches, self._ahead, self._told = MatchList(self._list_paths()), [], 0
            self._show_page()
        elif word == _DELETE and self._can_delete:
            self._delete(rest)
        else:
            older = f", or {_MORE}" if self._has_more else ""
            numbers = self._shown
            whole = f"a number from {numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else f"{numbers[0]}"
            self._console.say(f"Please enter {whole}{older}; {quote(answer)} is none.")

    def _say_what_else(self) -> str:
        older = f", `{_MORE}` for older ones" if self._has_more else ""
        last = max(self._shown, default=1)
        delete = f", `{_DELETE} {last}` to delete that one" if self._can_delete else ""
        return f"Enter a number{older}{delete}, or `q` to leave."

    @property
    def _shown(self) -> list[int]:
        """The numbers that somebody has seen, the latest match's first."""
        ahead = [each.number for each in self._ahead]
        return [number for number in self._matches.numbers if number not in ahead]

    @property
    def _has_more(self) -> bool:
        return bool(self._ahead) or self._matches.has_more

    def _find_latest(self) -> ListedMatch | None:
        """The latest that is shown; where all of them were deleted, older ones are shown."""
        if not self._shown:
            self._show_page()
        return self._matches.find(self._shown[0]) if self._shown else None

    def _count(self) -> int:
        return len(self._matches.numbers) + self._matches.has_more

    def _show_page(self) -> bool:
        """As many older ones as fit, the latest of them at the end; whether there was one."""
        now, lines, rows = datetime.now(), list[str](), self._count_rows()
        while each := self._next():
            line = self._console.fit(_write_line(each, now))
            rows -= line.count("\n") + 1
            if rows < 0 and lines:
                self._ahead.append(each)
                break
            lines.append(line)
        if lines:
            self._console.show("\n".join(reversed(lines)))
        self._tell_unreadable()
        return bool(lines)

    def _next(self) -> ListedMatch | None:
        if self._ahead:
            return self._ahead.pop()
        return next(iter(self._matches.read(1)), None)

    def _count_rows(self) -> int:
        if not self._console.is_terminal:
            return _ROWS
        return max(1, (os.get_terminal_size(sys.stdout.fileno()).lines or _ROWS) - _BELOW)

    def _tell_unreadable(self) -> None:
        """Once each, and in one line however many there are."""
        news = self._matches.unreadable[self._told :]
        self._told += len(news)
        if news:
            others = f"; and {count_noun(len(news) - 1, 'other file')} that cannot be read" if len(news) > 1 else ""
            remove = f" To delete what cannot be read: {_DELETE} {UNREADABLE}" if self._can_delete else ""
            self._console.say(f"(left out: {as_sentence(news[0][1] + others)}{remove})")

    def _delete(self, words: str) -> None:
        """Delete what these words name, after a question."""
        chosen = self._find_named(words)
        if not chosen:
            return
        what = f"{count_noun(len(chosen), 'file')}" if len(chosen) > 1 else chosen[0][1]
        asked = self._console.ask(self._console.fit(f"Delete {what} for good? (yes/no): "))
        if asked.strip().lower() not in ("y", "yes"):
            self._console.say("Nothing was deleted.")
            return
        self._console.say(_delete_files(chosen, self._forget))

    def _forget(self, path: Path) -> None:
        self._matches.forget(path)
        self._ahead = [each for each in self._ahead if each.path != path]
        self._told = min(self._told, len(self._matches.unreadable))

    def _find_named(self, words: str) -> list[tuple[Path, str]]:
        """The files that these words name, each with how a person knows it."""
        now = datetime.now()
        if words.strip() == UNREADABLE:
            self._matches.read_all()
            if not self._matches.unreadable:
                self._console.say("Every file there can be read.")
            return [(path, path.name) for path, _ in self._matches.unreadable]
        if words.strip() == ALL:
            return [(each.path, _describe(each, now)) for each in self._matches.read_all()]
        numbers = _read_numbers(words)
        if numbers is None:
            self._console.say(f"Please enter numbers of the list, such as 3 or 5-8, or {ALL}, or {UNREADABLE}.")
            return []
        shown = set(self._shown)
        missing = next((number for number in numbers if number not in shown), None)
        if missing is not None:
            self._console.say(f"There is no number {missing} in the list; nothing was deleted.")
            return []
        found = filter(None, map(self._matches.find, numbers))
        return [(each.path, _describe(each, now)) for each in found]


def _write_line(each: ListedMatch, now: datetime) -> str:
    holder = find_holder(each.path)
    return f"{each.number:>3}  {each.describe(now)}" + (f", played now by {holder}" if holder else "")


def _describe(each: ListedMatch, now: datetime) -> str:
    return f"number {each.number} ({' '.join(each.describe(now).split())})"


def _read_numbers(words: str) -> list[int] | None:
    """The numbers of `3`, `3 5`, `3,5`, `3-5`; None if there is anything else, or nothing."""
    numbers: dict[int, None] = {}
    for part in words.replace(",", " ").split():
        found = re.fullmatch(r"(\d{1,6})(?:-(\d{1,6}))?", part, re.ASCII)
        if not found:
            return None
        numbers |= dict.fromkeys(range(int(found[1]), int(found[2] or found[1]) + 1))
    return list(numbers) or None


def _delete_files(chosen: Iterable[tuple[Path, str]], forget: Callable[[Path], None]) -> str:
    """Delete them; returns a sentence that says what has become of them."""
    deleted, kept = 0, []
    for path, _ in chosen:
        try:
            delete_match(path)
        except SquarelyError as other:  # somebody plays it
            kept.append(f"{path.name} ({other} plays it)")
        except FileNotFoundError:
            forget(path)
        except OSError as error:
            kept.append(f"{path.name} ({error.strerror})")
        else:
            deleted += 1
            forget(path)
    done = f"{count_noun(deleted, 'file')} deleted." if deleted != 1 else "Deleted."
    if not kept:
        return done
    named = [*kept[:_NAMED], *([f"{len(kept) - _NAMED} more"] if len(kept) > _NAMED else [])]
    return f"{f'{done} ' if deleted else ''}Not deleted: {join_with_and(named)}."
