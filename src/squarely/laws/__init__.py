"""The laws that every game obeys: what they are, where they are tried, and what is said of a game that breaks one."""
