"""Proofs are checked here, with the rules alone: nothing of the solver is used."""
