"""Many independent pieces of work, done here, in several processes or on a Ray cluster."""
