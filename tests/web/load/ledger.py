"""What a crowd of players has said to the servers and heard from them, and whether the servers did right."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import inf
from typing import NamedTuple, TypeAlias

from squarely.core.rules import registry

GAME, SIDES = "snatchers", ("first", "second")
WORDS = tuple(f"{way} {steps}" for way in ("up", "down", "left", "right") for steps in (1, 2))
Branch: TypeAlias = dict[str, tuple[str, bool]]


class Act(NamedTuple):
    match: str
    turn: int
    side: str  # first, second, or nobody for somebody without a seat
    move: str


@dataclass(slots=True)
class Said:
    """An act that was sent once, and what was heard about it, if anything."""

    act: Act
    server: int
    sent: float
    answer: str = ""  # done, again, or the code of a refusal
    heard: float = inf
    reason: str = ""  # of a refusal, in words

    @property
    def is_acknowledged(self) -> bool:
        return self.answer in ("done", "again")


@dataclass(slots=True)
class Outage:
    """Something was down, from before it was until each server it touched had saved an act again."""

    what: str
    begun: float
    servers: set[int]
    mended: float = inf  # when it was put right; from then on acknowledgements count
    ended: dict[int, float] = field(default_factory=dict)

    def excuses(self, said: Said) -> bool:
        """Whether that could not be saved because of this."""
        return said.server in self.servers and said.sent <= self.ended.get(said.server, inf) and said.heard > self.begun


class Ledger:
    def __init__(self) -> None:
        self.said: list[Said] = []
        self.outages: list[Outage] = []
        self.told: set[Act] = set()  # as states have them
        self.known: dict[tuple[str, int], float] = {}  # when anybody first heard that this turn was kept
        self.unsaved = 0  # acts of which was said that they could not be saved
        self.acknowledgements = self.drops = 0

    def hear(self, said: Said, answer: str, at: float) -> None:
        said.answer, said.heard = answer, at
        self.acknowledgements += said.is_acknowledged
        self.unsaved += answer == "unavailable"
        if said.is_acknowledged:
            self.known.setdefault((said.act.match, said.act.turn), at)
            for outage in self.outages:
                # "again" may come from memory, while the database is still away
                if answer == "done" and said.server in outage.servers and said.sent > outage.mended:
                    outage.ended.setdefault(said.server, at)

    def learn(self, act: Act, at: float) -> None:
        self.known.setdefault((act.match, act.turn), at)
        self.told.add(act)

    def refused(self) -> Iterator[Said]:
        return (said for said in self.said if said.answer and not said.is_acknowledged)


class Verdict(NamedTuple):
    figures: dict[str, int]
    wrong: list[str]

    def __str__(self) -> str:
        return "\n".join([*(f"{count:>8,} {what}" for what, count in self.figures.items()), *self.wrong])


@cache
def branch(position: str) -> Branch:
    """What may be played here: the words, the position after it as it is written, and whether the match goes on."""
    game = registry.load(GAME)
    at = game.read_position(position) if position else game.start()
    after = {str(move): game.play(at, move) for move in game.named_moves(at)}
    return {words: (game.write_position(each), not game.result(each)) for words, each in after.items()}


def branch_after(moves: Sequence[str]) -> Branch | None:
    """What may be played after these moves; none if one of them may not."""
    here = branch("")
    for words in moves:
        if words not in here:
            return None
        here = branch(here[words][0])
    return here


def judge(ledger: Ledger, kept: Mapping[str, Sequence[Act]]) -> Verdict:
    acts = Counter(said.act for said in ledger.said)
    acknowledged = {said.act for said in ledger.said if said.is_acknowledged}
    missing = (acknowledged | ledger.told).difference(*kept.values())
    lost = [f"acknowledged or told, and not there: {act}" for act in sorted(missing)]
    doubled, untrue = _doubled(ledger, kept), _untrue(ledger, kept)
    figures = {
        "acts": len(acts),
        "sent": len(ledger.said),
        "acknowledged": len(acknowledged),
        "acknowledged again": sum(said.answer == "again" for said in ledger.said),
        "never answered": sum(not said.answer for said in ledger.said),
        "sockets dropped": ledger.drops,
        **Counter(outage.what for outage in ledger.outages),
        "turns kept": sum(map(len, kept.values())),
        **Counter(f"refused as {said.answer}" for said in ledger.refused()),
        **{"lost": len(lost), "doubled": len(doubled), "untrue": len(untrue)},
    }
    return Verdict(figures, [*lost[:20], *doubled[:20], *untrue[:20], *(map(str, ledger.outages) if untrue else ())])


def _doubled(ledger: Ledger, kept: Mapping[str, Sequence[Act]]) -> list[str]:
    """What was played more than once, or without anybody having sent it, or although it may not be."""
    sent = {said.act for said in ledger.said}
    new = Counter(said.act for said in ledger.said if said.answer == "done")
    wrong = [f"played anew {times} times: {act}" for act, times in new.items() if times > 1]
    for turns in kept.values():
        for number, each in enumerate(turns, 1):
            if (each.turn, each.side) != (number, SIDES[(number - 1) % 2]):
                wrong.append(f"kept as turn {number}: {each}")
        if branch_after([each.move for each in turns]) is None:
            wrong.append(f"against the rules: {turns}")
        wrong += [f"sent by nobody: {each}" for each in turns if each not in sent]
    return wrong


def _untrue(ledger: Ledger, kept: Mapping[str, Sequence[Act]]) -> list[str]:
    """The answers that were not so, as far as anybody can know."""
    sent = defaultdict(list)
    for said in ledger.said:
        sent[said.act].append(said.sent)
    first = {act: min(times) for act, times in sent.items()}
    wrong = [
        f"sent once, acknowledged again: {said}"
        for said in ledger.said
        if said.answer == "again" and sum(at < said.heard for at in sent[said.act]) < 2
    ]
    for said in ledger.refused():
        lengths = _lengths(said, ledger, kept.get(said.act.match, ()), first)
        if not _is_true(said, lengths, kept.get(said.act.match, ()), ledger):
            wrong.append(f"refused with {lengths} turns there: {said}")
    return wrong


def _lengths(said: Said, ledger: Ledger, kept: Sequence[Act], first: Mapping[Act, float]) -> range:
    """How many turns the match can have had when this was judged: those known before, and those sent until then."""
    least = most = 0
    for each in kept:
        if ledger.known.get((said.act.match, each.turn), said.heard) <= said.sent:
            least = each.turn
        if first.get(each, said.heard) < said.heard and each != said.act:
            most = each.turn
    return range(least, max(least, most) + 1)


def _is_true(said: Said, lengths: range, kept: Sequence[Act], ledger: Ledger) -> bool:
    match said.answer:
        case "stale":
            return any(length + 1 != said.act.turn for length in lengths)
        case "illegal":
            is_theirs = said.act.side == SIDES[(said.act.turn - 1) % 2]
            before = [each.move for each in kept[: said.act.turn - 1]]
            return said.act.turn - 1 in lengths and not (is_theirs and said.act.move in (branch_after(before) or ()))
        case "seat":
            return said.act.side not in SIDES
        case "unavailable":
            return any(outage.excuses(said) for outage in ledger.outages)
    return False
