"""How a match begins: as a client asks for it, and after another one."""

from secrets import randbelow

from squarely.core.errors import BadPlayer
from squarely.core.rules.game import Game, Side
from squarely.core.text.notation import is_printable, is_visible
from squarely.play.seat_secrets import hash_secret, mint_match_id, mint_secret
from squarely.web.match.stored_match import PERSON, StoredMatch, load_game
from squarely.web.protocol.messages import Begun, NewMatch, Seat
from squarely.web.storage.match_rows import MatchRow
from squarely.web.study.views import SIDES

_SEEDS = 2**31


def prepare_match(new: NewMatch, now: float) -> tuple[MatchRow, Begun]:
    """The row of a new match, and what its beginner is told."""
    game, side = load_game(new.game, new.options), Side(SIDES.index(new.side))
    is_computer, is_link = new.opponent not in ("here", "link", "explore"), new.opponent == "link"
    seed = randbelow(_SEEDS) if new.seed is None else new.seed
    start = game.read_position(new.position) if new.position else game.start_for(seed)
    names, players = {side: choose_name(new.name, game, side)}, {side: PERSON, side.other: PERSON}
    if is_computer:
        players[side.other], names[side.other] = new.opponent, new.opponent.replace(":", " ").capitalize()
    else:
        names[side.other] = choose_name(new.other_name, game, side.other)
    secrets = {each: mint_secret() for each in ((side,) if is_computer or is_link else (side, side.other))}
    hashes = {each: hash_secret(secret) for each, secret in secrets.items()}
    invitation = mint_secret() if is_link else ""
    row = MatchRow(
        id=mint_match_id(),
        kind="computer" if is_computer else new.opponent,
        game=game.name,
        options=game.options,
        start=game.write_position(start),
        first_name=names[Side.FIRST],
        second_name=names[Side.SECOND],
        first_player=players[Side.FIRST],
        second_player=players[Side.SECOND],
        first_secret=hashes.get(Side.FIRST, ""),
        second_secret=hashes.get(Side.SECOND, ""),
        invitation=hash_secret(invitation) if invitation else "",
        invited=side.other,
        seconds=new.seconds or 0,
        seed=seed,
        made_at=now,
        begun_at=0.0 if is_link else now,
    )
    told = [Seat(row.id, SIDES[each], secret) for each, secret in secrets.items()]
    return row, Begun(row.id, told, invitation or None)


def prepare_rematch(before: StoredMatch, now: float) -> MatchRow:
    """The match after this one: the same game, seats swapped, freshly dealt where it is dealt."""
    row, game, seed = before.row, before.log.match.game, randbelow(_SEEDS)
    return MatchRow(
        id=mint_match_id(),
        kind=row.kind,
        game=row.game,
        options=row.options,
        start=game.write_position(game.start_for(seed)) if game.is_dealt else row.start,
        first_name=_move_over(row.second_name, game, Side.SECOND),
        second_name=_move_over(row.first_name, game, Side.FIRST),
        first_player=row.second_player,
        second_player=row.first_player,
        invited=row.invited,
        seconds=row.seconds,
        seed=seed,
        made_at=now,
        begun_at=now,
    )


def choose_name(given: str, game: Game, side: Side) -> str:
    """A player's own name or, without one, what the rulebook calls the side."""
    name = given.strip()
    if not is_printable(name):
        raise BadPlayer("a name is one line of at most 32 printable characters")
    if name and not is_visible(name):
        raise BadPlayer("that name cannot be seen; a name has a letter, a digit or another sign in it")
    return name or game.players[side]


def _move_over(name: str, game: Game, side: Side) -> str:
    """A name on the other side: what the rulebook calls a side stays with the side."""
    return game.players[side.other] if name == game.players[side] else name
