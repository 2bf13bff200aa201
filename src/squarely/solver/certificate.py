"""Certificates: what a position is worth, with strategies that a checker verifies. `docs/proofs.md` has the form.

A strategy has a move for every position that its owner can be led to, chosen so that these are few.
"""

from collections.abc import Callable, Iterator
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple, TypeAlias

from squarely.core.errors import SquarelyError
from squarely.core.match.match import Match
from squarely.core.rules.argument import Hold
from squarely.core.rules.game import ONGOING, SIDES, Game, Move, Position, Side
from squarely.solver.oracle import Oracle
from squarely.solver.search import Search
from squarely.solver.values import BY_REPETITION, TIE, WIN, Value, find_patient_side

VERSION = 1

Choose: TypeAlias = "Callable[[Strategy, Position], int | Hold | None]"  # what the owner does


class Strategy(NamedTuple):
    """What one side plays. Whatever the other does, a position that is reached has a move, is held, or is an end."""

    game: Game
    root: Position
    owner: Side
    chosen: dict[Position, Move | Hold]
    following: dict[Position, tuple[Position, ...]]  # where each reached position can lead; nowhere at an end

    def in_order(self) -> Iterator[Position]:
        """The positions that have a move or are held, in the order in which play can reach them."""
        found = {self.root: None}
        todo = [self.root]
        for position in todo:
            if position in self.chosen:
                yield position
            new = [after for after in dict.fromkeys(self.following[position]) if after not in found]
            found.update(dict.fromkeys(new))
            todo.extend(new)

    def lengths(self) -> dict[Position, int]:
        """How many moves play can last from each position; SquarelyError if it need not end."""
        longest: dict[Position, int] = {}
        try:
            for position in TopologicalSorter(self.following).static_order():
                longest[position] = max((1 + longest[after] for after in self.following[position]), default=0)
                if isinstance(hold := self.chosen.get(position), Hold):
                    longest[position] = self.game.shape.squares - (position.first | position.second).bit_count()
                    longest[position] += bool(hold.goal)
        except CycleError:
            raise SquarelyError(
                f"{self.game.name} can go in circles here, which this kind of proof cannot have"
            ) from None
        return longest


def write_certificate(oracle: Oracle, position: Position) -> str:
    """The proof of what a position is worth, as text that `squarely.proofs.checker` accepts."""
    value = oracle.value(position)
    return _write_proof(oracle.game, position, value, _keep(oracle, value))


def find_certificate(game: Game, position: Position, seconds: float) -> str | None:
    """The proof of what a game says of its start, or else of what a search finds within so many seconds."""
    argument = game.argue() if position == game.start() else None
    if argument and (advise := argument.advise):
        value = Value(argument.winner, TIE if argument.winner is None else WIN, 0)
        return _write_proof(game, position, value, lambda made, here: advise(made.owner, here))
    search = Search(game)
    winner = search.run(Match.of(game, position), seconds=seconds).belief.winner
    value = Value(winner, WIN, 0)
    return None if winner is None else _write_proof(game, position, value, lambda _, here: search.proved_move(here))


def _write_proof(game: Game, position: Position, value: Value, choose: Choose) -> str:
    """For a win the strategy of the winner; without a winner, or with points, those of both sides."""
    sides = SIDES if value.winner is None else (value.winner, value.winner.other)
    if value.winner is not None and value.margin is None:
        sides = sides[:1]  # a win says nothing of how well the loser can do
    strategies = [choose_strategy(game, position, side, choose) for side in sides]
    margin = "" if value.margin is None else f", margin {value.margin}"
    how = f" {BY_REPETITION}" if value.winner is not None and value.is_by_repetition else ""
    lines = [
        f"squarely proof {VERSION}",
        f"game {game.name}",
        f"options {game.options or 'rulebook'}",
        f"position {game.write_position(position)}",
        f"claim {'nobody' if value.winner is None else value.winner} wins{how}{margin}",
    ]
    for found in strategies:
        lines += _write_strategy(found, _must_end(game, value, found.owner))
    return "\n".join([*lines, f"end {sum(len(found.chosen) for found in strategies)}", ""])


