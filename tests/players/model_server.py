"""A real server that speaks the chat protocol, and misbehaves where it is told to."""

import json
import socket
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, NamedTuple, TypeAlias


class Request(NamedTuple):
    """What the server was sent."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]
    at: float

    @property
    def said(self) -> list[str]:
        """The contents of the messages."""
        return [message["content"] for message in self.body["messages"]]


class Reply(NamedTuple):
    """The connection of one request, to be answered in any way."""

    handler: BaseHTTPRequestHandler
    request: Request

    def send(self, body: bytes, status: int = 200, headers: dict[str, str] | None = None) -> None:
        self.handler.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **(headers or {})}.items():
            self.handler.send_header(name, value)
        self.handler.end_headers()
        self.handler.wfile.write(body)


Behaviour: TypeAlias = Callable[[Reply], None]


class ModelServer:
    """Behaves as listed, one behaviour for each request, the last one for ever; remembers what it was sent."""

    def __init__(self, behaviours: tuple[Behaviour, ...]) -> None:
        self.requests: list[Request] = []
        outer, left = self, list(behaviours)

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                request = Request(self.path, {k.lower(): v for k, v in self.headers.items()}, body, time.monotonic())
                outer.requests.append(request)
                with suppress(OSError):  # whoever asked has left
                    (left.pop(0) if len(left) > 1 else left[0])(Reply(self, request))

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"
        Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def serving(*behaviours: Behaviour) -> Iterator[ModelServer]:
    server = ModelServer(behaviours)
    try:
        yield server
    finally:
        server.close()


def completion(text: object, **more: Any) -> dict[str, Any]:
    """A chat completion, as the protocol has it."""
    message = {"role": "assistant", "content": text, **more.pop("message", {})}
    choice = {"index": 0, "message": message, "finish_reason": "stop", **more.pop("choice", {})}
    usage = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
    return {"id": "1", "object": "chat.completion", "model": "m", "choices": [choice], "usage": usage, **more}


def says(text: object, **more: Any) -> Behaviour:
    return lambda reply: reply.send(json.dumps(completion(text, **more)).encode())


def sends(body: bytes, status: int = 200, **headers: str) -> Behaviour:
    """Any bytes, with any status."""
    return lambda reply: reply.send(body, status, {name.replace("_", "-"): value for name, value in headers.items()})


def plays(choose: Callable[[list[str]], str]) -> Behaviour:
    """A model that reads the prompt and takes one of the moves that it lists."""

    def behave(reply: Reply) -> None:
        listed = reply.request.said[0].partition("# Legal moves")[2].partition("#")[0]
        moves = [line.split("`")[1] for line in listed.splitlines() if line.startswith("- `")]
        says(f"Let me think.\nMOVE: {choose(moves)}")(reply)

    return behave


def sleeps(seconds: float) -> Behaviour:
    return lambda _: time.sleep(seconds)


def drips(headers: bool) -> Behaviour:
    """Goes on sending a byte now and then, and never comes to an end."""

    def behave(reply: Reply) -> None:
        wire = reply.handler.wfile
        wire.write(b"HTTP/1.1 200 OK\r\n" + (b"" if headers else b"Content-Length: 100000\r\n\r\n"))
        for _ in range(3000):
            wire.write(b"X-Slow: 1\r\n" if headers else b" ")
            wire.flush()
            time.sleep(0.02)

    return behave


def drops(said: bytes = b"") -> Behaviour:
    """Resets the connection, after a part of an answer if one is given."""

    def behave(reply: Reply) -> None:
        reply.handler.wfile.write(said)
        reply.handler.wfile.flush()
        connection: socket.socket = reply.handler.connection
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        reply.handler.close_connection = True
        connection.close()

    return behave
