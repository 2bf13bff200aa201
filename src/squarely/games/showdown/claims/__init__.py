"""What the rulebook of Center Square Showdown claims, sentence by sentence, in its order."""

from squarely.core.claims import Docket
from squarely.games.showdown.claims import examples, play, strategy

claims = Docket(play.claims, examples.claims, strategy.claims)
