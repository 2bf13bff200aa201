"""The tools: games, rules, matches, moves, and in training the oracle. State is an explicit match id and seat token."""

from collections.abc import Iterator
from contextlib import contextmanager
from secrets import randbelow
from typing import Annotated, Any, Literal

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp_types import CallToolResult, ToolAnnotations
from pydantic import Field

from squarely import __version__
from squarely.core.errors import BadMove, BadPlayer, SquarelyError, UnknownGame
from squarely.core.match.match import Match
from squarely.core.rules import registry
from squarely.core.rules.game import Side
from squarely.core.rules.options import RULES
from squarely.core.rules.rulebook import PRINTED, collect_facts, list_rule_sets
from squarely.core.text.notation import join_with_or, quote
from squarely.environments.mcp import matches
from squarely.players import HUMAN, LLM, PROGRAM, Player, fold_name, seat_player
from squarely.players.prompt import describe_rules, describe_sides, describe_situation
from squarely.review.hints import STEPS, give_hint
from squarely.solver.believer import Believer
from squarely.solver.oracle import Oracle, find_oracle

INSTRUCTIONS = """Small two-player grid games. list_games, then read_rules, then start_match: it returns a match_id and
a seat_token, which every other tool needs. The seat_token is a secret of whoever plays that seat. Moves are words, as
listed under the legal moves. A refused move changes nothing: read why, and move again."""

_SEEDS = 2**31
_LISTED = 60
_KNOW_NOTHING = (HUMAN, "random")  # opponents whose moves do not tell what is best
_READ = ToolAnnotations(read_only_hint=True, open_world_hint=False)
_CHANGE = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)

GameName = Annotated[str, Field(description="the name of a game, as list_games has it")]
OptionsText = Annotated[str, Field(description="rules to change, as name=value,name=value; empty for the rulebook's")]
RuleSetName = Annotated[
    str, Field(description="a rule set of the game, as read_rules lists them; options change it further")
]
_OPPONENTS = "random, level:1 to level:9, search:BUDGET, perfect, llm:MODEL, or human: somebody with another seat_token"
Opponent = Annotated[str, Field(description=_OPPONENTS)]
MatchId = Annotated[str, Field(description="as start_match returned it")]
SeatToken = Annotated[str, Field(description="the secret of your seat, as start_match returned it")]
MoveText = Annotated[str, Field(description="one of the legal moves")]
Step = Annotated[int, Field(ge=1, le=STEPS, description="from how it stands (1) to the move and why (4)")]


