"""Certificates: what a position is worth, with strategies that anybody can check. `docs/proofs.md` has the form."""

from squarely.core.game import Game, Side
from squarely.core.rules import Position
from squarely.solver.oracle import Oracle
from squarely.solver.repetition import find_patient_side
from squarely.solver.strategy import Keeps, Strategy, choose_strategy
from squarely.solver.values import BY_REPETITION, Value

VERSION = 1


def write_certificate(oracle: Oracle, position: Position) -> str:
    """The proof of what a position is worth, as text that `squarely.proofs.checker` accepts."""
    game, value = oracle.game, oracle.value(position)
    margin = "" if value.margin is None else f", margin {value.margin}"
    strategies = _choose_strategies(oracle, position, value)
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
    return "\n".join([*lines, f"end {sum(len(found.moves) for found in strategies)}", ""])


def _choose_strategies(oracle: Oracle, position: Position, value: Value) -> list[Strategy]:
    """For a win the winner's; where nobody wins, or where there are points, one for each side."""
    game = oracle.game
    if value.margin is not None:
        sides = (Side.FIRST, Side.SECOND) if value.winner is None else (value.winner, value.winner.other)
        return [choose_strategy(game, position, side, _keep_lead(oracle, side, value.lead(side))) for side in sides]
    if value.winner is not None:
        return [choose_strategy(game, position, value.winner, _keep_winning(oracle, value.winner))]
    keeps = {side: _keep_tying if _must_end(game, value, side) else _keep_safe for side in Side}
    return [choose_strategy(game, position, side, keeps[side](oracle, side)) for side in Side]


def _must_end(game: Game, value: Value, side: Side) -> bool:
    """Whether a side has to bring play to an end: to win, to have its points, to escape a loss by repetition."""
    if value.winner is None and value.margin is None:
        return find_patient_side(game) == side.other
    return not value.is_by_repetition


def _keep_winning(oracle: Oracle, side: Side) -> Keeps:
    """Moves that win soonest: each is a move nearer to the end, so that the end comes; by repetition any that win."""

    def keeps(before: Position, after: Position) -> bool:
        value, was = oracle.value(after), oracle.value(before)
        return value.winner == side and (was.is_by_repetition or value.earlier().distance == was.distance)

    return keeps


def _keep_tying(oracle: Oracle, side: Side) -> Keeps:  # noqa: ARG001, as its fellows
    """Moves that bring a tie nearer, so that it comes before a loss by repetition; once won, those that win soonest."""

    def keeps(before: Position, after: Position) -> bool:
        value, was = oracle.value(after), oracle.value(before)
        return value.has_same_result(was) and value.earlier().distance == was.distance

    return keeps


def _keep_safe(oracle: Oracle, side: Side) -> Keeps:
    """Moves after which the other side cannot force a win."""
    return lambda _, after: oracle.value(after).winner != side.other


def _keep_lead(oracle: Oracle, side: Side, least: int) -> Keeps:
    """Moves after which the side is still sure of so many points more than the other."""
    return lambda _, after: oracle.value(after).lead(side) >= least


def _write_strategy(found: Strategy, ends: bool) -> list[str]:
    """A strategy, an entry a line: how long play can last, the position, the move."""
    game: Game = found.game
    lengths = found.lengths() if ends else None

    def moves(position: Position) -> str:
        return "-" if lengths is None else str(lengths[position])

    head = f"strategy {found.owner}, entries {len(found.moves)}, moves {moves(found.root)}"
    entries = [f"{moves(p)}\t{game.write_position(p)}\t{found.moves[p]}" for p in found.in_order()]
    return [head, *entries]
