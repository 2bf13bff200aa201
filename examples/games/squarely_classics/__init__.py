"""Games whose answers are published, each one file: to be copied, and to be held against what is known."""
