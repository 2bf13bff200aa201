"""How a match comes to be: a new one, a saved one taken up again, one from a record, and another one after it."""

import contextlib
import os
import shlex
from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any, NamedTuple

from squarely import BadOption, CoinToss, Game, IllegalMove, Match, Record, SquarelyError
from squarely.core.match import record
from squarely.core.rules import registry
from squarely.core.text.notation import is_printable, is_visible
from squarely.core.text.suggestions import find_folded
from squarely.files import output_file, saved_matches
from squarely.files.my_results import note_match
from squarely.files.saved_matches import MatchSaver, read_limited
from squarely.play.series import next_level
from squarely.players import HUMAN, LLM, PROGRAM, fold_name
from squarely.players.level_words import describe_level
from squarely.terminal.match.live_match import LiveMatch
from squarely.terminal.match.match_events import describe_toss
from squarely.terminal.match.match_list import parse_record
from squarely.terminal.match.match_settings import MatchSettings

if TYPE_CHECKING:
    from squarely.terminal.match.advice import Advice

LONGEST_NAME = 32


class NewMatch(NamedTuple):
    """A match about to begin, and what the coin has decided, if it was tossed."""

    live: LiveMatch
    toss: str


def prepare_match(
    game: str,
    *,
    first: str = HUMAN,
    second: str = HUMAN,
    options: tuple[str, ...] = (),
    position: str | None = None,
    seed: int | None = None,
    toss: bool = False,
    names: str | None = None,
    save_as: Path | None = None,
    **agreed: Any,
) -> NewMatch:
    """Set up a match that may be played; SquarelyError says what is wrong with what was given.

    `agreed` are the clock and the turn limit, as in MatchSettings.
    """
    if save_as and os.path.isfile(save_as):  # which asks no more than that of a name that cannot be
        again = f"squarely resume {output_file.quote_path(save_as)}"
        raise SquarelyError(f"{save_as} exists already; go on with `{again}` or choose another name")
    if save_as:
        output_file.check_writable(save_as)
    seed = _draw_seed() if seed is None else seed
    heads = toss and Random(f"toss {seed}").random() < 0.5
    opts = ",".join(options)
    chosen = registry.load(game, opts)
    named = split_names(names, chosen)
    coins = [each for each in chosen.declared if isinstance(each, CoinToss) and toss and position is None]
    if coins:
        coin = coins[0]
        named_here = [option.partition("=")[0] for option in opts.split(",") if "=" in option]
        if find_folded(coin.name, map(str.strip, named_here)) or chosen.settings[coin.name] != coin.default:
            raise BadOption(f"--toss and {coin.name}= both say who begins; give one of them")
        chosen = registry.load(game, {**chosen.settings, coin.name: list(coin.readings)[heads]})
    is_swapped = heads and not coins  # the seats are tossed for: no option, or a position says itself who begins
    if is_swapped:
        first, second, named = second, first, named if names is None else (named[1], named[0])
    start = chosen.read_position(position) if position is not None else chosen.start_for(seed)
    settings = MatchSettings(fold_name(first), fold_name(second), seed, **agreed)
    live = _begin(Match.of(chosen, start, named), settings, save_as)
    told = describe_toss(live.match, settings.seats, is_swapped) if toss else ""
    return NewMatch(live, told)


def _draw_seed() -> int:
    return SystemRandom().randrange(10**6)


def _begin(match: Match, settings: MatchSettings, save_as: Path | None = None) -> LiveMatch:
    saver = MatchSaver(match.game.name, also_as=save_as)
    return LiveMatch(Record(match, date.today().isoformat()), settings, saver)


def split_names(given: str | None, game: Game) -> tuple[str, str]:
    """What the players are called; SquarelyError if these are not two names."""
    if given is None:
        return game.players
    first, _, second = (part.strip() for part in given.partition(","))
    for name in (first, second):
        if not name or len(name) > LONGEST_NAME or not is_printable(name) or not is_visible(name) or "," in name:
            raise SquarelyError(
                f"--names takes two names of 1 to {LONGEST_NAME} printable characters, such as Ann,Bob; not {given!r}"
            )
    if first == second:
        raise SquarelyError(f"the two players need different names, not {first} twice")
    return first, second


def reopen_match(path: Path, **changes: Any) -> LiveMatch:
    """The match of a record, to be played on; what is given in `changes` replaces what was agreed.

    One that is over is only looked at. InUse if another process plays it; SquarelyError if it cannot be gone on with.
    """
    content = read_limited(path)
    found = parse_record(path, content)
    real = path.resolve()
    ours = real.parent == (saved_matches.folder() / "unfinished").resolve()
    settings = _agree(path, found, ours, {name: value for name, value in changes.items() if value is not None})
    kept_as = real if ours else find_kept_copy(found)
    saver = MatchSaver(found.match.game.name, kept_as=kept_as, also_as=None if ours else path)
    if not found.match.outcome and saver.take() != content:  # another process has played on meanwhile
        saver.release()
        return reopen_match(path, **changes)
    return LiveMatch(found, settings, saver)


