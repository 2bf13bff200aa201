"""The proofs that are tested: of the five starts, and smaller ones that can be changed in every place."""

from functools import cache

from squarely.core.rules import registry
from squarely.solver.certificate import write_certificate
from squarely.solver.oracle import Oracle

# Name, options, position ("" is the start): certificates that are changed at random, one a game at least.
CHANGED = [
    ("center", "", ""),
    ("center", "tokens=1", ""),
    ("numbers", "", "538/291/647 1 0-0"),
    ("numbers", "size=2,komi=4", "14/32 1 0-0"),  # a tie
    ("quad", "", "..../OXXO/.OO./XOXX X"),
    ("quad", "size=3", ""),
    ("quad", "size=3,sudden_death=none", "X.O/.../..X O"),  # a tie
    ("showdown", "", ""),
    ("showdown", "reversal=allowed,size=3", ""),  # won
    ("snatchers", "", ""),
    ("snatchers", "size=3,reach=1", ""),  # won, in several moves
]

# Small enough that every entry is dropped and every byte cut off.
SMALL = [
    ("center", "", ""),
    ("numbers", "", "53./291/647 2 8-0"),
    ("quad", "", "..../OXXO/.OO./XOXX X"),
    ("quad", "size=3", "XO./OX./..X O"),
    ("quad", "size=3,sudden_death=none", "XO./OXX/..O X"),
    ("showdown", "", ""),
    ("snatchers", "size=3,reach=1", ""),
]


@cache
def made(name: str, options: str = "", position: str = "") -> str:
    game = registry.load(name, options)
    return write_certificate(Oracle(game), game.read_position(position) if position else game.start())
