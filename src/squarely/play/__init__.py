"""A match in play, whoever watches it: terminal, server, MCP, arena and environments ask here.

`seats` says who sits where, `seat_secrets` how they prove it; `turns` lets the computers move, stops at a turn limit
and counts what an undo takes back; `offers` are draw, undo and rematch, `computer_answers` what a computer says to
them; `clock` is the time for a turn; `acts` are what somebody wants to do, `events` what has happened, and `match_log`
judges the one and holds the other. Nothing here waits, prints or keeps anything.
"""
