"""The app as a command runs it: from the first screen to the last word on the normal terminal, and an exit code."""

import asyncio
import contextlib
import os
import sys
import threading
import traceback
from pathlib import Path

from textual.message import Message

from squarely.command_line.printing import echo, fit
from squarely.core.errors import SquarelyError
from squarely.core.rules.author import describe_failure
from squarely.files import saved_matches
from squarely.terminal.full_screen.app import FAILED, SquarelyApp
from squarely.terminal.match.farewell import describe_end

_ERROR_FILE = "screen-error.txt"


def run_app(first_place: Message | None = None) -> int:
    """Open the app at a place, home if none is given; returns the exit code. Whatever happens is told in a sentence."""
    app = SquarelyApp(first_place)
    loop = asyncio.new_event_loop()  # left open: to close it would wait for whatever a computer is still thinking about
    threading.excepthook = lambda failed: _end_without_terminal(app, failed)
    try:
        code = app.run(loop=loop)
    except Exception as error:  # before the app could take it
        app.error = app.error or error
        code = FAILED
    if app.last_match:
        echo(fit(describe_end(app.last_match), sys.stdout))
    if app.error:
        echo(fit(_describe_error(app.error), sys.stderr), err=True)
        code = FAILED
    if any(thread.is_alive() and not thread.daemon for thread in threading.enumerate()[1:]):
        sys.stdout.flush()
        os._exit(FAILED if code is None else code)  # somebody still thinks, and Python would wait for that
    return FAILED if code is None else code


def _end_without_terminal(app: SquarelyApp, failed: threading.ExceptHookArgs) -> None:
    """A thread of the app has failed. Where nothing can be written any more, nothing can be told either."""
    if isinstance(failed.exc_value, OSError) and failed.thread and failed.thread.name == "textual-output":
        with contextlib.suppress(Exception):
            app.close_match()
        os._exit(FAILED)
    if isinstance(failed.exc_value, Exception):
        app.error = app.error or failed.exc_value


def _describe_error(error: Exception) -> str:
    """What is told to somebody whom the app has failed; what a programmer wants to know goes into a file."""
    cause = error.__cause__ if isinstance(error.__cause__, Exception) else error  # a worker's failure is about another
    if isinstance(cause, SquarelyError):
        return f"squarely: {cause}"
    if told := describe_failure(cause):
        return f"squarely: {told}"
    where = _keep_traceback(error)
    told = f" What went wrong is written in {where}." if where else ""
    return f"squarely: the full-screen app has stopped, through a fault of ours ({type(cause).__name__}).{told}"


def _keep_traceback(error: Exception) -> Path | None:
    path = saved_matches.folder() / _ERROR_FILE
    try:
        saved_matches.replace_text(path, "".join(traceback.format_exception(error)))
    except OSError:
        return None
    return path
