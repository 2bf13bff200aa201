"""How a match begins: from what a page asks for, after another one, and with somebody taking the free seat."""

from secrets import randbelow

from squarely.core.errors import BadPlayer
from squarely.core.match.match import Match
from squarely.core.rules.game import Game, Side
from squarely.core.text.notation import is_printable
from squarely.play.seat_secrets import hash_secret, mint_match_id, mint_secret
from squarely.web.match.stored_match import PERSON, StoredMatch, load_game
from squarely.web.protocol.messages import Begun, NewMatch, Seat
from squarely.web.storage.match_rows import MatchRow
from squarely.web.study.views import SIDES

_SEEDS = 2**31


def prepare_match(new: NewMatch, now: float) -> tuple[MatchRow, Begun]:
    """The row of a new match, and what its beginner is told."""
    game = load_game(new.game, new.options)
    computer = new.opponent not in ("here", "link", "explore")
    side = Side(SIDES.index(new.side))
    seed = randbelow(_SEEDS) if new.seed is None else new.seed
    start = game.read_position(new.position) if new.position else game.start_for(seed)
    names, players = list(game.players), [PERSON, PERSON]
    names[side] = _read_name(new.name) or names[side]
    if computer:
        players[side.other] = new.opponent
        names[side.other] = new.opponent.replace(":", " ").capitalize()
    else:
        names[side.other] = _read_name(new.other_name) or names[side.other]
    Match.of(game, start, (names[0], names[1]))  # refuses names that are none
    mine = [side] if computer or new.opponent == "link" else [side, side.other]
    secrets = {each: mint_secret() for each in mine}
    invitation = mint_secret() if new.opponent == "link" else ""
    row = MatchRow(
        id=mint_match_id(),
        kind="computer" if computer else new.opponent,
        game=game.name,
        options=game.options,
        start=game.write_position(start),
        first_name=names[0],
        second_name=names[1],
        first_player=players[0],
        second_player=players[1],
        first_secret=hash_secret(secrets[Side.FIRST]) if Side.FIRST in secrets else "",
        second_secret=hash_secret(secrets[Side.SECOND]) if Side.SECOND in secrets else "",
        invitation=hash_secret(invitation) if invitation else "",
        invited=side.other,
        seconds=new.seconds or 0,
        seed=seed,
        offer="",
        rematch="",
        made_at=now,
        begun_at=0.0 if invitation else now,
    )
    told = [Seat(row.id, SIDES[each], secret) for each, secret in secrets.items()]
    return row, Begun(row.id, told, invitation or None)


def prepare_rematch(before: StoredMatch, now: float) -> MatchRow:
    """The match after this one: the same game, seats swapped, freshly dealt where it is dealt."""
    row, game, seed = before.row, before.log.match.game, randbelow(_SEEDS)
    return row._replace(
        id=mint_match_id(),
        start=_deal_again(game, seed) or row.start,
        first_name=_move_over(row.second_name, game, Side.SECOND),
        second_name=_move_over(row.first_name, game, Side.FIRST),
        first_player=row.second_player,
        second_player=row.first_player,
        first_secret="",
        second_secret="",
        invitation="",
        seed=seed,
        offer="",
        rematch="",
        made_at=now,
        begun_at=now,
    )


def choose_name(given: str, game: Game, side: Side) -> str:
    """The name of whoever takes a seat: their own, or what the rulebook calls that side."""
    return _read_name(given) or game.players[side]


def _move_over(name: str, game: Game, side: Side) -> str:
    """A name on the other side: what the rulebook calls a side stays with the side."""
    return game.players[side.other] if name == game.players[side] else name


def _read_name(given: str) -> str:
    name = given.strip()
    if not is_printable(name):
        raise BadPlayer("a name is one line of at most 32 printable characters")
    return name


def _deal_again(game: Game, seed: int) -> str:
    return game.write_position(game.start_for(seed)) if game.is_dealt else ""
