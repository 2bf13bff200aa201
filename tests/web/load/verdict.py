"""Whether the servers did right: from the ledger of a crowd, and the turns that every match has in the end."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tests.web.load.ledger import Act, Ledger, Said
from tests.web.load.twin import legal_after, position_after

SIDES = ("first", "second")


class Kept(NamedTuple):
    """A turn as it is kept."""

    turn: int
    side: str
    move: str


@dataclass
class Verdict:
    """What was done, and all that was wrong, each as a line."""

    figures: dict[str, int]
    refusals: dict[str, int]
    lost: list[str]
    doubled: list[str]
    untrue: list[str]
    down: list[str]  # what was, and when: said only where something is untrue

    def __str__(self) -> str:
        wrong = {"lost": self.lost, "doubled": self.doubled, "untrue": self.untrue}
        counts = self.figures | {f"refused as {code}": count for code, count in sorted(self.refusals.items())}
        lines = [f"{count:>8,} {what}" for what, count in {**counts, **{k: len(v) for k, v in wrong.items()}}.items()]
        lines += [each for all_of_it in wrong.values() for each in all_of_it[:20]]
        return "\n".join([*lines, *(self.down if self.untrue else ())])

    @property
    def is_clean(self) -> bool:
        return not (self.lost or self.doubled or self.untrue)


def judge(ledger: Ledger, kept: Mapping[str, Sequence[Kept]]) -> Verdict:
    """Compare what was promised with what is there."""
    acts = Counter(said.act for said in ledger.said)
    acknowledged = {said.act for said in ledger.said if said.is_acknowledged}
    return Verdict(
        figures={
            "acts": len(acts),
            "sent": len(ledger.said),
            "sent again": len(ledger.said) - len(acts),
            "acknowledged": len(acknowledged),
            "acknowledged again": sum(said.answer == "again" for said in ledger.said),
            "never answered": sum(not said.answer for said in ledger.said),
            "sockets dropped": ledger.drops,
            "servers killed": ledger.kills,
            "black holes": ledger.holes,
            "turns kept": sum(map(len, kept.values())),
        },
        refusals=Counter(said.answer for said in ledger.refused()),
        lost=[*_lost(ledger, acknowledged, kept), *ledger.changed],
        doubled=_doubled(ledger, kept),
        untrue=_untrue(ledger, kept),
        down=[str(outage) for outage in ledger.outages],
    )


def _lost(ledger: Ledger, acknowledged: set[Act], kept: Mapping[str, Sequence[Kept]]) -> list[str]:
    """What was acknowledged or told, and is not there as it was."""
    there = {(match, each.turn, each.side, each.move) for match, turns in kept.items() for each in turns}
    told = {(match, turn, side, move) for (match, turn), (side, move) in ledger.told.items()}
    return [
        *(f"acknowledged and not there: {act}" for act in sorted(acknowledged - there)),
        *(f"told and not there: {act}" for act in sorted(told - there - acknowledged)),
    ]


def _doubled(ledger: Ledger, kept: Mapping[str, Sequence[Kept]]) -> list[str]:
    """What was played more than once, or without anybody having sent it, or although it may not be."""
    sent = {said.act for said in ledger.said}
    new = Counter(said.act for said in ledger.said if said.answer == "done")
    wrong = [f"played anew {times} times: {act}" for act, times in new.items() if times > 1]
    for match, turns in kept.items():
        wrong += [
            f"kept as turn {number}: {match} {each}"
            for number, each in enumerate(turns, 1)
            if each.turn != number or each.side != SIDES[(number - 1) % 2]
        ]
        if position_after(tuple(each.move for each in turns)) is None:
            wrong.append(f"against the rules: {match} {turns}")
        wrong += [f"sent by nobody: {match} {each}" for each in turns if (match, *each) not in sent]
    return wrong


def _untrue(ledger: Ledger, kept: Mapping[str, Sequence[Kept]]) -> list[str]:
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
        lengths = _lengths(said, ledger, kept.get(said.match, ()), first)
        if not _is_true(said, lengths, kept.get(said.match, ()), ledger):
            wrong.append(f"refused with {lengths} turns there: {said}")
    return wrong


def _lengths(said: Said, ledger: Ledger, kept: Sequence[Kept], first: Mapping[Act, float]) -> range:
    """How many turns the match can have had when this was judged: those known before, and those sent until then."""
    least = most = 0
    for each in kept:
        if ledger.known.get((said.match, each.turn), said.heard) <= said.sent:
            least = each.turn
        if first.get((said.match, *each), said.heard) < said.heard and (said.match, *each) != said.act:
            most = each.turn
    return range(least, max(least, most) + 1)


def _is_true(said: Said, lengths: range, kept: Sequence[Kept], ledger: Ledger) -> bool:
    """Whether a refusal was justified."""
    match said.answer:
        case "stale":
            return any(length + 1 != said.turn for length in lengths)
        case "illegal":
            is_theirs = said.side == SIDES[(said.turn - 1) % 2]
            before = tuple(each.move for each in kept[: said.turn - 1])
            return said.turn - 1 in lengths and not (is_theirs and said.move in legal_after(before))
        case "seat":
            return said.side not in SIDES
        case "unavailable":
            return any(outage.excuses(said) for outage in ledger.outages)
    return False
