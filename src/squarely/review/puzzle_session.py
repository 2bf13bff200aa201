"""Puzzles at a prompt, in the app and on the server: which one is asked, what is said to an answer and remembered."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext, suppress
from datetime import date
from pathlib import Path
from random import Random, SystemRandom
from threading import Lock
from typing import NamedTuple

from squarely.core.errors import TooLarge
from squarely.core.match.record import Record
from squarely.core.rules.game import Game, Move
from squarely.core.text.notation import capitalise, join_with_or, spell_number
from squarely.files import my_results, saved_matches
from squarely.review.explain import explain_answer, explain_move
from squarely.review.grading import grade_move
from squarely.review.hints import KEEPING, STEPS, count_losing, find_squares, give_hint
from squarely.review.puzzles import LEVELS, NoPuzzle, Puzzle, find_daily_puzzle, find_mistakes, find_puzzles

_LISTED = 4  # best moves that are named
_VERSION, _COUNTED = 1, ("solved", "failed")  # of the file in which progress is kept
_PATIENCE = 2.0  # seconds that another process may take to note an answer
_LAST_HINT = "That was the last hint. The next one would tell the answer."


class Verdict(NamedTuple):
    """What is said about an answer. Each text is a sentence, or empty where there is nothing to say."""

    right: bool
    worth: str = ""  # what the move leads to
    because: str = ""  # why, with what would have been better
    refuted: str = ""  # what is wrong with it, without a word about what is right
    best: str = ""  # the best moves, where the answer is not one of them
    played: str = ""  # what the player did in a match of their own

    @property
    def sentences(self) -> list[str]:
        """What a player is told after the word `Right` or `Wrong`."""
        return [each for each in (self.worth, "" if self.right else self.because, self.best, self.played) if each]


def judge_move(puzzle: Puzzle, move: Move | None, names: Sequence[str]) -> Verdict:
    """The verdict on a move; None: the player wants to be shown the answer."""
    best, oracle = puzzle.keeping[0], puzzle.oracle
    alike = [str(each.move) for each in puzzle.keeping if each.value == best.value]
    better = f"Best is {join_with_or(alike[:_LISTED])}: {best.value.earlier().describe(names)}."
    played = f"In your match {puzzle.played} was played." if puzzle.played is not None else ""
    if move is None:
        return Verdict(False, best=better, played=played)
    made = next(each for each in (*puzzle.keeping, *puzzle.losing) if each.move == move)
    grade, right = grade_move(oracle, puzzle.position, move), made in puzzle.keeping
    return Verdict(
        right,
        worth=f"With {move}: {made.value.earlier().describe(names)}.",
        because=explain_move(grade, oracle, names).text,
        refuted="" if right else explain_answer(grade, oracle, names).text,
        best=better if made.value.appeal(puzzle.mover) < best.value.appeal(puzzle.mover) else "",
        played=played,
    )


def describe_puzzle(puzzle: Puzzle) -> str:
    """Which game it is of, and how hard it is."""
    rules = f" ({puzzle.game.rules_name})" if puzzle.game.options else ""
    return f"{puzzle.game.title} ({puzzle.game.name}){rules}, level {puzzle.level} of {max(LEVELS)}"


def describe_task(puzzle: Puzzle, names: Sequence[str]) -> str:
    """Who is to move, how many moves are right, and what to find: `Two of the 3 moves lose. Find the third.`"""
    right, legal = len(puzzle.keeping), len(puzzle.keeping) + len(puzzle.losing)
    task = count_losing(len(puzzle.losing), legal, "the one that does not", "one that does not")
    if does := KEEPING.get(puzzle.value.kind_for(puzzle.mover)):
        find = "it" if right == 1 else "one of them"
        task = f"{capitalise(spell_number(right))} of the {legal} moves {does[right > 1]}. Find {find}."
    return f"{names[puzzle.mover]} is to move. {task}"


class PuzzleProgress:
    """How often each puzzle was solved and failed, by game. Kept as one file that is replaced as a whole."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or saved_matches.folder() / "puzzles.json"
        self.trouble = ""  # why what was kept cannot be used, or why the last attempt to keep something failed
        self._games = self._read()

    def _read(self) -> dict[str, dict[str, dict[str, int]]]:
        """What is kept now, which another process may have added to."""
        try:
            data = json.loads(self._path.read_text(encoding="utf-8"))
            games: dict[str, dict[str, dict[str, int]]] = data["games"]
            counts = [each[name] for game in games.values() for each in game.values() for name in _COUNTED]
            if data["version"] != _VERSION or any(type(count) is not int or count < 0 for count in counts):
                raise ValueError(data)
            return games
        except FileNotFoundError:
            pass
        except OSError as error:
            self.trouble = f"{self._path} cannot be read: {error.strerror}"
        except (ValueError, RecursionError, LookupError, TypeError, AttributeError):  # no text, no JSON, or not ours
            self.trouble = f"{self._path} is damaged; progress begins anew"
        return {}

    def solved_puzzles(self, game: str) -> set[str]:
        """The puzzles of a game that were solved at least once."""
        return {key for key, counts in self._games.get(game, {}).items() if counts["solved"]}

    def counts(self, game: str) -> tuple[int, int]:
        """How often puzzles of a game were solved and failed."""
        counts = self._games.get(game, {}).values()
        return sum(each["solved"] for each in counts), sum(each["failed"] for each in counts)

    def note_answer(self, game: str, key: str, solved: bool) -> None:
        """Remember an answer; where the file cannot be written, `trouble` says why."""
        from filelock import FileLock

        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with FileLock(self._path.with_suffix(".lock"), timeout=_PATIENCE):
                self._games = self._read()
                counts = self._games.setdefault(game, {}).setdefault(key, dict.fromkeys(_COUNTED, 0))
                counts["solved" if solved else "failed"] += 1
                about = {"version": _VERSION, "games": self._games}
                text = json.dumps(about, indent=1, ensure_ascii=False, sort_keys=True)
                saved_matches.replace_text(self._path, f"{text}\n")
                self.trouble = ""
        except OSError as error:
            self.trouble = f"{error.filename or self._path}: {error.strerror}"


