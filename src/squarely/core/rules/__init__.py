"""What a game is: the class, its options, the fields of its positions, its moves and its words."""
