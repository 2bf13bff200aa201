"""A move chosen square by square, until what was chosen is one legal move, and what each choice is worth.

It is given the legal moves and their values, it knows no rules.
"""

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from squarely import Game, Match, Move, Position, Side, Tabletop, join_with_and
from squarely.solver.belief import BELIEVED, Belief, Worth, is_known, write_percent
from squarely.terminal.full_screen.widgets.board_painter import Run

_LOOKS = {"wins": "$good", "loses": "$bad", "ties": "$even", "endless": "$endless"}  # of what is known
_MOST = 12  # moves of one value that are listed; of more, the rest is counted
_AN = "AEFHILMNORSX8"  # what is spoken with a vowel at its beginning


class MoveChoice:
    """What is chosen of a move in one position, and what can be chosen next. Where it is over, nothing."""

    def __init__(self, game: Game, position: Position) -> None:
        self._match, self._table = Match.of(game, position), Tabletop(game)
        self.moves = self._match.legal_moves
        fits = self._table.fits(position)
        self.listed: tuple[Move, ...] = () if fits else self.moves  # where there are no squares: chosen by number
        self._touched = {move: self._table.touched_squares(position, move) for move in self.moves} if fits else {}
        # The moves that no square stands for, such as a pass: they are chosen by a key, or typed.
        self.spoken = tuple([move for move, squares in self._touched.items() if not squares])
        self.release()

    def release(self) -> None:
        """Let go of what was chosen. Where every move begins with the same square, that one stays chosen."""
        starts = {squares[0] for squares in self._touched.values() if squares}
        goes_on = 1 not in map(len, self._touched.values())
        self._set(tuple(starts) if len(starts) == 1 and goes_on else ())
        self.is_begun = False

    def _set(self, chosen: tuple[int, ...]) -> None:
        self.chosen, self.is_begun = chosen, bool(chosen)
        self.fitting = self._find_fitting(chosen)
        squares = [square for move in self.fitting for square in self.next_squares(move)]
        self.choosable = tuple(sorted({*squares}))
        # The moves that are chosen already, though more could be.
        self.complete = [move for move in self.fitting if len(chosen) == len(self._touched[move])]

    def _find_fitting(self, chosen: tuple[int, ...]) -> list[Move]:
        """The moves that these squares are the beginning of: the first one first, the others in any order."""
        first, others = chosen[:1], {*chosen[1:]}
        return [
            move
            for move, squares in self._touched.items()
            if squares and squares[: len(first)] == first and others.issubset(squares[1:])
        ]

    @property
    def marks(self) -> dict[str, Any]:
        return {"chosen": self.chosen, "choosable": self.choosable, "listed": [*map(str, self.listed)]}

    def next_squares(self, move: Move) -> tuple[int, ...]:
        """The squares to be chosen next that lead to a fitting move."""
        squares = self._touched[move]
        return tuple([at for at in squares[1:] if at not in self.chosen]) if self.chosen else squares[:1]

    def describe_next(self) -> str:
        """What is to be chosen next, once a move is begun."""
        texts = {self._table.game.words.shown(self._match.position)[square] for square in self.choosable}
        if texts == {""}:
            return "Now choose where it goes."
        if len(texts) == 1:
            (text,) = texts
            return f"Now choose {'an' if text[0] in _AN else 'a'} {text}."
        return "Now choose one of the marked squares."

    def choose(self, square: int) -> Move | None:
        """The move that is complete with this square, or None while more is needed; BadMove if nothing fits.

        The same square again takes it back, or plays what is complete though more could be chosen.
        """
        if self.listed:
            return self.listed[square]
        if square in self.chosen:
            if len(self.complete) == 1 and square == self.chosen[-1]:
                return self.complete[0]
            if square == self.chosen[0]:
                self.release()
            else:
                self._set(tuple([each for each in self.chosen if each != square]))
            return None
        goes_on = self._find_fitting((*self.chosen, square))
        # Another piece instead of the chosen one. A square that could only be a whole move alone was meant as a target.
        if goes_on or any(len(self._touched[move]) > 1 for move in self._find_fitting((square,))):
            self._set((*self.chosen, square) if goes_on else (square,))
            return self.fitting[0] if self.fitting == self.complete and len(self.fitting) == 1 else None
        # A game may read more than the squares of a legal move, such as any of a column; else this says why not.
        return self._match.read(self._table.read_touch(self._match.position, (*self.chosen, square)))


def describe_values(values: Mapping[Move, Worth], mover: Side) -> str:
    """A line for each value, the best first, with the moves that have it."""
    lines = [] if all(map(is_known, values.values())) else [f"As a search believes, {BELIEVED}:"]
    for worth, group in groupby(values.items(), key=lambda pair: pair[1].describe_for(mover)):
        moves = [str(move) for move, _ in group]
        more = [f"{len(moves) - _MOST} more"] if len(moves) > _MOST + 1 else []
        lines.append(f"{worth}: {join_with_and([*(moves[:_MOST] if more else moves), *more])}.")
    return "\n".join(lines)


def note_values(choice: MoveChoice, values: Mapping[Move, Worth], mover: Side) -> dict[int, Run]:
    """A note on each square that can be chosen: what the best move that it leads to is worth."""
    best: dict[int, Worth] = {}
    for move in choice.fitting:
        for square in choice.next_squares(move):
            if square not in best or values[move].appeal(mover) > best[square].appeal(mover):
                best[square] = values[move]
    return {
        square: (write_value(value, mover), _LOOKS.get(value.kind_for(mover), "$soft"))
        for square, value in best.items()
    }


def write_value(value: Worth, side: Side) -> str:
    """`W3`, `L2`, with points `W+5`, `L-5`, by repetition `W∞`; `=` for a tie, `∞` where play can go on for ever.

    What a search found: `W`, `L` where that is proved, else the share, `71%`.
    """
    kind = value.kind_for(side)
    if kind in ("endless", "ties"):
        return "∞" if kind == "endless" else "="
    if isinstance(value, Belief):
        return {"wins": "W", "loses": "L"}.get(kind, write_percent(value.share_of(side)))
    letter, sign = ("W", "+") if kind == "wins" else ("L", "-")
    distance = "∞" if value.distance is None else value.distance
    return f"{letter}{sign}{value.margin}" if value.margin else f"{letter}{distance}"
