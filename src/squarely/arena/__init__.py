"""The arena: players meet from the same openings on both sides, and every move is held against the truth."""
