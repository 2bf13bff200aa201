"""A piece one square forward, which may capture."""
