"""The computer players: perfect, dialled, and programs."""
