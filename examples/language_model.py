"""A language model plays a match; set SQUARELY_LLM_URL, then: python examples/language_model.py MODEL quad"""

import sys

from squarely import Match, SquarelyError, load
from squarely.players import seat_player
from squarely.players.llm import LanguageModel
from squarely.players.player_faults import PlayerFault


def main(model: str, game: str) -> None:
    """Play a match as the first side, and say what it took."""
    player, opponent = LanguageModel(model, patience=60), seat_player("level:3", seed=1)
    assert opponent is not None
    match = Match.of(load(game))
    try:
        while not match.outcome:
            mover = player if match.mover == 0 else opponent
            match = match.play(mover.choose(match))
            print(match.moves[-1])
        print(match.outcome.reason)
    except PlayerFault as fault:
        print(f"a fault ({fault.kind}): {fault}")
    except SquarelyError as error:
        print(error)
    usage = player.report.usage
    print(f"{usage.answers} answers, {usage.tokens} tokens, cost {usage.cost}, {len(player.report.slips)} slips")


main(*sys.argv[1:])
