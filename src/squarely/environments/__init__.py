"""Environments: the games for machines that learn, in the interfaces that their builders know."""
