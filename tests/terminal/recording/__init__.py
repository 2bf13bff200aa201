"""The terminal's picture in README: a match that is really played, recorded and drawn. Called by `make recording`."""
