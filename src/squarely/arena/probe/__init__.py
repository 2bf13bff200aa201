"""Questions about single positions, asked of language models."""
