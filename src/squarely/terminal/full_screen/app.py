"""The full-screen app: which screen is open, what happens to a match that is left, and how all of it ends."""

import asyncio
import contextlib
import os
import signal
import threading
from dataclasses import replace
from importlib import import_module
from typing import Any, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.screen import Screen

from squarely.core.errors import SquarelyError
from squarely.core.text.notation import as_sentence
from squarely.files.match_lock import InUse
from squarely.terminal.full_screen import places
from squarely.terminal.full_screen.chosen_theme import find_theme, keep_theme
from squarely.terminal.full_screen.theme import DARK, LIGHT, make_themes
from squarely.terminal.match.live_match import LiveMatch
from squarely.terminal.match.match_settings import SCREEN
from squarely.terminal.match.reopened_match import reopen_match

LEFT, FAILED, INTERRUPTED, SIGNALLED = 0, 1, 130, 128  # exit codes; with the last, the number of the signal
_PATIENCE = 3.0  # seconds that a signal waits for the app to end in order
_SOON = 0.4  # seconds after which somebody is told that they wait

# Where each screen is, so that none is loaded before it is wanted.
_SCREENS = {
    "HomeScreen": "squarely.terminal.full_screen.home_screen",
    "NewMatchScreen": "squarely.terminal.full_screen.new_match_screen",
    "UnfinishedScreen": "squarely.terminal.full_screen.unfinished_screen",
    "InUseScreen": "squarely.terminal.full_screen.in_use_screen",
    "WatchScreen": "squarely.terminal.full_screen.watch_screen",
    "MatchScreen": "squarely.terminal.full_screen.match_screen",
    "ReviewScreen": "squarely.terminal.full_screen.review_screen",
    "ReplayScreen": "squarely.terminal.full_screen.replay_screen",
    "PuzzleScreen": "squarely.terminal.full_screen.puzzle_screen",
    "CourtScreen": "squarely.terminal.full_screen.court_screen",
    "RulesScreen": "squarely.terminal.full_screen.rules_screen",
    "HelpScreen": "squarely.terminal.full_screen.help_screen",
}