def _agree(path: Path, found: Record, ours: bool, given: dict[str, Any]) -> MatchSettings:
    """What is agreed from now on; SquarelyError if a file from elsewhere would run a program unasked."""
    agreed = vars(MatchSettings.from_tags(found.notes))
    if agreed["max_turns"] and agreed["max_turns"] <= len(found.match.moves):
        agreed = {**agreed, "max_turns": None}  # it has stopped there once, and the user wants to go on
    given |= {seat: fold_name(given[seat]) for seat in ("first", "second") if seat in given}
    for seat in ("first", "second"):
        if seat not in given and not ours and agreed[seat].startswith((LLM, PROGRAM)):  # the file is not trusted
            wants = "run a program" if agreed[seat].startswith(PROGRAM) else "ask a language model"
            raise SquarelyError(f"{path} wants to {wants}; if you trust it, add: --{seat} {shlex.quote(agreed[seat])}")
    return MatchSettings(**{**agreed, **given})


def play_on(kept: Record, step: int) -> LiveMatch:
    """The match to be played from the position after that many moves, against the same opponent.

    One that is kept unfinished here goes on itself if nothing was played after that; else a new one begins. InUse if
    another process plays it; SquarelyError says why there is nothing to play.
    """
    match = kept.match
    if step == len(match.moves) and match.outcome is None and (path := find_kept_copy(kept)):
        return reopen_match(path)
    position = match.positions[step]
    if outcome := match.game.result(position):
        raise IllegalMove(f"it is over here: {outcome.reason}. Step back to where you would like to play on.")
    settings = MatchSettings.from_tags(kept.notes)
    players = settings.first, settings.second
    if any(name.startswith((LLM, PROGRAM)) for name in players) and not find_kept_copy(kept, finished=True):
        raise SquarelyError(  # the record is not trusted
            "this record names a program or a language model as a player; begin with it yourself: squarely play"
        )
    return _begin(Match.of(match.game, position, match.names), replace(settings, max_turns=None, seed=_draw_seed()))


def find_kept_copy(found: Record, finished: bool = False) -> Path | None:
    """The same match as it was kept in the data folder, so that it is not left there unfinished; or among all of it."""
    text = record.write(found).encode()
    for kept in saved_matches.list_unfinished() + (saved_matches.list_finished() if finished else []):
        with contextlib.suppress(OSError):  # it may vanish meanwhile
            if kept.read_bytes() == text:
                return kept
    return None


# Once a match is over


class NextStep(NamedTuple):
    """One thing to do next: the letter that chooses it, and what it is called."""

    letter: str
    name: str


REMATCH, SWAP = NextStep("r", "rematch"), NextStep("s", "swap sides")
REVIEW, NEW, QUIT = NextStep("v", "review"), NextStep("n", "new game"), NextStep("q", "quit")
LEVEL = "l"


def sum_up(live: LiveMatch, advice: "Advice") -> list[str]:
    """Sentences: the turning point, and the level at which a person played a computer. The result is noted."""
    from squarely.players.level_estimate import describe_played_level

    match, person = live.match, live.seats.only_person
    if not match.moves:
        return []
    turned, levels = advice.look_back(match, person)
    trouble = ""
    if None in live.seats.computers and live.saver.keeps:
        opponent = HUMAN if person is None else live.seats.computers[person.other]
        trouble = note_match(live.saver.path.name, match, opponent or HUMAN, person, levels)
    played = describe_played_level(levels) if levels else ""
    return [*filter(None, (turned, played, trouble))]


def list_next_steps(live: LiveMatch) -> list[NextStep]:
    """All of them, in the order in which they are offered; another level only where one is."""
    level = next_level(live.series, live.seats)
    ladder = [NextStep(LEVEL, describe_level(f"level:{level}"))] if level else []
    return [REMATCH, SWAP, *ladder, REVIEW, NEW, QUIT]


def arrange_next(live: LiveMatch, letter: str) -> LiveMatch:
    """The match that a step leads to: again, with sides swapped, or with the computer at another level.

    All that was agreed stays but for what is random. A start that was dealt is dealt anew; one that somebody chose
    stays.
    """
    match, settings, seed, series = live.match, live.settings, _draw_seed(), live.series
    first, second, names = settings.first, settings.second, match.names
    if letter == LEVEL:
        level = f"level:{next_level(series, live.seats)}"
        first, second = (name if name == HUMAN else level for name in (first, second))
    if letter == SWAP.letter:
        first, second, series = second, first, series.swap()
        names = names if names == match.game.players else (names[1], names[0])
    start = match.game.start_for(seed) if match.start == match.game.start_for(settings.seed) else match.start
    again = _begin(Match.of(match.game, start, names), replace(settings, first=first, second=second, seed=seed))
    again.series = series
    return again
