"""A match: a game being played. The one place where legality is checked."""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from squarely.core.errors import AmbiguousMove, BadPlayer, BrokenGame, IllegalMove
from squarely.core.rules.game import SIDES, Game, Move, Outcome, Position, Side
from squarely.core.text.notation import is_printable, join_with_or

OCCURRENCES_FOR_AN_END = 3
WINNER_BY_REPETITION = {"draw": None, "first_loses": Side.SECOND, "second_loses": Side.FIRST}  # else play goes on
_MEANINGS_TO_LIST = 6
_KEPT = 4096  # words that were read: on a server many matches come to the same positions


@dataclass(frozen=True)
class Match:
    """A start and the moves so far. A value: playing gives a new match, undoing gives the one before."""

    game: Game
    names: tuple[str, str]
    moves: tuple[Move, ...]
    positions: tuple[Position, ...]  # the start and the position after each move
    ending: Outcome | None = None  # an end that the players made: resigned, agreed, out of time

    @classmethod
    def of(cls, game: Game, start: Position | None = None, names: tuple[str, str] | None = None) -> "Match":
        """A match about to begin."""
        for name in names or ():
            if not name.strip() or not is_printable(name):
                raise BadPlayer(f"{name!r} is not a name; a name is one line of printable text")
        return cls(game, names or game.players, (), (game.start() if start is None else start,))

    @property
    def start(self) -> Position:
        return self.positions[0]

    @cached_property
    def position(self) -> Position:
        return self.positions[-1]

    @cached_property
    def mover(self) -> Side:
        """Whose turn it is; after an end, whose turn it would be."""
        mover: Side = SIDES[self.position.mover]
        return mover

    @property
    def mover_name(self) -> str:
        return self.names[self.mover]

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the match has ended, or None while it goes on."""
        return self.ending or self.game.result(self.position) or self._repetition()

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """What the mover may choose from; nothing once the match is over."""
        if self.outcome:
            return ()
        legal = self.game.named_moves(self.position)
        if not legal:
            here = self.game.write_position(self.position)
            raise BrokenGame(f"{self.game.name} cannot go on: {here} has no legal move and has not ended")
        return legal

    def read(self, move: str | int) -> Move:
        """The legal move that these words, or this number, mean; BadMove says why there is none."""
        if self.outcome:
            raise IllegalMove(f"the match is over: {self.outcome.reason}.")
        return _read_move(self.game, self.position, move) if isinstance(move, str) else self._find_numbered(move)

    def play(self, move: str | int) -> "Match":
        """The match after this move: its words, or one of the legal moves. BadMove says why there is none."""
        chosen = self.read(move)
        after = self.game.play(self.position, int(chosen))
        return Match(self.game, self.names, (*self.moves, chosen), (*self.positions, after))

    def undo(self) -> "Match":
        if not self.moves:
            raise IllegalMove("there is no move to take back.")
        return self.rewind(len(self.moves) - 1)

    def rewind(self, moves: int) -> "Match":
        """The match as it was after that many moves."""
        if moves == len(self.moves):
            return self
        return replace(self, moves=self.moves[:moves], positions=self.positions[: moves + 1], ending=None)

    def resign(self, side: Side) -> "Match":
        return self.end_with(Outcome(side.other, f"{self.names[side]} resigned"))

    def agree_to_draw(self) -> "Match":
        return self.end_with(Outcome(None, "a draw was agreed"))

    def run_out_of_time(self) -> "Match":
        """The mover loses on time."""
        return self.end_with(Outcome(self.mover.other, f"{self.mover_name} ran out of time"))

    def end_with(self, outcome: Outcome) -> "Match":
        if self.outcome:
            raise IllegalMove(f"the match is over: {self.outcome.reason}.")
        return replace(self, ending=outcome)

    def _find_numbered(self, number: int) -> Move:
        legal = _name_if_legal(self.game, self.position, int(number))
        if legal is not None:
            return legal
        if isinstance(number, Move):  # from another position: its words say why not here
            return _read_move(self.game, self.position, number.text)
        raise IllegalMove(f"move number {number} is not among the legal moves.")

    def _repetition(self) -> Outcome | None:
        reading = str(self.game.settings["repetition"])
        if reading in WINNER_BY_REPETITION and self.positions.count(self.position) >= OCCURRENCES_FOR_AN_END:
            return Outcome(WINNER_BY_REPETITION[reading], "the same position occurred three times")
        return None


@lru_cache(maxsize=_KEPT)
def _read_move(game: Game, position: Position, text: str) -> Move:
    """The one legal move that these words mean here."""
    meant = game.words.read_move(position, text)
    legal = [move for number in sorted({*meant}) if (move := _name_if_legal(game, position, number)) is not None]
    if len(legal) == 1:
        return legal[0]
    if not legal:
        raise IllegalMove(game.words.why_illegal(position, meant[0]))
    listed, others = [str(move) for move in legal[:_MEANINGS_TO_LIST]], len(legal) - _MEANINGS_TO_LIST
    more = [f"{others} more"] if others > 0 else []
    raise AmbiguousMove(f"that could mean {join_with_or(listed + more)}. Please say which.")


@lru_cache(maxsize=_KEPT)
def _name_if_legal(game: Game, position: Position, number: int) -> Move | None:
    return game.name_move(position, number) if number in game.legal_moves(position) else None
