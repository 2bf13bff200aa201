"""Where the app begins: the games, a new match, unfinished matches."""
