"""What screens are made of: the board, lists, forms, panels, questions."""
