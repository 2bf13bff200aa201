"""The matches that a server holds: found by id, opened by the secret of a seat, the longest idle ones let go."""

import hashlib
import hmac
import secrets
from collections import OrderedDict
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic

from squarely.errors import BadMove, BadPlayer, IllegalMove, SquarelyError
from squarely.game import Side
from squarely.match import Match
from squarely.players import Player

MOST = 1000  # matches at a time
LONGEST = 1000  # moves of one match
IDLE = 3600.0  # seconds after which a match that is not training is over if nobody has looked at it
_TOKEN_BYTES = 32
_ID_BYTES = 9


class NotYours(SquarelyError):
    """There is no such match, or this is not the secret of a seat in it; which of the two is not told."""


@dataclass
class Table:
    """A match, who sits at it, and the hashes of the secrets that open its seats."""

    match: Match
    players: dict[Side, Player]  # the computers
    training: bool
    secrets: dict[Side, str]
    lock: Lock = field(default_factory=Lock)  # a turn and its answer are one thing
    used: float = field(default_factory=monotonic)
    was_left: bool = False  # for so long that it is over

    @property
    def is_rated(self) -> bool:
        """Whether it goes on and is no training, so that nobody may be told what is best in it."""
        is_left = self.was_left or monotonic() - self.used > IDLE
        return not self.training and not is_left and self.match.outcome is None and len(self.match.moves) < LONGEST

    def use(self) -> None:
        """Note that somebody with a right to it looks at it, and whether that is too late."""
        now = monotonic()
        self.was_left |= not self.training and now - self.used > IDLE
        self.used = now

    def play(self, side: Side, words: str) -> None:
        """The move of a side, and the answers of the computers. Either all of it happens or nothing."""
        if not self.match.outcome:
            if self.was_left:
                raise IllegalMove("the match has stopped unfinished, because nobody played on for very long.")
            if len(self.match.moves) >= LONGEST:
                raise IllegalMove(f"the match has stopped unfinished after {LONGEST} moves. Please start another.")
            if self.match.mover != side:
                raise IllegalMove(f"it is the turn of {self.match.mover_name}.")
        self.match = self._answered(self.match.play(words))

    def begin(self) -> None:
        """Let a computer make the first moves if it is its turn."""
        self.match = self._answered(self.match)

    def _answered(self, match: Match) -> Match:
        """The match after what computers play, until it is somebody else's turn: one may have several in a row."""
        while not match.outcome and match.mover in self.players and len(match.moves) < LONGEST:
            try:
                match = match.play(self.players[match.mover].choose(match))
            except (BadPlayer, BadMove) as failed:
                raise BadPlayer(f"nothing was played, because {match.mover_name} cannot answer: {failed}.") from None
        return match


class Matches:
    """Every match of a server, in the order in which they were last used."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._lock = Lock()

    def begin(self, match: Match, players: dict[Side, Player], training: bool) -> tuple[str, Match, dict[Side, str]]:
        """Begin a match: its id, where it stands, and a secret for every seat that no computer has."""
        tokens = {side: secrets.token_urlsafe(_TOKEN_BYTES) for side in Side if side not in players}
        table = Table(match, players, training, {side: _hashed(token) for side, token in tokens.items()})
        table.begin()
        name = secrets.token_urlsafe(_ID_BYTES)
        with self._lock:
            self._tables[name] = table
            while len(self._tables) > self._most:
                self._tables.popitem(last=False)
        return name, table.match, tokens

    def has_rated(self, game: str) -> bool:
        """Whether a match of this game goes on, under whatever options, in which nobody may be told what is best."""
        with self._lock:
            return any(table.match.game.name == game and table.is_rated for table in self._tables.values())

    def opened(self, name: str, token: str) -> tuple[Table, Side]:
        """The match of this id and the side whose seat the secret opens."""
        given = _hashed(token)
        with self._lock:
            table = self._tables.get(name)
            stored = table.secrets if table else {Side.FIRST: ""}  # as much work either way
            sides = [side for side, secret in stored.items() if hmac.compare_digest(given, secret)]
            if table is None or not sides:
                raise NotYours(
                    "no match has this match_id together with this seat_token. Use both as start_match returned them; "
                    "a match that was idle for very long is gone, and another can be started."
                )
            self._tables.move_to_end(name)
            table.use()
            return table, sides[0]


def _hashed(token: str) -> str:
    """What is kept of a secret. It is long and random, so that one round of hashing is enough."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
