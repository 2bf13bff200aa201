"""Puzzles: found, graded, asked, remembered."""
