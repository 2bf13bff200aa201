"""Heap: take one to three stones; whoever takes the last one wins. Its position line becomes shorter on the way."""

from collections.abc import Iterator
from typing import NamedTuple

from squarely import FIRST, FIRST_WINS, ONGOING, SECOND_WINS, Dial, Game, UnreadableMove, Words, quote, read_mover
from squarely import split_fields, split_words

MOST = 3


class HeapWords(Words["Heap"]):
    def reason(self, position: "Heap.Position") -> str:
        return f"{self.game.players[1 - position.mover]} took the last stone"

    def write_move(self, position: "Heap.Position", move: int) -> str:
        return f"take {move}"

    def read_move(self, position: "Heap.Position", text: str) -> list[int]:
        said = split_words(text)
        if len(said) == 2 and said[0] == "take" and said[1].isdigit():
            return [int(said[1])]
        raise UnreadableMove(f"{quote(text)} is not a move. Please take 1 to {MOST} stones, such as take 2.")

    def why_illegal(self, position: "Heap.Position", move: int) -> str:
        return f"there are {position.stones} stones; one takes 1 to {MOST}."

    def draw(self, position: "Heap.Position") -> str:
        return "o" * position.stones


class Heap(Game):
    title, goal, players, marks = "Heap", "Take the last stone.", ("Ada", "Ben"), ("A", "B")
    Words = HeapWords

    stones = Dial(11, 4, 30, "stones at the start")

    class Position(NamedTuple):
        stones: int
        mover: int

    def start(self) -> Position:
        return self.Position(self.stones, FIRST)

    def legal_moves(self, position: Position) -> Iterator[int]:
        for count in range(1, MOST + 1):
            if count <= position.stones:
                yield count

    def play(self, position: Position, move: int) -> Position:
        return self.Position(position.stones - move, 1 - position.mover)

    def outcome(self, position: Position) -> int:
        if position.stones:
            return ONGOING
        return SECOND_WINS if position.mover == FIRST else FIRST_WINS

    def write_position(self, position: Position) -> str:
        return f"{position.stones} {self.marks[position.mover]}"

    def read_position(self, text: str) -> Position:
        stones, mark = split_fields(text, "STONES", "MOVER")
        return self.Position(int(stones), read_mover(mark, self.marks))
