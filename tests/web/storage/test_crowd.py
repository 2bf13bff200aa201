"""A crowd plays while servers are killed and a database falls silent: nothing is lost, doubled or refused untruly.

The short form; `make soak` has 500 sockets and ten kills.
"""

from pathlib import Path

import pytest

from tests.web.load.run import SHORT, on_postgresql, on_sqlite
from tests.web.postgres import PostgreSQL

pytestmark = pytest.mark.anyio


async def test_a_crowd_on_sqlite(tmp_path: Path) -> None:
    verdict = await on_sqlite(SHORT, tmp_path)
    assert verdict.is_clean, str(verdict)
    assert verdict.figures["servers killed"] == SHORT.kills
    assert verdict.figures["acknowledged again"]


async def test_a_crowd_on_postgresql_with_two_servers(postgresql: PostgreSQL, tmp_path: Path) -> None:
    verdict = await on_postgresql(SHORT, tmp_path, postgresql)
    assert verdict.is_clean, str(verdict)
    assert verdict.figures["black holes"] == SHORT.holes
    assert verdict.refusals["unavailable"], "whoever could not move was told"
