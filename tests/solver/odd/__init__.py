"""Small games as somebody outside might write them, each odd in one way, for the solver to get right or refuse."""
