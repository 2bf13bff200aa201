"""The leaderboard: every match of every run that was added, each once."""

from collections.abc import Hashable
from pathlib import Path

from squarely.arena.run.log import BadLog, Log, load_log
from squarely.arena.run.match_result import MatchResult
from squarely.files import saved_matches


def by_play(played: MatchResult) -> Hashable:
    """What the leaderboard counts once: a match with the same moves. Players who choose by lot may play it again."""
    return played.fixture, played.moves


def leaderboard_path() -> Path:
    """Where this user's leaderboard is."""
    return saved_matches.folder() / "arena" / "leaderboard.jsonl"


def add_logs(logs: list[Path]) -> tuple[list[MatchResult], int, list[str]]:
    """All matches with those of these logs, how many of them are new, and what was left out."""
    with Log(leaderboard_path(), by_play) as board:
        trouble, new = list(board.trouble), 0
        for path in logs:
            if path.resolve() == board.path.resolve():
                raise BadLog(f"{path} is the leaderboard itself")
            matches, damage = load_log(path, by_play)
            trouble += damage
            new += board.add(matches.values())
        return list(board.played.values()), new, trouble


def load_matches() -> tuple[list[MatchResult], list[str]]:
    """All matches so far, and what was left out."""
    if not leaderboard_path().exists():
        return [], []
    matches, trouble = load_log(leaderboard_path(), by_play)
    return list(matches.values()), trouble
