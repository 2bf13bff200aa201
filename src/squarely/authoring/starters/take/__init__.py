"""A counter and any of those beside it, for points."""
