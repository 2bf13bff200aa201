"""A bare Starlette socket that says back what it hears, under the settings of `squarely serve`, to compare with.

python benchmarks/echo.py
"""

import asyncio

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from squarely.serving.listening import bind_socket
from squarely.web.http.limits import Limits
from squarely.web.http.sockets import SocketConfig


async def echo(socket: WebSocket) -> None:
    """Say everything back."""
    await socket.accept()
    try:
        while True:
            await socket.send_text(await socket.receive_text())
    except WebSocketDisconnect:
        pass


def main() -> None:
    """Serve at a free port, and print the address."""
    listening = bind_socket("127.0.0.1", 0)
    config = SocketConfig(Starlette(routes=[WebSocketRoute("/api/socket", echo)]), Limits(messages_per_socket=10**9))
    print(f"An echo is at http://127.0.0.1:{listening.getsockname()[1]}", flush=True)
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(uvicorn.Server(config).serve([listening]))


if __name__ == "__main__":
    main()
