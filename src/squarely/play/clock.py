"""The time that each turn may take."""

from typing import NamedTuple


class Clock(NamedTuple):
    """The mover's clock, immutable. Callers pass `now`, from any monotonic source."""

    seconds: float  # for each turn
    began_at: float
    waited: float = 0.0  # seconds of this turn that do not count
    stopped_at: float | None = None  # since when it stands still

    def stop(self, at: float) -> "Clock":
        """Stopped, while the other side is asked about something."""
        return self._replace(stopped_at=at)

    def go_on(self, at: float) -> "Clock":
        """Running again; the time that it stood still does not count."""
        if self.stopped_at is None:
            return self
        return self._replace(waited=self.waited + max(0.0, at - self.stopped_at), stopped_at=None)

    @property
    def deadline(self) -> float | None:
        """When the mover runs out of time; None while the clock stands still."""
        return None if self.stopped_at is not None else self.began_at + self.seconds + self.waited

    def left(self, now: float) -> float:
        """The seconds that the mover still has."""
        until = now if self.stopped_at is None else self.stopped_at
        return max(0.0, self.began_at + self.seconds + self.waited - until)
