"""A worker process: it answers what it is asked on a connection, and it ends with the server.

Nothing else is shared, so that nothing is left behind however either ends.
"""

import os
import pickle
import sys
import traceback
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from squarely.core.child_process import end_with_parent

_NICE = 10  # moves go before questions


def main() -> None:
    """Answer one question after another."""
    os.nice(_NICE)
    os.dup2(2, 1)  # what a game prints is not for who started the server
    end_with_parent(sys.stdin.buffer.read)  # of which nothing comes
    server: Connection[Any, Any] = Connection(int(sys.argv[1]))
    sys.path[:] = server.recv()
    from squarely.web.study import analysis  # noqa: F401, loaded before the first question

    with suppress(EOFError, OSError):  # the server is gone
        while True:
            _answer(server)


def _answer(server: "Connection[Any, Any]") -> None:
    """Send the answer or what was raised instead, as a pair of which one is None."""
    asked = server.recv_bytes()
    try:
        question, about = pickle.loads(asked)
        server.send((question(*about), None))
    except Exception as error:
        error.add_note(traceback.format_exc())  # tracebacks are not pickled
        server.send((None, error))


if __name__ == "__main__":
    main()
