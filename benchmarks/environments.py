"""Random play through masks: our vector environment beside the tic-tac-toe of pgx, OpenSpiel and PettingZoo.

Each plays as its own documentation has it done. They take turns, round after round, so that a busy machine hurts all.
"""

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median
from typing import Any

BATCH = 8192
OTHERS = {"center": "≥ 2 ×", "numbers": "", "showdown": "", "snatchers": ""}  # than quad, with what is wanted of each
ROUNDS, SECONDS = 14, 0.2  # of each, in turn
BATCHES = (1, 16, 256, 1024, 8192, 65536)
BUSY = 2  # processes
PAIRS = 12  # of a round with one thread and one with two
LOADED = (
    f"Two threads beside one, in {PAIRS} rounds each, in turn: first with nothing else to do, then beside {BUSY} busy "
    "processes that count without a pause. A rate is the median of its rounds, a ratio the median of the pairs."
)


def rate(play: Callable[[], int]) -> float:
    """Moves a second, for a while."""
    moves, began = 0, time.perf_counter()
    while (took := time.perf_counter() - began) < SECONDS:
        moves += play()
    return moves / took


def fastest(plays: dict[str, Callable[[], int]]) -> dict[str, float]:
    """The best rate of each, of several rounds in which each has its turn."""
    for play in plays.values():
        play()  # compiles
    best = dict.fromkeys(plays, 0.0)
    for _ in range(ROUNDS):
        for name, play in plays.items():
            best[name] = max(best[name], rate(play))
    return best


def ours(batch: int = BATCH, threads: int | None = None, copy: bool = False, game: str = "quad") -> Callable[[], int]:
    """A game, every step taken from Python: choose through the masks, play, observe, begin anew."""
    from squarely.environments.vector import Vector

    vector = Vector(game, batch, threads=threads, copy=copy)
    vector.reset(seed=1)
    steps = max(1, 20_000 // batch)

    def play() -> int:
        for _ in range(steps):
            vector.step(vector.random_actions())
        return steps * batch

    return play


def our_rollout(batch: int = BATCH, threads: int | None = None, game: str = "quad") -> Callable[[], int]:
    """The same, but the steps follow one another without going back to Python."""
    from squarely.environments.vector import Vector

    vector = Vector(game, batch, threads=threads)
    vector.reset(seed=1)

    def play() -> int:
        vector.random_rollout(20)
        return 20 * batch

    return play


def pgx_play(choose: Callable[[Any, Any], Any]) -> Callable[[], int]:
    """One compiled function for many steps; matches are renewed by pgx's own wrapper."""
    import jax

    begun, step = pgx_begun()

    def one(state: Any, key: Any) -> tuple[Any, None]:
        choosing, renewing = jax.random.split(key)
        actions = choose(choosing, state.legal_action_mask)
        return step(state, actions, jax.random.split(renewing, BATCH)), None

    run = jax.jit(lambda state, key: jax.lax.scan(one, state, jax.random.split(key, 20))[0])

    def play() -> int:
        run(begun, jax.random.key(random.getrandbits(30))).observation.block_until_ready()
        return 20 * BATCH

    return play


def pgx_stepped() -> Callable[[], int]:
    """Every step taken from Python: random keys, actions, and the step itself, each a compiled function."""
    import jax

    state, step = pgx_begun()
    choose, advance = jax.jit(as_pgx_does), jax.jit(step)
    keys = jax.jit(lambda key: (*jax.random.split(key, 2), jax.random.split(key, BATCH)))
    key = jax.random.key(1)

    def play() -> int:
        nonlocal state, key
        for _ in range(20):
            key, choosing, renewing = keys(key)
            state = advance(state, choose(choosing, state.legal_action_mask), renewing)
        state.observation.block_until_ready()
        return 20 * BATCH

    return play


def pgx_begun() -> tuple[Any, Any]:
    """Matches of pgx at their beginning, and the function that takes a step in each of them."""
    import jax
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make("tic_tac_toe")
    begun = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(0), BATCH))
    return begun, jax.vmap(auto_reset(env.step, env.init))


def as_pgx_does(key: Any, masks: Any) -> Any:
    """How pgx itself chooses at random."""
    from pgx.experimental.utils import act_randomly

    return act_randomly(key, masks)


def by_counting(key: Any, masks: Any) -> Any:
    """The quickest way we found: one random number a match instead of nine."""
    import jax
    import jax.numpy as jnp

    counts = jnp.cumsum(masks, axis=-1)
    return jnp.argmax(counts > jax.random.uniform(key, (len(masks), 1)) * counts[:, -1:], axis=-1)


def open_spiel() -> Callable[[], int]:
    """OpenSpiel's tic_tac_toe, written in C++, one move at a time from Python."""
    import pyspiel

    game = pyspiel.load_game("tic_tac_toe")

    def play() -> int:
        moves = 0
        for _ in range(50):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(random.choice(state.legal_actions()))
                moves += 1
        return moves

    return play


