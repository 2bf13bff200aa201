"""How a match begins: from what a page asks for, after another one, and with somebody taking the free seat."""

from secrets import randbelow

from squarely.errors import BadPlayer
from squarely.game import Game, Side
from squarely.match import Match
from squarely.notation import is_printable
from squarely.web import seats
from squarely.web.messages import Begun, NewMatch, Seat
from squarely.web.proceedings import PERSON, Proceedings, game_of
from squarely.web.storage.matches import Kept
from squarely.web.study.views import SIDES

_SEEDS = 2**31


def opened(new: NewMatch, now: float) -> tuple[Kept, Begun]:
    """What is kept of a new match, and what its beginner is told."""
    game = game_of(new.game, new.options)
    computer = new.opponent not in ("here", "link", "explore")
    side = Side(SIDES.index(new.side))
    seed = randbelow(_SEEDS) if new.seed is None else new.seed
    start = game.read_position(new.position) if new.position else game.start(seed)
    names, players = list(game.rules.NAMES), [PERSON, PERSON]
    names[side] = _name(new.name) or names[side]
    if computer:
        players[side.other] = new.opponent
        names[side.other] = new.opponent.replace(":", " ").capitalize()
    else:
        names[side.other] = _name(new.other_name) or names[side.other]
    Match.of(game, start, (names[0], names[1]))  # refuses names that are none
    mine = [side] if computer or new.opponent == "link" else [side, side.other]
    minted = {each: seats.minted() for each in mine}
    invitation = seats.minted() if new.opponent == "link" else ""
    kept = Kept(
        id=seats.match_id(),
        kind="computer" if computer else new.opponent,
        game=game.name,
        options=game.options,
        start=game.write_position(start),
        first_name=names[0],
        second_name=names[1],
        first_player=players[0],
        second_player=players[1],
        first_secret=seats.hashed(minted[Side.FIRST]) if Side.FIRST in minted else "",
        second_secret=seats.hashed(minted[Side.SECOND]) if Side.SECOND in minted else "",
        invitation=seats.hashed(invitation) if invitation else "",
        invited=side.other,
        seconds=new.seconds or 0,
        seed=seed,
        offer="",
        rematch="",
        made_at=now,
        begun_at=0.0 if invitation else now,
    )
    told = [Seat(kept.id, SIDES[each], secret) for each, secret in minted.items()]
    return kept, Begun(kept.id, told, invitation or None)


def following(before: Proceedings, now: float) -> Kept:
    """The match after this one: the same game, seats swapped, freshly dealt where it is dealt."""
    kept, seed = before.kept, randbelow(_SEEDS)
    return kept._replace(
        id=seats.match_id(),
        start=_dealt_again(before.match.game, seed) or kept.start,
        first_name=_moved_over(kept.second_name, before.match.game, Side.SECOND),
        second_name=_moved_over(kept.first_name, before.match.game, Side.FIRST),
        first_player=kept.second_player,
        second_player=kept.first_player,
        first_secret="",
        second_secret="",
        invitation="",
        seed=seed,
        offer="",
        rematch="",
        made_at=now,
        begun_at=now,
    )


def name_for(given: str, game: Game, side: Side) -> str:
    """The name of whoever takes a seat: their own, or what the rulebook calls that side."""
    return _name(given) or game.rules.NAMES[side]


def _moved_over(name: str, game: Game, side: Side) -> str:
    """A name on the other side: what the rulebook calls a side stays with the side."""
    return game.rules.NAMES[side.other] if name == game.rules.NAMES[side] else name


def _name(given: str) -> str:
    name = given.strip()
    if not is_printable(name):
        raise BadPlayer("a name is one line of at most 32 printable characters")
    return name


def _dealt_again(game: Game, seed: int) -> str:
    return game.write_position(game.start(seed)) if game.is_dealt else ""
