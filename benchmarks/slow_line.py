"""A line as long as one across an ocean: a proxy that passes everything on, later. It has a thread of its own."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class SlowLine:
    """Passes on what comes in half a round trip later, in both directions; to connect takes a whole one."""

    def __init__(self, port: int, round_trip: float) -> None:
        self.port = 0
        self._to, self._round_trip = port, round_trip
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop = asyncio.new_event_loop()

    def hang_up(self) -> None:
        """Cut every connection, so that whoever comes next has to connect."""
        asyncio.run_coroutine_threadsafe(self._hang_up(), self._loop).result()

    async def _hang_up(self) -> None:
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connected = self._loop.time() + self._round_trip
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._to)
        self._writers |= {writer, far_writer}
        for each in (self._pass(reader, far_writer, connected), self._pass(far_reader, writer, connected)):
            task = asyncio.create_task(each)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, connected: float) -> None:
        """Read at once, and write each part when it would have arrived."""
        on_its_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        arriving = asyncio.create_task(self._arrive(on_its_way, writer))
        with suppress(OSError):
            while True:
                data = await reader.read(65536)
                sent = max(self._loop.time(), connected)
                on_its_way.put_nowait((sent + self._round_trip / 2, data))
                if not data:
                    break
        await arriving

    async def _arrive(self, on_its_way: asyncio.Queue[tuple[float, bytes]], writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while True:
                due, data = await on_its_way.get()
                await asyncio.sleep(max(0, due - self._loop.time()))
                if not data:
                    break
                writer.write(data)
            writer.close()

    def run(self, ready: threading.Event, stop: asyncio.Event) -> None:
        """Serve until told to stop."""

        async def serve() -> None:
            server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
            self.port = server.sockets[0].getsockname()[1]
            ready.set()
            await stop.wait()
            server.close()
            await self._hang_up()
            for task in self._tasks:
                task.cancel()

        self._loop.run_until_complete(serve())

    def stop(self, stop: asyncio.Event) -> None:
        self._loop.call_soon_threadsafe(stop.set)


@contextmanager
def slow_line(port: int, round_trip: float) -> Iterator[SlowLine]:
    """Such a line to a port of this machine; so many seconds there and back."""
    line, ready, stop = SlowLine(port, round_trip), threading.Event(), asyncio.Event()
    thread = threading.Thread(target=line.run, args=(ready, stop), daemon=True)
    thread.start()
    ready.wait()
    try:
        yield line
    finally:
        line.stop(stop)
        thread.join()
