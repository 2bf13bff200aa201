"""A match in play, for every face: terminal, server, MCP, arena and environments ask here.

`seats` says who sits where, `seat_secrets` how they prove it; `turns` lets the computers move, stops at a turn limit
and counts what an undo takes back; `offers` are draw, undo and rematch, and what a computer answers; `clock` is the
time for a turn; `events` has acts, which a player wants, and events, which have happened; `match_log` judges the one
and holds the other. Nothing here waits, prints or keeps anything.
"""
