"""The messages between page and server, and their description."""
