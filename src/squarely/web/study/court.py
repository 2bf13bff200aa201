"""The court's verdicts on a game, for its page."""

from functools import lru_cache

from squarely.core.rules.game import Game
from squarely.review.court import judge_claims
from squarely.web.protocol.messages import Court, Verdict


@lru_cache(maxsize=16)
def judge_game(game: Game) -> Court:
    """Every claim of the rulebook with the verdict on it; none where nobody has filed claims."""
    verdicts = [
        Verdict(
            number=finding.claim.number,
            section=finding.claim.section,
            claim=finding.claim.text,
            verdict=finding.verdict.word,
            says=list(finding.verdict.says),
            ruling=finding.claim.ruling,
            record=finding.record,
        )
        for finding in judge_claims(game)
    ]
    return Court(game.name, verdicts)
