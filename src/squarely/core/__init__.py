"""What everybody shares: games, positions, moves, matches, records. Standard library only."""
