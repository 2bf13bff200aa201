"""The commands of the terminal; what they open is in `line_mode` and `full_screen`, a match for both in `match`."""
