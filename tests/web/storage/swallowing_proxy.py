"""A proxy in front of a database that can swallow everything: it takes what is sent and passes nothing on."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Proxy:
    """Passes everything on, or nothing. A connection that has once been swallowed stays so, as behind a lost route."""

    def __init__(self, port: int) -> None:
        self.swallows = False
        self.lost = 0  # connections, which stay so
        self.port = 0
        self._to = port
        self._lines: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def stands_before(self, url: str) -> str:
        """The address of a database, by way of this."""
        return url.replace(f":{self._to}/", f":{self.port}/")

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._to)
        self._lines |= {writer, far_writer}
        lost = asyncio.Event()
        both = (self._pass(reader, far_writer, lost), self._pass(far_reader, writer, lost))
        for task in [asyncio.create_task(each) for each in both]:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, lost: asyncio.Event) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                if self.swallows and not lost.is_set():
                    lost.set()
                    self.lost += 1
                if not lost.is_set():
                    writer.write(data)
                    await writer.drain()
            if not lost.is_set():  # an end is swallowed as well
                writer.close()

    def close(self) -> None:
        for line in self._lines:
            line.transport.abort()
        for task in self._tasks:
            task.cancel()


@contextmanager
def proxy(port: int) -> Iterator[Proxy]:
    """Such a proxy for this port, on a port of its own and in a thread of its own, so that nothing else holds it up."""
    between, stop, ready = Proxy(port), asyncio.Event(), threading.Event()
    loop = asyncio.new_event_loop()

    async def serve() -> None:
        server = await asyncio.start_server(between.serve, "127.0.0.1", 0)
        between.port = server.sockets[0].getsockname()[1]
        ready.set()
        await stop.wait()
        server.close()
        between.close()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),), daemon=True)
    thread.start()
    ready.wait()
    try:
        yield between
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
        loop.close()
