"""The browser's side: a server that keeps matches, and the page it serves."""
