"""A solution small enough to ship: the value of every position in a few bits, without the positions themselves.

Each value is the exclusive-or of three entries whose places are computed from the position's key; the entries were
chosen so that this comes out right for every ongoing position of the game. Nothing but the standard library is
needed to read it. A key that was never put in gives nonsense, so a table is made only of games whose well-formed
positions can all be reached; `squarely solve --table` looks whether that is so.
"""

import sys
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

from squarely.core.errors import BrokenRules
from squarely.core.rules.game import Game, Position, Side
from squarely.solver.integrity import check_checksum, fingerprint
from squarely.solver.packing import BitField, Symmetry, make_packing
from squarely.solver.solution import Summary
from squarely.solver.values import ENDLESS, TIE, WIN, Value, find_endless_value, find_patient_side

KIND = "table 2"
_HALF = (1 << 31) - 1


def load_packaged(game: Game) -> "PackedTable | None":
    """The table that comes with this game for these options, if there is one: in `tables` beside its module.

    Those with a rule about repetition use the table without it, where that tells all they need.
    """
    home = sys.modules[game.printed.__module__]
    beside = files(home.__package__) if home.__package__ else Path(str(home.__file__)).parent
    file = beside / "tables" / table_name(game)
    if not file.is_file():
        return None
    table = PackedTable(game, file.read_bytes())
    if table.has_ties and find_patient_side(game) is not None:
        return None  # a tie may be something else for a side that wins by repetition
    with suppress(BrokenRules):  # without their source the rules cannot be fingerprinted
        if table.rules == fingerprint(game):
            return table
    mend = "squarely solve --table makes it anew"
    sys.stderr.write(f"(the table of {game.name} is that of other rules and is not used; {mend})\n")
    return None


def table_name(game: Game) -> str:
    """The file a game's table is kept in."""
    changed = (each for each in game.options.split(",") if each and not each.startswith("repetition="))
    return f"{'-'.join([game.name, *changed]).replace('=', '-')}.table"


class PackedTable:
    """The value of every ongoing position of one game."""

    def __init__(self, game: Game, content: bytes) -> None:
        header, self._entries = check_checksum(KIND, content, f"the table of {game.name}")
        self._game = game
        self._about = header
        self.rules: str = header["rules"]  # a hash of the rules that it is the table of
        self._bits, self._segment, self._seed = header["bits"], header["segment"], header["seed"]
        self._codes: list[tuple[str, int | None]] = header["codes"]
        self.has_ties = any(ending == TIE for ending, _ in self._codes)
        self._symmetry = Symmetry(game, [game.start()])
        self._pack = make_packing(game, tuple(BitField(*field) for field in header["fields"])).pack

    def value(self, position: Position) -> Value | None:
        key = min(self._pack(image) for image in self._symmetry.orbit(position))
        bits, mask = self._bits, (1 << self._bits) - 1
        code = 0
        for place in locate_entries(key, self._seed, self._segment):
            byte, shift = divmod(place * bits, 8)
            code ^= int.from_bytes(self._entries[byte : byte + 2], "little") >> shift & mask
        if code >= len(self._codes):
            return None
        ending, distance = self._codes[code]
        if ending == ENDLESS or distance is None:
            return find_endless_value(self._game)
        mover = Side(position.mover)  # turns alternate: an odd distance is a win for the side to move
        winner = mover if distance % 2 else mover.other
        return Value(None if ending == TIE else winner, ending, distance)

    def summary(self) -> Summary:
        wins = [distance or 0 for ending, distance in self._codes if ending == WIN]
        counts, longest = dict(self._about["counts"]), self._about["longest"]
        repeated, value = 0, find_endless_value(self._game)
        if value.ending != ENDLESS and (repeated := counts.pop(ENDLESS, 0)):
            kind = TIE if value.winner is None else str(value.winner)
            counts = dict(sorted({**counts, kind: counts.get(kind, 0) + repeated}.items()))
        return Summary(self._about["positions"], counts, longest, max(wins, default=0), repeated)


def locate_entries(key: int, seed: int, segment: int) -> tuple[int, int, int]:
    """The three entries that make up a key's value, one in each third of the table.

    Runs compiled, too: no number on the way is negative or longer than 62 bits.
    """
    low, high = key & _HALF ^ seed, key >> 31
    one = mix_bits(mix_bits(low, 0x5BD1E995) + high, 0x27D4EB2D)
    two = mix_bits(mix_bits(low, 0x165667B1) + high, 0x3C6EF372)
    three = mix_bits(mix_bits(low, 0x7FEB352D) + high, 0x46AC68B5)
    return (
        (one & _HALF) * segment >> 31,
        segment + ((two & _HALF) * segment >> 31),
        2 * segment + ((three & _HALF) * segment >> 31),
    )


def mix_bits(number: int, factor: int) -> int:
    """Another number, in which every bit depends on many."""
    product = (number & _HALF) * factor + 0x1B873593
    return product ^ product >> 31
