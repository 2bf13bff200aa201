"""What an operator sees of a server: figures in the form that Prometheus reads, health, and logs in JSON."""

import asyncio
import json
import logging
import sys
import time
from functools import partial

import prometheus_client
from prometheus_client import Counter, Gauge, Histogram

from squarely.core.errors import SquarelyError
from squarely.solver.free_memory import peak_memory
from squarely.web.storage import match_rows
from squarely.web.storage.journal import Journal

_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_LONG_BOUNDS = (*_BOUNDS, 5.0, 10.0, 30.0, 60.0)
_APART = 0.1  # seconds between two tries of the database; a request in between waits for the next
_PATIENCE = 2.0  # seconds that one may take
_OWN = {*logging.LogRecord("", 0, "", 0, "", None, None).__dict__, "message", "asctime", "taskName", "color_message"}
# What uvicorn says about clients that make no sense; one of them could fill a disk with it.
_NOISE = ("Invalid UTF-8 sequence received from client.", "Invalid HTTP request received.")

prometheus_client.disable_created_metrics()  # type: ignore[no-untyped-call]


class Metrics:
    """The figures of one server process."""

    def __init__(self) -> None:
        self.registry = prometheus_client.CollectorRegistry()
        count, gauge = partial(Counter, registry=self.registry), partial(Gauge, registry=self.registry)
        measure = partial(Histogram, registry=self.registry, buckets=_BOUNDS)
        self.matches = count("squarely_matches", "Matches begun.")
        self.sockets = gauge("squarely_sockets", "Open sockets.")
        self.dropped = count("squarely_sockets_dropped", "Sockets closed by the server, by reason.", ["reason"])
        self._turns = count("squarely_turns", "Turns kept, by what was done.", ["act"])
        self._turn_seconds = measure("squarely_turn_seconds", "From judging a turn to its commit.")
        self._requests = count("squarely_requests", "Requests answered, by route and status.", ["route", "status"])
        self._request_seconds = measure("squarely_request_seconds", "From a request to its answer.")
        self.storage_troubles = count("squarely_storage_troubles", "Times that the database could not be used.")
        self.worker_queue = gauge("squarely_worker_queue", "Questions that wait for a worker.")
        waited = "From a question to its worker."
        self.worker_wait = measure("squarely_worker_wait_seconds", waited, buckets=_LONG_BOUNDS)
        memory = gauge("squarely_peak_memory_bytes", "The most memory that this process has used.")
        memory.set_function(lambda: peak_memory() or 0)
        gauge("squarely_begun_seconds", "When this process began.").set_to_current_time()

    def count_turn(self, act: str, seconds: float) -> None:
        """A turn was committed, so long after it was judged."""
        self._turns.labels(act).inc()
        self._turn_seconds.observe(seconds)

    def count_request(self, route: str, status: int, seconds: float) -> None:
        self._requests.labels(route, str(status)).inc()
        self._request_seconds.observe(seconds)

    def render(self) -> bytes:
        return prometheus_client.generate_latest(self.registry)


class Health:
    """Whether matches can be kept: tried by keeping one, ten times a second at most, however often it is asked."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._trying: asyncio.Task[str] | None = None
        self._next = 0.0

    async def find_trouble(self) -> str:
        """Why nothing can be kept now, as a sentence; nothing if it can."""
        if self._trying is None or self._trying.done():
            self._trying = asyncio.create_task(self._try_keeping())
        try:
            return await asyncio.wait_for(asyncio.shield(self._trying), _PATIENCE)
        except TimeoutError:
            return f"the database does not answer within {_PATIENCE:g} seconds"

    async def _try_keeping(self) -> str:
        await asyncio.sleep(max(0.0, self._next - time.monotonic()))
        self._next = time.monotonic() + _APART
        try:
            await self._journal.run(match_rows.try_to_keep)
        except SquarelyError as error:
            return f"nothing can be saved: {error}"
        return ""


class JsonFormatter(logging.Formatter):
    """A log record as one line of JSON. No secret, no name, no query is ever in one."""

    def format(self, record: logging.LogRecord) -> str:
        """When, how bad, what happened, and whatever belongs to it."""
        when = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        said = {"time": f"{when}.{int(record.msecs):03}Z", "level": record.levelname.lower()}
        said |= {"event": record.getMessage()}
        said |= {name: value for name, value in record.__dict__.items() if name not in _OWN}
        if record.exc_info:
            said["traceback"] = self.formatException(record.exc_info)
        return json.dumps(said, default=str)  # in ASCII: a path may hold what a terminal takes for a command


def log_to_standard_error(level: str) -> None:
    """Send the logs of the server there, from this level on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    handler.addFilter(lambda record: record.msg not in _NOISE)
    for name in ("squarely.web", "uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level.upper() if name == "squarely.web" else "WARNING")
