"""Which puzzles somebody has solved, remembered between visits."""

import json
from pathlib import Path
from typing import Any

from squarely.files import saved_matches
from squarely.files.match_lock import lock_folder

VERSION = 1
SOLVED, FAILED = "solved", "failed"


class PuzzleProgress:
    """How often each puzzle was solved and failed, by game. Kept as one file that is replaced as a whole."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or saved_matches.folder() / "puzzles.json"
        self._games: dict[str, dict[str, dict[str, int]]] = {}
        self._unkept: list[tuple[str, str, bool]] = []
        self.trouble = ""  # why what was kept cannot be used, or why the last attempt to keep something failed
        self._reload()

    def _reload(self) -> None:
        """What is kept now, which another process may have added to."""
        self._games = {}
        try:
            self._games = _read_games(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            pass
        except OSError as error:
            self.trouble = f"{self._path} cannot be read: {error.strerror}"
        except ValueError:  # no text, no JSON, or not ours
            self.trouble = f"{self._path} is damaged; progress begins anew"

    def solved_puzzles(self, game: str) -> set[str]:
        """The puzzles of a game that were solved at least once."""
        return {key for key, counts in self._games.get(game, {}).items() if counts[SOLVED]}

    def counts(self, game: str) -> tuple[int, int]:
        """How often puzzles of a game were solved and failed."""
        counts = self._games.get(game, {}).values()
        return sum(each[SOLVED] for each in counts), sum(each[FAILED] for each in counts)

    def note_answer(self, game: str, key: str, solved: bool) -> bool:
        """Remember an answer. False if that was not possible; `trouble` says why."""
        self._unkept.append((game, key, solved))
        try:
            with lock_folder(self._path.parent):
                self._reload()
                for name, puzzle, right in self._unkept:
                    counts = self._games.setdefault(name, {}).setdefault(puzzle, {SOLVED: 0, FAILED: 0})
                    counts[SOLVED if right else FAILED] += 1
                about = {"version": VERSION, "games": self._games}
                saved_matches.replace_text(
                    self._path, json.dumps(about, indent=1, ensure_ascii=False, sort_keys=True) + "\n"
                )
        except OSError as error:
            self.trouble = f"{error.filename or self._path}: {error.strerror}"
            return False
        self._unkept.clear()
        return True


def _read_games(text: str) -> dict[str, dict[str, dict[str, int]]]:
    """The games of such a file; ValueError if it is none."""
    try:
        data = json.loads(text)
    except RecursionError as error:
        raise ValueError("no progress is that deep") from error
    games = data.get("games") if isinstance(data, dict) and data.get("version") == VERSION else None
    if not isinstance(games, dict) or not all(map(_is_game, games.values())):
        raise ValueError("this is not what was written here")
    return games


def _is_game(puzzles: Any) -> bool:
    return isinstance(puzzles, dict) and all(
        isinstance(counts, dict)
        and counts.keys() == {SOLVED, FAILED}
        and all(type(count) is int and count >= 0 for count in counts.values())
        for counts in puzzles.values()
    )
