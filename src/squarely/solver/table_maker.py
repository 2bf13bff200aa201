"""Make a table out of a solution: choose entries whose exclusive-or gives the right value for every position."""

from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from squarely.core.errors import BadPosition, BrokenRules
from squarely.core.rules.game import ONGOING, Game
from squarely.core.rules.game import TIE as TIED
from squarely.files.saved_matches import replace_bytes
from squarely.laws.walk import play_seeded
from squarely.solver.integrity import add_checksum, fingerprint
from squarely.solver.large import solve
from squarely.solver.packed_table import KIND, PackedTable, locate_entries, table_name
from squarely.solver.sorted_solution import SortedSolution
from squarely.solver.successors import read_keys
from squarely.solver.values import ENDLESS, TIE, WIN

_ROOM = 1.23  # entries for each key; with less, some key seldom has an entry of its own
_ATTEMPTS = 50
_PLAYS, _LONGEST = 2_000, 100  # in which a table is held against its solution
_TIED = 1 << 12  # added to the distance of a tie


def make_table(solution: SortedSolution) -> bytes:
    """The table of a game that was solved from its start: always the same bytes for the same rules."""
    game = solution.game
    keys, values = _list_ongoing(solution)
    kinds = np.unique(values)
    bits = max(1, int(len(kinds) - 1).bit_length())
    segment = int(len(keys) * _ROOM / 3) + 11
    seed, entries = _find_entries(keys, np.searchsorted(kinds, values), segment)
    summary = solution.summary()
    header = {
        "game": game.name,
        "options": game.options,
        "rules": fingerprint(game),
        "fields": [field[:-1] for field in solution.fields],  # a table is of one start, so no field is held to it
        "bits": bits,
        "segment": segment,
        "seed": seed,
        "codes": [_name_code(int(kind)) for kind in kinds],
        "positions": summary.positions,
        "counts": summary.counts,
        "longest": summary.longest,
    }
    return add_checksum(KIND, header, _pack_entries(entries, bits))


def write_table(game: Game, folder: Path) -> str:
    """Solve a game and write its table there; what was done, as a sentence. BrokenRules where it would be wrong."""
    solution = solve(game, game.start())
    if game.is_dealt or solution.scoring.by_margin:
        raise BrokenRules(f"no table holds {game.name}: it has one start, and who wins and when, but no points")
    path, content = folder / table_name(game), make_table(solution)
    _check_table(PackedTable(game, content), solution)
    replace_bytes(path, content)
    return f"{path} has {len(content):,} bytes; it is found in the folder `tables` beside the module of {game.name}."


def _check_table(table: PackedTable, solution: SortedSolution) -> None:
    """Hold it against the solution; and no position may pass for one of the game that play never comes to."""
    game, random = solution.game, Random(0)
    seen = [position for number in range(_PLAYS) for position, _ in play_seeded(game, 3 * number, _LONGEST)]
    ongoing = [position for position in seen if game.outcome(position) == ONGOING]
    for position, other in zip(ongoing, random.sample(ongoing, len(ongoing)), strict=True):
        if table.value(position) != solution.value(position):
            where = game.write_position(position)
            raise BrokenRules(f"no table holds {game.name}: in it the winner makes the last move, and not from {where}")
        mixed = position._replace(**{name: getattr(other, name) for name in random.sample(position._fields, 1)})
        with suppress(BadPosition):
            read = game.read_position(line := game.write_position(mixed))
            if game.outcome(read) == ONGOING and solution.value(read) is None:
                never = f"it would give {line} a value, where play never comes to; `check` refuses such positions"
                raise BrokenRules(f"no table holds {game.name}: {never}")


def _list_ongoing(solution: SortedSolution) -> tuple[Any, Any]:
    """The keys of the positions that have not ended, ascending, each with a number for its value: see `_name_code`."""
    layers = solution.layers.values()
    keys = np.concatenate([read_keys(layer["entries"]) for layer in layers])
    codes = np.concatenate([layer["codes"] for layer in layers]).astype(np.int64)
    values = np.where(codes == 0, -1, (codes >> 2) + _TIED * (codes & 3 == TIED))
    ongoing = np.flatnonzero((codes == 0) | (codes > 3))
    ongoing = ongoing[np.argsort(keys[ongoing])]
    return keys[ongoing], values[ongoing]


def _name_code(number: int) -> tuple[str, int | None]:
    if number < 0:
        return ENDLESS, None
    return (TIE, number - _TIED) if number >= _TIED else (WIN, number)


def _find_entries(keys: Any, codes: Any, segment: int) -> tuple[int, Any]:
    for seed in range(_ATTEMPTS):
        places = np.stack(locate_entries(keys, seed, segment), 1)
        entries = _fill_entries(places, codes, 3 * segment)
        if entries is not None:
            return seed, entries
    raise ValueError(f"no table was found in {_ATTEMPTS} attempts")


def _fill_entries(places: Any, codes: Any, size: int) -> Any:
    """Peel off the keys that have an entry to themselves until none is left; fill in the entries in reverse order."""
    sharing, together = np.zeros(size, np.int32), np.zeros(size, np.int64)  # how many keys, and their numbers xored
    np.add.at(sharing, places, 1)
    np.bitwise_xor.at(together, places, np.arange(len(places))[:, None])
    alone, peeled = np.flatnonzero(sharing == 1), []
    while len(alone):
        taken, first = np.unique(together[alone], return_index=True)
        peeled.append((taken, alone[first]))
        np.subtract.at(sharing, places[taken], 1)
        np.bitwise_xor.at(together, places[taken], taken[:, None])
        touched = np.unique(places[taken])
        alone = touched[sharing[touched] == 1]
    entries = np.zeros(size, np.int64)
    for taken, own in reversed(peeled):  # none of those peeled together has the own entry of another
        entries[own] = codes[taken] ^ np.bitwise_xor.reduce(entries[places[taken]], 1)
    return None if sharing.any() else entries


def _pack_entries(entries: Any, bits: int) -> bytes:
    """The entries one after another, `bits` bits each, and a byte to spare so that two can always be read."""
    planes = (entries[:, None] >> np.arange(bits) & 1).astype(np.uint8)
    return bytes(np.packbits(planes.reshape(-1), bitorder="little").tobytes()) + b"\0"
