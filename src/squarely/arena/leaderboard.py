"""The leaderboard: every match of every run that was added, each once."""

from collections.abc import Hashable
from pathlib import Path

from squarely import saved
from squarely.arena.log import BadLog, Log, load
from squarely.arena.played import Played


def by_play(played: Played) -> Hashable:
    """What the leaderboard counts once: a match with the same moves. Players who choose by lot may play it again."""
    return played.fixture, played.moves


def kept() -> Path:
    """Where this user's leaderboard is."""
    return saved.folder() / "arena" / "leaderboard.jsonl"


def add(logs: list[Path]) -> tuple[list[Played], int, list[str]]:
    """All matches with those of these logs, how many of them are new, and what was left out."""
    with Log(kept(), by_play) as board:
        trouble, new = list(board.trouble), 0
        for path in logs:
            if path.resolve() == board.path.resolve():
                raise BadLog(f"{path} is the leaderboard itself")
            matches, damage = load(path, by_play)
            trouble += damage
            new += board.add(matches.values())
        return list(board.played.values()), new, trouble


def ranked() -> tuple[list[Played], list[str]]:
    """All matches so far, and what was left out."""
    if not kept().exists():
        return [], []
    matches, trouble = load(kept(), by_play)
    return list(matches.values()), trouble
