"""A worker process: asked on its standard input, it answers on its standard output, and it ends with the server.

Both are pickles, each behind its length; nothing else is shared, so that nothing is left behind however either ends.
"""

import os
import pickle
import queue
import struct
import sys
import traceback
from functools import partial
from typing import BinaryIO

from squarely.core.child_process import end_with_parent

LENGTH = struct.Struct("!Q")
_NICE = 5  # whoever moves goes before whoever has a question


def main() -> None:
    """Answer one question after another."""
    os.nice(_NICE)
    asked, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a game prints is no answer
    inbox: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    end_with_parent(partial(_listen, asked, inbox))
    sys.path[:] = pickle.loads(inbox.get())
    from squarely.web.study import analysis  # noqa: F401, loaded before the first question

    while True:
        given = _answer(inbox.get())
        answers.write(LENGTH.pack(len(given)) + given)
        answers.flush()


def _listen(asked: BinaryIO, inbox: "queue.SimpleQueue[bytes]") -> None:
    """Pass on what is asked, until nobody can ask any more."""
    while len(head := asked.read(LENGTH.size)) == LENGTH.size:
        inbox.put(asked.read(LENGTH.unpack(head)[0]))


def _answer(asked: bytes) -> bytes:
    """The answer or what was raised instead, as a pair of which one is None."""
    try:
        question, about = pickle.loads(asked)
        return pickle.dumps((question(*about), None))
    except Exception as error:
        error.add_note(traceback.format_exc())  # tracebacks are not pickled
        return pickle.dumps((None, error))


if __name__ == "__main__":
    main()
