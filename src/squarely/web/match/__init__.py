"""Matches on the server: rooms, seats, and what their members are told."""