class PuzzleSession:
    """One player's puzzles, new ones or own mistakes; answers are counted and remembered. Finding one takes a while."""

    def __init__(self, games: Sequence[Game], read_finished: Callable[[], Iterable[Record]], seed: int | None) -> None:
        self._games, self._read_finished, self._seed = games, read_finished, seed  # a seed: the same puzzles every time
        self._only = games[0] if len(games) == 1 else None
        self.progress = PuzzleProgress()
        self._hinted: tuple[Puzzle | None, int] = (None, 0)  # the puzzle that the last hint was about, and which it was
        self._daily: tuple[Puzzle, date] | None = None
        self.asked = self.solved = 0
        self._lock = Lock()
        self.choose(None, False)

    def choose(self, level: int | None, own: bool) -> None:
        """Ask those of a level, None for any, and the player's own mistakes or new ones."""
        self.level, self.own = level, own
        self._source = self._find_mistakes() if own else self._find_new()

    @property
    def choice(self) -> str:
        """Which puzzles are asked, in a few words."""
        kind = "your own mistakes" if self.own else self._only.name if self._only else "every game"
        return f"{kind}, {f'level {self.level}' if self.level else 'any level'}"

    def find_next(self) -> Puzzle:
        """The next puzzle; NoPuzzle says that there is none."""
        with self._lock:  # an earlier search may still run, in another thread
            one = next(self._source, None)
        if one:
            return one
        of_level = f" of level {self.level}" if self.level else ""
        of_game = f" of {self._only.name}" if self._only else ""
        if self.own:
            such = "such mistake" if of_level else "mistake"
            raise NoPuzzle(f"there is no {such} of yours{of_level} in your finished matches{of_game}")
        raise NoPuzzle(f"there is no puzzle{of_level}{of_game} that you have not solved")

    def find_daily(self, day: date, games: Sequence[Game]) -> Puzzle:
        """The puzzle of a day, of whichever of all installed games has its turn; NoPuzzle if none has any."""
        self._daily = find_daily_puzzle(day, games), day
        return self._daily[0]

    def give_hint(self, puzzle: Puzzle, names: Sequence[str]) -> tuple[str, tuple[int, ...]]:
        """The next hint with the squares it points at; no hint tells the answer."""
        step = self._hinted[1] + 1 if self._hinted[0] is puzzle else 1
        if step >= STEPS:
            return _LAST_HINT, ()
        self._hinted, asked = (puzzle, step), (puzzle.oracle, puzzle.position)
        return give_hint(*asked, names, step), find_squares(*asked, step)

    def answer(self, puzzle: Puzzle, move: Move | None, names: Sequence[str]) -> Verdict:
        """Judge an answer, count it and remember it; without a move the puzzle counts as failed."""
        verdict = judge_move(puzzle, move, names)
        self.asked += 1
        self.solved += verdict.right
        self.progress.note_answer(puzzle.game.name, puzzle.key, verdict.right)
        if self._daily and self._daily[0] is puzzle:
            my_results.note_daily(self._daily[1], verdict.right)
        return verdict

    def describe_progress(self, puzzle: Puzzle) -> str:
        """How it went so far with the game of a puzzle, or why that is not remembered."""
        if self.progress.trouble:
            return f"This cannot be remembered ({self.progress.trouble})."
        solved, failed = self.progress.counts(puzzle.game.name)
        return f"{puzzle.game.name}: {solved} solved, {failed} failed so far."

    def _find_new(self) -> Iterator[Puzzle]:
        """New ones; of several games, those that can be solved at once."""
        random = Random(f"puzzle {SystemRandom().randrange(10**6) if self._seed is None else self._seed}")
        known = self.progress.solved_puzzles if self._seed is None else lambda _: set[str]()
        sources = [find_puzzles(each, random, self.level, known(each.name)) for each in self._games]
        while sources:
            source = random.choice(sources)
            with suppress(TooLarge) if not self._only else nullcontext():
                if one := next(source, None):
                    yield one
                    continue
            sources.remove(source)

    def _find_mistakes(self) -> Iterator[Puzzle]:
        """The player's own mistakes, the latest first, those that were solved since at the end; none twice."""
        solved, seen = [], set()
        for one in find_mistakes(self._read_finished(), self._only):
            if (one.game.name, one.key) in seen or self.level not in (None, one.level):
                continue
            seen.add((one.game.name, one.key))
            if one.key in self.progress.solved_puzzles(one.game.name):
                solved.append(one)
            else:
                yield one
        yield from solved
