"""Diagonal steps, for a game that counts its directions in `ways` and has an option `diagonal`."""

from typing import Any, ClassVar

from squarely.core.rules.game import Game
from squarely.core.rules.options import Ruling
from squarely.core.rules.words import Words


def forbid_diagonals(straight: str, also: str) -> Ruling:
    """The option: how pieces move in the rulebook, and how where it is allowed."""
    return Ruling("The rulebook forbids diagonal moves.", forbidden=straight, allowed=also)


class DiagonalWords(Words[Any]):
    def phrases(self) -> dict[str, str]:
        also = {"left or right": "left, right or diagonally"} if self.game.ways == 8 else {}
        return {**super().phrases(), **also}


class DiagonalSteps(Game):
    diagonal: Ruling
    Words: ClassVar[type[Any]] = DiagonalWords  # whatever those of the game are

    def set_up(self) -> None:
        super().set_up()
        self.ways = 8 if self.diagonal == "allowed" else 4
