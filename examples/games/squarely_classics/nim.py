"""Nim.

Goal.    Take the last match.
Setup.   Three heaps of matches: 3, 4 and 5. Ada and Ben take turns; Ada begins.
Moving.  Take as many matches as you like from one heap, at least one.
Winning. Whoever takes the last match wins.
"""

from collections.abc import Iterator
from typing import NamedTuple

from squarely import (
    FIRST,
    ONGOING,
    BadPosition,
    Dial,
    Options,
    Ruling,
    UnreadableMove,
    count_noun,
    quote,
    read_mover,
    split_fields,
    split_words,
    win_of,
)

TITLE, GOAL = "Nim", "Take the last match."
NAMES, MARKS, HEAPS, MOST = ("Ada", "Ben"), ("A", "B"), "ABC", 9
LAST = {"wins": "whoever takes the last match wins", "loses": "whoever takes the last match loses"}
OPTIONS = (
    *(Dial(f"heap_{name.lower()}", 3 + at, 0, MOST, f"matches in heap {name}") for at, name in enumerate(HEAPS)),
    Ruling("last", "wins", LAST, "Both are played; the other way is called misère."),
)


class Law(NamedTuple):
    heaps: tuple[int, int, int]
    last_wins: bool


class Position(NamedTuple):
    heaps: tuple[int, int, int]
    mover: int


def enact(options: Options) -> Law:
    sizes = (int(options["heap_a"]), int(options["heap_b"]), int(options["heap_c"]))
    return Law(sizes, options["last"] == "wins")


def start(law: Law) -> Position:
    return Position(law.heaps, FIRST)


def legal_moves(law: Law, position: Position) -> Iterator[int]:
    for heap in range(3):
        for taken in range(1, position.heaps[heap] + 1):
            yield heap * MOST + taken - 1


def play(law: Law, position: Position, move: int) -> Position:
    heap, taken = move // MOST, move % MOST + 1
    a, b, c = position.heaps
    left = (a - taken if heap == 0 else a, b - taken if heap == 1 else b, c - taken if heap == 2 else c)
    return Position(left, 1 - position.mover)


def outcome(law: Law, position: Position) -> int:
    if position.heaps[0] + position.heaps[1] + position.heaps[2] > 0:
        return ONGOING
    return win_of(1 - position.mover if law.last_wins else position.mover)


def reason(law: Law, position: Position) -> str:
    return f"{NAMES[1 - position.mover]} took the last match"


def move_count(law: Law) -> int:
    return 3 * MOST


def write_move(law: Law, position: Position, move: int) -> str:
    return f"{HEAPS[move // MOST]} {move % MOST + 1}"


def read_move(law: Law, position: Position, text: str) -> list[int]:
    said = split_words(text)
    if len(said) == 2 and said[0].upper() in tuple(HEAPS) and said[1] in tuple("123456789"):
        return [HEAPS.index(said[0].upper()) * MOST + int(said[1]) - 1]
    raise UnreadableMove(f"{quote(text)} is not a move. Please name a heap and how many to take, such as B 2.")


def write_position(law: Law, position: Position) -> str:
    return f"{'/'.join(map(str, position.heaps))} {MARKS[position.mover]}"


def read_position(law: Law, text: str) -> Position:
    heaps, mark = split_fields(text, "HEAPS", "MOVER")
    sizes = heaps.split("/")
    if len(sizes) != 3 or not all(size in tuple("0123456789") for size in sizes):
        raise BadPosition(f"three heaps of up to {MOST} are written like 3/4/5, not {quote(heaps)}")
    return Position((int(sizes[0]), int(sizes[1]), int(sizes[2])), read_mover(mark, MARKS))


def draw(law: Law, position: Position) -> str:
    return "\n".join(
        f"{name} {'|' * size} {count_noun(size, 'match')}" for name, size in zip(HEAPS, position.heaps, strict=True)
    )