class SquarelyApp(App[int]):
    """One person at one terminal. Screens ask for each other by the messages of `places`."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("q", "leave", "Quit"),
        Binding("ctrl+q", "leave", "Quit", show=False, priority=True),
        Binding("ctrl+c", "interrupt", "Quit", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", "Suspend", show=False, priority=True),
        Binding("ctrl+t", "switch_theme", "Light or dark", show=False, priority=True),
    ]

    def __init__(self, first_place: Message | None = None) -> None:
        super().__init__()
        for theme in make_themes():
            self.register_theme(theme)
        self.theme = find_theme()
        self._first_place = first_place or places.GoHome()
        self.error: Exception | None = None  # what nobody has foreseen, and the app ended by
        self.live: LiveMatch | None = None  # the match that is open
        self.last_match: LiveMatch | None = None  # the one that was open last

    def on_mount(self) -> None:
        """Watch for signals, and open the first screen."""
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):  # in a thread, on Windows
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                self._watch_signal(number)
        self.app_resume_signal.subscribe(self, lambda _: self.refresh(layout=True))  # the terminal was somebody else's
        self.post_message(self._first_place)

    def _watch_signal(self, number: signal.Signals) -> None:
        code = INTERRUPTED if number == signal.SIGINT else SIGNALLED + number
        asyncio.get_running_loop().add_signal_handler(number, self._end_by_signal, code)

    def _end_by_signal(self, code: int) -> None:
        """End soon; at once if the terminal has gone, and whatever is written to it waits for ever."""
        end = threading.Timer(_PATIENCE, os._exit, (code,))
        end.daemon = True
        end.start()
        self.exit(code)

    def get_default_screen(self) -> Screen[Any]:
        """What is below everything: home, if the app begins there; else nothing that takes time to be shown."""
        return _find_screen("HomeScreen")() if isinstance(self._first_place, places.GoHome) else Screen()

    # Places

    async def on_go_home(self) -> None:
        """Leave everything but home."""
        with self.batch_update():
            await self._go_home()

    async def on_go_back(self) -> None:
        """Leave the screen that is open."""
        below = self.screen_stack[-2:-1]
        if below and not is_blank(below[0]):
            with self.batch_update():
                await self.pop_screen()
        else:
            await self.on_go_home()

    async def on_open_new_match(self, asked: places.OpenNewMatch) -> None:
        """The choices before a match."""
        await self._open("NewMatchScreen", asked.game)

    async def on_open_rules(self, asked: places.OpenRules) -> None:
        """The rules of a game."""
        await self._open("RulesScreen", asked.game)

    async def on_open_unfinished(self) -> None:
        """The unfinished matches."""
        await self._open("UnfinishedScreen")

    async def on_reopen_match(self, asked: places.ReopenMatch) -> None:
        """A saved match at the table; one that is over is shown, and one in use is asked about first."""
        try:
            live = reopen_match(asked.path, asked.take_over, **asked.changes)
        except InUse as other:
            await self._open_below("InUseScreen", asked, str(other))
        except SquarelyError as error:
            await self._refuse(error)
        else:
            if live.match.outcome is None:
                self.on_open_match(places.OpenMatch(live))
            else:
                await self._open_below("ReplayScreen", live.record)

    async def on_watch_match(self, asked: places.WatchMatch) -> None:
        """A match of somebody else, as it is played."""
        await self._open_below("WatchScreen", asked.path)

    def on_open_match(self, asked: places.OpenMatch) -> None:
        """The table, in place of whatever was open; where somebody cannot play, all stays as it is."""
        self.run_worker(self._open_match(asked.live, asked.toss), group="match", exclusive=True)

    async def _open_match(self, live: LiveMatch, toss: str) -> None:
        live.settings = replace(live.settings, shown_as=SCREEN)
        opening = asyncio.create_task(asyncio.to_thread(live.open))  # a player may have to find out what it knows
        try:
            if not (await asyncio.wait({opening}, timeout=_SOON))[0]:
                self.notify("The players sit down …")
            await opening
        except SquarelyError as error:
            live.close()
            await self._refuse(error)
            return
        with self.batch_update():
            await self._go_home()
            self.live = self.last_match = live
            await self._open("MatchScreen", live, toss)

    async def on_open_review(self, asked: places.OpenReview) -> None:
        """The review of a match."""
        await self._open("ReviewScreen", asked.record)

    async def on_open_replay(self, asked: places.OpenReplay) -> None:
        """A record, move by move."""
        await self._open("ReplayScreen", asked.record)

    async def on_open_puzzles(self, asked: places.OpenPuzzles) -> None:
        """Puzzles."""
        await self._open("PuzzleScreen", asked.game, asked.level, asked.seed, asked.own)

    async def on_open_court(self, asked: places.OpenCourt) -> None:
        """What is true of a rulebook."""
        await self._open("CourtScreen", asked.game)

    async def _go_home(self) -> None:
        self.close_match()
        home = _find_screen("HomeScreen")
        while len(self.screen_stack) > 1 and not isinstance(self.screen, home):
            await self.pop_screen()
        if is_blank(self.screen):
            await self.push_screen(home())

    async def _open(self, name: str, *given: Any) -> None:
        await self.push_screen(_find_screen(name)(*given))

    async def _open_below(self, name: str, *given: Any) -> None:
        """A screen that is left for another: home is below it if nothing is."""
        with self.batch_update():
            if is_blank(self.screen):
                await self._go_home()
            await self._open(name, *given)

    async def _refuse(self, error: SquarelyError) -> None:
        """Say what is wrong, and stay; somewhere somebody has to be."""
        if is_blank(self.screen):
            await self.on_go_home()
        self.notify(as_sentence(f"Sorry, {error}"), severity="error", markup=False, timeout=10)

    def close_match(self) -> None:
        """Leave the match that is open to whoever comes next."""
        if self.live:
            self.live.close()
        self.live = None

    # Keys that work everywhere

    async def action_help(self) -> None:
        """What can be done on this screen."""
        help_screen = _find_screen("HelpScreen")
        if not isinstance(self.screen, help_screen):
            await self.push_screen(help_screen(self.screen))

    def action_leave(self) -> None:
        """End the app; a match is saved already."""
        self.exit(LEFT)

    def action_interrupt(self) -> None:
        """End the app as Ctrl-C ends a command."""
        self.exit(INTERRUPTED)

    def action_suspend_process(self) -> None:
        """Stop, and whatever has started us with us: `make play` would wait. Not where no shell could bring us back."""
        if self._driver is None or not self._driver.can_suspend:
            return
        if os.getsid(0) == os.getpgrp():
            self.notify("Ctrl-Z does nothing here: there is no shell that could bring the app back.")
            return
        with self.suspend():
            os.killpg(os.getpgrp(), signal.SIGSTOP)

    def action_switch_theme(self) -> None:
        """From dark to light or back; the choice is kept."""
        self.theme = LIGHT if self.theme == DARK else DARK
        keep_theme(self.theme)

    # Ends

    def on_unmount(self) -> None:
        """Whatever has ended the app, the match is left in order."""
        self.close_match()

    def _handle_exception(self, error: Exception) -> None:
        """End with what went wrong kept for a sentence, instead of a traceback over the terminal."""
        if self._exception is None:
            self._exception = error  # which a pilot raises again
            self._exception_event.set()
        self.error = self.error or error
        self._return_code = FAILED
        self._close_messages_no_wait()

    def panic(self, *renderables: Any) -> None:  # noqa: ARG002
        """The same where only a text is left of what went wrong."""
        self._handle_exception(OSError("the terminal has gone"))


def is_blank(screen: Screen[Any]) -> bool:
    """Whether this is only what is below everything."""
    return type(screen) is Screen


def _find_screen(name: str) -> type[Any]:
    """The class of a screen by its name."""
    found: type[Any] = getattr(import_module(_SCREENS[name]), name)
    return found
