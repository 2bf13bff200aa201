"""Work beside a screen that reports how far it is, and stops when nobody waits for it any more."""


class Stopped(Exception):
    """Nobody waits for it any more."""


class Stoppable:
    """Handed to what is worked out in a thread: it notes how far that is, and ends it once it is told to."""

    def __init__(self) -> None:
        self.positions = 0  # looked at so far
        self._stopped = False

    def stop(self) -> None:
        """End the work at its next report."""
        self._stopped = True

    def report(self, positions: int) -> None:
        """So many positions are looked at; Stopped if nobody waits."""
        self.positions = positions
        self.check()

    def check(self) -> None:
        """Stopped if nobody waits."""
        if self._stopped:
            raise Stopped
