"""What the server counts, in the text form that Prometheus reads."""

import time
from bisect import bisect_left
from collections import Counter

from squarely.solver.free_memory import peak_memory

_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Histogram:
    """How often something took how long."""

    def __init__(self) -> None:
        self._counts = [0] * (len(_BOUNDS) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        self._counts[bisect_left(_BOUNDS, seconds)] += 1
        self._sum += seconds

    def lines(self, name: str, labels: str = "") -> list[str]:
        """Its buckets, each with all that were faster, its sum and its count."""
        total, lines = 0, []
        for bound, count in zip((*map(str, _BOUNDS), "+Inf"), self._counts, strict=True):
            total += count
            lines.append(f'{name}_bucket{{{labels}le="{bound}"}} {total}')
        bare = f"{{{labels.rstrip(',')}}}" if labels else ""
        return [*lines, f"{name}_sum{bare} {self._sum:.6f}", f"{name}_count{bare} {total}"]


class Metrics:
    """The counters of one server process."""

    def __init__(self) -> None:
        self.begun = time.time()
        self.matches = 0
        self.sockets = 0
        self.storage_troubles = 0
        self.dropped: Counter[str] = Counter()  # sockets, by why they were closed
        self._turns: Counter[str] = Counter()
        self._keeping = Histogram()
        self._requests: dict[tuple[str, int], int] = Counter()
        self._serving = Histogram()

    def count_turn(self, act: str, seconds: float) -> None:
        """A turn was committed, so long after it was judged."""
        self._turns[act] += 1
        self._keeping.observe(seconds)

    def count_request(self, route: str, status: int, seconds: float) -> None:
        """A request was answered."""
        self._requests[route, status] += 1
        self._serving.observe(seconds)

    def render(self) -> str:
        """Everything counted so far."""
        peak = peak_memory() or 0
        parts = [
            _family("squarely_matches_total", "counter", "Matches begun.", [f"squarely_matches_total {self.matches}"]),
            _family("squarely_sockets", "gauge", "Open sockets.", [f"squarely_sockets {self.sockets}"]),
            _family(
                "squarely_sockets_dropped_total", "counter", "Sockets closed by the server, by reason.",
                [f'squarely_sockets_dropped_total{{reason="{why}"}} {count}' for why, count in self.dropped.items()],
            ),
            _family(
                "squarely_turns_total", "counter", "Turns kept, by what was done.",
                [f'squarely_turns_total{{act="{act}"}} {count}' for act, count in self._turns.items()],
            ),
            _family(
                "squarely_turn_seconds", "histogram", "From judging a turn to its commit.",
                self._keeping.lines("squarely_turn_seconds"),
            ),
            _family(
                "squarely_requests_total", "counter", "Requests answered, by route and status.",
                [
                    f'squarely_requests_total{{route="{route}",status="{status}"}} {count}'
                    for (route, status), count in self._requests.items()
                ],
            ),
            _family(
                "squarely_request_seconds", "histogram", "From a request to its answer.",
                self._serving.lines("squarely_request_seconds"),
            ),
            _family(
                "squarely_storage_troubles_total", "counter", "Times that the database could not be used.",
                [f"squarely_storage_troubles_total {self.storage_troubles}"],
            ),
            _family(
                "squarely_peak_memory_bytes", "gauge", "The most memory that this process has used.",
                [f"squarely_peak_memory_bytes {peak}"],
            ),
            _family(
                "squarely_begun_seconds", "gauge", "When this process began.",
                [f"squarely_begun_seconds {self.begun:.3f}"],
            ),
        ]  # fmt: skip
        return "".join(parts)


def _family(name: str, kind: str, says: str, lines: list[str]) -> str:
    return "\n".join([f"# HELP {name} {says}", f"# TYPE {name} {kind}", *lines, ""])
