"""A piece over another, which it captures."""
