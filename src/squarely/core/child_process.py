"""A process that ends with the one that started it, however that one ends."""

import os
import signal
from collections.abc import Callable
from multiprocessing import parent_process
from threading import Thread

ORPHANED = 1  # exit code


def end_with_parent(follow_parent: Callable[[], object] | None = None) -> None:
    """From now on Ctrl-C is for the parent, and this process ends when the parent is gone, whatever it is doing.

    `follow_parent` returns when the parent is gone: as a rule because what it reads from it has ended. A process that
    multiprocessing has started needs none.
    """
    if follow_parent is None:
        parent = parent_process()
        if parent is None:
            raise RuntimeError("this process was not started by multiprocessing: say how to follow its parent")
        follow_parent = parent.join
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_after, args=(follow_parent,), daemon=True).start()


def _end_after(follow_parent: Callable[[], object]) -> None:
    follow_parent()
    os._exit(ORPHANED)  # at once: the main thread may be deep in compiled code, and its parent is gone
