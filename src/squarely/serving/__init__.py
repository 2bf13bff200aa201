"""Where a server listens, and connections with limits, for whichever face serves."""