def _must_end(game: Game, value: Value, side: Side) -> bool:
    """Whether a side has to bring play to an end: to win, to have its points, to escape a loss by repetition."""
    if value.winner is None and value.margin is None:
        return find_patient_side(game) == side.other
    return not value.is_by_repetition


def _write_strategy(found: Strategy, ends: bool) -> list[str]:
    """A strategy, an entry a line: how long play can last, the position, the move."""
    game: Game = found.game
    lengths = found.lengths() if ends else None

    def moves(position: Position) -> str:
        return "-" if lengths is None else str(lengths[position])

    def write(position: Position) -> str:
        if not isinstance(chosen := found.chosen[position], Hold):
            return str(chosen)
        said = (sum(chosen.pairs, ()), chosen.goal)
        return "\t".join(["hold", *(" ".join(map(game.words.square_name, squares)) for squares in said)]).rstrip()

    entries = [f"{moves(p)}\t{game.write_position(p)}\t{write(p)}" for p in found.in_order()]
    return [f"strategy {found.owner}, entries {len(entries)}, moves {moves(found.root)}", *entries]


def choose_strategy(game: Game, root: Position, owner: Side, choose: Choose) -> Strategy:
    """A strategy from the root that does what is chosen, for its owner's moves and where it holds."""
    made = Strategy(game, root, owner, {}, {})
    todo = [root]
    while todo:
        position = todo.pop()  # the latest first: neighbouring lines meet again soon
        if position in made.following:
            continue
        goes_on = game.outcome(position) == ONGOING
        choice = choose(made, position) if goes_on else None
        if isinstance(choice, Hold):
            made.chosen[position], made.following[position] = choice, ()
        elif choice is not None:
            made.chosen[position] = game.name_move(position, choice)
            made.following[position] = (game.play(position, choice),)
        elif goes_on and position.mover == owner:
            raise SquarelyError(f"no move is known that keeps the value of {game.write_position(position)}")
        else:
            made.following[position] = _list_successors(game, position)
        todo.extend(after for after in made.following[position] if after not in made.following)
    return made


def _keep(oracle: Oracle, worth: Value) -> Choose:
    """The owner's move that keeps what the owner has, and adds the fewest positions; of equal ones the first."""

    def choose(made: Strategy, position: Position) -> int | None:
        moves = _order_by_burden(made, position) if position.mover == made.owner else ()
        return next((move for move, after in moves if _keeps(oracle, worth, made.owner, position, after)), None)

    return choose


def _keeps(oracle: Oracle, worth: Value, side: Side, before: Position, after: Position) -> bool:
    """Whether a move keeps what the proof wants for a side and, where play has to end, brings the end nearer."""
    value = oracle.value(after)
    if worth.margin is not None:
        return value.lead(side) >= worth.lead(side)
    if worth.winner is None and not _must_end(oracle.game, worth, side):
        return value.winner != side.other
    was = oracle.value(before)
    return value.has_same_result(was) and (was.is_by_repetition or value.earlier().distance == was.distance)


def _order_by_burden(made: Strategy, position: Position) -> Iterator[tuple[int, Position]]:
    """The legal moves and where they lead: ends, then the others by what they add. Lazy: one is mostly enough."""
    game = made.game
    going_on = []
    for move in game.legal_moves(position):
        after = game.play(position, move)
        if game.outcome(after) == ONGOING:
            going_on.append((move, after))
        else:
            yield move, after
    yield from sorted(going_on, key=lambda choice: _count_burden(made, choice[1]))


def _count_burden(made: Strategy, after: Position) -> int:
    """How many positions a move would add to those that need one."""
    game = made.game
    if after in made.following:
        return 0
    if after.mover == made.owner:
        return 1
    replies = [reply for reply in _list_successors(game, after) if reply not in made.following]
    return 1 + sum(game.outcome(reply) == ONGOING for reply in replies)


def _list_successors(game: Game, position: Position) -> tuple[Position, ...]:
    return tuple(game.play(position, move) for move in game.legal_moves(position))
