"""What the lab has found, for people: tables, sentences, a page."""
