"""What the rulebook of Capture Square with markers claims, sentence by sentence, in its order.

The game is too large to walk through here. What is claimed of every move is looked at on the whole 3x3 board and in
seeded games on the real one, and the evidence says so; what perfect play is worth comes from the oracle.
"""

from squarely.core.claims import Docket
from squarely.games.quad.claims import examples, play, strategy, sudden_death

claims = Docket(play.claims, sudden_death.claims, examples.claims, strategy.claims)