def petting_zoo() -> Callable[[], int]:
    """PettingZoo's tictactoe, by the loop of its documentation."""
    from pettingzoo.classic import tictactoe_v3

    env = tictactoe_v3.env()

    def play() -> int:
        moves = 0
        env.reset()
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
            moves += not over
        return moves

    return play


def compared() -> list[tuple[str, str, str, str, str]]:
    """The lines for the table: ours beside each of the others."""
    found = fastest(
        {
            "ours": ours(),
            "ours, copied": ours(copy=True),
            "rollout": our_rollout(),
            "pgx": pgx_play(as_pgx_does),
            "pgx, counting": pgx_play(by_counting),
            "pgx, stepped": pgx_stepped(),
            "OpenSpiel": open_spiel(),
            "PettingZoo": petting_zoo(),
            **{game: ours(game=game) for game in OTHERS},
            **{f"{game} rollout": our_rollout(game=game) for game in OTHERS},
        }
    )
    alike = (
        ("OpenSpiel", "OpenSpiel `tic_tac_toe` from Python", "≥ 20 ×"),
        ("PettingZoo", "PettingZoo `tictactoe`", "≥ 200 ×"),
    )
    stepped = ("pgx, stepped", "pgx `tic_tac_toe`, step by step from Python", "≥ 5 ×")
    whole = ("pgx", "pgx `tic_tac_toe`, many steps compiled as one", "≥ 5 ×")
    counting = ("pgx, counting", "the same with the quickest random choice we found", "")
    by_step, by_rollout = "step by step from Python, `copy=False`", "`random_rollout`"
    pairs = [
        ("quad", by_step, "ours", (stepped, *alike)),
        ("quad", "step by step from Python, every array a copy", "ours, copied", (stepped, *alike)),
        ("quad", by_rollout, "rollout", (whole, counting, *alike)),
    ]
    for game, wanted in OTHERS.items():
        pairs.append((game, by_step, game, ((*stepped[:2], wanted),)))
        pairs.append((game, by_rollout, f"{game} rollout", ((*whole[:2], wanted),)))
    return [
        (
            f"vector {game}, batch {BATCH:,}, {what}",
            millions(found[mine]),
            f"{named}: {millions(found[other])}",
            f"{found[mine] / found[other]:,.1f} ×",
            wanted,
        )
        for game, what, mine, others in pairs
        for other, named, wanted in others
    ]


def growth() -> list[tuple[str, str, str, str, str]]:
    """How the rate grows with the batch, and with the cores."""
    cores = os.cpu_count() or 1
    plays = {f"batch {batch:,}": ours(batch) for batch in BATCHES}
    plays |= {f"{threads} thread{'s' * (threads > 1)}": our_rollout(65536, threads) for threads in (1, cores)}
    found = fastest(plays)
    lines = []
    for name, each in found.items():
        beside = f"batch {BATCHES[0]:,}" if name.startswith("batch") else "1 thread"
        what = "step by step, `copy=False`" if name.startswith("batch") else "batch 65,536, `random_rollout`"
        ratio = f"{each / found[beside]:,.1f} ×"
        lines.append(
            (f"vector quad, {what}, {name}", millions(each), f"{beside}: {millions(found[beside])}", ratio, "")
        )
    return lines


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """So many processes beside that want all they can get of the processor."""
    started = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(processes)]
    try:
        time.sleep(0.5)  # until they have begun
        yield
    finally:
        for each in started:
            each.kill()
            each.wait()


def beside() -> list[tuple[str, str, str, str, str]]:
    """What two threads are worth on a quiet machine, and on one that others keep busy."""
    lines = []
    for what, made in (("step by step, `copy=False`", ours), ("`random_rollout`", our_rollout)):
        one, two = made(BATCH, 1), made(BATCH, 2)
        for play in (one, two):
            play()  # compiles
        for processes, wanted in ((0, ""), (BUSY, "≥ 1 ×")):
            with busy(processes):
                pairs = [(rate(one), rate(two)) for _ in range(PAIRS)]
            alone, together = (median(rates) for rates in zip(*pairs, strict=True))
            lines.append(
                (
                    f"vector quad, batch {BATCH:,}, {what}, 2 threads, beside {processes or 'no'} busy processes",
                    millions(together),
                    f"1 thread: {millions(alone)}",
                    f"{median(second / first for first, second in pairs):.1f} ×",
                    wanted,
                )
            )
    return lines


def millions(moves: float) -> str:
    """A rate in words."""
    return f"{moves / 1e6:.2f} million moves/s" if moves > 1e5 else f"{moves:,.0f} moves/s"


if __name__ == "__main__":
    for line in compared() + growth() + beside():
        print(" | ".join(line), flush=True)
