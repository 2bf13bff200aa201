"""A disc that falls to the lowest empty square of a column."""
