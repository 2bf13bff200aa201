"""A plan is carried out: fixtures, matches, the log."""
