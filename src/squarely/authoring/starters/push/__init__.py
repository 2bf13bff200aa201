"""The token that both sides move, in a direction."""