class Tools:
    """What each tool does. A mistake is an error that the model can read."""

    def __init__(self, kept: matches.Matches, may_ask_models: bool = True) -> None:
        self._matches, self._may_ask_models = kept, may_ask_models

    def list_games(self) -> Annotated[CallToolResult, matches.Games]:
        """List the games that can be played."""
        found = []
        for name in registry.names():
            try:
                kind = registry.find_class(name)
            except UnknownGame:
                continue  # one that cannot be loaded hides no other
            found.append({"game": name, "title": kind.title, "goal": kind.goal})
        words = "\n".join(f"- {each['game']}: {each['title']}. {each['goal']}" for each in found)
        return matches.make_result(words, {"games": found})

    def read_rules(
        self, game: GameName, options: OptionsText = "", rules: RuleSetName = PRINTED
    ) -> Annotated[CallToolResult, dict[str, Any]]:
        """Read the rules of a game, with every ruling, option and rule set and what is in force."""
        chosen = registry.load(game, f"{RULES}={rules},{options}")
        sets = list_rule_sets(chosen.printed)
        listed = ["", "# Rule sets", *(f"- rules={each.name}: {each.says}" for each in sets)]
        told = "\n".join([describe_rules(chosen), *(listed if len(sets) > 1 else [])])
        return matches.make_result(told, collect_facts(chosen))

    def start_match(
        self,
        game: GameName,
        opponent: Opponent = "level:3",
        side: Annotated[Literal["first", "second"], Field(description="your seat")] = "first",
        options: OptionsText = "",
        rules: RuleSetName = PRINTED,
        training: Annotated[bool, Field(description="whether the oracle may be asked in this match")] = False,
        seed: Annotated[int | None, Field(ge=0, description="decides everything that is random", le=2**53)] = None,
        position: Annotated[str, Field(description="a position line to begin from; empty for the usual start")] = "",
    ) -> Annotated[CallToolResult, matches.Begun]:
        """Start a match. Returns its match_id and your seat_token; with opponent human, also the other seat's token."""
        chosen = registry.load(game, f"{RULES}={rules},{options}")
        if position.strip() and opponent not in _KNOW_NOTHING and self._matches.has_rated(game):
            raise ToolError(
                f"a rated match of {game} goes on, and {opponent} could show how to play it. Finish or resign that "
                f"match first, start without a position, or choose as opponent {join_with_or(_KNOW_NOTHING)}."
            )
        seed = randbelow(_SEEDS) if seed is None else seed
        start = chosen.read_position(position) if position.strip() else chosen.start_for(seed)
        mine, player = Side[side.upper()], self._seat_opponent(opponent, seed)
        computers = {mine.other: player} if player else {}
        name, match, tokens = self._matches.begin(Match.of(chosen, start), computers, training)
        secrets = {"seat_token": tokens[mine], "other_seat_token": tokens.get(mine.other)}
        told = [f"{key}: {value}" for key, value in {"match_id": name, **secrets}.items() if value]
        words = "\n".join([*told, "", describe_sides(match, mine), "", describe_situation(match, mine)])
        return matches.make_result(words, {**matches.view_data(name, match, mine), **secrets, "training": training})

    def see_match(self, match_id: MatchId, seat_token: SeatToken) -> Annotated[CallToolResult, matches.View]:
        """See the position, whose turn it is and the legal moves."""
        with self._seat(match_id, seat_token) as (held, side):
            return matches.show_match(match_id, held.match, side)

    def move(self, match_id: MatchId, seat_token: SeatToken, move: MoveText) -> Annotated[CallToolResult, matches.View]:
        """Make a move. A computer opponent answers at once; the result is the position after its answer."""
        with self._seat(match_id, seat_token) as (held, side):
            try:
                held.play(side, move)
            except BadMove as refused:
                raise ToolError(f"{refused} {_list_legal_moves(held.match, side)}") from None
            return matches.show_match(match_id, held.match, side)

    def resign(self, match_id: MatchId, seat_token: SeatToken) -> Annotated[CallToolResult, matches.View]:
        """Give the match up: the other side wins."""
        with self._seat(match_id, seat_token) as (held, side):
            held.match = held.match.resign(side)
            return matches.show_match(match_id, held.match, side)

    def ask_values(self, match_id: MatchId, seat_token: SeatToken) -> Annotated[CallToolResult, matches.Truth]:
        """In training: what the position and every legal move is worth under perfect play, or is believed to be."""
        with self._seat(match_id, seat_token) as (held, _):
            return matches.show_values(held.match, self._find_judge(held))

    def ask_hint(self, match_id: MatchId, seat_token: SeatToken, step: Step = 1) -> str:
        """In training: a hint for whoever is to move."""
        with self._seat(match_id, seat_token) as (held, _):
            judge, match = self._find_judge(held), held.match
            if outcome := match.outcome:
                raise ToolError(f"the match is over: {outcome.reason}.")
            return give_hint(judge, match.position, match.names, step)

    def _find_judge(self, held: matches.HeldMatch) -> Oracle | Believer:
        if not held.training:
            raise ToolError(
                "the oracle is silent: this match was not started as training. Start one with training=true."
            )
        game = held.match.game.name
        if self._matches.has_rated(game):
            raise ToolError(
                f"the oracle is silent: a rated match of {game} goes on, and what is true here may help there. Finish "
                "or resign that match first."
            )
        return find_oracle(held.match) or Believer(held.match)

    def _seat_opponent(self, spec: str, seed: int) -> Player | None:
        """Who was asked for, unless it is a program, or a model that costs the operator money."""
        kind = fold_name(spec)
        models = ["llm:MODEL"] if self._may_ask_models else []
        others = f"choose {join_with_or([HUMAN, 'random', 'perfect', 'level:1 to level:9', 'search:BUDGET', *models])}"
        if kind.startswith(PROGRAM):
            raise BadPlayer(f"programs are not run from here; {others}")
        if kind.startswith(LLM) and not self._may_ask_models:
            raise BadPlayer(f"models are not asked from here, at the cost of whoever runs this server; {others}")
        return seat_player(spec, seed)

    @contextmanager
    def _seat(self, match_id: str, seat_token: str) -> Iterator[tuple[matches.HeldMatch, Side]]:
        held, side = self._matches.open(match_id, seat_token)
        with held.lock:
            yield held, side


def build_server(kept: matches.Matches | None = None, may_ask_models: bool = True) -> MCPServer[Any]:
    """A server with every tool. Whether a language model may be an opponent is the operator's decision."""
    tools = Tools(kept or matches.Matches(), may_ask_models)
    read = (tools.list_games, tools.read_rules, tools.see_match, tools.ask_values, tools.ask_hint)
    change = (tools.start_match, tools.move, tools.resign)
    return MCPServer(
        "squarely",
        title="Squarely",
        version=__version__,
        instructions=INSTRUCTIONS,
        log_level="WARNING",
        tools=[
            StrictTool.from_function(explain_mistakes()(function), annotations=annotations)
            for functions, annotations in ((read, _READ), (change, _CHANGE))
            for function in functions
        ],
    )


class StrictTool(Tool):
    """A tool that refuses arguments it does not have; the protocol would leave them out and say nothing."""

    def model_post_init(self, context: Any, /) -> None:
        super().model_post_init(context)
        self.parameters["additionalProperties"] = False

    async def run(self, arguments: dict[str, Any], context: Any, convert_result: bool = False) -> Any:
        known = [*self.parameters.get("properties", {})]
        for name in arguments:
            if name not in known:
                takes = f"it takes {', '.join(known)}" if known else "it takes none"
                raise ToolError(f"Error executing tool {self.name}: it has no argument {quote(name)}; {takes}.")
        return await super().run(arguments, context, convert_result)


@contextmanager
def explain_mistakes() -> Iterator[None]:
    """Mistakes that can be explained are explained to the model; the protocol would hide them."""
    try:
        yield
    except SquarelyError as error:
        raise ToolError(str(error)) from None


def _list_legal_moves(match: Match, side: Side) -> str:
    moves = [str(move) for move in match.legal_moves] if match.mover == side else []
    more = f" and {len(moves) - _LISTED} more" if len(moves) > _LISTED else ""
    return f"Nothing was played. Legal moves: {', '.join(moves[:_LISTED])}{more}." if moves else "Nothing was played."
