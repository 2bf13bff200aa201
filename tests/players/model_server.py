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

from squarely.players.endpoint import read_environment
from squarely.players.llm import LanguageModel


class Request(NamedTuple):
    path: str
    headers: dict[str, str]
    body: dict[str, Any]
    at: float

    @property
    def said(self) -> list[str]:
        return [message["content"] for message in self.body["messages"]]


class Reply(NamedTuple):
    handler: BaseHTTPRequestHandler
    request: Request


class ModelServer(NamedTuple):
    url: str
    requests: list[Request]


Behaviour: TypeAlias = Callable[[Reply], None]


@contextmanager
def serving(*behaviours: Behaviour) -> Iterator[ModelServer]:
    """A server that behaves as listed, one behaviour for each request, the last one for ever."""
    requests, left = list[Request](), list(behaviours)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            request = Request(self.path, {k.lower(): v for k, v in self.headers.items()}, body, time.monotonic())
            requests.append(request)
            with suppress(OSError):  # whoever asked has left
                (left.pop(0) if len(left) > 1 else left[0])(Reply(self, request))

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield ModelServer(f"http://127.0.0.1:{server.server_port}/v1", requests)
    finally:
        server.shutdown()
        server.server_close()


def model(server: ModelServer, patience: float = 20.0, prices: str = "", repairs: int = 2) -> LanguageModel:
    found = read_environment("m", {"SQUARELY_LLM_URL": server.url, "SQUARELY_LLM_PRICES": prices})
    return LanguageModel("m", patience, endpoint=found, repairs=repairs)


def says(text: object, **more: Any) -> Behaviour:
    """A chat completion, as the protocol has it."""
    message = {"role": "assistant", "content": text, **more.pop("message", {})}
    choice = {"index": 0, "message": message, "finish_reason": "stop", **more.pop("choice", {})}
    usage = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
    whole = {"id": "1", "object": "chat.completion", "model": "m", "choices": [choice], "usage": usage, **more}
    return sends(json.dumps(whole).encode())


def sends(body: bytes, status: int = 200, **headers: str) -> Behaviour:

    def behave(reply: Reply) -> None:
        reply.handler.send_response(status)
        for name, value in {"Content_Length": str(len(body)), **headers}.items():
            reply.handler.send_header(name.replace("_", "-"), value)
        reply.handler.end_headers()
        reply.handler.wfile.write(body)

    return behave


def plays(choose: Callable[[list[str]], str]) -> Behaviour:
    """A model that reads the prompt and takes one of the moves that it lists."""

    def behave(reply: Reply) -> None:
        listed = reply.request.said[0].partition("# Legal moves")[2].partition("#")[0]
        moves = [line.split("`")[1] for line in listed.splitlines() if line.startswith("- `")]
        says(f"Let me think.\nMOVE: {choose(moves)}")(reply)

    return behave


def drops(said: bytes = b"") -> Behaviour:
    def behave(reply: Reply) -> None:
        reply.handler.wfile.write(said)
        reply.handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        reply.handler.close_connection = True
        reply.handler.connection.close()

    return behave
