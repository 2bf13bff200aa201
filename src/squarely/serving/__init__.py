"""Sockets and HTTP connections with limits, for whichever face serves."""
