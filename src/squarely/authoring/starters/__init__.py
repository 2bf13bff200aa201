"""Small whole games, one for each way to move: `squarely new` writes a package of one of them."""
