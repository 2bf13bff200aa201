"""Which puzzles somebody has solved, remembered between visits."""

import json
from pathlib import Path

from squarely.files import saved_matches

VERSION = 1
SOLVED, FAILED = "solved", "failed"
_PATIENCE = 2.0  # seconds that another process may take to note an answer


class PuzzleProgress:
    """How often each puzzle was solved and failed, by game. Kept as one file that is replaced as a whole."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or saved_matches.folder() / "puzzles.json"
        self._games: dict[str, dict[str, dict[str, int]]] = {}
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

    def note_answer(self, game: str, key: str, solved: bool) -> None:
        """Remember an answer; where the file cannot be written, for this session only, and `trouble` says why."""
        try:
            from filelock import FileLock

            self._path.parent.mkdir(parents=True, exist_ok=True)
            with FileLock(self._path.with_suffix(".lock"), timeout=_PATIENCE):
                self._reload()
                self._count(game, key, solved)
                about = {"version": VERSION, "games": self._games}
                text = json.dumps(about, indent=1, ensure_ascii=False, sort_keys=True)
                saved_matches.replace_text(self._path, f"{text}\n")
                self.trouble = ""
        except OSError as error:
            self._count(game, key, solved)
            self.trouble = f"{error.filename or self._path}: {error.strerror}"

    def _count(self, game: str, key: str, solved: bool) -> None:
        counts = self._games.setdefault(game, {}).setdefault(key, {SOLVED: 0, FAILED: 0})
        counts[SOLVED if solved else FAILED] += 1


def _read_games(text: str) -> dict[str, dict[str, dict[str, int]]]:
    """The games of such a file; ValueError if it is none."""
    try:
        data = json.loads(text)
        games: dict[str, dict[str, dict[str, int]]] = data["games"]
        counts = [each[name] for puzzles in games.values() for each in puzzles.values() for name in (SOLVED, FAILED)]
    except (RecursionError, KeyError, TypeError, AttributeError) as error:
        raise ValueError("this is not what was written here") from error
    if data["version"] != VERSION or any(type(count) is not int or count < 0 for count in counts):
        raise ValueError("this is not what was written here")
    return games
