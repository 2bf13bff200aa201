"""Idle matches are forgotten in time, and none because a clock was wrong."""

from collections.abc import AsyncIterator
from math import ceil

import pytest

from squarely.web.http.limits import Limits
from squarely.web.http.metrics import Metrics
from squarely.web.match.room_services import RoomServices
from squarely.web.match.rooms import Expiry
from squarely.web.storage.journal import Journal
from squarely.web.workers.pool import WorkerPool
from tests.web.storage.keeping import add, find, insert, journal, match, moved

pytestmark = pytest.mark.anyio

DAY = 86400.0
TODAY = 1_700_000_000.0
NOW, OLD = "match-of-now", "match-of-old"


class Machine:
    """A machine that runs for a while: its clock, which may be set, and the time that it has run."""

    def __init__(self, kept: Journal) -> None:
        self.kept, self.clock, self.running = kept, TODAY, 500.0
        self.services = RoomServices(kept, WorkerPool(0), Limits(), Metrics())
        self.expiry = self.start()

    def start(self) -> Expiry:
        self.expiry = Expiry(self.services, lambda: self.clock, lambda: self.running)
        return self.expiry

    def wait(self, days: float) -> None:
        self.clock += days * DAY
        self.running += days * DAY

    async def run(self, *spans: float) -> list[int]:
        """Serve for so many days, with a look every day or so; how many matches were forgotten, for each span."""
        gone = []
        for days in spans:
            gone.append(await self.expiry.look())
            for _ in range(looks := ceil(days)):
                self.wait(days / looks)
                gone[-1] += await self.expiry.look()
        return gone

    async def begin(self, name: str, days_ago: float = 0.0) -> None:
        await insert(self.kept, match(name, made_at=self.clock - days_ago * DAY))


@pytest.fixture
async def machine(file: str) -> AsyncIterator[Machine]:
    async with journal(file) as kept:
        yield Machine(kept)


async def test_after_thirty_days_and_not_before(machine: Machine) -> None:
    await machine.begin(OLD)
    assert await machine.run(29.9, 0.2) == [0, 1]
    # A database of a version that noted nothing: what happened last says how late it is.
    await machine.begin(NOW)
    await machine.begin(OLD, days_ago=31)
    assert await machine.run(0) == [1]
    assert await find(machine.kept, NOW)


async def test_a_clock_that_is_ahead_at_the_start_deletes_nothing(machine: Machine) -> None:
    await machine.begin(NOW)
    await add(machine.kept, moved(1, at=TODAY), NOW)
    await machine.begin("nearly-idle0", days_ago=29.9)
    for _ in range(3):  # nor when it is started again, with matches of that wrong time in it
        machine.start()
        machine.clock += 40 * DAY
        assert await machine.run(0) == [0]
        await machine.begin(f"of-{machine.clock:.0f}"[:12])
    assert await machine.run(14) == [1], "nearly-idle0"
    assert await find(machine.kept, NOW)


async def test_nor_one_that_is_set_forward_while_the_server_runs_and_set_right_again_it_is_believed(
    machine: Machine,
) -> None:
    await machine.run(100)
    await machine.begin(NOW)
    machine.clock += 40 * DAY
    assert await machine.run(14) == [0]
    machine.clock -= 40 * DAY
    assert await machine.run(15.9, 0.2) == [0, 1]


async def test_a_server_that_was_off_makes_up_for_it(machine: Machine) -> None:
    await machine.begin(OLD)
    await machine.run(5)
    machine.clock += 20 * DAY
    machine.running = 3.0
    machine.start()
    assert await machine.run(4.9) == [0]
    assert await machine.run(20) == [1], "25 days by the clock after it was begun, and 5 more: at double speed"


async def test_several_processes_do_not_add_up(machine: Machine) -> None:
    await machine.begin(NOW)
    await machine.run(0)
    machine.clock += 40 * DAY
    others = [machine.start() for _ in range(4)]
    for _ in range(15):
        assert [await other.look() for other in others] == [0, 0, 0, 0]
        machine.wait(days=1)
