"""What the rulebook of Capture Squares claims, sentence by sentence, in its order."""

from squarely.core.claims import Docket
from squarely.games.numbers.claims import examples, play, strategy

claims = Docket(play.claims, examples.claims, strategy.claims)
