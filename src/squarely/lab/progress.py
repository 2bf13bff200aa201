"""How far the lab is, on standard error: how many, how fast, how long it will take."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from squarely.command_line.printing import count_columns, echo
from squarely.lab.run import LabProgress, Tell


def make_progress_printer() -> Tell:
    """One line that changes on a terminal; elsewhere a line for every tenth."""
    watched, shown = sys.stderr.isatty(), (-1, -1)

    def tell(progress: LabProgress) -> None:
        nonlocal shown
        ended = progress.done + len(progress.failed)
        line = describe_progress(progress)
        if watched:
            columns = count_columns(sys.stderr) or len(line) + 1  # a line that is broken could not be written over
            sys.stderr.write(f"\r\x1b[K{line[: columns - 1]}" + ("\n" if ended == progress.asked else ""))
            sys.stderr.flush()
        elif (now := (id(progress), 10 * ended // max(1, progress.asked))) != shown:
            shown = now
            echo(line, err=True)

    return tell


@contextmanager
def say_when_stopped() -> Iterator[None]:
    """Ctrl-C loses nothing, and says so."""
    try:
        yield
    except KeyboardInterrupt:
        echo("\nStopped. What was measured is kept: call it again to go on.", err=True)
        raise


def describe_progress(progress: LabProgress) -> str:
    """`12 of 200 rule sets, 8 known before, 3 too large, 35 a minute, about 5 minutes left`."""
    parts = [f"{progress.done:,} of {progress.asked:,} {progress.what}"]
    if progress.known:
        parts.append(f"{progress.known:,} known before")
    if progress.refused:
        parts.append(f"{progress.refused:,} too large")
    if progress.failed:
        parts.append(f"{len(progress.failed):,} could not be measured")
    if progress.rate:
        parts.append(f"{progress.rate:,.0f} a minute")
    if (seconds := progress.seconds_left) and seconds >= 1:
        parts.append(f"about {_describe_time(seconds)} left")
    return ", ".join(parts)


def _describe_time(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
