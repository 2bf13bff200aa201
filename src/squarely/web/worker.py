"""A worker process: asked on its standard input, it answers on its standard output. It ends with the server.

Both are pickles, each behind its length. Nothing else is shared with the server, so that nothing is left behind however
either of them ends.
"""

import os
import pickle
import queue
import signal
import struct
import sys
import threading
import traceback
from typing import BinaryIO

LENGTH = struct.Struct("!Q")
_NICE = 5  # whoever moves goes before whoever has a question


def main() -> None:
    """Answer one question after another."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends us
    os.nice(_NICE)
    asked, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a game prints is no answer
    inbox: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(asked, inbox), daemon=True).start()
    sys.path[:] = pickle.loads(inbox.get())
    from squarely.web.study import questions  # noqa: F401, loaded before the first question

    while True:
        given = _answer(inbox.get())
        answers.write(LENGTH.pack(len(given)) + given)
        answers.flush()


def _listen(asked: BinaryIO, inbox: "queue.SimpleQueue[bytes]") -> None:
    """Pass on what is asked; end when nobody can ask any more, whatever is being thought about."""
    while len(head := asked.read(LENGTH.size)) == LENGTH.size:
        inbox.put(asked.read(LENGTH.unpack(head)[0]))
    os._exit(0)


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
