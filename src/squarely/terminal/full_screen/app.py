"""The full-screen app: which screen is open, what happens to a match that is left, and how the app ends."""

import asyncio
import contextlib
import os
import signal
import sys
import threading
import time
import traceback
from dataclasses import replace
from importlib import import_module
from typing import Any, ClassVar

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Input

from squarely.command_line.printing import echo, fit
from squarely.core.errors import SquarelyError
from squarely.core.rules.author import describe_failure
from squarely.core.text.notation import as_sentence
from squarely.files import saved_matches
from squarely.terminal.full_screen.places import Go
from squarely.terminal.full_screen.theme import DARK, LIGHT, find_theme, keep_theme, make_themes
from squarely.terminal.match.live_match import LiveMatch
from squarely.terminal.match.match_settings import SCREEN
from squarely.terminal.match.new_match import reopen_match

LEFT, FAILED, INTERRUPTED, SIGNALLED = 0, 1, 130, 128  # exit codes; with the last, the number of the signal
_PATIENCE = 3.0  # seconds that a signal waits for the app to end in order
_SOON = 0.4  # seconds after which a person is told what they wait for
_ERROR_FILE = "screen-error.txt"

# Every place with its screen, which is imported when it is first wanted. "back", "reopen" lead to one of them.
_SCREENS = {
    "home": "home_screen.HomeScreen",
    "new match": "new_match_screen.NewMatchScreen",  # game
    "unfinished": "unfinished_screen.UnfinishedScreen",
    "match": "match_screen.MatchScreen",  # live match, what the coin has decided
    "review": "record_screen.ReviewScreen",  # record
    "replay": "record_screen.ReplayScreen",  # record
    "puzzles": "puzzle_screen.PuzzleScreen",  # game, level, seed, own mistakes
    "daily": "puzzle_screen.DailyScreen",
    "court": "court_screen.CourtScreen",  # game
    "rules": "widgets.dialogs.RulesScreen",  # game
    "help": "widgets.dialogs.HelpScreen",  # the screen below
}


