"""What a crowd of players has said to the servers and heard from them, and what was down when."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf
from typing import TypeAlias

Act: TypeAlias = tuple[str, int, str, str]


@dataclass(slots=True)
class Said:
    """An act that was sent once, and what was heard about it, if anything."""

    match: str
    side: str  # first, second, or nobody for somebody without a seat
    turn: int
    move: str
    server: int
    sent: float
    answer: str = ""  # done, again, or the code of a refusal
    heard: float = inf
    reason: str = ""  # of a refusal, in words

    @property
    def is_acknowledged(self) -> bool:
        return self.answer in ("done", "again")

    @property
    def act(self) -> Act:
        """What makes two of them the same act."""
        return self.match, self.turn, self.side, self.move


@dataclass(slots=True)
class Outage:
    """Something was down, from before it was until each server it touched had saved an act again."""

    begun: float
    servers: set[int]
    mended: float = inf  # when it was put right; from then on acknowledgements count
    ended: dict[int, float] = field(default_factory=dict)

    def excuses(self, said: Said) -> bool:
        """Whether that could not be saved because of this."""
        return said.server in self.servers and said.sent <= self.ended.get(said.server, inf) and said.heard > self.begun


class Ledger:
    """Everything that was said and heard, in the order in which it was sent."""

    def __init__(self) -> None:
        self.said: list[Said] = []
        self.outages: list[Outage] = []
        self.told: dict[tuple[str, int], tuple[str, str]] = {}  # match and turn: side and move, as a state has it
        self.known: dict[tuple[str, int], float] = {}  # when anybody first heard that this turn was kept
        self.changed: list[str] = []  # turns that were told twice, and differently
        self.unsaved = 0  # acts of which was said that they could not be saved
        self.acknowledgements = self.drops = self.kills = self.holes = 0

    def hear(self, said: Said, answer: str, at: float) -> None:
        """What was heard about an act."""
        said.answer, said.heard = answer, at
        self.acknowledgements += said.is_acknowledged
        self.unsaved += answer == "unavailable"
        if said.is_acknowledged:
            self.known.setdefault((said.match, said.turn), at)
            for outage in self.outages:
                # "again" may come from memory, while the database is still away
                if answer == "done" and said.server in outage.servers and said.sent > outage.mended:
                    outage.ended.setdefault(said.server, at)

    def learn(self, match: str, turn: int, side: str, move: str, at: float) -> None:
        """A turn that somebody was told."""
        self.known.setdefault((match, turn), at)
        if self.told.setdefault((match, turn), (side, move)) != (side, move):
            self.changed.append(f"{match} {turn}: told as {self.told[match, turn]}, then as {(side, move)}")

    def refused(self) -> Iterator[Said]:
        """The acts that were answered, but not with an acknowledgement."""
        return (said for said in self.said if said.answer and not said.is_acknowledged)
