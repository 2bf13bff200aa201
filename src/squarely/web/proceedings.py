"""What has happened in a match that the server keeps, and what may happen next. No clock, no storage, no sockets."""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from squarely import registry
from squarely.errors import BadMove, SquarelyError
from squarely.game import Game, Position, Side
from squarely.match import Match
from squarely.tabletop import Tabletop
from squarely.web.messages import Act, OfferKind
from squarely.web.offers import Offered
from squarely.web.refusals import Refusal
from squarely.web.storage.matches import Kept, Turn

PERSON = "person"
BETWEEN_PEOPLE = ("link", "here")
ALONE = ("here", "explore", "computer")  # one screen decides: nobody elsewhere has to be asked


@lru_cache(maxsize=256)
def game_of(name: str, options: str) -> Game:
    """The game with these options, worked out once for all the matches that are played of it."""
    return registry.load(name, options)


@dataclass(frozen=True)
class Proceedings:
    """A match with its turns. A value: a turn gives new proceedings."""

    kept: Kept
    turns: tuple[Turn, ...]
    match: Match
    stood: tuple[Position, ...] = ()  # the position before each turn, also of those that were taken back

    @classmethod
    def of(cls, kept: Kept, turns: list[Turn]) -> "Proceedings":
        """The proceedings after these turns."""
        game = game_of(kept.game, kept.options)
        match = Match.of(game, game.read_position(kept.start), (kept.first_name, kept.second_name))
        begun = cls(kept, (), match)
        for turn in turns:
            begun = begun.after(turn)
        return begun

    def after(self, turn: Turn) -> "Proceedings":
        """With one more turn, which was judged before."""
        match = self._foreseen.get(turn) or _played(self.match, turn)
        return Proceedings(self.kept, (*self.turns, turn), match, (*self.stood, self.match.position))

    def seen(self, kept: Kept) -> "Proceedings":
        """With what has changed about the seats and the offer."""
        match = replace(self.match, names=(kept.first_name, kept.second_name))
        return replace(self, kept=kept, match=match)

    @cached_property
    def _foreseen(self) -> dict[Turn, Match]:
        """Where moves lead that were judged, so that none is played twice."""
        return {}

    @property
    def turn(self) -> int:
        """The number of the last turn."""
        return len(self.turns)

    @cached_property
    def over(self) -> bool:
        return self.match.outcome is not None

    @property
    def players(self) -> tuple[str, str]:
        return self.kept.first_player, self.kept.second_player

    @property
    def between_people(self) -> bool:
        return self.kept.kind in BETWEEN_PEOPLE

    @property
    def truth_is_open(self) -> bool:
        """Whether the truth may be asked for: never while two people play."""
        return self.over or not self.between_people

    @property
    def computer_to_move(self) -> str:
        """The computer player whose turn it is, or nothing."""
        player = self.players[self.match.mover]
        return "" if self.over or player == PERSON else player

    @property
    def offer(self) -> Offered | None:
        """What stands offered."""
        offered = Offered.read(self.kept.offer)
        return offered if offered and offered.at == self.turn else None

    @property
    def deadline(self) -> float | None:
        """When the mover runs out of time; None without a clock and before both sides are there."""
        if not self.kept.seconds or self.over or not self.kept.begun_at:
            return None
        last = self.turns[-1].at if self.turns else 0.0
        return max(last, self.kept.begun_at) + self.kept.seconds

    def repeats(self, side: Side, act: Act) -> bool:
        """Whether this act was played before as the turn it names: an answer that was lost on its way."""
        if not 1 <= act.turn <= self.turn:
            return False
        turn = self.turns[act.turn - 1]
        own = turn.side == side
        match act.act:
            case "move":
                return own and turn.act == "move" and self._means(act, turn)
            case "offer":
                return turn.act == act.offer  # whoever made the turn of it, it is what was offered
            case "accept":
                return turn.act == "draw" if own else turn.act == "undo"
            case _:
                return own and turn.act == act.act

    def judged(self, side: Side, act: Act, at: float) -> "Turn | Offered | None":
        """What this act leads to: a turn, an offer, or None where it takes an offer away. A Refusal says why not."""
        if act.turn != self.turn + 1:
            raise Refusal("stale", f"that was meant for turn {act.turn}; the match has come to turn {self.turn}")
        match act.act:
            case "move":
                return self._moved(side, act, at)
            case "undo":
                return self._taken_back(side, at)
            case "resign":
                self._must_go_on()
                return Turn(act.turn, side, "resign", "", 0, at)
            case "offer":
                return self._offered(side, act.offer, at)
            case "accept":
                return self._accepted(side, at)
            case _:
                if self.offer is None:
                    raise Refusal("stale", "nothing is offered any more")
                return None

    def _moved(self, side: Side, act: Act, at: float) -> Turn:
        self._must_go_on()
        if side != self.match.mover:
            raise Refusal("illegal", f"it is {self.match.mover_name}'s turn")
        try:
            after = self.match.play(self._words(self.match, act))
        except BadMove as error:
            raise Refusal("illegal", f"Sorry, {error}") from error
        turn = Turn(act.turn, side, "move", str(after.moves[-1]), 0, at)
        self._foreseen[turn] = after
        return turn

    def _taken_back(self, side: Side, at: float) -> Turn:
        """At once where one screen decides."""
        self._must_go_on()
        if self.kept.kind not in ALONE:
            raise Refusal("illegal", "the other side has to agree to that; offer it")
        return self._undo(side, at)

    def _undo(self, side: Side, at: float) -> Turn:
        """Back to before the last move of this side; at one screen, to before the last move."""
        own = self.kept.kind in ("here", "explore") or self.match.mover != side
        back = 1 if own else 2
        if len(self.match.moves) < back:
            raise Refusal("illegal", "there is no move of yours to take back")
        return Turn(self.turn + 1, side, "undo", "", back, at)

    def _offered(self, side: Side, kind: OfferKind | None, at: float) -> "Turn | Offered":
        if kind is None:
            raise Refusal("illegal", "say what you offer: draw, undo or rematch")
        if kind == "rematch":
            if not self.over:
                raise Refusal("illegal", "the match is not over yet")
        else:
            self._must_go_on()
        if kind == "undo":
            self._undo(side, at)
        if self.offer and self.offer.by != side:
            if self.offer.kind == kind:
                return self._accepted(side, at)
            raise Refusal("illegal", f"the other side has offered a {self.offer.kind}; accept or decline it first")
        if kind != "rematch" and self.kept.kind in ALONE:
            return self._undo(side, at) if kind == "undo" else Turn(self.turn + 1, side, "draw", "", 0, at)
        return Offered(kind, side, self.turn)

    def _accepted(self, side: Side, at: float) -> "Turn | Offered":
        offer = self.offer
        if offer is None or offer.by == side:
            raise Refusal("stale", "nothing is offered any more")
        if offer.kind == "draw":
            return Turn(self.turn + 1, side, "draw", "", 0, at)
        if offer.kind == "undo":
            return self._undo(offer.by, at)
        return offer

    def _must_go_on(self) -> None:
        if outcome := self.match.outcome:
            raise Refusal("illegal", f"the match is over: {outcome.reason}")

    def _words(self, match: Match, act: Act) -> str:
        """The words of a move: those given, or those that touching the squares means."""
        if act.squares is None:
            return act.move
        most = len(Tabletop(match.game).squares(match.position))
        if any(square >= most for square in act.squares):
            raise Refusal("illegal", f"the board has the squares 0 to {most - 1}")
        return Tabletop(match.game).said(match.position, act.squares)

    def _means(self, act: Act, turn: Turn) -> bool:
        """Whether these words, or squares, meant the move that was made then."""
        if act.squares is None and act.move == turn.move:
            return True
        before = replace(self.match, moves=(), positions=(self.stood[turn.turn - 1],), ending=None)
        try:
            return str(before.play(self._words(before, act)).moves[-1]) == turn.move
        except SquarelyError:
            return False


def _played(match: Match, turn: Turn) -> Match:
    match turn.act:
        case "move":
            return match.play(turn.move)
        case "undo":
            for _ in range(turn.back):
                match = match.undo()
            return match
        case "resign":
            return match.resign(Side(turn.side))
        case "draw":
            return match.agree_to_draw()
        case _:
            return match.run_out_of_time()
