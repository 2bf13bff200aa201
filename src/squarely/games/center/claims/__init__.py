"""What the rulebook of Capture Square with tokens claims, sentence by sentence, in its order."""

from squarely.core.claims import Docket
from squarely.games.center.claims import examples, play, strategy

claims = Docket(play.claims, examples.claims, strategy.claims)
