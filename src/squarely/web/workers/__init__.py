"""A pool of worker processes, so that the server never waits for the solver."""
