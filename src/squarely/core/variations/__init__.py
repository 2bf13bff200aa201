"""Variations that every game has, and those that several have. Each is an option and a class that changes a rule."""
