"""What the rulebook of Grid Snatchers claims, sentence by sentence, in its order."""

from squarely.core.claims import Docket
from squarely.games.snatchers.claims import examples, play, strategy

claims = Docket(play.claims, examples.claims, strategy.claims)
