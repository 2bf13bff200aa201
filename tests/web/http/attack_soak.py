"""Every attack for a minute, with another player in the middle of it: what they saw, as a table.

python -m tests.web.http.attack_soak [SECONDS [ATTACK…]]

Each from one address, and from three. Ends with 1 if of a hundred moves of another player more than one took longer
than 100 ms, or the server needed more than 300 MB. SQUARELY_BEFORE may name folders of other Squarelies' sources, with
colons between, which are then attacked as well.
"""

import asyncio
import os
import sys
import tempfile
from itertools import product
from pathlib import Path

import click

from tests.web.http.attackers import ATTACKS
from tests.web.http.flooding import MEMORY
from tests.web.http.witness import Seen, percentile, served, watched

ADDRESSES = (1, 3)  # that attack at once
MOST = 100  # milliseconds of 99 moves of a hundred


def attacked(attack: str, seconds: float, addresses: int, source: str = "") -> Seen | str:
    """A fresh server under attack; what is to be said where it did not stand it."""
    variables = {"PYTHONPATH": source} if source else {}
    with tempfile.TemporaryDirectory() as folder, served(Path(folder), **variables) as server:
        try:
            return asyncio.run(asyncio.wait_for(watched(server, [attack] * addresses, seconds), 6 * seconds + 120))
        except (AssertionError, OSError, TimeoutError) as error:
            server.process.kill()
            return f"did not stand it: {type(error).__name__} {str(error)[:60]}"


def row(name: str, seen: Seen | str) -> str:
    """What was seen, as a line of the table."""
    if isinstance(seen, str):
        return f"| {name} | {seen} |"
    moves = f"{len(seen.moves)}, {percentile(seen.moves, 50):.1f} / {percentile(seen.moves, 99):.1f}"
    answers = f"{percentile(seen.answers, 50):.0f} / {max(seen.answers) * 1e3:.0f}" if seen.answers else "none"
    told = ", ".join(f"{what}: {count}" for each in seen.told.values() for what, count in sorted(each.items()))
    return f"| {name} | {moves} | {answers} | {seen.busy:.0%} | {seen.memory >> 10} | {told} |"


def main() -> int:
    """Attack and print."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    click.echo("| attack | moves, p50 / p99 ms | computer and truth, p50 / max | busy | MB | the attacker was told |")
    click.echo("|---|---|---|---|---|---|")
    failed = False
    for attack, addresses in product(sys.argv[2:] or ATTACKS, ADDRESSES):
        name = f"{attack}, {addresses}"
        for before in filter(None, os.environ.get("SQUARELY_BEFORE", "").split(":")):
            click.echo(row(f"{name}, {before}", attacked(attack, seconds, addresses, before)))
        seen = attacked(attack, seconds, addresses)
        click.echo(row(name, seen))
        failed |= isinstance(seen, str) or percentile(seen.moves, 99) > MOST or seen.memory > MEMORY
        if attack == "nobody" and not isinstance(seen, str) and percentile(seen.moves, 99) > MOST:
            click.echo("| | this machine is too busy to tell: moves take as long while nobody attacks | | | | |")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
