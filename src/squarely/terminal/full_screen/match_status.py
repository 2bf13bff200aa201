"""What is said below the board: what was just played, what the mover is asked, what somebody waits for."""

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from squarely.core.match.match import Match
from squarely.core.match.questions import Questions
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules.game import Game, Position, Side
from squarely.core.rules.rulebook import describe_options, write_goal
from squarely.core.text.notation import count_noun
from squarely.play.repetition import describe_endless
from squarely.play.seats import Seats
from squarely.terminal.full_screen.move_line import trim_question
from squarely.terminal.full_screen.players_panel import ShownPlayer
from squarely.terminal.match.fair_warning import warn_of_seats
from squarely.terminal.match.live_match import LiveMatch
from squarely.terminal.match.who_is_who import introduce_players

_MATCHES, _TURNS = 2, 12  # that are looked at for how moves begin


def describe_turn(live: LiveMatch, tells_last: bool = True) -> str:
    """What was played last, and what the mover is asked in the game's words, or whom everybody waits for."""
    match, computer = live.match, live.settings.seats.computers[live.match.mover]
    last = tell_last_move(match) if tells_last else ""
    if computer:
        return f"{last}{match.mover_name} ({computer}) thinks…"
    announced = " ".join(match.game.words.announce_turn(match).split("\n"))
    asked = trim_question(Questions(match).question)
    return f"{last}{announced} {asked}".replace("  ", " ").strip()


def tell_last_move(match: Match) -> str:
    """`Ann played B2. `, and nothing before the first move."""
    if not match.moves:
        return ""
    return f"{match.names[match.positions[-2].mover]} played {match.moves[-1]}. "


def find_first_letters(match: Match) -> frozenset[str]:
    """The letters and digits with which somebody begins to type a move of this game, as far as is seen in matches."""
    return _sample_letters(match.game, match.start) | _letters_at(match.game, match.position)


@lru_cache(maxsize=16)
def _sample_letters(game: Game, start: Position) -> frozenset[str]:
    """Those that begin the moves of a few matches by chance."""
    letters: frozenset[str] = frozenset()
    for seed in range(_MATCHES):
        luck, position = Random(f"letters {seed}"), start
        for _ in range(_TURNS):
            letters |= _letters_at(game, position)
            moves = tuple(game.legal_moves(position))
            if not moves:
                break
            position = game.play(position, luck.choice(moves))
    return letters


def _letters_at(game: Game, position: Position) -> frozenset[str]:
    return frozenset(text[0].lower() for move in game.named_moves(position) if (text := str(move)))


def list_players(live: LiveMatch, shown: Match, holdings: Sequence[str], is_thinking: bool) -> list[ShownPlayer]:
    """Both players as they are shown in the position that is looked at; the clock is that of the match."""
    match, seats = live.match, live.settings.seats
    table = Tabletop(match.game)
    tokens = table.tokens(shown.position) or table.marks(shown.position)
    players = []
    for side in Side:
        computer, is_mover = seats.computers[side], match.outcome is None and shown.mover == side
        who = computer or ("you" if seats.only_person == side else "")
        does = "thinks…" if is_thinking and match.mover == side else ""
        is_timed = match.outcome is None and match.mover == side and computer is None
        left = live.seconds_left if is_timed else None
        says = (holdings[side], does)
        players.append(ShownPlayer(side, tokens[side], match.names[side], who, says, is_mover, left))
    return players


def tell_looking_back(shown: int, moves: int) -> str:
    """Which position it is that somebody looks back at."""
    where = "the start" if shown == 0 else f"the position after move {shown}"
    return f"Looking back at {where}, of {count_noun(moves, 'move')}. [ and ] walk, Esc or End returns to the match."


def tell_stop(live: LiveMatch, since: int) -> str:
    """Why the match stops here unfinished, if it does: at its limit, or where computers get nowhere."""
    if live.is_stopped:
        return f"Stopped unfinished after {count_noun(len(live.match.moves), 'turn')}."
    return describe_endless(live.match, live.settings.seats, since)


def welcome(match: Match, seats: Seats, toss: str) -> str:
    """What is told before the first move: what the coin has decided, who is who, and whether somebody cannot win."""
    resumed = f"Resumed after move {len(match.moves)} ({match.moves[-1]})." if match.moves else ""
    warned = "" if match.moves else warn_of_seats(match, seats)
    game, who = match.game, introduce_players(match, seats)
    told = [] if resumed else [write_goal(game), describe_options(game)]
    return "\n\n".join(filter(None, [toss, warned, resumed, who, *told]))
