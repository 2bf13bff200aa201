"""Squares, sets of squares, steps and symmetries of a grid, and what squares are called."""