class SquarelyApp(App[int]):
    """One person at one terminal. A screen asks for another by `Go`."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen > .title { padding: 0 1; background: $panel; height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
    Screen > .about { padding: 0 1; color: $soft; height: auto; max-height: 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("q", "leave", "Quit"),
        ("pageup", "scroll_words(-1)"),
        ("pagedown", "scroll_words(1)"),
        Binding("ctrl+q", "leave", "Quit", show=False, priority=True),
        Binding("ctrl+c", f"leave({INTERRUPTED})", "Quit", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", "Suspend", show=False, priority=True),
        Binding("ctrl+t", "switch_theme", "Light or dark", show=False, priority=True),
    ]

    def __init__(self, first: Go | None = None) -> None:
        super().__init__()
        for theme in make_themes():
            self.register_theme(theme)
        self.theme = find_theme()
        self._first = first or Go("home")
        self.error: Exception | None = None  # an unforeseen one, which has ended the app
        self.live: LiveMatch | None = None  # the match that is open
        self.last_match: LiveMatch | None = None  # the one that was open last

    def on_mount(self) -> None:
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):  # in a thread, on Windows
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                asyncio.get_running_loop().add_signal_handler(number, self._end_by_signal, SIGNALLED + number)
        self.post_message(self._first)

    def _end_by_signal(self, code: int) -> None:
        end = threading.Timer(_PATIENCE, os._exit, (code,))  # the terminal may be gone, and then writing never returns
        end.daemon = True
        end.start()
        self.exit(code)

    async def on_go(self, to: Go) -> None:
        """Open a place. What cannot be opened is said, and the screen stays."""
        try:
            with self.batch_update():
                await self._go(to)
        except SquarelyError as error:
            await self._refuse(error)

    async def _go(self, to: Go) -> None:
        if to.place == "back" and len(self.screen_stack) > 1 and not is_blank(self.screen_stack[-2]):
            await self.pop_screen()
        elif to.place in ("home", "back"):
            await self._go_home()
        elif to.place == "reopen":
            path, changes = to.given
            live = reopen_match(path, **changes)
            await self._go(Go("match", live, "") if live.match.outcome is None else Go("replay", live.record))
        elif to.place == "match":
            self.run_worker(self._open_match(*to.given), group="match", exclusive=True)
        else:
            await self.push_screen(_find_screen(to.place)(*to.given))

    async def _go_home(self) -> None:
        self.on_unmount()
        home = _find_screen("home")
        while len(self.screen_stack) > 1 and not isinstance(self.screen, home):
            await self.pop_screen()
        if is_blank(self.screen):
            await self.push_screen(home())

    async def _open_match(self, live: LiveMatch, toss: str = "") -> None:
        live.agree(replace(live.settings, shown_as=SCREEN))
        waiting = self.set_timer(_SOON, lambda: self.notify("Please wait: the opponent gets ready …"))
        try:
            await asyncio.to_thread(live.open)  # a player may have to be started, or to find out what it knows
        except SquarelyError as error:
            live.close()
            await self._refuse(error)
            return
        finally:
            waiting.stop()
        with self.batch_update():
            await self._go_home()
            self.live = self.last_match = live
            await self.push_screen(_find_screen("match")(live, toss))

    async def _refuse(self, error: SquarelyError) -> None:
        if is_blank(self.screen):
            await self._go_home()
        self.notify(as_sentence(f"Sorry, {error}"), severity="error", markup=False, timeout=10)

    def on_key(self, event: events.Key) -> None:
        """A letter that was typed before the line for it had the focus is typed in that line."""
        if isinstance(self.focused, Input) and event.character and event.is_printable:
            event.prevent_default()
            self.focused.insert_text_at_cursor(event.character)

    async def action_go(self, place: str) -> None:
        await self.on_go(Go(place))

    async def action_help(self) -> None:
        if not isinstance(self.screen, _find_screen("help")):
            await self.on_go(Go("help", self.screen))

    def action_scroll_words(self, pages: int) -> None:
        """Scroll what is said beside a board, where there is more to read than fits."""
        for words in self.screen.query("Words"):
            words.scroll_relative(y=pages * max(words.size.height - 1, 1), animate=False)

    def action_leave(self, code: int = LEFT) -> None:
        self.exit(code)

    def action_suspend_process(self) -> None:
        """Stop, with what has started us: `make play` would wait. Not where no shell could bring us back."""
        if os.getsid(0) == os.getpgrp():
            self.notify("Ctrl-Z does nothing here: there is no shell that could bring the app back.")
        elif self._driver and self._driver.can_suspend:
            with self.suspend():
                came_back: list[int] = []  # heard here alone: Textual would resume twice, and hang at the end
                before = signal.signal(signal.SIGCONT, lambda number, _: came_back.append(number))
                os.killpg(os.getpgrp(), signal.SIGSTOP)
                until = time.monotonic() + _PATIENCE
                while not came_back and time.monotonic() < until:  # another thread may be told of it first
                    time.sleep(0.01)
                signal.signal(signal.SIGCONT, before)

    def action_switch_theme(self) -> None:
        self.theme = LIGHT if self.theme == DARK else DARK
        keep_theme(self.theme)

    def on_unmount(self) -> None:
        """Leave the match that is open to the next process."""
        if self.live:
            self.live.close()
        self.live = None

    def _handle_exception(self, error: Exception) -> None:
        """Keep what went wrong for a sentence, instead of a traceback over the terminal."""
        if self._exception is None:
            self._exception = error  # which a pilot raises again
            self._exception_event.set()
        self.error = self.error or error
        self._return_code = FAILED
        self._close_messages_no_wait()


def run_app(first: Go | None = None) -> int:
    """Open the app at a place, home if none is given; returns the exit code. A failure is told in a sentence."""
    app = SquarelyApp(first)
    try:
        code = app.run(loop=asyncio.new_event_loop())  # left open: closing it would wait for a computer that thinks
    except Exception as error:  # before the app could take it
        app.error = app.error or error
        code = FAILED
    if last := app.last_match:
        echo(fit(last.ending.text if last.match.outcome else last.describe_farewell(), sys.stdout))
    if app.error:
        echo(fit(_describe_error(app.error), sys.stderr), err=True)
    code = FAILED if app.error or code is None else code
    if any(thread.is_alive() and not thread.daemon for thread in threading.enumerate()[1:]):
        sys.stdout.flush()
        os._exit(code)  # a computer still thinks, and Python would wait for it
    return code


def _describe_error(error: Exception) -> str:
    """A sentence for the person; the traceback goes into a file."""
    cause = error.__cause__ if isinstance(error.__cause__, Exception) else error  # a worker's failure is about another
    if told := str(cause) if isinstance(cause, SquarelyError) else describe_failure(cause):
        return f"squarely: {told}"
    path, written = saved_matches.folder() / _ERROR_FILE, ""
    with contextlib.suppress(OSError):
        saved_matches.replace_text(path, "".join(traceback.format_exception(error)))
        written = f" The details are in {path}."
    return f"squarely: the full-screen app has stopped because of an error in it ({type(cause).__name__}).{written}"


def is_blank(screen: Screen[Any]) -> bool:
    """Whether this is only what lies below everything."""
    return type(screen) is Screen


def _find_screen(place: str) -> type[Any]:
    module, _, name = _SCREENS[place].rpartition(".")
    found: type[Any] = getattr(import_module(f"squarely.terminal.full_screen.{module}"), name)
    return found
