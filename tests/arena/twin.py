"""Skill and its intervals again, in plain loops over the lines of a log: nothing here comes from the arena."""

import json
from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from typing import Any


def lines(written: Iterable[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in written]


def losses(log: list[dict[str, Any]], player: str, title: str, seat: str = "both") -> dict[int, list[Fraction]]:
    """For each seed what the player lost and what a random mover would have lost, playing others."""
    sums: dict[int, list[Fraction]] = defaultdict(lambda: [Fraction(0), Fraction(0)])
    for line in log:
        if f"{line['game']} {line['options']}".strip() != title:
            continue
        sums[line["seed"]]
        if line["first"] == line["second"]:
            continue
        for name, digit in (("first", "1"), ("second", "2")):
            if line[name] != player or seat not in ("both", name):
                continue
            for mover, grade in zip(line["movers"], line["grades"], strict=True):
                if mover == digit and grade is not None:
                    sums[line["seed"]][0] += grade[0]
                    sums[line["seed"]][1] += Fraction(grade[1])
    return dict(sorted(sums.items()))


def skill(sums: Iterable[list[Fraction]]) -> float | None:
    """A hundred for losing nothing, nothing for losing what chance would."""
    pairs = list(sums)
    lost, by_chance = sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)
    return float(100 * (1 - lost / by_chance)) if by_chance else None


def quantile(values: list[float], share: float) -> float:
    """Between the two nearest, by how near they are."""
    ordered = sorted(values)
    at = share * (len(ordered) - 1)
    low = int(at)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (at - low) * (ordered[high] - ordered[low])


def redrawn(sums: list[list[Fraction]], counts: Iterable[Iterable[int]]) -> list[float]:
    """The skill in every draw that has any, given how often each opening comes up in it."""
    found = []
    for draw in counts:
        chosen = [pair for pair, times in zip(sums, draw, strict=True) for _ in range(times)]
        again = skill(chosen)
        if again is not None:
            found.append(again)
    return found
