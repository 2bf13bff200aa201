"""Skill and its intervals again, in plain loops over the lines of a log: nothing here comes from the arena."""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import numpy as np


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
            moved = [grade for mover, grade in zip(line["movers"], line["grades"], strict=True) if mover == digit]
            faulted = [fault[-1] for fault in line["faults"] if fault[1] == name]
            for grade in filter(None, moved + faulted):
                sums[line["seed"]][0] += grade[0]
                sums[line["seed"]][1] += Fraction(grade[1])
    return dict(sorted(sums.items()))


def skill(sums: Iterable[list[Fraction]]) -> float | None:
    """A hundred for losing nothing, nothing for losing what chance would."""
    pairs = list(sums)
    lost, by_chance = sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)
    return float(100 * (1 - lost / by_chance)) if by_chance else None


def drawn(sums: list[list[Fraction]], weights: list[float], more: float, skill_there: float) -> float:
    """The skill where each opening weighs so much, and one that was not played weighs `more` and went like that."""
    mean = float(sum(pair[1] for pair in sums)) / len(sums)
    lost = sum(float(pair[0]) * weight for pair, weight in zip(sums, weights, strict=True))
    by_chance = sum(float(pair[1]) * weight for pair, weight in zip(sums, weights, strict=True)) + more * mean
    usual = float(sum(pair[0] for pair in sums)) / len(sums)
    return 100 - 100 * (lost + more * usual) / by_chance + more * skill_there


def within(
    sums: list[list[Fraction]], weights: list[list[float]], more: list[float], mistake: float, student: float
) -> tuple[float, float]:
    """The interval of 95 %, given Student's t for so many openings."""
    found = skill(sums)
    assert found is not None
    mean = float(sum(pair[1] for pair in sums)) / len(sums)
    strays = [100 * (float(pair[1]) * (100 - found) / 100 - float(pair[0])) / mean for pair in sums]
    worst, best = min(*strays, -100 * mistake / mean), max(strays)
    bad, good = min(0.0, worst + best / 4), max(0.0, best + worst / 4)
    ends = zip(weights, more, strict=True)
    lows, highs = zip(*((drawn(sums, *end, bad), drawn(sums, *end, good)) for end in ends), strict=True)
    reach = student / 1.959964 * len(sums) / (len(sums) - 1)
    low, high = float(np.quantile(lows, 0.025)), float(np.quantile(highs, 0.975))
    return found + reach * (low - found), min(100.0, found + reach * (high - found))
