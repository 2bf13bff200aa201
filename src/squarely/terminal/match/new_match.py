"""A new match: everything that is agreed before it begins, checked and put together."""

import os
from datetime import date
from pathlib import Path
from random import Random, SystemRandom
from typing import NamedTuple

from squarely.core.errors import BadOption, SquarelyError
from squarely.core.match.match import Match
from squarely.core.match.record import Record
from squarely.core.rules import registry
from squarely.core.rules.game import Game
from squarely.core.rules.options import CoinToss, Ruling
from squarely.core.text.notation import is_printable
from squarely.core.text.suggestions import find_folded
from squarely.files import output_file
from squarely.files.saved_matches import MatchSaver
from squarely.players import HUMAN, fold_name
from squarely.terminal.match.live_match import LiveMatch
from squarely.terminal.match.match_settings import LOSE, MatchSettings

_PLACES = ("whoever sits on the left", "whoever sits on the right")  # what tells two people at one keyboard apart


def describe_toss(match: Match, players: tuple[str, str], swapped: bool) -> str:
    """Who begins and who is who. `swapped` says that the seats were tossed for, and changed hands."""
    sides = match.game.players
    named = match.names != sides
    who = _name_players(match, players) if named else _name_people(players, swapped)
    seats = ", ".join(f"{side} is {each}" for side, each in zip(sides, who, strict=True))
    return f"The coin is tossed: {match.mover_name} begins. {seats}."


def _name_players(match: Match, players: tuple[str, str]) -> tuple[str, str]:
    """The players by their names, computers as what they are."""
    first, second = (
        name if player == HUMAN else f"{name} (the computer, {player})"
        for name, player in zip(match.names, players, strict=True)
    )
    return first, second


def _name_people(players: tuple[str, str], swapped: bool) -> tuple[str, str]:
    """Whoever sits on each side, as far as the machine can know."""
    if players == (HUMAN, HUMAN):
        return (_PLACES[1], _PLACES[0]) if swapped else _PLACES
    first, second = ("you" if player == HUMAN else f"the computer ({player})" for player in players)
    return first, second


_LONGEST_NAME = 32


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
    time_limit: float | None = None,
    on_timeout: str = LOSE,
    max_turns: int | None = None,
    names: str | None = None,
    save_as: Path | None = None,
) -> NewMatch:
    """Set up a match that may be played; SquarelyError says what is wrong with what was given."""
    if save_as and os.path.isfile(save_as):  # which asks no more than that of a name that cannot be
        again = f"squarely resume {output_file.quote_path(save_as)}"
        raise SquarelyError(f"{save_as} exists already; go on with `{again}` or choose another name")
    if save_as:
        output_file.check_writable(save_as)
    seed = SystemRandom().randrange(10**6) if seed is None else seed
    heads = toss and Random(f"toss {seed}").random() < 0.5
    opts = ",".join(options)
    chosen = registry.load(game, opts)
    named = split_names(names, chosen)
    tossed = _find_toss_option(chosen) if position is None else None  # a position says itself who begins
    if toss:
        if tossed:
            named_here = [option.partition("=")[0] for option in opts.split(",") if "=" in option]
            if find_folded(tossed.name, map(str.strip, named_here)) or chosen.settings[tossed.name] != tossed.default:
                raise BadOption(f"--toss and {tossed.name}= both say who begins; give one of them")
            chosen = registry.load(game, {**chosen.settings, tossed.name: list(tossed.readings)[heads]})
        elif heads:
            first, second, named = second, first, named if names is None else (named[1], named[0])
    start = chosen.read_position(position) if position is not None else chosen.start_for(seed)
    settings = MatchSettings(fold_name(first), fold_name(second), seed, time_limit, on_timeout, max_turns)
    match = Match.of(chosen, start, named)
    live = LiveMatch(Record(match, date.today().isoformat()), settings, MatchSaver(game, also_as=save_as))
    told = describe_toss(match, (settings.first, settings.second), swapped=heads and not tossed) if toss else ""
    return NewMatch(live, told)


def split_names(given: str | None, game: Game) -> tuple[str, str]:
    """What the players are called; SquarelyError if these are not two names."""
    if given is None:
        return game.players
    first, _, second = (part.strip() for part in given.partition(","))
    for name in (first, second):
        if not name or len(name) > _LONGEST_NAME or not is_printable(name) or "," in name:
            raise SquarelyError(
                f"--names takes two names of 1 to {_LONGEST_NAME} printable characters, such as Ann,Bob; not {given!r}"
            )
    if first == second:
        raise SquarelyError(f"the two players need different names, not {first} twice")
    return first, second


def _find_toss_option(game: Game) -> Ruling | None:
    """The ruling that says who begins, if the rulebook leaves that to a toss; elsewhere the seats are tossed for."""
    return next((o for o in game.declared if isinstance(o, CoinToss)), None)
