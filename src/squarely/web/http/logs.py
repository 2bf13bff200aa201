"""Structured logs: one JSON object a line, on standard error. No secret, no name, no query is ever in one."""

import json
import logging
import sys
import time

_OWN = set(logging.LogRecord("", 0, "", 0, "", None, None).__dict__) | {
    "message",
    "asctime",
    "taskName",
    "color_message",
}
# What uvicorn says about clients that make no sense; one of them could fill a disk with it.
_NOISE = ("Invalid UTF-8 sequence received from client.", "Invalid HTTP request received.")


class JsonFormatter(logging.Formatter):
    """A record as one line of JSON: when, how bad, what happened, and whatever belongs to it."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        when = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        said = {
            "time": f"{when}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
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
