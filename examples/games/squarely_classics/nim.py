"""Nim.

Goal.    Take the last match.
Setup.   Three heaps of matches: 3, 4 and 5. Ada and Ben take turns; Ada begins.
Moving.  Take as many matches as you like from one heap, at least one.
Winning. Whoever takes the last match wins.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely import FIRST, FIRST_WINS, ONGOING, SECOND_WINS, BadPosition, Dial, Game, Ruling, UnreadableMove, Words
from squarely import count_noun, quote, read_mover, split_fields, split_words

HEAPS, MOST = "ABC", 9


class NimWords(Words["Nim"]):
    def reason(self, position: "Nim.Position") -> str:
        return f"{self.game.players[1 - position.mover]} took the last match"

    def write_move(self, position: "Nim.Position", move: int) -> str:
        return f"{HEAPS[move // MOST]} {move % MOST + 1}"

    def read_move(self, position: "Nim.Position", text: str) -> list[int]:
        said = split_words(text)
        if len(said) == 2 and said[0].upper() in tuple(HEAPS) and said[1] in tuple("123456789"):
            return [HEAPS.index(said[0].upper()) * MOST + int(said[1]) - 1]
        raise UnreadableMove(f"{quote(text)} is not a move. Please name a heap and how many to take, such as B 2.")

    def draw(self, position: "Nim.Position") -> str:
        heaps = zip(HEAPS, position.heaps, strict=True)
        return "\n".join(f"{name} {'|' * size} {count_noun(size, 'match')}" for name, size in heaps)


class Nim(Game):
    title, players, marks, Words = "Nim", ("Ada", "Ben"), ("A", "B"), NimWords

    heap_a = Dial(3, 0, MOST, "matches in heap A")
    heap_b = Dial(4, 0, MOST, "matches in heap B")
    heap_c = Dial(5, 0, MOST, "matches in heap C")
    last = Ruling(
        "Both are played; the other way is called misère.",
        wins="whoever takes the last match wins",
        loses="whoever takes the last match loses",
    )

    class Position(NamedTuple):  # no field is a board: the game writes, reads and draws itself
        heaps: tuple[int, int, int]
        mover: int

    def set_up(self) -> None:
        self.last_wins = self.last == "wins"

    def start(self) -> Position:
        return self.Position((self.heap_a, self.heap_b, self.heap_c), FIRST)

    def legal_moves(self, position: Position) -> Iterator[int]:
        for heap in range(3):
            for taken in range(1, position.heaps[heap] + 1):
                yield heap * MOST + taken - 1

    def play(self, position: Position, move: int) -> Position:
        heap, taken = move // MOST, move % MOST + 1
        a, b, c = position.heaps
        left = (a - taken if heap == 0 else a, b - taken if heap == 1 else b, c - taken if heap == 2 else c)
        return self.Position(left, 1 - position.mover)

    def outcome(self, position: Position) -> int:
        if position.heaps[0] + position.heaps[1] + position.heaps[2] > 0:
            return ONGOING
        return FIRST_WINS if (position.mover == FIRST) != self.last_wins else SECOND_WINS

    def move_count(self) -> int:
        return 3 * MOST

    def write_position(self, position: Position) -> str:
        return f"{'/'.join(map(str, position.heaps))} {self.marks[position.mover]}"

    def read_position(self, text: str) -> Position:
        heaps, mark = split_fields(text, "HEAPS", "MOVER")
        sizes = heaps.split("/")
        if len(sizes) != 3 or not all(size in tuple("0123456789") for size in sizes):
            raise BadPosition(f"three heaps of up to {MOST} are written like 3/4/5, not {quote(heaps)}")
        return self.Position((int(sizes[0]), int(sizes[1]), int(sizes[2])), read_mover(mark, self.marks))
